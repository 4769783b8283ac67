#include "graze/io/gltf/detail/gltf_nodes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/gltf/detail/gltf_root.h"

namespace graze::inline v1::detail {
namespace {

void check_length(const std::vector<double>& values, std::size_t length, const char* what) {
    if (!values.empty() && values.size() != length)
        throw Error(std::string("its ") + what + " has " + std::to_string(values.size()) +
                    " numbers and not " + std::to_string(length));
}

// Column by column in the file.
Affine from_columns(const std::vector<double>& m) {
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        throw Error("the last row of its matrix is not 0 0 0 1");
    Affine rows;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 4; ++j) rows[i][j] = m[4 * j + i];
    return rows;
}

std::optional<Axis> axis_named(std::string_view name) {
    if (name == "x") return Axis::x;
    if (name == "y") return Axis::y;
    if (name == "z") return Axis::z;
    return {};
}

}  // namespace

Affine gltf_trs(const Vec3& translation, const std::array<double, 4>& rotation, const Vec3& scale) {
    const auto [x, y, z, w] = rotation;
    Affine m;
    try {
        m = Pose(Quat{w, x, y, z}, translation).matrix();
    } catch (const Error&) {
        throw Error("its rotation or translation is not a finite one");
    }
    for (auto& row : m)
        for (std::size_t j = 0; j < 3; ++j) row[j] *= scale[j];
    return m;
}

Affine gltf_transformation(const tinygltf::Node& node) {
    check_length(node.matrix, 16, "matrix");
    check_length(node.translation, 3, "translation");
    check_length(node.rotation, 4, "rotation");
    check_length(node.scale, 3, "scale");
    if (!node.matrix.empty()) return from_columns(node.matrix);
    const auto vec3 = [](const std::vector<double>& v, const Vec3& otherwise) {
        return v.empty() ? otherwise : Vec3{v[0], v[1], v[2]};
    };
    const std::vector<double>& r = node.rotation;
    return gltf_trs(vec3(node.translation, {0, 0, 0}),
                    r.empty() ? std::array<double, 4>{0, 0, 0, 1} : std::array{r[0], r[1], r[2], r[3]},
                    vec3(node.scale, {1, 1, 1}));
}

GltfFrame gltf_frame(const tinygltf::Model& model, const std::vector<int>& roots) {
    const GltfFrame plain{false, 1.0, Axis::y, {}};
    if (!model.asset.extras.Has("graze")) return plain;
    const tinygltf::Value& said = model.asset.extras.Get("graze");
    if (!said.Has("version") || said.Get("version").GetNumberAsInt() != gltf_frame_version) return plain;
    GltfFrame frame{true, {}, {}, {}};
    if (said.Has("metres_per_unit")) frame.metres_per_unit = said.Get("metres_per_unit").GetNumberAsDouble();
    if (said.Has("up")) frame.up = axis_named(said.Get("up").Get<std::string>());
    const bool believable =
        !frame.metres_per_unit || (*frame.metres_per_unit > 0 && std::isfinite(*frame.metres_per_unit));
    if (!believable) return plain;
    const Affine expected = gltf_root(frame.metres_per_unit, frame.up);
    if (!said.Has("root")) return expected == identity ? frame : plain;
    const int root = said.Get("root").GetNumberAsInt();
    if (roots != std::vector{root} || static_cast<std::size_t>(root) >= model.nodes.size()) return plain;
    const tinygltf::Node& node = model.nodes[static_cast<std::size_t>(root)];
    if (node.mesh >= 0 || gltf_transformation(node) != expected) return plain;
    frame.root = static_cast<std::size_t>(root);
    return frame;
}

// Uses sorting, because no file can make it slow.
void make_unique(std::vector<std::string>& names) {
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) -> std::string_view { return names[i]; });
    std::vector<std::size_t> again;  // the indices of names that occurred before
    for (std::size_t i = 1; i < order.size(); ++i)
        if (names[order[i]] == names[order[i - 1]]) again.push_back(order[i]);
    if (again.empty()) return;
    std::ranges::sort(again);
    std::set<std::string> taken(names.begin(), names.end());
    std::map<std::string, std::uint64_t> last_number;
    for (const std::size_t i : again) {
        std::uint64_t& number = last_number.try_emplace(names[i], 1).first->second;
        std::string name;
        do name = names[i] + " (" + std::to_string(++number) + ")";
        while (!taken.insert(name).second);
        names[i] = std::move(name);
    }
}

}  // namespace graze::inline v1::detail
