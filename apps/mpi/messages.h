// Messages between ranks. Only the main thread of a rank sends and receives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/clash/distribute/portion.h"
#include "graze/mesh/content_hash.h"

namespace graze::mpi {

int rank();
int rank_count();

// What a rank knows about itself before the work begins.
struct Introduction {
    bool ready = false;    // false: something went wrong, `sentence` says what
    std::string sentence;  // at most some hundred bytes of it arrive
    ContentHash key;       // of its job
    std::string machine;
    std::int64_t process = 0;
};

// Every rank calls this once; returns what all of them said, by rank.
std::vector<Introduction> introduce(const Introduction& own);

// True if the rank's process has ended. Works only for ranks of the same machine that can see each other.
bool is_gone(const Introduction& rank);

// From ranks to the coordinator.
enum class Kind : std::uint8_t {
    asks = 1,    // for a portion
    result = 2,  // of a portion, as bytes; and asks for another
    alive = 3,   // still at work
    leaves = 4,  // has understood that there is no more
    fails = 5,   // and says why
};
struct Message {
    int from = 0;
    Kind kind = Kind::alive;
    std::string bytes;
};
void send(Kind kind, const std::string& bytes = {});
std::optional<Message> receive();  // none: nothing has arrived, or not all of it; never waits

// From the coordinator to ranks.
constexpr std::uint32_t no_more = 0xffffffff, still_here = 0xfffffffe;
void give(int to, std::uint32_t portion);  // or one of these
std::optional<std::uint32_t> given();      // none: nothing has arrived

// Ends all ranks at once: some are dead, and waiting for them would never end.
[[noreturn]] void end_all(int exit_code);

}  // namespace graze::mpi
