#include "graze/io/detail/placed_parts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/text.h"

namespace graze::inline v1::detail {
namespace {

using Columns = std::array<Vec3, 3>;

// Below the tolerance of Pose, so that rounding in between does no harm.
constexpr double rigid_tolerance = 0.9e-6;

Columns columns_of(const Affine& m) {
    Columns columns;
    for (std::size_t j = 0; j < 3; ++j) columns[j] = {m[0][j], m[1][j], m[2][j]};
    return columns;
}

Vec3 applied(const Columns& m, const Vec3& v) {
    return (m[0] * v.x + m[1] * v.y) + m[2] * v.z;
}

double determinant(const Columns& m) {
    return dot(cross(m[0], m[1]), m[2]);
}

double largest_entry(const Columns& m) {
    double largest = 0;
    for (const Vec3& c : m) largest = std::max({largest, std::abs(c.x), std::abs(c.y), std::abs(c.z)});
    return largest;
}

bool is_mirror(const Columns& m) {
    const double size = largest_entry(m);  // so that the product cannot underflow
    return size > 0 && determinant({m[0] / size, m[1] / size, m[2] / size}) < 0;
}

bool is_rigid(const Columns& m) {
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 row{m[0][i], m[1][i], m[2][i]};
        for (std::size_t j = i; j < 3; ++j) {
            const Vec3 other{m[0][j], m[1][j], m[2][j]};
            // Negated so that NaN fails too.
            if (!(std::abs(dot(row, other) - (i == j ? 1 : 0)) <= rigid_tolerance)) return false;
        }
    }
    return determinant(m) > 0;
}

Pose pose_of(const Columns& rotation, const Vec3& at) {
    Affine rows;
    for (std::size_t i = 0; i < 3; ++i) rows[i] = {rotation[0][i], rotation[1][i], rotation[2][i], at[i]};
    return Pose(rows);
}

// The rotation that is left of `m` without the upper triangular `stretch`: m * stretch^-1, column by column.
Columns without(const Columns& m, const Columns& stretch) {
    Columns r;
    r[0] = m[0] / stretch[0].x;
    r[1] = (m[1] - r[0] * stretch[1].x) / stretch[1].y;
    r[2] = (m[2] - r[0] * stretch[2].x - r[1] * stretch[2].y) / stretch[2].z;
    return r;
}

// m = q * u, u upper triangular with a positive diagonal (modified Gram-Schmidt); q may be a reflection.
struct Triangular {
    Columns q, u;
};

std::optional<Triangular> triangular(const Columns& m) {
    const double largest = largest_entry(m);
    if (largest == 0) return {};
    Triangular t{};
    std::array<Vec3, 3> rest;
    for (std::size_t j = 0; j < 3; ++j) rest[j] = m[j] / largest;  // so that no square over- or underflows
    for (std::size_t i = 0; i < 3; ++i) {
        const double size = std::sqrt(dot(rest[i], rest[i]));
        if (!(size > 1e-9)) return {};  // flat, or so nearly that the rotation is undetermined
        t.q[i] = rest[i] / size;
        t.u[i][i] = size * largest;
        for (std::size_t j = i + 1; j < 3; ++j) {
            const double along = dot(t.q[i], rest[j]);
            t.u[j][i] = along * largest;
            rest[j] = rest[j] - t.q[i] * along;
        }
    }
    return t;
}

// The axis along which a mirrored mesh is mirrored: the axis that leaves the least to rotate.
std::size_t mirror_axis(const Columns& q) {
    std::size_t axis = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (q[i][i] < q[axis][axis]) axis = i;
    return axis;
}

void mirror(Columns& stretch, std::size_t axis) {
    for (Vec3& column : stretch) column[axis] = -column[axis];
}

// The simplest stretch that leaves a rigid rotation of `m`; nullopt if rounding leaves none.
std::optional<Columns> simplest_stretch(const Columns& m, const Triangular& t, bool mirrored) {
    const Columns uniform{Vec3{t.u[0].x, 0, 0}, {0, t.u[0].x, 0}, {0, 0, t.u[0].x}};
    const Columns along_axes{Vec3{t.u[0].x, 0, 0}, {0, t.u[1].y, 0}, {0, 0, t.u[2].z}};
    for (Columns stretch : {uniform, along_axes, t.u}) {
        if (mirrored) mirror(stretch, mirror_axis(t.q));
        if (is_rigid(without(m, stretch))) return stretch;
    }
    return {};
}

// -0 becomes 0, as everywhere in a mesh.
SharedArray<Vec3> stretched_vertices(const Mesh& mesh, const Columns& stretch) {
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : vertices) v = applied(stretch, v) + Vec3{0, 0, 0};
    return vertices;
}

