#include "graze/mesh/detail/ear_clipper.h"

#include <algorithm>
#include <utility>

namespace graze::inline v1::detail {

namespace {
constexpr std::uint32_t no_corner = PointTree::none;
}

std::uint64_t EarClipper::work_allowed(std::size_t corners) {
    return 10'000 + (corners < many_corners ? 1'000 : 400) * static_cast<std::uint64_t>(corners);
}

bool EarClipper::clip(std::span<const Vec2> polygon, std::vector<std::array<std::uint32_t, 3>>& triangles,
                      std::uint64_t& work) {
    triangles_ = &triangles;
    work_ = &work;
    start(polygon);
    while (left_ > 2 && work > 0) {
        if (next_round_.empty())
            clip_by_force();
        else
            run_round();
    }
    if (left_ > 2) cut_rest_as_fan();
    return any_positive_ && !any_negative_;
}

void EarClipper::start(std::span<const Vec2> polygon) {
    points_ = polygon;
    left_ = static_cast<std::uint32_t>(polygon.size());
    round_ = 0;
    some_corner_ = 0;
    any_negative_ = any_positive_ = false;
    waiting_.clear();
    blocked_.clear();
    spikes_.clear();
    this_round_.clear();
    next_round_.clear();
    reflex_.build(polygon);
    corners_.resize(left_);
    for (std::uint32_t i = 0; i < left_; ++i)
        corners_[i] = {i == 0 ? left_ - 1 : i - 1,
                       i + 1 == left_ ? 0 : i + 1,
                       no_corner,
                       no_corner,
                       0,
                       Turn::left,
                       true,
                       false};
    for (std::uint32_t i = 0; i < left_; ++i) {
        classify(i);
        next_round_.push_back(i);
    }
    clip_spikes();
}

void EarClipper::run_round() {
    ++round_;
    std::swap(this_round_, next_round_);
    next_round_.clear();
    for (const std::uint32_t corner : this_round_) {
        if (left_ <= 2 || *work_ == 0) return;
        Corner& c = corners_[corner];
        c.queued = false;
        if (c.clipped) continue;
        if (c.not_before > round_)
            enqueue_for_next_round(corner);
        else
            consider(corner);
    }
}

void EarClipper::consider(std::uint32_t corner) {
    if (corners_[corner].turn != Turn::left) return;
    const std::uint32_t blocker = left_ > 3 ? find_blocker(corner) : no_corner;
    if (*work_ == 0) return;
    if (blocker == no_corner) {
        clip_corner(corner);
        clip_spikes();
    } else {
        wait_for(blocker, corner);
    }
}

void EarClipper::classify(std::uint32_t corner) {
    Corner& c = corners_[corner];
    const int sign = orient2d(points_[c.previous], points_[corner], points_[c.next]);
    c.turn = static_cast<Turn>(sign);
    if (sign <= 0) {
        reflex_.switch_on(corner);
        if (sign == 0 && is_spike(corner)) spikes_.push_back(corner);
    } else if (reflex_.is_on(corner)) {
        reflex_.switch_off(corner);
        release_those_waiting_for(corner);
    }
}

// For a straight corner: does the outline turn back on itself, or stay at the same point, instead of going
// straight on?
bool EarClipper::is_spike(std::uint32_t corner) const {
    const Vec2& a = points_[corners_[corner].previous];
    const Vec2& b = points_[corner];
    const Vec2& c = points_[corners_[corner].next];
    return !((a.x < b.x && b.x < c.x) || (a.x > b.x && b.x > c.x) || (a.y < b.y && b.y < c.y) ||
             (a.y > b.y && b.y > c.y));
}

std::uint32_t EarClipper::find_blocker(std::uint32_t corner) {
    const std::uint32_t before = corners_[corner].previous, after = corners_[corner].next;
    const std::array<Vec2, 3> ear{points_[before], points_[corner], points_[after]};
    const auto blocks = [&](std::uint32_t other) {
        if (other == before || other == after) return false;
        const Vec2& p = points_[other];
        // The outline may pass through a corner of the ear again (where a bridge leads to a hole, say). An
        // outline that enters the ear at one of its two outer corners ends within the ear, and blocks the ear
        // there; but one that enters at the tip may leave through the opposite side.
        if (p == ear[0] || p == ear[2]) return false;
        return !(p == ear[1]) || runs_into_cone(other, corner);
    };
    return reflex_.find_in_triangle(ear, blocks, *work_);
}

