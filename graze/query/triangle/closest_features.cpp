// Tests every pair of features separately: corners and faces, two edges, corners and edges, three pairs at a
// time. Each candidate is a pair of points of the triangles, so that errors in the position of the points are
// of second order in the distance. If the triangles are as far apart along the direction between two such
// points, no other candidate can be nearer.
#include "graze/query/triangle/detail/closest_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graze/base/detail/rolled.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/query/triangle/closest_features.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FeatureLanes = hn::CappedTag<double, 4>;
using FeatureMask = hn::Mask<FeatureLanes>;
constexpr int feature_width = 4;  // three features, and the first again

struct Vec3Lanes {
    using V = hn::Vec<FeatureLanes>;
    V x, y, z;

    template <std::size_t Size>
    static HWY_INLINE Vec3Lanes load(const double (&from)[3][Size], int i) {
        const FeatureLanes d;
        return {hn::LoadU(d, from[0] + i), hn::LoadU(d, from[1] + i), hn::LoadU(d, from[2] + i)};
    }
    static HWY_INLINE Vec3Lanes set(const Vec3& v) {
        const FeatureLanes d;
        return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
    }
    HWY_INLINE void store(double (&to)[3][feature_width], int i) const {
        const FeatureLanes d;
        hn::Store(x, d, to[0] + i);
        hn::Store(y, d, to[1] + i);
        hn::Store(z, d, to[2] + i);
    }
    friend HWY_INLINE Vec3Lanes operator+(const Vec3Lanes& a, const Vec3Lanes& b) {
        return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
    }
    friend HWY_INLINE Vec3Lanes operator-(const Vec3Lanes& a, const Vec3Lanes& b) {
        return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
    }
    friend HWY_INLINE Vec3Lanes operator*(const Vec3Lanes& a, V s) {
        return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
    }
    static HWY_INLINE V dot(const Vec3Lanes& a, const Vec3Lanes& b) {
        return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
    }
    static HWY_INLINE Vec3Lanes cross(const Vec3Lanes& a, const Vec3Lanes& b) {
        return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
                hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
    }
    static HWY_INLINE Vec3Lanes pick(FeatureMask mask, const Vec3Lanes& yes, const Vec3Lanes& no) {
        return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
                hn::IfThenElse(mask, yes.z, no.z)};
    }
};

// The corners and edges of a triangle, edge i from corner i to the next.
struct TriangleLanes {
    HWY_ALIGN double from[3][feature_width + 4];  // one more, so that the next corners can be loaded, too
    HWY_ALIGN double direction[3][feature_width];
    HWY_ALIGN double squared[feature_width];  // lengths of edges, squared
    std::size_t longest = 0;                  // index of the longest edge
    Vec3 across;                              // in the plane, perpendicular to the longest edge
    double squared_normal;                    // squared length of the normal

    explicit TriangleLanes(const Triangle& t) {
        for (std::size_t c = 0; c < 3; ++c) {
            for (std::size_t i = 0; i <= feature_width; ++i) from[c][i] = t[i % 3][c];
            for (std::size_t i = 0; i < feature_width; ++i) direction[c][i] = t[(i + 1) % 3][c] - t[i % 3][c];
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 w = edge(i);
            squared[i] = graze::dot(w, w);
            if (squared[i] > squared[longest]) longest = i;
        }
        squared[3] = squared[0];
        const Vec3 normal = graze::cross(edge(0), edge(1));
        squared_normal = graze::dot(normal, normal);
        across = graze::cross(normal, edge(longest));
    }
    Vec3 corner(std::size_t i) const { return {from[0][i], from[1][i], from[2][i]}; }
    Vec3 edge(std::size_t i) const { return {direction[0][i], direction[1][i], direction[2][i]}; }

    // The lowest projection of the corners onto a direction.
    double lowest(const Vec3& start, const Vec3& along) const {
        return std::min({graze::dot(along, corner(0) - start), graze::dot(along, corner(1) - start),
                         graze::dot(along, corner(2) - start)});
    }
};

