// Who does what about a pair of objects, by who owns them (Ohlenburg 2003, table 4.1).
#pragma once

#include <cstdint>

namespace graze::inline v1 {

// What an object is to this peer.
enum class Role : std::uint8_t {
    scene,   // nobody moves it
    own,     // this peer moves it ("enslaved")
    remote,  // another peer does
};

enum class PairMethod : std::uint8_t {
    plain,       // collisions are detected here, and count here
    predicted,   // remote collision prediction: detected here, to show what the owner will tell in a moment
    arbitrated,  // the arbiter of the pair judges, and its verdict counts everywhere
};

// The whole table. Of two remote objects, those of different owners are somebody else's to judge: what is
// shown until the verdict arrives is a prediction.
// clang-format off
constexpr PairMethod pair_methods[3][3] = {
    //              scene                  own                     remote
    /* scene  */ {PairMethod::plain,     PairMethod::plain,      PairMethod::predicted},
    /* own    */ {PairMethod::plain,     PairMethod::plain,      PairMethod::arbitrated},
    /* remote */ {PairMethod::predicted, PairMethod::arbitrated, PairMethod::predicted},
};
// clang-format on

constexpr PairMethod pair_method(Role a, Role b) {
    return pair_methods[static_cast<int>(a)][static_cast<int>(b)];
}

}  // namespace graze::inline v1
