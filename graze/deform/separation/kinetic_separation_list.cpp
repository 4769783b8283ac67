#include "graze/deform/separation/kinetic_separation_list.h"

#include <algorithm>

#include "graze/base/error.h"
#include "graze/deform/kinetic/detail/kinetic_node.h"
#include "graze/deform/kinetic/detail/step_checks.h"
#include "graze/deform/self_collision/detail/neighbours.h"
#include "graze/deform/separation/detail/separation_list.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {
namespace {

std::unique_ptr<detail::SeparationList> make_list(const Mesh& a, const Mesh* b,
                                                  const KineticOptions& options) {
    detail::check_kinetic_mesh(a, options);
    if (b) detail::check_kinetic_mesh(*b, options);
    return std::make_unique<detail::SeparationList>(a, b, detail::PatternOptions{options.leaf_triangles, 0});
}

}  // namespace

KineticSeparationList::KineticSeparationList(const Mesh& a, const Mesh& b, const KineticOptions& options)
    : data_(make_list(a, &b, options)) {}
KineticSeparationList::KineticSeparationList(const Mesh& mesh, const KineticOptions& options)
    : data_(make_list(mesh, nullptr, options)) {}
KineticSeparationList::KineticSeparationList(KineticSeparationList&&) noexcept = default;
KineticSeparationList& KineticSeparationList::operator=(KineticSeparationList&&) noexcept = default;
KineticSeparationList::~KineticSeparationList() = default;

bool KineticSeparationList::is_of_one() const {
    return data_->is_of_one();
}
const Mesh& KineticSeparationList::mesh(KineticSide side) const {
    return data_->side(side).mesh;
}

void KineticSeparationList::step_to(std::span<const Vec3> a, std::span<const Vec3> b) {
    if (is_of_one()) throw Error("positions of two meshes for a separation list of one");
    detail::check_step(a, mesh(KineticSide::a).vertices().size());
    detail::check_step(b, mesh(KineticSide::b).vertices().size());
    data_->step_to(a, b);
}

void KineticSeparationList::step_to(std::span<const Vec3> of_one) {
    if (!is_of_one()) throw Error("positions of one mesh for a separation list of two");
    detail::check_step(of_one, mesh(KineticSide::a).vertices().size());
    data_->step_to(of_one, {});
}

void KineticSeparationList::advance(double time, const Respond& respond) {
    detail::check_time(time, now());
    data_->advance(detail::tick_at(time), respond);
}

bool KineticSeparationList::redirect(KineticSide side, VertexId vertex, const Vec3& to) {
    detail::check_redirection(vertex, to, mesh(side).vertices().size(), 0);
    if (data_->now() == detail::step_ticks) return false;
    data_->redirect(side, vertex, to);
    return true;
}

double KineticSeparationList::now() const {
    return detail::share_of(data_->now());
}
Vec3 KineticSeparationList::position(KineticSide side, VertexId vertex) const {
    return data_->side(side).tree.lines().position(vertex, data_->now());
}
void KineticSeparationList::positions(KineticSide side, std::span<Vec3> out) const {
    for (VertexId v = 0; v < out.size(); ++v) out[v] = position(side, v);
}

std::vector<TrianglePair> KineticSeparationList::intersecting_triangles() const {
    const detail::ListSide &a = data_->side(KineticSide::a), &b = data_->side(KineticSide::b);
    std::vector<Vec3> at_a(a.mesh.vertices().size()), at_b(b.mesh.vertices().size());
    positions(KineticSide::a, at_a);
    positions(KineticSide::b, at_b);
    const auto triangles_of = [](const detail::ListSide& side, std::uint32_t leaf) {
        const detail::PatternNode& n = side.tree.pattern().nodes[leaf];
        return std::span(side.tree.pattern().triangles).subspan(n.first, n.count);
    };
    const auto meet = [&](TriangleId s, TriangleId t) {
        const detail::Corners v = a.mesh.triangles()[s], w = b.mesh.triangles()[t];
        if (is_of_one() && detail::shared_corners(v, w) != 0) return detail::meet_beyond_shared(at_a, v, w);
        return intersects(Triangle{{at_a[v[0]], at_a[v[1]], at_a[v[2]]}},
                          Triangle{{at_b[w[0]], at_b[w[1]], at_b[w[2]]}});
    };
    std::vector<TrianglePair> found;
    data_->visit_list([&](const detail::ListPair& p) {
        if (p.apart) return;
        const bool itself = is_of_one() && p.a == p.b;
        for (const TriangleId s : triangles_of(a, p.a)) {
            for (const TriangleId t : triangles_of(b, p.b)) {
                if (itself && s >= t) continue;
                const bool turn = is_of_one() && t < s;
                if (meet(turn ? t : s, turn ? s : t))
                    found.push_back(turn ? TrianglePair{t, s} : TrianglePair{s, t});
            }
        }
    });
    std::ranges::sort(found);
    return found;
}

std::size_t KineticSeparationList::size() const {
    std::size_t count = 0;
    data_->visit_list([&](const detail::ListPair&) { ++count; });
    return count;
}
std::size_t KineticSeparationList::overlapping_leaves() const {
    std::size_t count = 0;
    data_->visit_list([&](const detail::ListPair& p) { count += p.apart ? 0 : 1; });
    return count;
}
std::vector<KineticSeparationList::Entry> KineticSeparationList::entries() const {
    std::vector<Entry> all;
    data_->visit_list([&](const detail::ListPair& p) { all.push_back({p.a, p.b, !p.apart}); });
    std::ranges::sort(all);
    return all;
}
KineticNode KineticSeparationList::node(KineticSide side, std::uint32_t index) const {
    return detail::kinetic_node(data_->side(side).tree.pattern(), index);
}
Box KineticSeparationList::box(KineticSide side, std::uint32_t index) const {
    return data_->side(side).tree.box(index);
}

const KineticListCounts& KineticSeparationList::counts() const {
    return data_->counts();
}
const KineticCounts& KineticSeparationList::tree_counts(KineticSide side) const {
    return data_->side(side).tree.counts();
}

}  // namespace graze::inline v1
