#include "graze/spheres/tree/sphere_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "graze/base/error.h"
#include "graze/spheres/packing/pack.h"
#include "graze/spheres/tree/detail/sphere_tree_data.h"

namespace graze::inline v1 {
namespace {

template <class T>
std::span<const T> span_of(const std::vector<T>& values) {
    return {values.data(), values.size()};
}

Vec3 vector_of(float x, float y, float z) {
    return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
}

}  // namespace

std::span<const SphereNode> SphereTree::nodes() const {
    return empty() ? std::span<const SphereNode>{} : span_of(data_->nodes);
}
std::span<const SphereNodeInside> SphereTree::insides() const {
    return empty() ? std::span<const SphereNodeInside>{} : span_of(data_->insides);
}
std::span<const SphereNodeVolume> SphereTree::volumes() const {
    return empty() ? std::span<const SphereNodeVolume>{} : span_of(data_->volumes);
}
std::span<const SphereLeaf> SphereTree::leaves() const {
    return empty() ? std::span<const SphereLeaf>{} : span_of(data_->leaves);
}
std::span<const TriangleId> SphereTree::triangles_of(std::uint32_t leaf) const {
    const std::uint32_t first = data_->first_triangle[leaf];
    return span_of(data_->triangles).subspan(first, data_->first_triangle[leaf + 1] - first);
}
std::span<const SpherePlane> SphereTree::planes_of(std::uint32_t leaf) const {
    const std::uint32_t first = data_->first_plane[leaf];
    return span_of(data_->planes).subspan(first, data_->first_plane[leaf + 1] - first);
}
Vec3 SphereTree::origin() const {
    return empty() ? Vec3{} : data_->origin;
}
double SphereTree::unit() const {
    return empty() ? 1 : data_->unit;
}
Sphere SphereTree::ball() const {
    if (empty()) return {{}, -1};
    const float* b = data_->ball;
    return {data_->origin + vector_of(b[0], b[1], b[2]) * data_->unit,
            static_cast<double>(b[3]) * data_->unit};
}
Sphere SphereTree::outer_ball() const {
    if (empty()) return {{}, -1};
    return {ball().center, static_cast<double>(data_->outer) * data_->unit};
}
Sphere SphereTree::sphere(std::uint32_t leaf) const {
    const std::uint32_t slot = data_->slot_of_leaf[leaf];
    const SphereNode& n = data_->nodes[slot / SphereNode::width];
    const std::uint32_t k = slot % SphereNode::width;
    return {data_->origin + vector_of(n.x[k], n.y[k], n.z[k]) * data_->unit,
            static_cast<double>(n.radius[k]) * data_->unit};
}
double SphereTree::material() const {
    return empty() ? 0 : data_->material;
}
double SphereTree::spheres() const {
    return empty() ? 0 : data_->spheres;
}
double SphereTree::volume_error() const {
    return empty() ? 0 : data_->volume_error;
}
double SphereTree::area() const {
    return empty() ? 0 : data_->area;
}
double SphereTree::layers() const {
    return empty() ? 1 : data_->layers;
}
const SphereTree& SphereTree::coarse() const {
    return empty() || data_->coarse.empty() ? *this : data_->coarse;
}
std::size_t SphereTree::skipped() const {
    return empty() ? 0 : data_->skipped;
}
std::size_t SphereTree::depth() const {
    return empty() ? 0 : data_->depth;
}
std::size_t SphereTree::bytes() const {
    if (empty()) return 0;
    return data_->nodes.size() * (sizeof(SphereNode) + sizeof(SphereNodeInside) + sizeof(SphereNodeVolume)) +
           data_->leaves.size() * (sizeof(SphereLeaf) + 2 * sizeof(std::uint32_t)) +
           data_->triangles.size() * sizeof(TriangleId) + data_->coarse.bytes();
}

bool SphereTreeBuild::find_slots(Data& data) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    data.slot_of_leaf.assign(data.leaves.size(), none);
    for (std::size_t n = 0; n < data.nodes.size(); ++n) {
        for (std::uint32_t k = 0; k < SphereNode::width; ++k) {
            const SphereLink link = data.nodes[n].child[k];
            if (link.is_none() || !link.is_leaf()) continue;
            if (link.index() >= data.leaves.size() || data.slot_of_leaf[link.index()] != none) return false;
            data.slot_of_leaf[link.index()] = static_cast<std::uint32_t>(n) * SphereNode::width + k;
        }
    }
    return std::ranges::find(data.slot_of_leaf, none) == data.slot_of_leaf.end();
}