// The points of edges that are nearest to given points, computed from the nearer ends.
HWY_INLINE Vec3Lanes nearest_of(const Vec3Lanes& from, const Vec3Lanes& to, const Vec3Lanes& direction,
                                Vec3Lanes::V squared, const Vec3Lanes& p) {
    const FeatureLanes d;
    using V = Vec3Lanes::V;
    const V zero = hn::Zero(d), along = Vec3Lanes::dot(p - from, direction),
            back = Vec3Lanes::dot(to - p, direction);
    const FeatureMask first_half = hn::Lt(along, back);
    const Vec3Lanes there = direction * hn::Div(hn::IfThenElse(first_half, along, hn::Neg(back)), squared);
    const Vec3Lanes between = Vec3Lanes::pick(first_half, from, to) + there;
    return Vec3Lanes::pick(hn::Gt(along, zero), Vec3Lanes::pick(hn::Gt(back, zero), between, to), from);
}

class FeatureSearch {
  public:
    FeatureSearch(const Triangle& a, const Triangle& b, double size, detail::ClosestFeatures& best)
        : a_(a), b_(b), size_(size), best_(best) {}

    // For most triangles of interest, the closest features are a corner and a face, or two edges.
    void run() {
        feet(a_, b_, false);
        feet(b_, a_, true);
        if (!is_least()) run_along_edges();
        name_features();
    }
    // If A is a point.
    void run_from_point() {
        feet(a_, b_, false);
        const FeatureLanes d;
        for (int i = 0; i < feature_width; i += static_cast<int>(hn::Lanes(d))) {
            const V3 p = V3::load(a_.from, i);
            const V3 at = nearest_of(V3::load(b_.from, i), V3::load(b_.from, i + 1),
                                     V3::load(b_.direction, i), hn::Load(d, b_.squared + i), p);
            keep(p, at, hn::Eq(at.x, at.x), i);
        }
        offer(false, Pairs::corner_and_own_edge, 0);
        name_features();
    }

  private:
    using V = Vec3Lanes::V;
    using V3 = Vec3Lanes;

    // What the three candidates of an offer are pairs of: corner i and the face, corner i and edge j, edge i
    // and edge j, or corner i and edge i.
    enum class Pairs : std::uint8_t { corner_and_face, corner_and_edge, edge_and_edge, corner_and_own_edge };
    // One number, because an offer is made far more often than the features of the best are wanted.
    struct Candidate {
        std::uint32_t code = 0;

        static Candidate first(bool swapped, Pairs pairs, std::size_t j) {
            return {(swapped ? 1u : 0u) | static_cast<std::uint32_t>(pairs) << 1 |
                    static_cast<std::uint32_t>(j) << 3};
        }
        constexpr bool swapped() const { return (code & 1) != 0; }
        constexpr Pairs pairs() const { return static_cast<Pairs>(code >> 1 & 3); }
        constexpr std::uint32_t j() const { return code >> 3 & 3; }
        constexpr std::uint32_t i() const { return code >> 5; }
    };
    // The features of a candidate, by its code; those of the first triangle of an offer that is swapped come
    // second.
    struct FeaturePair {
        Feature on_a, on_b;
    };
    static constexpr Feature corner_feature(std::uint32_t i) {
        return {Feature::Kind::corner, static_cast<std::uint8_t>(i)};
    }
    // Here edge i runs from corner i to the next; the name of a feature is the corner opposite.
    static constexpr Feature edge_feature(std::uint32_t i) {
        return {Feature::Kind::edge, static_cast<std::uint8_t>(i == 0 ? 2 : i - 1)};
    }
    static constexpr std::size_t codes = 3 * 32;
    static constexpr std::array<FeaturePair, codes> feature_names() {
        std::array<FeaturePair, codes> names{};
        for (std::uint32_t code = 0; code < codes; ++code) {
            const Candidate candidate{code};
            const std::uint32_t i = candidate.i(), j = candidate.j();
            const bool edges = candidate.pairs() == Pairs::edge_and_edge;
            const Feature p = edges ? edge_feature(i) : corner_feature(i);
            Feature q;
            if (candidate.pairs() == Pairs::corner_and_own_edge)
                q = edge_feature(i);
            else if (candidate.pairs() != Pairs::corner_and_face)
                q = edge_feature(j);
            names[code] = candidate.swapped() ? FeaturePair{q, p} : FeaturePair{p, q};
        }
        return names;
    }
    void name_features() {
        static constexpr std::array<FeaturePair, codes> names = feature_names();
        const FeaturePair found = names[winner_.code];
        best_.on_a = found.on_a;
        best_.on_b = found.on_b;
        end_of_edge(best_.a, a_, best_.on_a);
        end_of_edge(best_.b, b_, best_.on_b);
    }
    // A point that is nearest on an edge may be its end, which is then not computed but copied.
    static void end_of_edge(const Vec3& p, const TriangleLanes& t, Feature& on) {
        if (on.kind != Feature::Kind::edge) return;
        for (const std::size_t corner : {(on.index + 1u) % 3, (on.index + 2u) % 3}) {
            if (p != t.corner(corner)) continue;
            on = {Feature::Kind::corner, static_cast<std::uint8_t>(corner)};
            return;
        }
    }

