#include "graze/mesh/detail/zipper.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

constexpr int most_zipper_rounds = 16;

// Where the point nearest to p is on the line of a segment: 0 at `a`, 1 at `b`.
double position_along(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 u = b - a;
    const double square = dot(u, u);
    return square > 0 ? dot(p - a, u) / square : 0;
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const double t = std::clamp(position_along(p, a, b), 0.0, 1.0);
    return length(p - (a + (b - a) * t));
}

std::vector<Box> boxes_of_roots(const OpenSurface& surface, double margin) {
    std::vector<Box> boxes(surface.root_count());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const OpenSide& side = surface.side(static_cast<OpenSurface::SideId>(i));
        boxes[i].grow(surface.at(side.from));
        boxes[i].grow(surface.at(side.to));
        boxes[i] = grown(boxes[i], margin);
    }
    return boxes;
}

}  // namespace

// What a side becomes stays within two tolerances of it: one to a point that is inserted, one by which that
// moves.
Zipper::Zipper(OpenSurface& surface, std::span<const std::uint32_t> piece_of_root, double tolerance)
    : surface_(surface),
      piece_of_root_(piece_of_root),
      tolerance_(tolerance),
      roots_(boxes_of_roots(surface, 2 * tolerance)),
      pieces_of_root_(surface.root_count()) {
    for (SideId s = 0; s < surface.root_count(); ++s) pieces_of_root_[s].push_back(s);
    noted_ = static_cast<SideId>(surface.root_count());
}

void Zipper::run() {
    for (int i = 0; i < most_zipper_rounds && surface_.open_count() > 0; ++i) {
        const std::uint64_t before = surface_.joined_pairs();
        round();
        fill_slivers();
        if (surface_.joined_pairs() == before) break;
    }
}

// A join that was refused may be possible after others: so there are rounds.
void Zipper::round() {
    for (SideId s = 0; s < surface_.side_count(); ++s)
        if (surface_.side(s).open) find_partners(s);
    while (!queue_.empty()) {
        const Candidate next = queue_.top();
        queue_.pop();
        if (!surface_.side(next.first).open || !surface_.side(next.second).open) continue;
        if (join(next)) note_new_sides();
    }
}

// Three open sides around a hole that is narrower than the tolerance: a triangle was left out there.
void Zipper::fill_slivers() {
    for (SideId s = 0; s < surface_.side_count(); ++s) {
        const OpenSide side = surface_.side(s);
        if (!side.open) continue;
        for (const TriangleId t : surface_.triangles_at(side.to)) {
            const auto& p = surface_.points_of(t);
            const auto third = std::ranges::find_if(p, [&](VertexId q) {
                return surface_.open_side(side.to, q) && surface_.open_side(q, side.from);
            });
            if (third == p.end()) continue;
            const Vec3 &a = surface_.at(side.from), &b = surface_.at(side.to), &c = surface_.at(*third);
            const double longest = std::max({length(b - a), length(c - b), length(a - c)});
            const double height = length(cross(b - a, c - a)) / longest;
            if (height <= tolerance_ && surface_.fill(s)) widest_gap_ = std::max(widest_gap_, height);
            break;
        }
    }
    note_new_sides();
}

void Zipper::note_new_sides() {
    for (; noted_ < surface_.side_count(); ++noted_) {
        const OpenSide& side = surface_.side(noted_);
        if (!side.open) continue;
        std::vector<SideId>& pieces = pieces_of_root_[side.root];
        std::erase_if(pieces, [&](SideId s) { return !surface_.side(s).open; });
        const auto place = std::ranges::upper_bound(pieces, side.start, {},
                                                    [&](SideId s) { return surface_.side(s).start; });
        pieces.insert(place, noted_);
        find_partners(noted_);
    }
}

void Zipper::find_partners(SideId s) {
    const OpenSide& side = surface_.side(s);
    const Vec3 &a = surface_.at(side.from), &b = surface_.at(side.to);
    Box box;
    box.grow(a);
    box.grow(b);
    roots_.for_each_overlapping(grown(box, tolerance_), [&](std::uint32_t root) {
        if (piece_of_root_[root] != piece_of_root_[side.root]) return;
        const OpenSide& whole = surface_.side(root);
        const Vec3 &from = surface_.at(whole.from), &to = surface_.at(whole.to);
        const double p = position_along(a, from, to), q = position_along(b, from, to);
        const double margin = 4 * tolerance_ / length(to - from);
        const std::vector<SideId>& pieces = pieces_of_root_[root];
        // Pieces do not overlap: the last one that starts before the range may reach into it, no other.
        auto piece = std::ranges::lower_bound(pieces, std::min(p, q) - margin, {},
                                              [&](SideId i) { return surface_.side(i).start; });
        while (piece != pieces.begin() && !surface_.side(*std::prev(piece)).open) --piece;
        if (piece != pieces.begin()) --piece;
        for (; piece != pieces.end() && surface_.side(*piece).start <= std::max(p, q) + margin; ++piece)
            if (surface_.side(*piece).open && *piece != s) consider(s, *piece);
    });
}

