#include "hand_motion_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "generate.h"
#include "graze/base/error.h"
#include "report.h"
#include "whole_file.h"

namespace graze::app {
namespace {

constexpr const char* hand_motion_mend =
    "give a file that 'graze generate motion grasp' printed: {\"schema\": \"graze.hand-motion/1\", "
    "\"hands\": "
    "[{\"side\": \"right\", \"length\": 185, \"frames\": [{\"root\": POSE, \"flex\": [22 numbers]}, ...]}]}, "
    "a pose "
    "being 12 numbers";

double tracked_number(const Json& value) {
    // A tracker that does not know a number gives null.
    if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!value.is_number()) throw Error("a flex value is neither a number nor null", {}, hand_motion_mend);
    return value.get<double>();
}

TrackedHand tracked_hand(const Json& frame) {
    if (!frame.is_object()) throw Error("is no object", {}, hand_motion_mend);
    TrackedHand hand;
    const Json root = frame.value("root", Json()), flex = frame.value("flex", Json());
    if (!root.is_null()) {
        if (!root.is_array() || root.size() != 12)
            throw Error("the root is neither 12 numbers nor null", {}, hand_motion_mend);
        Pose::Matrix rows{};
        for (std::size_t i = 0; i < 12; ++i) {
            if (!root[i].is_number())
                throw Error("the root is neither 12 numbers nor null", {}, hand_motion_mend);
            rows[i / 4][i % 4] = root[i].get<double>();
        }
        hand.root = Pose(rows);
    }
    if (!flex.is_array() || flex.size() != hand_joint_count)
        throw Error("there are not 22 flex values", {}, hand_motion_mend);
    for (std::size_t j = 0; j < hand_joint_count; ++j) hand.flex[j] = tracked_number(flex[j]);
    const Json flying = frame.value("flying", Json(false));
    if (!flying.is_boolean()) throw Error("\"flying\" is neither true nor false", {}, hand_motion_mend);
    hand.flying = flying.get<bool>();
    return hand;
}

HandMotion hand_motion(const Json& document) {
    if (!document.is_object()) throw Error("is no object", {}, hand_motion_mend);
    HandMotion motion;
    const Json side = document.value("side", Json("right")), length = document.value("length", Json(185));
    if (side != "right" && side != "left")
        throw Error("the side is neither left nor right", {}, hand_motion_mend);
    motion.side = side == "left" ? HandSide::left : HandSide::right;
    if (!length.is_number() || !(length.get<double>() > 0))
        throw Error("the length is no number above 0", {}, hand_motion_mend);
    motion.length = length.get<double>();
    const Json frames = document.value("frames", Json());
    if (!frames.is_array() || frames.empty()) throw Error("has no frames", {}, hand_motion_mend);
    for (const Json& frame : frames) {
        try {
            motion.frames.push_back(tracked_hand(frame));
        } catch (const Error& e) {
            throw e.within(fmt::format("frame {}", motion.frames.size() + 1));
        }
    }
    return motion;
}

}  // namespace

std::vector<HandMotion> parse_hand_motion(const std::string& text) {
    const Json document = Json::parse(text, nullptr, false);
    if (!document.is_object() || document.value("schema", Json()) != "graze.hand-motion/1")
        throw Error("is not the motion of a hand", {}, hand_motion_mend);
    const Json list = document.value("hands", Json());
    if (!list.is_array() || list.empty() || list.size() > 16)
        throw Error("has no hands, or too many", {}, hand_motion_mend);
    std::vector<HandMotion> hands;
    for (const Json& hand : list) {
        try {
            hands.push_back(hand_motion(hand));
        } catch (const Error& e) {
            throw e.within(fmt::format("hand {}", hands.size() + 1));
        }
        if (hands.back().frames.size() != hands.front().frames.size())
            throw Error("the hands have different numbers of frames", {}, "give as many for each");
    }
    return hands;
}

std::vector<HandMotion> read_hand_motion(const std::string& file) {
    try {
        return parse_hand_motion(read_file(file));
    } catch (const Error& e) {
        throw e.within(file);
    }
}

std::string format_hand_motion(const std::vector<HandMotion>& hands) {
    std::string text = "{\n  \"schema\": \"graze.hand-motion/1\",\n  \"hands\": [";
    for (const HandMotion& hand : hands) {
        text +=
            fmt::format("{}\n    {{\"side\": \"{}\", \"length\": {}, \"frames\": [",
                        &hand == hands.data() ? "" : ",", name_of(hand.side), dump_line(Json(hand.length)));
        for (const TrackedHand& frame : hand.frames) {
            Json flex = Json::array();
            for (const double f : frame.flex) flex.push_back(std::isfinite(f) ? Json(f) : Json(nullptr));
            Json line = {{"root", frame.root ? numbers_of(*frame.root) : Json(nullptr)},
                         {"flex", std::move(flex)}};
            if (frame.flying) line["flying"] = true;
            text += (&frame == hand.frames.data() ? "\n      " : ",\n      ") + dump_line(line);
        }
        text += "\n    ]}";
    }
    return text + "\n  ]\n}\n";
}

}  // namespace graze::app