// `other` lies at the tip of the ear `corner`: does the outline go from there into the ear?
bool EarClipper::runs_into_cone(std::uint32_t other, std::uint32_t corner) const {
    const Vec2& a = points_[corners_[corner].previous];
    const Vec2& b = points_[corner];
    const Vec2& c = points_[corners_[corner].next];
    const auto in_cone = [&](const Vec2& p) { return orient2d(a, b, p) > 0 && orient2d(b, c, p) > 0; };
    return in_cone(points_[corners_[other].previous]) || in_cone(points_[corners_[other].next]);
}

void EarClipper::wait_for(std::uint32_t blocker, std::uint32_t corner) {
    corners_[corner].blocker = blocker;
    // Entries of corners that have been tested again since are left in the list; `blocker` shows which they
    // are.
    waiting_.push_back({corner, corners_[blocker].first_waiting});
    corners_[blocker].first_waiting = static_cast<std::uint32_t>(waiting_.size() - 1);
    blocked_.push_back(corner);
}

void EarClipper::release_those_waiting_for(std::uint32_t blocker) {
    std::uint32_t w = std::exchange(corners_[blocker].first_waiting, no_corner);
    for (; w != no_corner; w = waiting_[w].next) {
        const std::uint32_t corner = waiting_[w].corner;
        if (corners_[corner].blocker == blocker) enqueue_for_next_round(corner);
    }
}

void EarClipper::enqueue_for_next_round(std::uint32_t corner) {
    Corner& c = corners_[corner];
    c.blocker = no_corner;
    c.not_before = round_ + 1;
    if (c.queued || c.clipped) return;
    c.queued = true;
    next_round_.push_back(corner);
}

void EarClipper::clip_corner(std::uint32_t corner) {
    Corner& c = corners_[corner];
    const std::uint32_t before = c.previous, after = c.next;
    emit(before, corner, after, static_cast<int>(c.turn));
    c.clipped = true;
    c.blocker = no_corner;
    corners_[before].next = after;
    corners_[after].previous = before;
    some_corner_ = after;
    --left_;
    if (reflex_.is_on(corner)) {
        reflex_.switch_off(corner);
        release_those_waiting_for(corner);
    }
    if (left_ <= 2) return;
    for (const std::uint32_t neighbour : {before, after}) {
        classify(neighbour);
        enqueue_for_next_round(neighbour);
    }
}

// Clipping one spike may make another: the stem of a branching spike is clipped after its tips.
void EarClipper::clip_spikes() {
    while (!spikes_.empty()) {
        const std::uint32_t corner = spikes_.back();
        spikes_.pop_back();
        const Corner& c = corners_[corner];
        if (left_ > 2 && !c.clipped && c.turn == Turn::straight && is_spike(corner)) clip_corner(corner);
    }
}

// No ear is left, so the polygon crosses itself. Clips a convex corner nevertheless if there is one, else any
// corner.
void EarClipper::clip_by_force() {
    while (!blocked_.empty()) {
        const std::uint32_t corner = blocked_.back();
        blocked_.pop_back();
        if (!corners_[corner].clipped && corners_[corner].turn == Turn::left) {
            clip_corner(corner);
            clip_spikes();
            return;
        }
    }
    clip_corner(some_corner_);
    clip_spikes();
}

void EarClipper::cut_rest_as_fan() {
    const std::uint32_t apex = some_corner_;
    std::uint32_t b = corners_[apex].next;
    for (; left_ > 2; --left_) {
        const std::uint32_t c = corners_[b].next;
        emit(apex, b, c, orient2d(points_[apex], points_[b], points_[c]));
        b = c;
    }
}

void EarClipper::emit(std::uint32_t a, std::uint32_t b, std::uint32_t c, int sign) {
    triangles_->push_back({a, b, c});
    any_negative_ = any_negative_ || sign < 0;
    any_positive_ = any_positive_ || sign > 0;
}

}  // namespace graze::inline v1::detail
