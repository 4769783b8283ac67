#include "graze/spheres/force/contact_force.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "graze/query/triangle/triangle_pair.h"
#include "graze/spheres/lens.h"
#include "graze/spheres/proximity/detail/tree_pair.h"

namespace graze::inline v1 {

struct ForceCache::Kept {
    ShapeId a, b;
    const void *tree_a = nullptr, *tree_b = nullptr;  // never followed
    bool known = false, limited = false;
    Pose pose_a, pose_b;
    ContactForce last;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

ForceCache::ForceCache() : kept_(std::make_unique<Kept>()) {}
ForceCache::~ForceCache() = default;
ForceCache::ForceCache(ForceCache&&) noexcept = default;
ForceCache& ForceCache::operator=(ForceCache&&) noexcept = default;

namespace {

constexpr std::uint32_t per_node = SphereNode::width;
using SlotPair = std::pair<std::uint32_t, std::uint32_t>;

Vec3 as_vector(const float (&v)[3]) {
    return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

// A tree with its arrays at hand.
struct TreeView {
    explicit TreeView(const SphereTree& t)
        : tree(t), nodes(t.nodes().data()), volumes(t.volumes().data()), leaves(t.leaves().data()) {}

    SphereLink child(std::uint32_t slot) const { return nodes[slot / per_node].child[slot % per_node]; }
    Vec3 center(std::uint32_t slot) const { return detail::slot_center(tree, slot); }
    double outer(std::uint32_t slot) const {
        return static_cast<double>(nodes[slot / per_node].outer[slot % per_node]);
    }
    double material(std::uint32_t slot) const { return volumes[slot / per_node].material[slot % per_node]; }
    Vec3 centroid(std::uint32_t slot) const {
        const SphereNodeVolume& v = volumes[slot / per_node];
        const std::uint32_t k = slot % per_node;
        return {static_cast<double>(v.centroid[0][k]), static_cast<double>(v.centroid[1][k]),
                static_cast<double>(v.centroid[2][k])};
    }
    Vec3 direction(std::uint32_t slot) const {
        const SphereNodeVolume& v = volumes[slot / per_node];
        const std::uint32_t k = slot % per_node;
        return {static_cast<double>(v.direction[0][k]), static_cast<double>(v.direction[1][k]),
                static_cast<double>(v.direction[2][k])};
    }
    // Stands for the material of a leaf.
    Sphere secondary(std::uint32_t slot) const {
        return {centroid(slot), static_cast<double>(leaves[child(slot).index()].secondary_radius)};
    }
    Vec3 whole_centroid() const {
        Vec3 sum;
        double total = 0;
        for (std::uint32_t k = 0; k < per_node && !nodes[0].child[k].is_none(); ++k) {
            sum += centroid(k) * material(k);
            total += material(k);
        }
        return total > 0 ? sum / total : center(0);
    }

    const SphereTree& tree;
    const SphereNode* nodes;
    const SphereNodeVolume* volumes;
    const SphereLeaf* leaves;
};

// Two trees, level by level. `on_leaves(slot_d, slot_f)` is called for each pair of leaves whose balls meet,
// in a fixed order.
class PairWalk {
  public:
    PairWalk(const detail::TreePair& pair, std::vector<SlotPair>& queue, Meter& meter)
        : pair_(pair), d_(*pair.d), f_(*pair.f), queue_(queue), meter_(meter) {}

    // How many pairs of the queue were opened; the rest were not, as the budget was used up.
    template <class OnLeaves>
    std::size_t run(const OnLeaves& on_leaves) {
        queue_.clear();
        for (std::uint32_t i = 0; i < per_node && !d_.nodes[0].child[i].is_none(); ++i)
            for (std::uint32_t k = 0; k < per_node && !f_.nodes[0].child[k].is_none(); ++k)
                offer(i, k, on_leaves);
        std::size_t next = 0;
        for (; next < queue_.size(); ++next) {
            const auto [d, f] = queue_[next];
            if (!meter_.spend(per_node)) break;
            const bool open_d =
                !d_.child(d).is_leaf() && (f_.child(f).is_leaf() || d_.outer(d) >= f_.outer(f) * pair_.scale);
            const std::uint32_t node = (open_d ? d_.child(d) : f_.child(f)).index();
            const SphereNode& n = open_d ? d_.nodes[node] : f_.nodes[node];
            for (std::uint32_t k = 0; k < per_node && !n.child[k].is_none(); ++k)
                open_d ? offer(node * per_node + k, f, on_leaves) : offer(d, node * per_node + k, on_leaves);
        }
        return next;
    }

    const TreeView& d() const { return d_; }
    const TreeView& f() const { return f_; }

  private:
    template <class OnLeaves>
    void offer(std::uint32_t d, std::uint32_t f, const OnLeaves& on_leaves) {
        const Vec3 between = d_.center(d) - pair_.in_d(f_.center(f));
        const double reach = d_.outer(d) + f_.outer(f) * pair_.scale + static_cast<double>(pair_.margin);
        if (dot(between, between) > reach * reach) return;
        if (d_.child(d).is_leaf() && f_.child(f).is_leaf())
            on_leaves(d, f);
        else
            queue_.emplace_back(d, f);
    }

    const detail::TreePair& pair_;
    TreeView d_, f_;
    std::vector<SlotPair>& queue_;
    Meter& meter_;
};

// Seen from D, the outward direction of a leaf's surface at a point: the mean of the normals of its planes,
// the nearest first. `slope` bounds how fast it turns as the point moves.
struct SurfaceDirection {
    Vec3 direction;
    double slope = 0;
};

SurfaceDirection mean_normal(std::span<const SpherePlane> planes, double softness,
                             const detail::TreePair* pair, const Vec3& at) {
    SurfaceDirection result;
    double total = 0;
    for (const SpherePlane& plane : planes) {
        Vec3 n = as_vector(plane.normal);
        auto offset = static_cast<double>(plane.offset);
        if (pair != nullptr) {
            n = pair->turned_to_d(n);
            offset = offset * pair->scale + dot(n, {pair->t[0], pair->t[1], pair->t[2]});
        }
        const double depth = std::max(0.0, offset - dot(n, at)) + softness;
        const double weight = 1 / (depth * depth);
        result.direction += n * weight;
        total += weight;
    }
    if (!(total > 0)) return {};
    result.direction = result.direction / total;
    // The logarithm of no weight changes faster than 2 / softness.
    result.slope = planes.size() > 1 ? 4 / softness : 0;
    return result;
}

constexpr double softness_of_leaf = 0.25;  // of its secondary radius

struct PairLens {
    Lens lens;  // in coordinates of D
    Sphere d, f;
};

PairLens material_lens(const detail::TreePair& pair, const TreeView& d, const TreeView& f,
                       std::uint32_t slot_d, std::uint32_t slot_f) {
    PairLens result;
    result.d = d.secondary(slot_d);
    result.f = f.secondary(slot_f);
    result.f = {pair.in_d(result.f.center), result.f.radius * pair.scale};
    result.lens = lens(result.d, result.f);
    return result;
}

// Between centres, of length 1; 0 where they are in one place.
Vec3 from_center_to_center(const PairLens& p) {
    return normalized(p.d.center - p.f.center);
}

struct BodyState {
    Vec3 center;  // in the world
    BodyVelocity velocity;

    Vec3 velocity_at(const Vec3& point) const {
        return velocity.linear + cross(velocity.angular, point - center);
    }
};

// How far a point of the ball can have moved between two poses.
double ball_motion(const Sphere& ball, const Pose& from, const Pose& to) {
    const Vec3 shift = to(ball.center) - from(ball.center);
    double turn = 0;
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            const double d = to.matrix()[r][c] - from.matrix()[r][c];
            turn += d * d;
        }
    return length(shift) + std::sqrt(turn) * ball.radius;
}

Vec3 followed(const Vec3& last, const Vec3& now, double most) {
    const double step = length(now - last);
    return step > most ? last + (now - last) * (most / step) : now;
}

ContactForce no_force(QueryStatus status) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    ContactForce result;
    result.force_a = result.force_b = result.torque_a = result.torque_b = {nan, nan, nan};
    result.volume = nan;
    result.status = status;
    return result;
}

}  // namespace

struct ForceQuery {
    const SphereTree &tree_a, &tree_b;
    const Pose &pose_a, &pose_b;
    const ForceOptions& options;
    ForceCache::Kept& kept;
    detail::TreePair pair;
    Meter meter;
    BodyState body_a{}, body_b{};
    ContactForce result{};
    double slope_a = 0, slope_b = 0;
    Vec3 moment;

