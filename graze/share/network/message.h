// Messages between peers of a shared world, and their bytes. The decoder reads bytes from strangers: it looks
// at every length before it believes it, allocates no more than a few times the datagram, and never throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "graze/base/box.h"
#include "graze/share/agreement/record.h"
#include "graze/share/network/transport.h"

namespace graze::inline v1 {

constexpr std::uint8_t message_version = 2;

// What a user sees, for decisions by field of view: a cone. Directions of length 0 see nothing.
struct ViewCone {
    Vec3 eye{}, direction{};
    double cosine = 1;  // of half the opening angle
};

// What a peer wants to hear of: the motion of objects in a region and in groups.
struct ShareInterest {
    Box region{{-max_coordinate, -max_coordinate, -max_coordinate},
               {max_coordinate, max_coordinate, max_coordinate}};
    Groups groups = ~Groups{0};
};

// Sent to everybody a few times per second: who is there, clocks, and which records are known.
struct StatusMessage {
    struct Known {
        PeerId peer;
        std::uint64_t records = 0;
        Address address = 0;  // where it is or was last; 0: not known
    };
    // The last message of the receiver that this peer has heard: when it was sent by the receiver's clock,
    // and how long ago by this peer's. NaN: none yet.
    double echo_sent = 0, echo_age = 0;
    // The same for several receivers, in a status that goes to everybody.
    struct Echo {
        PeerId peer;
        double sent = 0, age = 0;
    };
    std::vector<Echo> echoes{};
    bool wants_copy = false;  // it has just joined, and knows nothing
    ShareInterest interest;
    ViewCone view;
    std::vector<Known> known;
};

struct MotionMessage {
    struct Update {
        SharedId id;
        std::uint32_t epoch = 0;
        MovingState state;  // position and time in doubles, the rest in floats
    };
    std::vector<Update> updates;
};

struct RecordsMessage {
    std::vector<Record> records;
};

// Bytes that are too long for a datagram, by their hash: shapes, and copies of the whole world.
struct BlobRequest {
    ContentHash hash;
    std::uint64_t offset = 0;
};
struct BlobPiece {
    ContentHash hash;
    std::uint64_t total = 0, offset = 0;
    std::vector<std::byte> bytes;
};
// "Ask me for this: it is the world as I know it."
struct CopyOffer {
    ContentHash hash;
    std::uint64_t total = 0;
};
// "Give me this object, please."
struct GrabRequest {
    SharedId id;
    std::uint32_t epoch = 0;
};
struct Goodbye {};

using MessageContent = std::variant<StatusMessage, MotionMessage, RecordsMessage, BlobRequest, BlobPiece,
                                    CopyOffer, GrabRequest, Goodbye>;
struct Message {
    PeerId from;
    double sent = 0;  // by the sender's clock
    MessageContent content;
};

// Appends nothing but the message. Messages can be longer than a datagram: callers fill them bit by bit, with
// the sizes below.
std::vector<std::byte> encoded(const Message& message);
constexpr std::size_t message_head_size = 20;
constexpr std::size_t motion_update_size = 16 + 8 + 24 + 16 + 3 * 12;
constexpr std::size_t blob_piece_size = max_datagram - message_head_size - 16 - 16 - 4;
std::size_t encoded_size(const Record& record);

// Either a message, or a sentence that says why there is none.
struct DecodedMessage {
    std::optional<Message> message;
    std::string problem;
};
DecodedMessage decoded(std::span<const std::byte> bytes);

// As a receiver reads it: what the owner must base its own reckoning on.
MovingState rounded_for_sending(const MovingState& state);

// Records as bytes, for copies of a world.
void append_record(const Record& record, std::string& bytes);

}  // namespace graze::inline v1
