#include "graze/deform/kinetic/kinetic_tree.h"

#include <algorithm>
#include <string>

#include "graze/base/error.h"
#include "graze/deform/kinetic/detail/kinetic_aabbs.h"
#include "graze/deform/kinetic/detail/kinetic_node.h"
#include "graze/deform/kinetic/detail/kinetic_planes.h"
#include "graze/deform/kinetic/detail/step_checks.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {
namespace {

// Boxes come with their nodes; `halves` gives those of the children.
struct BoxedNode {
    std::uint32_t index;
    Box box;
};

template <class Data, class Halves>
void visit_leaf_pairs(const Data& a, const Data& b, const BoxedNode& p, const BoxedNode& q,
                      const Halves& halves, const auto& visit) {
    if (!overlap(p.box, q.box)) return;
    const bool p_leaf = a.pattern().nodes[p.index].is_leaf(), q_leaf = b.pattern().nodes[q.index].is_leaf();
    if (p_leaf && q_leaf) {
        visit(p.index, q.index);
    } else if (p_leaf) {
        for (const BoxedNode& child : halves(b, q)) visit_leaf_pairs(a, b, p, child, halves, visit);
    } else {
        for (const BoxedNode& child : halves(a, p)) {
            if (q_leaf) {
                visit_leaf_pairs(a, b, child, q, halves, visit);
            } else {
                for (const BoxedNode& other : halves(b, q))
                    visit_leaf_pairs(a, b, child, other, halves, visit);
            }
        }
    }
}

template <class Data, class Halves>
std::vector<TrianglePair> pairs_between(const Mesh& mesh_a, const Data& a, const Box& box_a,
                                        const Mesh& mesh_b, const Data& b, const Box& box_b,
                                        const Halves& halves) {
    const auto triangle = [](const Mesh& mesh, const Data& data, TriangleId t) {
        const auto& v = mesh.triangles()[t];
        const auto at = [&](std::size_t c) { return data.lines().position(v[c], data.now()); };
        return Triangle{{at(0), at(1), at(2)}};
    };
    const auto triangles_of = [](const Data& data, std::uint32_t leaf) {
        const detail::PatternNode& n = data.pattern().nodes[leaf];
        return std::span(data.pattern().triangles).subspan(n.first, n.count);
    };
    std::vector<TrianglePair> found;
    const auto visit = [&](std::uint32_t p, std::uint32_t q) {
        for (const TriangleId s : triangles_of(a, p))
            for (const TriangleId t : triangles_of(b, q))
                if (intersects(triangle(mesh_a, a, s), triangle(mesh_b, b, t))) found.push_back({s, t});
    };
    visit_leaf_pairs(a, b, {0, box_a}, {0, box_b}, halves, visit);
    std::ranges::sort(found);
    return found;
}

}  // namespace

void detail::check_step(std::span<const Vec3> positions, std::size_t vertices) {
    if (positions.size() != vertices)
        throw Error(std::to_string(positions.size()) + " positions for the " + std::to_string(vertices) +
                        " vertices of a kinetic hierarchy",
                    {}, "give one for each vertex");
    for (std::size_t v = 0; v < vertices; ++v)
        if (!is_in_range(positions[v]))
            throw Error("a coordinate is not finite or beyond 1e100", "vertex " + std::to_string(v));
}

void detail::check_time(double time, double now) {
    if (!(time >= now && time <= 1))
        throw Error("the time is " + std::to_string(time) + " of a step, after " + std::to_string(now), {},
                    "advance to times from now to 1, and begin a new step then");
}

void detail::check_redirection(VertexId vertex, const Vec3& to, std::size_t vertices, double now) {
    if (vertex >= vertices)
        throw Error("a kinetic hierarchy has no vertex " + std::to_string(vertex) + ", only " +
                    std::to_string(vertices));
    if (!is_in_range(to))
        throw Error("a coordinate is not finite or beyond 1e100", "vertex " + std::to_string(vertex));
    if (!(now < 1)) throw Error("a vertex is sent elsewhere at the end of a step", {}, "begin a new step");
}

void detail::check_kinetic_mesh(const Mesh& mesh, const KineticOptions& options) {
    if (mesh.empty()) throw Error("a mesh without triangles has no kinetic hierarchy");
    if (mesh.triangle_count() > (1u << 28))
        throw Error("a kinetic hierarchy has at most 2^28 triangles, this mesh " +
                    std::to_string(mesh.triangle_count()));
    if (options.leaf_triangles < 1 || options.leaf_triangles > 64)
        throw Error("leaves of " + std::to_string(options.leaf_triangles) + " triangles", {}, "give 1 to 64");
    if (options.axis_again != 0 && options.axis_again < 3)
        throw Error(
            "three axes cannot be split again within " + std::to_string(options.axis_again) + " levels", {},
            "give 3 or more, or 0 for no such rule");
}

KineticTree::KineticTree(const Mesh& mesh, const KineticOptions& options) : mesh_(mesh) {
    detail::check_kinetic_mesh(mesh, options);
}

void KineticTree::step_to(std::span<const Vec3> positions) {
    detail::check_step(positions, mesh_.vertices().size());
    fly_to(positions);
}

