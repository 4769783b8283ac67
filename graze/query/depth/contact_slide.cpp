#include "graze/query/depth/detail/contact_slide.h"

#include <algorithm>
#include <cmath>

#include "graze/query/depth/detail/safe_length.h"
#include "graze/query/distance/distance.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t most_planes = 2000, few_planes = 200;
constexpr int most_slide_steps = 200;

Vec3 edge_direction(const Triangle& t, std::size_t corner) {
    return direction_of(t[(corner + 2) % 3] - t[(corner + 1) % 3]);
}

Vec3 face_normal(const Triangle& t) {
    return direction_of(cross(direction_of(t[1] - t[0]), direction_of(t[2] - t[0])));
}

}  // namespace

// The points are so close that their difference has few digits; features have more.
BoundingPlane ContactSlide::plane_of(const Contact& contact, const Pose& pose_a, const Vec3& t) const {
    using Kind = FeatureId::Kind;
    const Triangle a = pose_a(pair_.a().mesh().triangle(contact.feature_a.index));
    const Triangle b = pair_.pose_b()(pair_.b().mesh().triangle(contact.feature_b.index));
    const Vec3 apart = contact.point_a - contact.point_b;
    Vec3 normal = direction_of(apart);
    Vec3 better;
    if (contact.feature_a.kind == Kind::face && contact.feature_b.kind != Kind::face) {
        better = face_normal(a);
    } else if (contact.feature_b.kind == Kind::face && contact.feature_a.kind != Kind::face) {
        better = face_normal(b);
    } else if (contact.feature_a.kind == Kind::edge && contact.feature_b.kind == Kind::edge) {
        const Vec3 across =
            cross(edge_direction(a, contact.feature_a.corner), edge_direction(b, contact.feature_b.corner));
        if (length(across) > 1e-4) better = direction_of(across);
    }
    const double along = dot(better, normal);
    if (std::abs(along) > 0.9) normal = along > 0 ? better : -better;
    return {normal, dot(normal, t) - dot(normal, apart) + pair_.gap()};
}

// False if the budget is used up.
bool ContactSlide::gather(const Vec3& t) {
    const Pose pose_a = pair_.moved(t);
    for (;;) {
        planes_.clear();
        const Answer found = visit_close_triangles(
            pair_.a(), pose_a, pair_.b(), pair_.pose_b(), within_,
            [&](const Contact& contact) {
                planes_.push_back(plane_of(contact, pose_a, t));
                return planes_.size() < most_planes;
            },
            pair_.options());
        if (pair_.meter().exhausted() ||
            (found != Answer::yes && found != Answer::no && planes_.size() < most_planes))
            return false;
        if (planes_.size() < most_planes || within_ < 4 * pair_.gap()) return true;
        within_ /= 2;
    }
}

Vec3 ContactSlide::run(const Vec3& from) {
    Vec3 t = from;
    const double gap = pair_.gap();
    within_ = std::max(0.25 * safe_length(t), 8 * gap);
    for (int step = 0; step < most_slide_steps && gather(t); ++step) {
        const std::optional<Vec3> nearest = nearest_in_half_spaces(planes_, pair_.rounding());
        if (!nearest) return t;
        Vec3 way = *nearest - t;
        const double whole = safe_length(way), allowed = 0.99 * within_ - gap;
        if (whole > allowed) way *= allowed / whole;
        const double before = safe_length(t);
        bool moved = false;
        for (int attempt = 0; attempt < 4 && !moved; ++attempt, way *= 0.5) {
            const Vec3 next = t + way;
            if (!(safe_length(next) < before - 0.01 * gap) || !pair_.is_free(next)) continue;
            t = next;
            moved = true;
        }
        if (!moved) return t;
        if (planes_.size() < few_planes) within_ = std::min(2 * within_, std::max(before, 8 * gap));
    }
    return t;
}

}  // namespace graze::inline v1::detail