    ForceQuery(const Shape& a, const SphereTree& ta, const Pose& pa, const Shape& b, const SphereTree& tb,
               const Pose& pb, const ForceOptions& wanted, ForceCache& cache)
        : tree_a(ta),
          tree_b(tb),
          pose_a(pa),
          pose_b(pb),
          options(wanted),
          kept(*cache.kept_),
          pair(ta, pa, tb, pb),
          meter(wanted.budget) {
        const bool same = kept.a == a.id() && kept.b == b.id() && kept.tree_a == ta.nodes().data() &&
                          kept.tree_b == tb.nodes().data();
        if (!same) kept.known = kept.limited = false;
        kept.a = a.id();
        kept.b = b.id();
        kept.tree_a = ta.nodes().data();
        kept.tree_b = tb.nodes().data();
    }

    void run() {
        PairWalk walk(pair, kept.pairs, meter);
        const auto center_of = [](const std::optional<Vec3>& wanted, const TreeView& view) {
            return wanted ? *wanted : view.tree.origin() + view.whole_centroid() * view.tree.unit();
        };
        body_a = {pose_a(center_of(options.center_a, walk.d())), options.velocity_a};
        body_b = {pose_b(center_of(options.center_b, walk.f())), options.velocity_b};
        const std::size_t opened =
            walk.run([&](std::uint32_t d, std::uint32_t f) { add_leaves(walk, d, f); });
        for (std::size_t i = opened; i < kept.pairs.size(); ++i) add_expected(walk, kept.pairs[i]);
        if (result.volume > 0) result.center = moment / result.volume;
        result.stiffness = std::max(slope_a, slope_b);
        result.tests = meter.spent();
        if (meter.exhausted()) result.status = QueryStatus::undecided;
        follow();
    }