void Zipper::consider(SideId s, SideId other) {
    const SideId first = std::min(s, other), second = std::max(s, other);
    if (const auto found = match(first, second)) queue_.push({found->gap, found->overlap, first, second});
}

std::optional<Zipper::Join> Zipper::match(SideId first, SideId second) {
    const OpenSide &e = surface_.side(first), &f = surface_.side(second);
    const Vec3 along = surface_.at(e.to) - surface_.at(e.from);
    if (!(dot(along, surface_.at(f.to) - surface_.at(f.from)) < 0)) return std::nullopt;
    const auto start = match_ends(e, e.from, f, f.to);
    if (!start) return std::nullopt;
    const auto end = match_ends(e, e.to, f, f.from);
    if (!end) return std::nullopt;
    // The ends of what the two have in common, on either side.
    const auto ends_at = [&](const End& x) -> const Vec3& {
        return surface_.at(x.way == Way::into_first ? x.second : x.first);
    };
    Join join{*start, *end, std::max(start->distance, end->distance), 0};
    join.overlap = dot(ends_at(*end) - ends_at(*start), along) / length(along);
    if (!(join.overlap > join.gap)) return std::nullopt;
    return join;
}

std::optional<Zipper::End> Zipper::match_ends(const OpenSide& e, VertexId end_of_e, const OpenSide& f,
                                              VertexId end_of_f) {
    if (end_of_e == end_of_f) return End{Way::same, end_of_e, end_of_f, 0};
    const Vec3 &p = surface_.at(end_of_e), &q = surface_.at(end_of_f);
    const double apart = length(p - q);
    if (apart <= tolerance_ && may_merge(end_of_e, end_of_f))
        return End{Way::merge, end_of_e, end_of_f, apart};
    // The end of one side beside the other: how far is it from that?
    const auto beside = [&](const Vec3& x, VertexId point, const OpenSide& side) -> std::optional<double> {
        const Vec3 &a = surface_.at(side.from), &b = surface_.at(side.to);
        const double t = position_along(x, a, b);
        if (!(t > 0 && t < 1)) return std::nullopt;
        const double distance = distance_to_segment(x, a, b);
        return may_insert(point, side, distance) ? std::optional(distance) : std::nullopt;
    };
    if (const auto gap = beside(q, end_of_f, e)) return End{Way::into_first, end_of_e, end_of_f, *gap};
    if (const auto gap = beside(p, end_of_e, f)) return End{Way::into_second, end_of_e, end_of_f, *gap};
    return std::nullopt;
}

bool Zipper::may_move(VertexId from, VertexId to) {
    const Vec3& place = surface_.at(to);
    return std::ranges::all_of(members_of(from), [&](VertexId m) {
        return length(surface_.at(m) - place) <= std::min(limit_at(m), limit_at(to));
    });
}

// The side may be a piece that was bent before: its own distance from where it was counts as well.
bool Zipper::may_insert(VertexId point, const OpenSide& side, double distance) {
    if (!(distance <= tolerance_) || distance > limit_at(point) || distance > limit_along(side.root))
        return false;
    const OpenSide& whole = surface_.side(side.root);
    return distance_to_segment(surface_.at(point), surface_.at(whole.from), surface_.at(whole.to)) <=
           tolerance_;
}

// Half the shortest edge at a point of the mesh, or the tolerance if that is less.
double Zipper::limit_at(VertexId point) {
    const auto [entry, is_new] = limit_at_.try_emplace(point, tolerance_);
    if (!is_new) return entry->second;
    double& limit = entry->second;
    for (const TriangleId t : surface_.edges().triangles_at(point))
        for (const VertexId other : surface_.edges().points_of(t))
            if (other != point) limit = std::min(limit, length(surface_.at(other) - surface_.at(point)) / 2);
    return limit;
}

