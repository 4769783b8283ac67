// What all peers of a shared world must come to know: objects, who owns them, launches, and verdicts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "graze/mesh/content_hash.h"
#include "graze/share/motion/moving_state.h"
#include "graze/share/peer.h"
#include "graze/world/object.h"

namespace graze::inline v1 {

struct CreatedRecord {
    SharedId id;
    PeerId owner;      // the creator, or nobody: an object of the scene
    std::string name;  // at most max_shared_name bytes
    ContentHash shape;
    Groups groups = group_bit(0);
    MovingState state;
};
constexpr std::size_t max_shared_name = 200;

// An object changes hands.
struct OwnedRecord {
    SharedId id;
    PeerId from;  // who gives it away
    Ownership to;
};

struct RemovedRecord {
    SharedId id;
    std::uint32_t epoch = 0;  // of the owner who removes it
};

// Motion in closed form: everybody computes it from the launch, no more is sent.
struct LaunchedRecord {
    SharedId id;
    std::uint32_t epoch = 0;
    MovingState state;
};

// What becomes of an object in a collision.
struct JudgedMotion {
    Vec3 position{}, velocity{};  // at the time of the verdict
};

// The outcome of one collision of two objects of different owners.
struct Verdict {
    SharedPair pair;
    Ownership owner_a, owner_b;  // as the arbiter knew them
    std::uint32_t episode = 0;   // of this pair, from 1: each collision is one
    double time = 0;             // by the arbiter's clock
    Vec3 normal{};               // unit, from a to b
    bool a_keeps_place = true;   // the other object is set back
    JudgedMotion a, b;
};

using RecordContent = std::variant<CreatedRecord, OwnedRecord, RemovedRecord, LaunchedRecord, Verdict>;

// Each peer numbers its own records; others keep them in that order.
struct Record {
    PeerId origin;
    std::uint64_t number = 0;  // 1, 2, ...
    RecordContent content;
};

// How many records of each peer are known; of those, none is missing.
using RecordCounts = std::map<PeerId, std::uint64_t>;

// Where a verdict stands among those about the same pair: a total order that follows from the verdict alone.
// A higher sum of epochs counts more, then the lower arbiter's id, then the later episode.
struct VerdictRank {
    std::uint64_t epochs = 0;
    std::uint32_t epoch_a = 0;
    PeerId arbiter;
    std::uint32_t episode = 0;

    friend bool operator==(const VerdictRank&, const VerdictRank&) = default;
    friend bool operator<(const VerdictRank& x, const VerdictRank& y) {
        if (x.epochs != y.epochs) return x.epochs < y.epochs;
        if (x.epoch_a != y.epoch_a) return x.epoch_a < y.epoch_a;
        if (x.arbiter != y.arbiter) return y.arbiter < x.arbiter;
        return x.episode < y.episode;
    }
};

// Who judges collisions of two objects: the owner of the one that changed hands last (with the higher epoch)
// and, of two with equal epochs, the lower id. Nobody if one owner is nobody or both are the same.
PeerId arbiter_of(const Ownership& a, const Ownership& b);
VerdictRank rank_of(const Verdict& verdict);

// Why a record cannot be one, whatever else is known; empty if it can. The same everywhere, so that all peers
// refuse the same records.
std::string problem_of(const Record& record);

}  // namespace graze::inline v1