// ---- Bytes

namespace {

constexpr std::uint32_t tree_bytes_version = 2;

template <class T>
void append_values(std::string& bytes, std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T> && std::endian::native == std::endian::little);
    const std::uint64_t count = values.size();
    bytes.append(reinterpret_cast<const char*>(&count), sizeof(count));
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

[[noreturn]] void refuse_tree(const char* why) {
    throw Error(std::string("the sphere tree ") + why);
}

template <class T>
std::vector<T> take_values(std::span<const std::byte>& bytes) {
    std::uint64_t count = 0;
    if (bytes.size() < sizeof(count)) refuse_tree("ends too early");
    std::memcpy(&count, bytes.data(), sizeof(count));
    bytes = bytes.subspan(sizeof(count));
    if (count > bytes.size() / sizeof(T)) refuse_tree("ends too early");
    std::vector<T> values(count);
    if (count > 0) std::memcpy(static_cast<void*>(values.data()), bytes.data(), count * sizeof(T));
    bytes = bytes.subspan(count * sizeof(T));
    return values;
}

struct SavedTreeHead {
    std::uint32_t version, reserved;
    double origin[3], unit, material, spheres, volume_error, area, layers;
    std::uint64_t skipped, depth;
    float ball[4], outer, padding;
};
static_assert(sizeof(SavedTreeHead) == 120);

bool all_finite(std::span<const float> values) {
    return std::ranges::all_of(values, [](float v) { return std::isfinite(v); });
}
bool all_finite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

// Coordinates are up to 2, and balls around what is there are no larger than a few units. Balls without a
// child must meet nothing: vectors of them are tested as a whole.
void check_balls(const SphereNode& node, const SphereNodeInside& inside) {
    constexpr float farthest = 4, largest = 16;
    for (int k = 0; k < SphereNode::width; ++k) {
        if (node.child[k].is_none()) {
            if (node.radius[k] > -1e6f || node.outer[k] > -1e6f || inside.radius[k] != 0)
                refuse_tree("has a ball without a sphere in it");
            continue;
        }
        const bool near = std::abs(node.x[k]) <= farthest && std::abs(node.y[k]) <= farthest &&
                          std::abs(node.z[k]) <= farthest && std::abs(inside.x[k]) <= farthest &&
                          std::abs(inside.y[k]) <= farthest && std::abs(inside.z[k]) <= farthest;
        if (!near || !(node.radius[k] >= 0 && node.radius[k] <= node.outer[k]) ||
            !(node.outer[k] <= largest) || !(inside.radius[k] >= 0 && inside.radius[k] <= largest))
            refuse_tree("has a ball that is out of place");
    }
}

// Volumes are those of parts of a ball that is a few units across.
void check_volumes(std::span<const SphereNodeVolume> volumes) {
    constexpr double most = 1e9;
    const auto is_volume = [](double v) { return v >= 0 && v <= most; };
    const auto is_length = [](float v) { return std::abs(v) <= 1e4f; };
    for (const SphereNodeVolume& v : volumes) {
        const bool fine =
            std::ranges::all_of(v.material, is_volume) && std::ranges::all_of(v.spheres, is_volume) &&
            std::ranges::all_of(v.secondary, [&](float r) { return r >= 0 && is_length(r); }) &&
            std::ranges::all_of(v.centroid[0], is_length) && std::ranges::all_of(v.centroid[1], is_length) &&
            std::ranges::all_of(v.centroid[2], is_length);
        if (!fine) refuse_tree("has volumes that are none");
    }
}

void check_numbers(std::span<const SphereNode> nodes, std::span<const SphereNodeInside> insides,
                   std::span<const SphereNodeVolume> volumes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool fine = all_finite(nodes[i].x) && all_finite(nodes[i].y) && all_finite(nodes[i].z) &&
                          all_finite(nodes[i].radius) && all_finite(nodes[i].outer) &&
                          all_finite(insides[i].x) && all_finite(insides[i].y) && all_finite(insides[i].z) &&
                          all_finite(insides[i].radius) && all_finite(volumes[i].material) &&
                          all_finite(volumes[i].spheres) && all_finite(volumes[i].secondary) &&
                          all_finite(volumes[i].centroid[0]) && all_finite(volumes[i].centroid[1]) &&
                          all_finite(volumes[i].centroid[2]) && all_finite(volumes[i].direction[0]) &&
                          all_finite(volumes[i].direction[1]) && all_finite(volumes[i].direction[2]);
        if (!fine) refuse_tree("has numbers that are not finite");
        check_balls(nodes[i], insides[i]);
    }
}