    void run_along_edges() {
        const double before = best_.squared;
        GRAZE_ROLLED
        for (std::size_t j = 0; j < 3; ++j) edges(j);
        if (best_.squared < before && is_least()) return;
        GRAZE_ROLLED
        for (std::size_t j = 0; j < 3; ++j) {
            corners(a_, b_, j, false);
            corners(b_, a_, j, true);
        }
    }

    // Is no pair of points nearer than this one, up to a tenth of the allowed error?
    HWY_NOINLINE bool is_least() const {
        if (!(best_.squared < std::numeric_limits<double>::infinity())) return false;
        const Vec3 direction = best_.a - best_.b;
        const double apart = a_.lowest(best_.b, direction) + b_.lowest(best_.b, -direction);
        return apart >= best_.squared * (1 - 0x1p-43) - std::sqrt(best_.squared) * size_ * 0x1p-52;
    }

    // The feet of perpendiculars from the corners of one triangle to the other, where they are inside.
    // Computed along the longest edge and across it, so that both are as precise as possible even for a
    // sliver.
    HWY_INLINE void feet(const TriangleLanes& of, const TriangleLanes& face, bool swapped) {
        if (!(face.squared_normal > 0)) return;
        const FeatureLanes d;
        const std::size_t l = face.longest;
        const Vec3 edge = face.edge(l), side = face.corner((l + 2) % 3) - face.corner(l);
        const V3 start = V3::set(face.corner(l)), u = V3::set(edge), v = V3::set(side),
                 w = V3::set(face.across);
        const V uv = hn::Set(d, graze::dot(side, edge)), uu = hn::Set(d, face.squared[l]),
                nn = hn::Set(d, face.squared_normal);
        for (int i = 0; i < feature_width; i += static_cast<int>(hn::Lanes(d))) {
            const V3 p = V3::load(of.from, i), r = p - start;
            const V weight_v = hn::Div(V3::dot(r, w), nn);
            const V weight_u = hn::Div(hn::Sub(V3::dot(r, u), hn::Mul(weight_v, uv)), uu);
            const V zero = hn::Zero(d);
            const FeatureMask inside = hn::And(hn::And(hn::Ge(weight_u, zero), hn::Ge(weight_v, zero)),
                                               hn::Le(hn::Add(weight_u, weight_v), hn::Set(d, 1.0)));
            keep(p, start + (u * weight_u + v * weight_v), inside, i);
        }
        offer(swapped, Pairs::corner_and_face, 0);
    }

    static HWY_INLINE V3 nearest(const TriangleLanes& t, std::size_t j, const V3& p) {
        return nearest_of(V3::set(t.corner(j)), V3::set(t.corner((j + 1) % 3)), V3::set(t.edge(j)),
                          hn::Set(FeatureLanes(), t.squared[j]), p);
    }

