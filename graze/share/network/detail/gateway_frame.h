// What goes over a WebSocket between a gateway and its client: one of these per binary message. Numbers are
// little-endian. docs/share.md describes it for those who write a client in another language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/share/network/transport.h"

namespace graze::inline v1::detail {

enum class FrameKind : std::uint8_t {
    hello = 0,    // to the client: its address
    send = 1,     // from the client: to whom, bytes
    publish = 2,  // from the client: channel, key, bytes
    from = 3,     // to the client: from whom, bytes
    found = 4,    // to the client: addresses of all others
};

struct GatewayFrame {
    FrameKind kind = FrameKind::hello;
    Address address = 0;  // of hello, send and from
    Channel channel = Channel::status;
    std::uint64_t key = 0;
    std::vector<std::byte> bytes;  // at most max_datagram
    std::vector<Address> found;
};

constexpr std::size_t most_found = 1024;
constexpr std::size_t max_frame_to_gateway = 1 + 1 + 8 + max_datagram;
constexpr std::size_t max_frame_to_client = 1 + 2 + 8 * most_found;

std::string frame_bytes(const GatewayFrame& frame);
// None: malformed. Allocates no more than the bytes that there are.
std::optional<GatewayFrame> parsed_frame(std::span<const std::byte> bytes);

}  // namespace graze::inline v1::detail