    void add_leaves(const PairWalk& walk, std::uint32_t d, std::uint32_t f) {
        const PairLens p = material_lens(pair, walk.d(), walk.f(), d, f);
        if (!(p.lens.volume > 0)) return;
        SurfaceDirection of_d, of_f;
        if (options.normals == ForceNormals::centres) {
            of_f = {from_center_to_center(p), 1 / std::max(length(p.d.center - p.f.center), 1e-300)};
            of_d = {-of_f.direction, of_f.slope};
        } else {
            of_d = mean_normal(tree_a.planes_of(walk.d().child(d).index()), softness_of_leaf * p.d.radius,
                               nullptr, p.lens.center);
            of_f = mean_normal(tree_b.planes_of(walk.f().child(f).index()), softness_of_leaf * p.f.radius,
                               &pair, p.lens.center);
        }
        add(p.lens, of_d, of_f);
    }

    // The volume to expect if both materials were spread evenly over their balls, along the mean direction.
    void add_expected(const PairWalk& walk, const SlotPair& slots) {
        const auto& [d, f] = slots;
        const Sphere ball_d{walk.d().center(d), walk.d().outer(d)},
            ball_f{pair.in_d(walk.f().center(f)), walk.f().outer(f) * pair.scale};
        Lens both = lens(ball_d, ball_f);
        const double part = std::min(1.0, walk.d().material(d) / volume(ball_d)) *
                            std::min(1.0, walk.f().material(f) * cube(pair.scale) / volume(ball_f));
        both.volume *= part;
        both.area *= part;
        add(both, {walk.d().direction(d), 0}, {pair.turned_to_d(walk.f().direction(f)), 0});
    }

    static double cube(double x) { return x * x * x; }

    // The slopes are those of the directions in coordinates of D, per length there.
    void add(const Lens& common, const SurfaceDirection& of_d, const SurfaceDirection& of_f) {
        const double unit = tree_a.unit(), k = options.stiffness * cube(unit);
        const Vec3 point = pose_a(tree_a.origin() + common.center * unit);
        result.volume += common.volume * cube(unit);
        moment += point * (common.volume * cube(unit));
        const Vec3 along_a = pose_a.rotate(of_d.direction), along_b = pose_a.rotate(of_f.direction);
        const Vec3 push_a = options.normals == ForceNormals::a ? -along_a : along_b;
        const Vec3 push_b = options.normals == ForceNormals::b ? -along_b : along_a;
        const double force = k * common.volume;
        // The lens grows with its disc, its middle moves no further than the solids, and normals turn with
        // them.
        const auto slope = [&](const SurfaceDirection& n, const SphereTree& turning) {
            return k * (common.area + common.volume * n.slope) / unit +
                   force / std::max(turning.outer_ball().radius, 1e-300);
        };
        slope_a += options.normals == ForceNormals::a ? slope(of_d, tree_a) : slope(of_f, tree_b);
        slope_b += options.normals == ForceNormals::b ? slope(of_f, tree_b) : slope(of_d, tree_a);
        apply(push_a * force, point, body_a, body_b, result.force_a, result.torque_a);
        apply(push_b * force, point, body_b, body_a, result.force_b, result.torque_b);
    }

    void apply(Vec3 force, const Vec3& point, const BodyState& body, const BodyState& other, Vec3& total,
               Vec3& torque) const {
        if (options.friction > 0) {
            const Vec3 normal = normalized(force);
            Vec3 sliding = body.velocity_at(point) - other.velocity_at(point);
            sliding -= normal * dot(sliding, normal);
            force -= sliding * (options.friction * length(force) / std::max(length(sliding), options.slow));
        }
        total += force;
        torque += cross(point - body.center, force);
    }

