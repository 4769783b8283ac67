// Descriptions and motions of hands from anyone: refused with an Error, or a hand that is written and read
// again as the same one.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "apps/graze/hand_file.h"
#include "apps/graze/hand_motion_file.h"
#include "graze/base/error.h"
#include "graze/mesh/generate.h"

namespace {

using namespace graze;

void require(bool condition) {
    if (!condition) std::abort();
}

Mesh some_mesh(const std::string& name) {
    if (name.empty()) throw Error("has no name");
    return make_box({1, 2, 3});
}

void read_description(const std::string& text) {
    try {
        const HandModel hand = app::parse_hand(text, some_mesh);
        const std::string written = app::format_hand(hand);
        const HandModel again = app::parse_hand(written, some_mesh);
        require(again.side() == hand.side() && again.length() == hand.length());
        for (std::size_t j = 0; j < hand_joint_count; ++j)
            require(again.joint(j).least == hand.joint(j).least && again.joint(j).most == hand.joint(j).most);
        static_cast<void>(hand.poses(Pose(), hand.clamped(closed_hand(), {})));
    } catch (const Error&) {  // said what is wrong
    }
}

void read_motion(const std::string& text) {
    try {
        const auto hands = app::parse_hand_motion(text);
        require(!hands.empty() && !hands.front().frames.empty());
        const std::string written = app::format_hand_motion(hands);
        require(app::format_hand_motion(app::parse_hand_motion(written)) == written);
    } catch (const Error&) {  // said what is wrong
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read_description(text);
    read_motion(text);
    return 0;
}