    // The edges of A and one edge of B, where the lines come closest inside A's edges. Uses the common
    // normal: for almost parallel edges it is far more precise than the difference of products of lengths.
    // The point of B is the one nearest to the point of A, so that an error shifts both alike.
    HWY_INLINE void edges(std::size_t j) {
        const FeatureLanes d;
        const V3 from_b = V3::set(b_.corner(j)), direction_b = V3::set(b_.edge(j));
        for (int i = 0; i < feature_width; i += static_cast<int>(hn::Lanes(d))) {
            const V3 from = V3::load(a_.from, i), direction = V3::load(a_.direction, i),
                     n = V3::cross(direction, direction_b);
            const V nn = V3::dot(n, n), zero = hn::Zero(d);
            const V s = hn::Div(V3::dot(V3::cross(from_b - from, direction_b), n), nn);
            const FeatureMask inside =
                hn::And(hn::Gt(nn, zero), hn::And(hn::Gt(s, zero), hn::Lt(s, hn::Set(d, 1.0))));
            const V3 on_a = from + direction * s;
            keep(on_a, nearest(b_, j, on_a), inside, i);
        }
        offer(false, Pairs::edge_and_edge, j);
    }

    // The corners of one triangle and an edge of the other.
    HWY_INLINE void corners(const TriangleLanes& of, const TriangleLanes& other, std::size_t j,
                            bool swapped) {
        const FeatureLanes d;
        for (int i = 0; i < feature_width; i += static_cast<int>(hn::Lanes(d))) {
            const V3 p = V3::load(of.from, i), at = nearest(other, j, p);
            keep(p, at, hn::Eq(at.x, at.x), i);
        }
        offer(swapped, Pairs::corner_and_edge, j);
    }

    // Keeps the best of the candidates from lane i on.
    HWY_INLINE void keep(const V3& p, const V3& q, FeatureMask valid, int i) {
        const FeatureLanes d;
        const V3 between = p - q;
        hn::Store(hn::IfThenElse(valid, V3::dot(between, between),
                                 hn::Set(d, std::numeric_limits<double>::infinity())),
                  d, squared_ + i);
        p.store(p_, i);
        q.store(q_, i);
    }
    HWY_INLINE void offer(bool swapped, Pairs pairs, std::size_t j) {
        offer(Candidate::first(swapped, pairs, j));
    }
    HWY_NOINLINE void offer(Candidate first) {
        const bool swapped = first.swapped();
        for (std::size_t i = 0; i < 3; ++i) {
            if (!(squared_[i] < best_.squared)) continue;
            best_.squared = squared_[i];
            const Vec3 p{p_[0][i], p_[1][i], p_[2][i]}, q{q_[0][i], q_[1][i], q_[2][i]};
            best_.a = swapped ? q : p;
            best_.b = swapped ? p : q;
            winner_ = {first.code + static_cast<std::uint32_t>(i) * 32};
        }
    }

    const TriangleLanes a_, b_;
    const double size_;
    detail::ClosestFeatures& best_;
    Candidate winner_;
    HWY_ALIGN double squared_[feature_width];
    HWY_ALIGN double p_[3][feature_width];
    HWY_ALIGN double q_[3][feature_width];
};

void find_closest_features(const Triangle& a, const Triangle& b, double size,
                           detail::ClosestFeatures& found) {
    FeatureSearch(a, b, size, found).run();
}

void find_closest_feature(const Vec3& a, const Triangle& b, detail::ClosestFeatures& found) {
    FeatureSearch({{a, a, a}}, b, 0, found).run_from_point();
}

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::inline v1::detail {

HWY_EXPORT(find_closest_features);
HWY_EXPORT(find_closest_feature);

void find_closest_features(const Triangle& a, const Triangle& b, double size, ClosestFeatures& found) {
    HWY_DYNAMIC_DISPATCH(find_closest_features)(a, b, size, found);
}
void find_closest_feature(const Vec3& a, const Triangle& b, ClosestFeatures& found) {
    HWY_DYNAMIC_DISPATCH(find_closest_feature)(a, b, found);
}

}  // namespace graze::inline v1::detail
#endif  // HWY_ONCE
