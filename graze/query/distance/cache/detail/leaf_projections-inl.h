// Projections of the triangles of leaves onto the direction between the closest points so far.
#if defined(GRAZE_QUERY_DISTANCE_CACHE_LEAF_PROJECTIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_CACHE_LEAF_PROJECTIONS_INL
#undef GRAZE_QUERY_DISTANCE_CACHE_LEAF_PROJECTIONS_INL
#else
#define GRAZE_QUERY_DISTANCE_CACHE_LEAF_PROJECTIONS_INL
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"
#include "graze/query/distance/detail/close_pair_search-inl.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/tree/traverse/tree_extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

// The projections of one leaf.
struct LeafProjections {
    HWY_ALIGN float low[TreeLeaf::width];  // lower bounds in coordinates of the tree, up to rounding
    float least;                           // the least of these
    // Whether the projections in doubles below are computed. They are multiplied by the length of the
    // direction. A triangle that floats show to be further away than the closest points has the projection of
    // the closest points.
    bool is_exact;
    HWY_ALIGN double projection[TreeLeaf::width];
    double least_projection;

    HWY_NOINLINE void see(const TreeLeaf& leaf, const float (&direction)[3]) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const float step = leaf.step();
        const LeafLanes x = hn::Set(d, direction[0] * step), y = hn::Set(d, direction[1] * step),
                        z = hn::Set(d, direction[2] * step);
        // Corners are known to half a step in each coordinate.
        const LeafLanes start = hn::Set(d, (direction[0] * leaf.origin[0] + direction[1] * leaf.origin[1] +
                                            direction[2] * leaf.origin[2]) -
                                               0.9f * step);
        LeafLanes smallest = hn::Set(d, 1e30f);
        for (int i = 0; i < TreeLeaf::width; i += n) {
            const LeafLanes lowest = hn::Add(lowest_corners(leaf, i, x, y, z), start);
            hn::Store(lowest, d, low + i);
            smallest = hn::Min(smallest, lowest);
        }
        least = hn::GetLane(hn::MinOfLanes(d, smallest));
        is_exact = false;
    }
};

// One of the two shapes, projected onto a direction towards it.
class ShapeAlongDirection {
  public:
    ShapeAlongDirection(const Shape& shape, const Pose& pose, float margin)
        : shape_(shape), pose_(pose), leaves_(shape.tree().leaves().data()), margin_(margin) {}

    // Sets the direction towards this shape: `direction` in coordinates of its tree, of length
    // `direction_length`; `in_world` in the world.
    void turn_to(const float (&direction)[3], const Vec3& in_world, const Vec3& from, TriangleId nearby,
                 double enough) {
        for (int c = 0; c < 3; ++c) direction_[c] = direction[c];
        in_world_ = in_world, from_ = from, nearby_ = nearby, enough_ = enough;
        length_ = length(in_world);
        // Written so that the compiler does not make a string instruction of it, which takes long to start.
        const hn::CappedTag<std::uint32_t, 8> d;
        for (std::uint32_t i = 0; i < size; i += static_cast<std::uint32_t>(hn::Lanes(d)))
            hn::Store(hn::Set(d, nobody), d, known_ + i);
        start_is_known_ = false;
    }

    // Cached: near the closest points, a leaf is paired with several leaves of the other mesh.
    HWY_INLINE LeafProjections& projections_of(std::uint32_t index) {
        LeafProjections& projections = projections_[index % size];
        if (known_[index % size] != index) {
            known_[index % size] = index;
            projections.see(leaves_[index], direction_);
        }
        return projections;
    }
    HWY_INLINE const LeafProjections& exact_projections_of(std::uint32_t index) {
        LeafProjections& projections = projections_of(index);
        if (!projections.is_exact) make_exact(leaves_[index], projections);
        return projections;
    }

    // The leaves with a projection at most that of the closest point plus `more`. `more` has the units of the
    // projections in doubles.
    struct Low {
        static constexpr int most = 48;
        std::uint32_t leaf[most];
        float projection[most];  // as in LeafProjections::least
        int count;
        bool is_all;    // false: there were too many
        double deeper;  // how far the lowest projection is below that of the closest point, at most
    };
    HWY_NOINLINE void find_lowest(double more, Low& low) {
        if (!start_is_known_) find_start();
        const float limit = in_floats(enough_ + more);
        const int count = TreeExtremes(shape_.tree()).leaves_below(direction_, limit + margin_, low.leaf);
        low.count = std::min(count, Low::most);
        low.is_all = count <= Low::most;
        low.deeper = 0;
        if (!low.is_all) return;
        float least = limit, step = 0;
        for (int i = 0; i < low.count; ++i) {
            low.projection[i] = projections_of(low.leaf[i]).least;
            if (!(low.projection[i] < least)) continue;
            least = low.projection[i];
            step = leaves_[low.leaf[i]].step();
        }
        // Doubles are only needed next to the plane.
        if (least + 2 * (margin_ + step) < in_floats(enough_)) {
            low.deeper = enough_ - at_least(least);
            return;
        }
        constexpr int most_exact = 16;  // more than this: a face lies along the plane
        low.is_all = low.count <= most_exact;
        for (int i = 0; i < low.count && low.is_all; ++i)
            low.deeper = std::max(low.deeper, enough_ - exact_projections_of(low.leaf[i]).least_projection);
    }