// A node stands before its children, and each child has one parent.
void check_node_links(std::span<const SphereNode> nodes, std::size_t leaf_count) {
    std::vector<bool> seen(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        bool ended = false;
        for (const SphereLink link : nodes[i].child) {
            if (link.is_none()) {
                ended = true;
                continue;
            }
            if (ended) refuse_tree("has a gap between the children of a node");
            if (link.is_leaf()) {
                if (link.index() >= leaf_count) refuse_tree("names a sphere that it does not have");
                continue;
            }
            if (link.index() >= nodes.size() || link.index() <= i || seen[link.index()])
                refuse_tree("has a node that is below no other, or below two");
            seen[link.index()] = true;
        }
        if (nodes[i].child[0].is_none()) refuse_tree("has a node without children");
    }
    if (std::ranges::count(seen, true) + 1 != static_cast<std::ptrdiff_t>(nodes.size()))
        refuse_tree("has a node that is below no other, or below two");
}

}  // namespace

void SphereTree::write(std::string& bytes) const {
    static const Data nothing;
    const Data& d = empty() ? nothing : *data_;
    const SavedTreeHead head{tree_bytes_version,
                             0,
                             {d.origin.x, d.origin.y, d.origin.z},
                             d.unit,
                             d.material,
                             d.spheres,
                             d.volume_error,
                             d.area,
                             d.layers,
                             d.skipped,
                             d.depth,
                             {d.ball[0], d.ball[1], d.ball[2], d.ball[3]},
                             d.outer,
                             0};
    bytes.append(reinterpret_cast<const char*>(&head), sizeof(head));
    append_values(bytes, span_of(d.nodes));
    append_values(bytes, span_of(d.insides));
    append_values(bytes, span_of(d.volumes));
    append_values(bytes, span_of(d.leaves));
    append_values(bytes, span_of(d.first_triangle));
    append_values(bytes, span_of(d.triangles));
    append_values(bytes, span_of(d.first_plane));
    append_values(bytes, span_of(d.planes));
    std::string coarse;
    if (!d.coarse.empty()) d.coarse.write(coarse);
    append_values(bytes, std::span<const char>(coarse));
}