void turn_round(MeshArrays& arrays) {
    std::vector<std::array<VertexId, 3>> triangles(arrays.triangles.begin(), arrays.triangles.end());
    for (auto& t : triangles) std::swap(t[1], t[2]);
    arrays.triangles = std::move(triangles);
    if (arrays.polygon_start.empty()) return;
    std::vector<VertexId> corners(arrays.polygon_corners.begin(), arrays.polygon_corners.end());
    for (std::size_t p = 0; p + 1 < arrays.polygon_start.size(); ++p)  // the first corner stays the first
        std::reverse(corners.begin() + static_cast<std::ptrdiff_t>(arrays.polygon_start[p]) + 1,
                     corners.begin() + static_cast<std::ptrdiff_t>(arrays.polygon_start[p + 1]));
    arrays.polygon_corners = std::move(corners);
}

std::shared_ptr<const SurfaceFaces> stretched_faces(const Mesh& mesh, const Columns& stretch) {
    if (mesh.faces() == nullptr) return nullptr;
    auto faces = std::make_shared<SurfaceFaces>(*mesh.faces());
    for (SurfaceFace& face : faces->faces) face = transformed(face, stretch, {});
    return faces;
}

void check_entries(const Affine& matrix) {
    for (const auto& row : matrix)
        for (const double v : row)
            if (!(v >= -max_coordinate && v <= max_coordinate))
                throw Error("its transformation has an entry that is not a finite number of at most 1e100");
}

}  // namespace

Affine composed(const Affine& outer, const Affine& inner) {
    Affine m;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            m[i][j] = (outer[i][0] * inner[0][j] + outer[i][1] * inner[1][j]) + outer[i][2] * inner[2][j] +
                      (j == 3 ? outer[i][3] : 0);
    return m;
}

PlacedParts::PlacedParts(std::optional<double> metres_per_unit, std::optional<Axis> up,
                         const PlacedLimits& limits)
    : metres_per_unit_(metres_per_unit), up_(up), limits_(limits) {}

PlacedParts::MeshId PlacedParts::add_mesh(Mesh mesh) {
    if (mesh.metres_per_unit() != metres_per_unit_) {
        MeshArrays arrays = mesh.arrays();
        arrays.metres_per_unit = metres_per_unit_;
        mesh = Mesh(std::move(arrays));
    }
    sources_.push_back({std::make_shared<const Mesh>(std::move(mesh))});
    return static_cast<MeshId>(sources_.size() - 1);
}

void PlacedParts::add_part(std::string path, MeshId mesh, const Affine& world_from_part) {
    Source& source = sources_.at(mesh);
    source.placed = true;
    last_was_empty_ = source.mesh->empty();
    if (last_was_empty_) {
        ++empty_parts_;
        return;
    }
    path_bytes_ += path.size();
    if (path_bytes_ > limits_.path_bytes)
        throw Error("the names of its parts, each with those around it, take more than " +
                    std::to_string(limits_.path_bytes) + " bytes");
    try {
        check_entries(world_from_part);
        parts_.push_back(placed(mesh, world_from_part));
    } catch (const Error& e) {
        throw e.within("part " + excerpt(path));
    }
    parts_.back().path = std::move(path);
}

void PlacedParts::add_attribute(Attribute attribute) {
    if (!last_was_empty_) parts_.at(parts_.size() - 1).attributes.push_back(std::move(attribute));
}

// Stretches that differ only by rounding nearly always have the same key. Otherwise there is one copy too
// many and no other effect. Different stretches may share a key; only few of them are compared.
PlacedParts::RoughKey PlacedParts::rough_key(MeshId mesh, const Stretch& u, bool mirrored) {
    constexpr double steps = 1 << 17;
    int exponent = 0;
    // Times an odd factor, so that no round scale lies at the edge of a step.
    const double mantissa = std::frexp(u[0].x * 1.2345678901, &exponent);
    // No entry is more than about 1e9 times the first: triangular() guarantees this.
    const auto rough = [&](double v) { return std::llround(v / u[0].x * steps); };
    return {mesh,          mirrored,      exponent,      std::llround(mantissa * steps),
            rough(u[1].x), rough(u[1].y), rough(u[2].x), rough(u[2].y),
            rough(u[2].z)};
}