  private:
    // Computed in coordinates of the mesh, relative to a corner nearby: the error is no more than the
    // rounding of world vertices.
    HWY_NOINLINE void make_exact(const TreeLeaf& leaf, LeafProjections& projections) {
        if (!start_is_known_) find_start();
        projections.is_exact = true;
        projections.least_projection = enough_;
        for (double& projection : projections.projection) projection = enough_;
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const LeafLanes clear = hn::Set(d, in_floats(enough_) + 1.5f * margin_);
        std::uint32_t unclear = 0;
        for (int i = 0; i < TreeLeaf::width; i += n) {
            // Written so that NaN is unclear.
            unclear |= bits_not_set(hn::Ge(hn::Load(d, projections.low + i), clear)) << i;
        }
        for (unclear &= (1u << leaf.count()) - 1; unclear != 0; unclear &= unclear - 1) {
            const int i = std::countr_zero(unclear);
            projections.projection[i] = start_ + lowest_of(leaf.triangle[i]);
            projections.least_projection = std::min(projections.least_projection, projections.projection[i]);
        }
    }
    // Conversions between projections in floats and in doubles.
    HWY_INLINE double at_least(float low) const {
        return start_ +
               (static_cast<double>(low - low_corner_) * (1 / static_cast<double>(direction_length)) -
                static_cast<double>(margin_)) *
                   scale_;
    }
    float in_floats(double projection) const {
        return low_corner_ + direction_length * static_cast<float>((projection - start_) / scale_);
    }
    double lowest_of(TriangleId id) const {
        const Mesh& mesh = shape_.mesh();
        const auto& corners = mesh.triangles()[id];
        const auto projection = [&](std::size_t i) {
            return dot(in_mesh_, mesh.vertices()[corners[i]] - corner_);
        };
        return std::min({projection(0), projection(1), projection(2)});
    }
    void find_start() {
        start_is_known_ = true;
        in_mesh_ = detail::turned_into(pose_, in_world_);
        corner_ = shape_.mesh().triangle(nearby_)[0];
        start_ = dot(in_world_, pose_(corner_) - from_);
        const WideTree& tree = shape_.tree();
        const Vec3 in_tree = (corner_ - tree.origin()) * (1 / tree.unit());
        low_corner_ = direction_[0] * static_cast<float>(in_tree.x) +
                      direction_[1] * static_cast<float>(in_tree.y) +
                      direction_[2] * static_cast<float>(in_tree.z);
        scale_ = tree.unit() * length_;
    }

    static constexpr std::uint32_t size = 64;
    const Shape& shape_;
    const Pose& pose_;
    const TreeLeaf* leaves_;
    float margin_;
    float direction_[3];
    Vec3 in_world_, from_;
    double enough_, length_;
    TriangleId nearby_;
    bool start_is_known_ = false;
    Vec3 corner_, in_mesh_;
    double start_, scale_;
    float low_corner_;
    static constexpr std::uint32_t nobody = 0xffffffffu;
    HWY_ALIGN std::uint32_t known_[size];
    LeafProjections projections_[size];
};

// The plane between the closest points so far, and the distances of the leaves on either side from it.
class ClosestPlane {
  public:
    explicit ClosestPlane(const detail::PairQuery& query)
        : query_(query),
          a_(query.a, query.world_from_a, query.frame.a_from_b.margin),
          b_(query.b, query.world_from_b, query.frame.b_from_a.margin) {}

    // Moves the plane to the current closest points. Goal:
    //   const Distance& found()   the closest pair so far, in doubles
    //   unsigned version()        a number that changes each time found() changes
    //   double no_nearer_than()   pairs that are this far apart along the direction between the closest
    //                             points, times the length of the direction, are no nearer than found();
    //                             infinite if that cannot be said
    template <class Goal>
    HWY_INLINE void follow(const Goal& goal) {
        if (version_ == goal.version()) return;
        version_ = goal.version();
        limit_ = goal.no_nearer_than();
        put(goal.found());
    }
    bool is_known() const { return limit_ < std::numeric_limits<double>::infinity(); }
    // From B to A in coordinates of A, of length `direction_length`.
    const float (&direction() const)[3] { return direction_; }