SphereTree SphereTree::from_bytes(const Shape& shape, std::span<const std::byte> bytes) {
    SavedTreeHead head;
    if (bytes.size() < sizeof(head)) refuse_tree("ends too early");
    std::memcpy(&head, bytes.data(), sizeof(head));
    if (head.version != tree_bytes_version) refuse_tree("is of another version");
    bytes = bytes.subspan(sizeof(head));
    auto data = std::make_shared<Data>();
    data->origin = {head.origin[0], head.origin[1], head.origin[2]};
    data->unit = head.unit;
    data->material = head.material;
    data->spheres = head.spheres;
    data->volume_error = head.volume_error;
    data->area = head.area;
    data->layers = head.layers;
    data->skipped = head.skipped;
    data->depth = head.depth;
    std::ranges::copy(head.ball, data->ball);
    data->outer = head.outer;
    data->nodes = take_values<SphereNode>(bytes);
    data->insides = take_values<SphereNodeInside>(bytes);
    data->volumes = take_values<SphereNodeVolume>(bytes);
    data->leaves = take_values<SphereLeaf>(bytes);
    data->first_triangle = take_values<std::uint32_t>(bytes);
    data->triangles = take_values<TriangleId>(bytes);
    data->first_plane = take_values<std::uint32_t>(bytes);
    data->planes = take_values<SpherePlane>(bytes);
    const auto coarse = take_values<std::byte>(bytes);
    if (!bytes.empty()) refuse_tree("goes on behind its end");
    if (data->nodes.empty() && data->leaves.empty()) return {};

    if (!is_in_range(data->origin) || !(data->unit > 0 && data->unit <= 2 * max_coordinate) ||
        !std::isfinite(head.material) || !std::isfinite(head.spheres) || !(head.volume_error >= 0) ||
        !(head.area >= 0 && std::isfinite(head.area)) || !(head.layers >= 1 && head.layers <= 1e9) ||
        !all_finite(head.ball) || !std::isfinite(head.outer))
        refuse_tree("has numbers that are not finite");
    if (data->insides.size() != data->nodes.size() || data->volumes.size() != data->nodes.size() ||
        data->first_triangle.size() != data->leaves.size() + 1 || data->leaves.empty())
        refuse_tree("has lists of different sizes");
    check_numbers(data->nodes, data->insides, data->volumes);
    check_volumes(data->volumes);
    check_node_links(data->nodes, data->leaves.size());
    if (!SphereTreeBuild::find_slots(*data)) refuse_tree("does not have each sphere once");
    if (data->first_triangle[0] != 0 || data->first_triangle.back() != data->triangles.size() ||
        !std::ranges::is_sorted(data->first_triangle))
        refuse_tree("has a list of triangles that is none");
    if (data->first_plane.size() != data->leaves.size() + 1 || data->first_plane[0] != 0 ||
        data->first_plane.back() != data->planes.size() || !std::ranges::is_sorted(data->first_plane))
        refuse_tree("has a list of planes that is none");
    for (const SpherePlane& plane : data->planes)
        if (!all_finite(plane.normal) || !std::isfinite(plane.offset))
            refuse_tree("has numbers that are not finite");
    const std::size_t triangles = shape.mesh().triangle_count();
    const auto is_known = [triangles](TriangleId t) { return t < triangles; };
    if (!std::ranges::all_of(data->triangles, is_known) ||
        !std::ranges::all_of(data->leaves, is_known, &SphereLeaf::triangle))
        refuse_tree("names a triangle that the mesh does not have");
    for (const SphereLeaf& leaf : data->leaves)
        if (!std::isfinite(leaf.material) || !(leaf.secondary_radius >= 0 && leaf.secondary_radius < 8) ||
            !all_finite(leaf.axis) || !std::isfinite(leaf.cone_cosine) || !(leaf.core >= 0 && leaf.core < 4))
            refuse_tree("has numbers that are not finite");
    if (!coarse.empty()) {
        // It has no coarse tree of its own, so that bytes cannot nest without an end.
        if (coarse.size() >= 8 &&
            std::ranges::any_of(std::span(coarse).last(8), [](std::byte b) { return b != std::byte{0}; }))
            refuse_tree("has too many levels of detail");
        data->coarse = from_bytes(shape, coarse);
    }
    return SphereTreeBuild::made(std::move(data));
}

bool operator==(const SphereTree& a, const SphereTree& b) {
    if (a.data_ == b.data_) return true;
    std::string x, y;
    a.write(x);
    b.write(y);
    return x == y;
}

// ---- The companion

namespace {

std::shared_ptr<const void> make_default_tree(const Shape& shape) {
    PackOptions options;
    options.count = default_sphere_count;
    return std::make_shared<const SphereTree>(shape, pack(shape, options).packing);
}

void save_tree(const void* companion, std::string& bytes) {
    static_cast<const SphereTree*>(companion)->write(bytes);
}

std::shared_ptr<const void> load_tree(const Shape& shape, std::span<const std::byte> bytes) {
    return std::make_shared<const SphereTree>(SphereTree::from_bytes(shape, bytes));
}

const CompanionSlot<SphereTree>& sphere_tree_slot() {
    static const CompanionSlot<SphereTree> slot(
        {.name = "sphere tree", .make = make_default_tree, .save = save_tree, .load = load_tree});
    return slot;
}

}  // namespace

const SphereTree& sphere_tree(const Shape& shape) {
    return shape.companion(sphere_tree_slot());
}

bool has_sphere_tree(const Shape& shape) {
    std::string bytes;
    return shape.save_companion(sphere_tree_slot().number(), bytes);
}

void prepare_sphere_trees() {
    static_cast<void>(sphere_tree_slot());
}

bool keep_sphere_tree(const Shape& shape, const SphereTree& tree) {
    std::string bytes;
    tree.write(bytes);
    shape.load_companion(sphere_tree_slot().number(), std::as_bytes(std::span(bytes)));
    std::string kept;
    return shape.save_companion(sphere_tree_slot().number(), kept) && kept == bytes;
}

}  // namespace graze::inline v1
