#include "bench/scenes/close_configurations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

// Raise it when the search changes, so that files of before are not used.
constexpr int file_version = 1;

// Relative to the size. Weller's binary search stops at 1e-5.
constexpr double accuracy = 1e-12;
constexpr double stride = 1.0 / 64;

// Evenly spread over the sphere: a spiral that turns by the golden angle.
Vec3 spiral_direction(std::size_t index, std::size_t count) {
    const double i = static_cast<double>(index);
    const double z = 1 - (2 * i + 1) / static_cast<double>(count);
    const double radius = std::sqrt(1 - z * z);
    const SinCos turn = sin_cos_turns(i * 0.381966011250105);
    return {radius * turn.cos, radius * turn.sin, z};
}

bool touching(const Shape& shape, const CloseConfigurations& all, const Approach& approach, double middles) {
    Approach at = approach;
    at.last_free = middles;
    return intersects(shape, Pose{}, shape, all.pose(at, 0));
}

// From free and touching distances of the middles to neighbouring ones.
double bisect(const Shape& shape, const CloseConfigurations& all, const Approach& approach, double free,
              double touch) {
    while (free - touch > accuracy * all.size) {
        const double middle = touch + (free - touch) / 2;
        (touching(shape, all, approach, middle) ? touch : free) = middle;
    }
    return free;
}

// A distance further out than the last free one at which the copies touch all the same, because the stride
// went over something thin.
std::optional<double> overlooked(const Shape& shape, const CloseConfigurations& all,
                                 const Approach& approach) {
    for (const double distance : close_distances) {
        const double middles = approach.last_free + distance * all.size;
        if (distance > 0 && touching(shape, all, approach, middles)) return middles;
    }
    return {};
}

bool find_contact(const Shape& shape, const CloseConfigurations& all, Approach& approach) {
    const double step = stride * all.size;
    double touch = 1.01 * all.size;  // balls of the size around both middles are disjoint
    while (!touching(shape, all, approach, touch)) {
        if (touch <= 0) return false;
        touch = std::max(touch - step, 0.0);
    }
    for (std::optional<double> further = touch; further; further = overlooked(shape, all, approach)) {
        touch = *further;
        while (touching(shape, all, approach, touch + step)) touch += step;
        approach.last_free = bisect(shape, all, approach, touch + step, touch);
    }
    return true;
}

CloseConfigurations search(const Shape& shape, const ConfigurationCounts& counts) {
    CloseConfigurations all;
    all.middle = shape.mesh().box().center();
    all.size = length(shape.mesh().box().size());
    Random random(1);
    for (std::size_t o = 0; o < counts.orientations; ++o) {
        const Quat rotation = random.rotation();
        for (std::size_t d = 0; d < counts.directions; ++d) {
            Approach approach{rotation, spiral_direction(d, counts.directions), 0};
            if (find_contact(shape, all, approach)) {
                all.approaches.push_back(approach);
            } else {
                ++all.without_contact;
            }
        }
    }
    return all;
}

// FNV-1a over coordinates and corners.
std::string fingerprint(const Mesh& mesh) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto add = [&](std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3u; };
    for (const Vec3& p : mesh.vertices()) {
        for (const double x : {p.x, p.y, p.z}) add(std::bit_cast<std::uint64_t>(x));
    }
    for (const auto& t : mesh.triangles()) {
        for (const VertexId v : t) add(v);
    }
    return fmt::format("{:016x}", hash);
}

nlohmann::ordered_json head_of(const std::string& object, const Shape& shape,
                               const ConfigurationCounts& counts) {
    return {{"schema", "graze-bench-configurations"},
            {"schema_version", file_version},
            {"object", object},
            {"fingerprint", fingerprint(shape.mesh())},
            {"directions", counts.directions},
            {"orientations", counts.orientations}};
}

std::optional<CloseConfigurations> read(const std::filesystem::path& path, const nlohmann::ordered_json& head,
                                        const Shape& shape) {
    std::ifstream file(path);
    const auto json = nlohmann::ordered_json::parse(file, nullptr, false);
    if (json.is_discarded() || json.value("head", nlohmann::ordered_json{}) != head) return {};
    CloseConfigurations all;
    all.middle = shape.mesh().box().center();
    all.size = length(shape.mesh().box().size());
    all.without_contact = json.at("without_contact").get<std::size_t>();
    for (const auto& a : json.at("approaches")) {
        const auto v = a.get<std::array<double, 8>>();
        all.approaches.push_back({{v[0], v[1], v[2], v[3]}, {v[4], v[5], v[6]}, v[7]});
    }
    return all;
}

void write(const std::filesystem::path& path, const nlohmann::ordered_json& head,
           const CloseConfigurations& all) {
    nlohmann::ordered_json json{{"head", head}, {"without_contact", all.without_contact}};
    json["approaches"] = nlohmann::ordered_json::array();
    for (const Approach& a : all.approaches) {
        json["approaches"].push_back({a.rotation.w, a.rotation.x, a.rotation.y, a.rotation.z, a.direction.x,
                                      a.direction.y, a.direction.z, a.last_free});
    }
    std::error_code failure;
    std::filesystem::create_directories(path.parent_path(), failure);
    std::ofstream file(path);
    file << json.dump() << "\n";
    file.flush();
    if (!file)
        throw Error("the file cannot be written", path.string(),
                    "give --configurations a folder that you may write to");
}

}  // namespace

Pose CloseConfigurations::pose(const Approach& approach, double distance) const {
    const Pose turned(approach.rotation, {});
    const Vec3 target = middle + approach.direction * (approach.last_free + distance * size);
    return Pose(approach.rotation, target - turned.rotate(middle));
}

CloseConfigurations close_configurations(const std::string& object, const Shape& shape,
                                         const ConfigurationCounts& counts,
                                         const std::filesystem::path& folder) {
    if (folder.empty()) return search(shape, counts);
    const auto head = head_of(object, shape, counts);
    const auto path = folder / fmt::format("{}-{}x{}.json", object, counts.directions, counts.orientations);
    if (auto known = read(path, head, shape)) return *std::move(known);
    CloseConfigurations all = search(shape, counts);
    write(path, head, all);
    return all;
}

std::string written_out(const Pose& pose) {
    std::string text;
    for (const auto& row : pose.matrix()) {
        for (const double x : row) text += fmt::format(" {:a}", x);
    }
    return text;
}

}  // namespace graze::bench