    // A lower bound, up to the margin of box tests, of the separation of two leaves' triangles along the
    // direction.
    HWY_INLINE float apart(std::uint32_t a, std::uint32_t b) {
        return a_.projections_of(a).least + query_.frame.a_from_b.scale * b_.projections_of(b).least - shift_;
    }

    // The same bound for leaves that look_at_hulls() found: the projection of a leaf of A plus of_b() of a
    // leaf of B.
    float of_b(float projection) const { return query_.frame.a_from_b.scale * projection - shift_; }

    // Are the triangles of two leaves certainly no nearer than the closest points so far? Uses doubles:
    // neighbours of the closest triangles share their closest points, and floats cannot decide these.
    HWY_INLINE bool separates_all(std::uint32_t a, std::uint32_t b) {
        asked_a_ = nullptr;
        if (!is_known()) return false;
        asked_a_ = &a_.exact_projections_of(a);
        asked_b_ = &b_.exact_projections_of(b);
        return asked_a_->least_projection + asked_b_->least_projection >= limit_;
    }
    // For the leaves of the last call of separates_all(): the triangles of A that are separated from triangle
    // j of B, one bit each.
    HWY_INLINE std::uint32_t separated_from(std::uint32_t j) const {
        if (asked_a_ == nullptr) return 0;
        const hn::CappedTag<double, TreeLeaf::width> d;
        const auto n = static_cast<int>(hn::Lanes(d));
        std::uint32_t result = 0;
        for (int i = 0; i < TreeLeaf::width; i += n) {
            const auto apart =
                hn::Add(hn::Load(d, asked_a_->projection + i), hn::Set(d, asked_b_->projection[j]));
            result |= bits_set(d, hn::Ge(apart, hn::Set(d, limit_))) << i;
        }
        return result;
    }

    // The leaves of either shape whose projections go beyond the closest points, towards the other shape. If
    // there are none, nothing is nearer than the closest points: the plane separates the hulls.
    struct Hulls {
        ShapeAlongDirection::Low a, b;
        bool are_separated = false;
        bool are_nearly = false;
    };
    void look_at_hulls(Hulls& hulls) {
        hulls.are_separated = hulls.are_nearly = false;
        a_.find_lowest(0, hulls.a);
        if (!hulls.a.is_all) return;
        b_.find_lowest(0, hulls.b);
        if (!hulls.b.is_all) return;
        const double deeper = hulls.a.deeper + hulls.b.deeper;
        hulls.are_separated = squared_ - deeper >= limit_;
        hulls.are_nearly = deeper <= 0.05 * limit_;
    }
    // If leaves of one shape go beyond its closest point by some depth, leaves of the other shape up to that
    // depth behind its closest point may be nearer: adds these. False if there are too many.
    bool widen(Hulls& hulls) {
        const double deeper_a = hulls.a.deeper, deeper_b = hulls.b.deeper;
        if (deeper_b > 0) a_.find_lowest(deeper_b, hulls.a);
        if (deeper_a > 0) b_.find_lowest(deeper_a, hulls.b);
        return hulls.a.is_all && hulls.b.is_all;
    }

  private:
    HWY_NOINLINE void put(const detail::ClosestPair& found) {
        const Vec3 between = found.point_a - found.point_b;
        const Vec3 direction =
            detail::turned_into(query_.world_from_a, between * (direction_length / found.value));
        for (std::size_t c = 0; c < 3; ++c) direction_[c] = static_cast<float>(direction[c]);
        const Direction back = turned_into_b({-direction_[0], -direction_[1], -direction_[2]}, query_.frame);
        const detail::RelativeTransform& p = query_.frame.a_from_b;
        shift_ = direction_[0] * p.shift[0] + direction_[1] * p.shift[1] + direction_[2] * p.shift[2];
        squared_ = found.value * found.value;
        a_.turn_to(direction_, between, found.point_b, found.triangle_a, squared_);
        b_.turn_to(back.coordinate, -between, found.point_b, found.triangle_b, 0);
    }

    const detail::PairQuery& query_;
    ShapeAlongDirection a_, b_;
    unsigned version_ = 0;
    float direction_[3] = {};
    float shift_ = 0;
    double squared_ = 0;  // of the distance
    double limit_ = 0;
    const LeafProjections *asked_a_ = nullptr, *asked_b_ = nullptr;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