    // An answer of a budget may jump where its pairs change: it follows from the last one as fast as the
    // solids allow.
    void follow() {
        const bool limited = meter.exhausted();
        if (options.cache != nullptr && kept.known && (limited || kept.limited)) {
            const double motion = ball_motion(tree_a.outer_ball(), kept.pose_a, pose_a) +
                                  ball_motion(tree_b.outer_ball(), kept.pose_b, pose_b);
            const double most = std::max(result.stiffness, kept.last.stiffness) * motion;
            const double lever = tree_a.outer_ball().radius + tree_b.outer_ball().radius;
            const Vec3 wanted = result.force_a;
            result.force_a = followed(kept.last.force_a, result.force_a, most);
            result.force_b = followed(kept.last.force_b, result.force_b, most);
            result.torque_a = followed(kept.last.torque_a, result.torque_a, most * lever);
            result.torque_b = followed(kept.last.torque_b, result.torque_b, most * lever);
            // Until it has caught up, it goes on following.
            kept.limited = limited || !(wanted == result.force_a);
        } else {
            kept.limited = limited;
        }
        kept.known = true;
        kept.pose_a = pose_a;
        kept.pose_b = pose_b;
        kept.last = result;
    }
};

ContactForce contact_force(const Shape& a, const SphereTree& tree_a, const Pose& world_from_a, const Shape& b,
                           const SphereTree& tree_b, const Pose& world_from_b, const ForceOptions& options) {
    if (!a.is_mesh() || !b.is_mesh()) return no_force(QueryStatus::unsupported);
    if (!a.closed_surface().closed() || !b.closed_surface().closed())
        return no_force(QueryStatus::not_closed);
    if (tree_a.empty() || tree_b.empty()) return {};
    std::optional<ForceCache> own;
    ForceQuery query(a, tree_a, world_from_a, b, tree_b, world_from_b, options,
                     options.cache != nullptr ? *options.cache : own.emplace());
    query.run();
    return query.result;
}

ContactForce contact_force(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                           const ForceOptions& options) {
    if (!a.is_mesh() || !b.is_mesh()) return no_force(QueryStatus::unsupported);
    if (!a.closed_surface().closed() || !b.closed_surface().closed())
        return no_force(QueryStatus::not_closed);
    if (a.empty() || b.empty()) return {};
    return contact_force(a, sphere_tree(a), world_from_a, b, sphere_tree(b), world_from_b, options);
}

Filled sphere_contacts(const SphereTree& tree_a, const Pose& world_from_a, const SphereTree& tree_b,
                       const Pose& world_from_b, std::span<SphereContact> out) {
    Filled filled;
    if (tree_a.empty() || tree_b.empty()) return filled;
    const detail::TreePair pair(tree_a, world_from_a, tree_b, world_from_b);
    std::vector<SlotPair> queue;
    Meter unlimited{Budget{}};
    PairWalk walk(pair, queue, unlimited);
    walk.run([&](std::uint32_t d, std::uint32_t f) {
        const PairLens p = material_lens(pair, walk.d(), walk.f(), d, f);
        if (!(p.lens.volume > 0)) return;
        if (filled.count < out.size()) {
            SphereContact& c = out[filled.count];
            c.leaf_a = walk.d().child(d).index();
            c.leaf_b = walk.f().child(f).index();
            c.point = world_from_a(tree_a.origin() + p.lens.center * tree_a.unit());
            c.volume = p.lens.volume * tree_a.unit() * tree_a.unit() * tree_a.unit();
            c.normal_a = world_from_a.rotate(
                mean_normal(tree_a.planes_of(c.leaf_a), softness_of_leaf * p.d.radius, nullptr, p.lens.center)
                    .direction);
            c.normal_b = world_from_a.rotate(
                mean_normal(tree_b.planes_of(c.leaf_b), softness_of_leaf * p.f.radius, &pair, p.lens.center)
                    .direction);
        }
        ++filled.count;
    });
    return filled;
}

Listed<TrianglePair> some_intersecting_triangles(const Shape& a, const SphereTree& tree_a,
                                                 const Pose& world_from_a, const Shape& b,
                                                 const SphereTree& tree_b, const Pose& world_from_b) {
    Listed<TrianglePair> found;
    if (tree_a.empty() || tree_b.empty()) return found;
    const detail::TreePair pair(tree_a, world_from_a, tree_b, world_from_b);
    std::vector<SlotPair> queue;
    Meter unlimited{Budget{}};
    PairWalk walk(pair, queue, unlimited);
    walk.run([&](std::uint32_t d, std::uint32_t f) {
        for (const TriangleId s : tree_a.triangles_of(walk.d().child(d).index()))
            for (const TriangleId t : tree_b.triangles_of(walk.f().child(f).index())) found.push_back({s, t});
    });
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    std::erase_if(static_cast<std::vector<TrianglePair>&>(found), [&](const TrianglePair& p) {
        return !intersects(world_from_a(a.mesh().triangle(p.a)), world_from_b(b.mesh().triangle(p.b)));
    });
    return found;
}

}  // namespace graze::inline v1
