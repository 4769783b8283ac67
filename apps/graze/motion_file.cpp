#include "motion_file.h"

#include <fmt/format.h>

#include "graze/base/error.h"
#include "report.h"
#include "whole_file.h"

namespace graze::app {
namespace {

constexpr const char* motion_mend =
    "give a file that 'graze generate motion' printed: {\"schema\": \"graze.motion/1\", \"paths\": [[POSE, "
    "...], ...]}, a pose being 12 numbers";

Pose pose_of(const Json& numbers) {
    if (!numbers.is_array() || numbers.size() != 12) throw Error("a pose is not 12 numbers", {}, motion_mend);
    Pose::Matrix matrix{};
    for (std::size_t i = 0; i < 12; ++i) {
        if (!numbers[i].is_number()) throw Error("a pose is not 12 numbers", {}, motion_mend);
        matrix[i / 4][i % 4] = numbers[i].get<double>();
    }
    return Pose(matrix);
}

}  // namespace

std::vector<Path> read_motion(const std::string& file) {
    const std::string text = read_file(file);
    try {
        const Json document = Json::parse(text, nullptr, false);
        if (!document.is_object() || document.value("schema", Json()) != "graze.motion/1")
            throw Error("is not a motion", {}, motion_mend);
        const Json paths = document.value("paths", Json());
        if (!paths.is_array() || paths.empty()) throw Error("has no paths", {}, motion_mend);
        std::vector<Path> result;
        for (const Json& path : paths) {
            if (!path.is_array() || path.empty()) throw Error("has a path without poses", {}, motion_mend);
            result.emplace_back();
            for (const Json& pose : path) {
                try {
                    result.back().push_back(pose_of(pose));
                } catch (const Error& e) {
                    throw e.within(fmt::format("path {}, pose {}", result.size(), result.back().size() + 1));
                }
            }
        }
        return result;
    } catch (const Error& e) {
        throw e.within(file);
    }
}

}  // namespace graze::app