Part PlacedParts::placed(MeshId mesh, const Affine& matrix) {
    const std::shared_ptr<const Mesh>& source = sources_[mesh].mesh;
    const Columns m = columns_of(matrix);
    const Vec3 at{matrix[0][3], matrix[1][3], matrix[2][3]};
    if (is_rigid(m)) return {{}, source, Pose(matrix)};
    const std::optional<Triangular> t = triangular(m);
    if (!t) return placed_whole(mesh, m, at);
    const bool mirrored = determinant(t->q) < 0;

    std::vector<Baked>& candidates = baked_[rough_key(mesh, t->u, mirrored)];
    constexpr std::size_t most_looked_at = 8;
    const std::size_t skipped = candidates.size() - std::min(candidates.size(), most_looked_at);
    for (std::size_t i = skipped; i < candidates.size(); ++i) {
        const Columns rotation = without(m, candidates[i].stretch);
        if (is_rigid(rotation)) return {{}, candidates[i].mesh, pose_of(rotation, at)};
    }
    const std::optional<Columns> stretch = simplest_stretch(m, *t, mirrored);
    if (!stretch) return placed_whole(mesh, m, at);
    candidates.push_back({*stretch, bake(*source, *stretch)});
    return {{}, candidates.back().mesh, pose_of(without(m, *stretch), at)};
}

Part PlacedParts::placed_whole(MeshId mesh, const Stretch& columns, const Vec3& at) {
    ExactKey key{mesh};
    for (std::size_t i = 0; i < 9; ++i)
        key[i + 1] = std::bit_cast<std::uint64_t>(columns[i / 3][i % 3] + 0.0);
    std::shared_ptr<const Mesh>& baked = baked_whole_[key];
    if (!baked) baked = bake(*sources_[mesh].mesh, columns);
    return {{}, baked, Pose::translation(at)};
}

std::shared_ptr<const Mesh> PlacedParts::bake(const Mesh& mesh, const Stretch& stretch) {
    baked_vertices_ += mesh.vertices().size();
    if (baked_vertices_ > limits_.baked_vertices)
        throw Error("its meshes come in so many sizes that their copies have more than " +
                        std::to_string(limits_.baked_vertices) + " vertices",
                    {}, "apply the scales before exporting, or export fewer parts");
    MeshArrays arrays = mesh.arrays();
    arrays.vertices = stretched_vertices(mesh, stretch);
    arrays.faces = stretched_faces(mesh, stretch);
    if (is_mirror(stretch)) turn_round(arrays);
    return std::make_shared<const Mesh>(std::move(arrays));
}

Assembly PlacedParts::finish() {
    unplaced_meshes_ = static_cast<std::uint64_t>(
        std::ranges::count_if(sources_, [](const Source& source) { return !source.placed; }));
    sources_.clear();
    baked_.clear();
    baked_whole_.clear();
    if (parts_.empty()) throw Error("holds no triangles");
    make_unique(parts_);
    return {std::move(parts_), metres_per_unit_, up_};
}

std::vector<Skipped> PlacedParts::skipped() const {
    std::vector<Skipped> skipped;
    if (empty_parts_ > 0) skipped.push_back({"parts without triangles", empty_parts_});
    if (unplaced_meshes_ > 0) skipped.push_back({"meshes that no part uses", unplaced_meshes_});
    return skipped;
}

// Every "name (k)" that is taken is skipped once, so the search for free names is short. Sorted sets, because
// no file can make them slow.
void make_unique(std::vector<Part>& parts) {
    std::set<std::string, std::less<>> taken;
    std::vector<bool> is_first(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) is_first[i] = taken.insert(parts[i].path).second;
    std::map<std::string, std::uint64_t, std::less<>> last_number;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (is_first[i]) continue;
        const std::string name = parts[i].path.empty() ? "part" : parts[i].path;
        std::uint64_t& number = last_number.try_emplace(name, 1).first->second;
        std::string unique;
        do unique = name + " (" + std::to_string(++number) + ")";
        while (!taken.insert(unique).second);
        parts[i].path = std::move(unique);
    }
}

}  // namespace graze::inline v1::detail