double Zipper::limit_along(std::uint32_t root) {
    const auto [entry, is_new] = limit_along_.try_emplace(root, tolerance_);
    if (!is_new) return entry->second;
    const auto& p = surface_.edges().points_of(surface_.origin_of(surface_.side(root).triangle));
    for (std::size_t i = 0; i < 3; ++i)
        entry->second = std::min(entry->second, length(surface_.at(p[i]) - surface_.at(p[(i + 1) % 3])) / 2);
    return entry->second;
}

bool Zipper::join(const Candidate& candidate) {
    const auto found = match(candidate.first, candidate.second);
    if (!found || !can_unite(found->start, candidate.first, candidate.second) ||
        !can_unite(found->end, candidate.first, candidate.second))
        return false;
    const OpenSide e = surface_.side(candidate.first), f = surface_.side(candidate.second);
    const SideId first_new = static_cast<SideId>(surface_.side_count());
    unite(found->start, candidate.first, candidate.second);
    widest_gap_ = std::max(widest_gap_, found->gap);
    // Either side may have been replaced: the end belongs to the last piece of the first side and to the
    // first piece of the second side. None: they are joined already.
    const auto piece_now = [&](SideId old, auto&& is_it) -> std::optional<SideId> {
        if (surface_.side(old).open) return old;
        for (SideId s = first_new; s < surface_.side_count(); ++s) {
            const OpenSide& side = surface_.side(s);
            if (side.open && side.root == surface_.side(old).root && is_it(side)) return s;
        }
        return std::nullopt;
    };
    End end = found->end;
    end.first = place_of(end.first);
    end.second = place_of(end.second);
    const auto first = piece_now(candidate.first, [&](const OpenSide& s) { return s.to == place_of(e.to); });
    const auto second =
        piece_now(candidate.second, [&](const OpenSide& s) { return s.from == place_of(f.from); });
    if (first && second && end.first != end.second && can_unite(end, *first, *second))
        unite(end, *first, *second);
    return true;
}

bool Zipper::can_unite(const End& end, SideId first, SideId second) {
    switch (end.way) {
        case Way::same:
            return true;
        case Way::merge:
            return direction_of_merge(end.first, end.second).has_value();
        case Way::into_first:
            return surface_.can_insert(end.second, first);
        case Way::into_second:
            return surface_.can_insert(end.first, second);
    }
    return false;
}

void Zipper::unite(const End& end, SideId first, SideId second) {
    switch (end.way) {
        case Way::same:
            return;
        case Way::merge: {
            const auto merge_to = direction_of_merge(end.first, end.second);
            if (merge_to) merge(end.first == *merge_to ? end.second : end.first, *merge_to);
            return;
        }
        case Way::into_first:
            insert(end.second, first);
            return;
        case Way::into_second:
            insert(end.first, second);
            return;
    }
}

// The point that stays: the lower one, if the other may move.
std::optional<VertexId> Zipper::direction_of_merge(VertexId a, VertexId b) {
    const VertexId low = std::min(a, b), high = std::max(a, b);
    if (may_move(high, low) && surface_.can_merge(high, low)) return low;
    if (may_move(low, high) && surface_.can_merge(low, high)) return high;
    return std::nullopt;
}

void Zipper::merge(VertexId from, VertexId to) {
    const Vec3& place = surface_.at(to);
    std::vector<VertexId> moved(members_of(from).begin(), members_of(from).end());
    for (const VertexId m : moved) {
        largest_move_ = std::max(largest_move_, length(surface_.at(m) - place));
        merged_into_[m] = to;
    }
    std::vector<VertexId>& all = members_.try_emplace(to, 1, to).first->second;
    all.insert(all.end(), moved.begin(), moved.end());
    surface_.merge(from, to);
}

void Zipper::insert(VertexId point, SideId side) {
    const OpenSide& s = surface_.side(side);
    const OpenSide& whole = surface_.side(s.root);
    const double t = position_along(surface_.at(point), surface_.at(whole.from), surface_.at(whole.to));
    surface_.insert(point, side, std::clamp(t, s.start, s.end));
}

VertexId Zipper::place_of(VertexId point) const {
    const auto found = merged_into_.find(point);
    return found == merged_into_.end() ? point : found->second;
}

std::span<const VertexId> Zipper::members_of(const VertexId& point) const {
    const auto found = members_.find(point);
    return found == members_.end() ? std::span(&point, 1) : std::span<const VertexId>(found->second);
}

}  // namespace graze::inline v1::detail
