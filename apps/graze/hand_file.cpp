#include "hand_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/load.h"
#include "report.h"
#include "whole_file.h"

namespace graze::app {
namespace {

constexpr const char* hand_mend = "see 'graze generate hand', which prints the description of a hand";
constexpr std::uint32_t corners_around = 12;
constexpr std::size_t most_balls = 1000;

double hand_number(const Json& object, const char* key) {
    const Json value = object.value(key, Json());
    if (!value.is_number()) throw Error(fmt::format("\"{}\" is no number", key), {}, hand_mend);
    return value.get<double>();
}

Vec3 hand_vector(const Json& object, const char* key) {
    const Json value = object.value(key, Json());
    Vec3 v;
    if (!value.is_array() || value.size() != 3)
        throw Error(fmt::format("\"{}\" is not three numbers", key), {}, hand_mend);
    for (std::size_t i = 0; i < 3; ++i) {
        if (!value[i].is_number())
            throw Error(fmt::format("\"{}\" is not three numbers", key), {}, hand_mend);
        v[i] = value[i].get<double>();
    }
    return v;
}

HandJoint hand_joint(const Json& joint) {
    return {hand_vector(joint, "axis"), hand_vector(joint, "origin"), hand_number(joint, "least"),
            hand_number(joint, "most")};
}

HandLink hand_link(const Json& link, const LinkMesh& mesh) {
    HandLink result;
    const Json file = link.value("mesh", Json()), balls = link.value("balls", Json());
    if (file.is_string() == balls.is_array())
        throw Error("has not either \"mesh\", a file, or \"balls\"", {}, hand_mend);
    if (file.is_string()) {
        result.mesh_file = file.get<std::string>();
        result.shape = Shape(mesh(result.mesh_file));
        return result;
    }
    if (balls.size() > most_balls) throw Error("has more than 1000 balls", {}, "give fewer");
    for (const Json& ball : balls) {
        if (!ball.is_array() || ball.size() != 4) throw Error("a ball is not four numbers", {}, hand_mend);
        double numbers[4];
        for (std::size_t i = 0; i < 4; ++i) {
            if (!ball[i].is_number()) throw Error("a ball is not four numbers", {}, hand_mend);
            numbers[i] = ball[i].get<double>();
        }
        result.balls.push_back({{numbers[0], numbers[1], numbers[2]}, numbers[3]});
    }
    result.shape = Shape(hull_of_balls(result.balls, corners_around));
    return result;
}

// Each entry of a list whose entries have these names, in this order.
template <class Take, class Name>
void each_named(const Json& document, const char* key, std::size_t count, const Name& name,
                const Take& take) {
    const Json list = document.value(key, Json());
    if (!list.is_array() || list.size() != count)
        throw Error(fmt::format("\"{}\" is not a list of {}", key, count), {}, hand_mend);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string expected = name(i);
        if (!list[i].is_object() || list[i].value("name", Json()) != expected)
            throw Error(fmt::format("number {} of \"{}\" is not '{}'", i + 1, key, expected), {}, hand_mend);
        try {
            take(i, list[i]);
        } catch (const Error& e) {
            throw e.within(fmt::format("'{}'", expected));
        }
    }
}

Json numbers(const Vec3& v) {
    return Json::array({v.x, v.y, v.z});
}

}  // namespace

HandModel parse_hand(const std::string& text, const LinkMesh& mesh) {
    const Json document = Json::parse(text, nullptr, false);
    if (!document.is_object() || document.value("schema", Json()) != "graze.hand/1")
        throw Error("is not the description of a hand", {}, hand_mend);
    const Json side = document.value("side", Json());
    if (side != "right" && side != "left") throw Error("\"side\" is neither left nor right", {}, hand_mend);
    std::array<HandJoint, hand_joint_count> joints;
    std::array<HandLink, hand_link_count> links;
    each_named(document, "joints", hand_joint_count, name_of_joint,
               [&](std::size_t i, const Json& joint) { joints[i] = hand_joint(joint); });
    each_named(document, "links", hand_link_count, name_of_link,
               [&](std::size_t i, const Json& link) { links[i] = hand_link(link, mesh); });
    return {side == "left" ? HandSide::left : HandSide::right, hand_number(document, "length"), joints,
            std::move(links)};
}

HandModel read_hand(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    try {
        return parse_hand(read_file(file),
                          [&](const std::string& name) { return load_mesh(folder / name).mesh; });
    } catch (const Error& e) {
        throw e.within(file);
    }
}

std::string format_hand(const HandModel& hand) {
    Json joints = Json::array(), links = Json::array();
    for (std::size_t i = 0; i < hand_joint_count; ++i) {
        const HandJoint& joint = hand.joint(i);
        joints.push_back({{"name", name_of_joint(i)},
                          {"axis", numbers(joint.axis)},
                          {"origin", numbers(joint.origin)},
                          {"least", joint.least},
                          {"most", joint.most}});
    }
    for (std::size_t i = 0; i < hand_link_count; ++i) {
        const HandLink& link = hand.link(i);
        Json entry = {{"name", name_of_link(i)}};
        if (!link.mesh_file.empty()) {
            entry["mesh"] = link.mesh_file;
        } else {
            entry["balls"] = Json::array();
            for (const HandBall& b : link.balls)
                entry["balls"].push_back({b.centre.x, b.centre.y, b.centre.z, b.radius});
        }
        links.push_back(std::move(entry));
    }
    return dump({{"schema", "graze.hand/1"},
                 {"side", name_of(hand.side())},
                 {"length", hand.length()},
                 {"joints", std::move(joints)},
                 {"links", std::move(links)}});
}

}  // namespace graze::app