void KineticTree::advance(double time) {
    detail::check_time(time, now());
    fly_until(time);
}

void KineticTree::redirect(VertexId vertex, const Vec3& to) {
    detail::check_redirection(vertex, to, mesh_.vertices().size(), now());
    fly_elsewhere(vertex, to);
}

void KineticTree::positions(std::span<Vec3> out) const {
    for (VertexId v = 0; v < out.size(); ++v) out[v] = position(v);
}

KineticAabbTree::KineticAabbTree(const Mesh& mesh, const KineticOptions& options)
    : KineticTree(mesh, options),
      data_(std::make_unique<detail::KineticAabbs>(mesh, detail::PatternOptions{options.leaf_triangles, 0})) {
}
KineticAabbTree::KineticAabbTree(KineticAabbTree&&) noexcept = default;
KineticAabbTree& KineticAabbTree::operator=(KineticAabbTree&&) noexcept = default;
KineticAabbTree::~KineticAabbTree() = default;

void KineticAabbTree::fly_to(std::span<const Vec3> positions) {
    data_->step_to(positions);
}
void KineticAabbTree::fly_until(double time) {
    data_->advance(detail::tick_at(time));
}
void KineticAabbTree::fly_elsewhere(VertexId vertex, const Vec3& to) {
    data_->redirect(vertex, to, data_->now());
}
double KineticAabbTree::now() const {
    return detail::share_of(data_->now());
}
Vec3 KineticAabbTree::position(VertexId vertex) const {
    return data_->lines().position(vertex, data_->now());
}
std::size_t KineticAabbTree::node_count() const {
    return data_->pattern().nodes.size();
}
KineticNode KineticAabbTree::node(std::uint32_t index) const {
    return detail::kinetic_node(data_->pattern(), index);
}
Box KineticAabbTree::box(std::uint32_t index) const {
    return data_->box(index);
}
const KineticCounts& KineticAabbTree::counts() const {
    return data_->counts();
}
VertexId KineticAabbTree::vertex_on(std::uint32_t index, std::size_t side) const {
    return data_->sides(index)[side];
}

KineticBoxTree::KineticBoxTree(const Mesh& mesh, const KineticOptions& options)
    : KineticTree(mesh, options),
      data_(std::make_unique<detail::KineticPlanes>(
          mesh, detail::PatternOptions{options.leaf_triangles, options.axis_again})) {}
KineticBoxTree::KineticBoxTree(KineticBoxTree&&) noexcept = default;
KineticBoxTree& KineticBoxTree::operator=(KineticBoxTree&&) noexcept = default;
KineticBoxTree::~KineticBoxTree() = default;

void KineticBoxTree::fly_to(std::span<const Vec3> positions) {
    data_->step_to(positions);
}
void KineticBoxTree::fly_until(double time) {
    data_->advance(detail::tick_at(time));
}
void KineticBoxTree::fly_elsewhere(VertexId vertex, const Vec3& to) {
    data_->redirect(vertex, to);
}
double KineticBoxTree::now() const {
    return detail::share_of(data_->now());
}
Vec3 KineticBoxTree::position(VertexId vertex) const {
    return data_->lines().position(vertex, data_->now());
}
std::size_t KineticBoxTree::node_count() const {
    return data_->pattern().nodes.size();
}
KineticNode KineticBoxTree::node(std::uint32_t index) const {
    return detail::kinetic_node(data_->pattern(), index);
}
Box KineticBoxTree::box(std::uint32_t index) const {
    std::vector<std::uint32_t> path;
    for (std::uint32_t n = index; n != 0; n = data_->pattern().nodes[n].parent) path.push_back(n);
    Box box = data_->root_box();
    std::uint32_t at = 0;
    for (; !path.empty(); path.pop_back()) {
        box = path.back() == at + 1 ? data_->first_box(at, box) : data_->second_box(at, box);
        at = path.back();
    }
    return box;
}
const KineticCounts& KineticBoxTree::counts() const {
    return data_->counts();
}

std::vector<TrianglePair> intersecting_triangles(const KineticAabbTree& a, const KineticAabbTree& b) {
    const auto halves = [](const detail::KineticAabbs& data, const BoxedNode& p) {
        const std::uint32_t first = p.index + 1, second = data.pattern().nodes[p.index].second;
        return std::array{BoxedNode{first, data.box(first)}, BoxedNode{second, data.box(second)}};
    };
    return pairs_between(a.mesh(), *a.data_, a.data_->box(0), b.mesh(), *b.data_, b.data_->box(0), halves);
}

std::vector<TrianglePair> intersecting_triangles(const KineticBoxTree& a, const KineticBoxTree& b) {
    const auto halves = [](const detail::KineticPlanes& data, const BoxedNode& p) {
        const std::uint32_t first = p.index + 1, second = data.pattern().nodes[p.index].second;
        return std::array{BoxedNode{first, data.first_box(p.index, p.box)},
                          BoxedNode{second, data.second_box(p.index, p.box)}};
    };
    return pairs_between(a.mesh(), *a.data_, a.data_->root_box(), b.mesh(), *b.data_, b.data_->root_box(),
                         halves);
}

}  // namespace graze::inline v1
