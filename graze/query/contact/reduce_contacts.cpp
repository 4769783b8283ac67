// From all contacts to a few: those with the same normal become the corners of their convex hull, or of a
// polygon of few corners in it, with weights that have the same sum and the same centre.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>

#include "graze/query/contact/detail/contact_memory.h"

namespace graze::inline v1::detail {
namespace {

// Contacts belong to one patch if their normals differ by less than this sine, and their planes by less than
// this part of the patch's extent.
constexpr double patch_angle = 0.05;
constexpr std::size_t few = 4;
// Cosine: contacts of the same features with such normals are one. Others are contacts with several walls.
constexpr double about_one_normal = 0.99;
// Of the margin: nearer to an edge from inside, the share of each face changes fast with motion.
constexpr double fast_part = 1.0 / 6;
// A contact that was chosen last time is as good as one that lies this much further out.
constexpr double loyalty = 1.2;

auto key_of(const ContactPoint& c) {
    return std::tie(c.feature_a, c.feature_b, c.kind);
}

double cross_of(const PatchPoint& a, const PatchPoint& b, const PatchPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double apart(const PatchPoint& p, const PatchPoint& q) {
    return std::sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}

// Of the extent of a patch: points that are off a line by less are on it. Rounding makes triangles of the
// points on an edge, and shares of a point between the corners of such a triangle are rounding, too.
constexpr double off_a_line = 1e-9;

// The point for which the score is highest, the first contact of equal ones.
template <class Score>
const PatchPoint& best_of(std::span<const PatchPoint> points, const Score& score) {
    const PatchPoint* best = &points[0];
    double most = score(points[0]);
    for (const PatchPoint& p : points.subspan(1)) {
        const double s = score(p);
        if (s > most || (s == most && p.contact < best->contact)) best = &p, most = s;
    }
    return *best;
}

// Appends the corners of the hull between p and q, of points that are all to the right of the way from p to
// q. Reorders the points.
void add_corners_between(const PatchPoint& p, const PatchPoint& q, std::span<PatchPoint> points, double flat,
                         std::vector<PatchPoint>& hull) {
    if (points.empty()) return;
    const PatchPoint far = best_of(points, [&](const PatchPoint& r) { return -cross_of(p, q, r); });
    const auto right_of = [&](const PatchPoint& from, const PatchPoint& to, auto first) {
        return std::partition(first, points.end(),
                              [&](const PatchPoint& r) { return -cross_of(from, to, r) > flat; });
    };
    const auto first_end = right_of(p, far, points.begin());
    const auto second_end = right_of(far, q, first_end);
    add_corners_between(p, far, {points.begin(), first_end}, flat, hull);
    hull.push_back(far);
    add_corners_between(far, q, {first_end, second_end}, flat, hull);
}

// Counter-clockwise, without corners between others (quickhull, Barber, Dobkin and Huhdanpaa 1996). Each
// corner is furthest in some direction by more than rounding: orders along an axis would be rounding where
// many points are on a line across it.
void convex_hull_of(std::vector<PatchPoint>& points, std::vector<PatchPoint>& hull) {
    hull.clear();
    const PatchPoint first = best_of(points, [&](const PatchPoint& p) { return apart(p, points[0]); });
    const PatchPoint last = best_of(points, [&](const PatchPoint& p) { return apart(p, first); });
    const double extent = apart(first, last), flat = off_a_line * extent * extent;
    hull.push_back(first);
    if (!(extent > 0)) return;
    const auto right = std::partition(points.begin(), points.end(),
                                      [&](const PatchPoint& p) { return -cross_of(first, last, p) > flat; });
    const auto left = std::partition(right, points.end(),
                                     [&](const PatchPoint& p) { return cross_of(first, last, p) > flat; });
    add_corners_between(first, last, {points.begin(), right}, flat, hull);
    hull.push_back(last);
    add_corners_between(last, first, {right, left}, flat, hull);
}

// Up to rounding.
bool contains(const std::vector<PatchPoint>& hull, const PatchPoint& p) {
    if (hull.size() < 2) return false;
    double size = 0;
    for (const PatchPoint& q : hull) size = std::max(size, apart(q, hull[0]));
    const double slack = off_a_line * size;
    for (std::size_t i = 0; i < hull.size(); ++i)
        if (cross_of(hull[i], hull[(i + 1) % hull.size()], p) < -slack * size) return false;
    // Between the ends of a segment.
    return hull.size() > 2 || (apart(p, hull[0]) <= size + slack && apart(p, hull[1]) <= size + slack);
}

// The corners of the hull that are kept, in order around it.
class ChosenCorners {
  public:
    explicit ChosenCorners(const std::vector<PatchPoint>& hull) : hull_(hull) {}

    std::size_t size() const { return size_; }
    const PatchPoint& operator[](std::size_t i) const { return hull_[chosen_[i % size_]]; }

    void choose(const PatchPoint& center) {
        if (hull_.size() <= few) {
            for (std::uint32_t i = 0; i < hull_.size(); ++i) chosen_[size_++] = i;
            return;
        }
        take(furthest([&](const PatchPoint& p) { return apart(p, center); }));
        const PatchPoint first = (*this)[0];
        take(furthest([&](const PatchPoint& p) { return apart(p, first); }));
        while (size_ < few && take_furthest_outside()) {
        }
        // The centre must be among them: weights are not negative.
        while (size_ < most && take_beyond(center)) {
        }
    }

    // Wachspress 1975: for a point in a convex polygon, weights that are not negative, have the sum 1, and
    // the point as their centre.
    std::array<double, 8> weights_of(const PatchPoint& center) const {
        std::array<double, 8> weight{};
        if (size_ == 1) {
            weight[0] = 1;
            return weight;
        }
        if (size_ == 2) {
            const PatchPoint &p = (*this)[0], &q = (*this)[1];
            const double dx = q.x - p.x, dy = q.y - p.y;
            const double s = ((center.x - p.x) * dx + (center.y - p.y) * dy) / (dx * dx + dy * dy);
            weight[1] = std::clamp(s, 0.0, 1.0);
            weight[0] = 1 - weight[1];
            return weight;
        }
        double sum = 0, whole = 0;
        for (std::size_t i = 1; i + 1 < size_; ++i) whole += cross_of((*this)[0], (*this)[i], (*this)[i + 1]);
        for (std::size_t i = 0; i < size_; ++i) {
            double product = cross_of((*this)[i + size_ - 1], (*this)[i], (*this)[i + 1]) / whole;
            for (std::size_t j = 0; j < size_; ++j)
                if (j != i && j != (i + size_ - 1) % size_)
                    product *= std::max(0.0, cross_of((*this)[j], (*this)[j + 1], center)) / whole;
            weight[i] = product;
            sum += product;
        }
        for (std::size_t i = 0; i < size_; ++i)
            weight[i] = sum > 0 ? weight[i] / sum : 1.0 / static_cast<double>(size_);
        return weight;
    }

  private:
    static constexpr std::size_t most = 8;

    template <class Score>
    std::uint32_t furthest(const Score& score) const {
        std::uint32_t best = 0;
        double best_score = -1;
        for (std::uint32_t i = 0; i < hull_.size(); ++i) {
            const double s = score(hull_[i]) * (hull_[i].kept_before ? loyalty : 1);
            if (s > best_score) best_score = s, best = i;
        }
        return best;
    }
    void take(std::uint32_t i) {
        if (std::find(chosen_.begin(), chosen_.begin() + size_, i) != chosen_.begin() + size_) return;
        chosen_[size_++] = i;
        std::sort(chosen_.begin(), chosen_.begin() + size_);
    }
    // The corner that adds most to the area.
    bool take_furthest_outside() {
        std::uint32_t best = 0;
        double best_area = 0;
        for (std::size_t k = 0; k < size_; ++k) {
            for (std::uint32_t i = 0; i < hull_.size(); ++i) {
                const double area =
                    -cross_of((*this)[k], (*this)[k + 1], hull_[i]) * (hull_[i].kept_before ? loyalty : 1);
                if (area > best_area) best_area = area, best = i;
            }
        }
        if (!(best_area > 0)) return false;
        take(best);
        return true;
    }
    bool take_beyond(const PatchPoint& center) {
        for (std::size_t k = 0; k < size_; ++k) {
            if (!(cross_of((*this)[k], (*this)[k + 1], center) < 0)) continue;
            std::uint32_t best = 0;
            double best_area = 0;
            for (std::uint32_t i = 0; i < hull_.size(); ++i) {
                const double area = -cross_of((*this)[k], (*this)[k + 1], hull_[i]);
                if (area > best_area) best_area = area, best = i;
            }
            if (!(best_area > 0)) continue;
            const std::size_t before = size_;
            take(best);
            if (size_ > before) return true;
        }
        return false;
    }

    const std::vector<PatchPoint>& hull_;
    std::array<std::uint32_t, 8> chosen_{};
    std::size_t size_ = 0;
};

bool of_one_patch(const ContactPoint& p, const ContactPoint& q) {
    if (p.kind == ContactKind::region || q.kind == ContactKind::region) return false;
    const Vec3 turned = cross(p.normal, q.normal);
    if (!(dot(p.normal, q.normal) > 0) || dot(turned, turned) > patch_angle * patch_angle) return false;
    const Vec3 apart = q.point_a - p.point_a;
    const double off = std::abs(dot(apart, p.normal));
    return off * off <= 4 * patch_angle * patch_angle * dot(apart, apart) + 1e-24 * dot(q.point_a, q.point_a);
}

void reduce_patch(ContactMemory& memory, std::span<const std::uint32_t> members) {
    const std::vector<ContactPoint>& all = memory.found;
    Vec3 sum{}, center{};
    double weight = 0;
    bool sure = true;
    for (const std::uint32_t i : members) {
        sum += all[i].normal * all[i].weight;
        weight += all[i].weight;
        center += (all[i].point_a - all[members[0]].point_a) * all[i].weight;
        sure = sure && all[i].certainty == NormalCertainty::certain;
    }
    const double size = length(sum);
    if (members.size() == 1 || !(size > 0)) {
        for (const std::uint32_t i : members) memory.reduced.push_back(all[i]);
        return;
    }
    const Vec3 normal = sum / size;
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
    Vec3 axis{};
    axis[least] = 1;
    const Vec3 ex = normalized(cross(normal, axis)), ey = cross(normal, ex);
    const Vec3 origin = all[members[0]].point_a;
    const auto take_points = [&](bool with_flat_edges) {
        memory.points.clear();
        for (const std::uint32_t i : members) {
            if (!with_flat_edges && all[i].id == on_flat_edge_id) continue;
            const Vec3 p = all[i].point_a - origin;
            memory.points.push_back({dot(p, ex), dot(p, ey), i, find_same(memory.last, all[i]) != nullptr});
        }
        memory.hull.clear();
        if (!memory.points.empty()) convex_hull_of(memory.points, memory.hull);
    };
    const Vec3 middle = center / weight;
    const PatchPoint at{dot(middle, ex), dot(middle, ey)};
    // Where a face was cut says nothing about its extremes, unless the margin ends between them.
    take_points(false);
    if (!contains(memory.hull, at)) take_points(true);
    ChosenCorners chosen(memory.hull);
    chosen.choose(at);
    const std::array<double, 8> part = chosen.weights_of(at);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (!(part[i] > 0)) continue;
        ContactPoint kept = all[chosen[i].contact];
        kept.weight = size * part[i];
        // Normals of one patch may differ a little; the sum must not.
        kept.normal = normal;
        kept.point_b = kept.point_a + normal * kept.distance;
        if (!sure && kept.certainty == NormalCertainty::certain) kept.certainty = NormalCertainty::unsure;
        memory.reduced.push_back(kept);
    }
}

// Moves those whose normal is about that of the heaviest to the front, in their order. Where they end.
std::size_t take_with_heaviest(std::vector<ContactPoint>& found, std::size_t first, std::size_t last) {
    if (last - first == 1) return last;
    std::size_t heaviest = last - 1;  // of its kind
    for (std::size_t i = first; i < last; ++i)
        if (found[i].weight > found[heaviest].weight) heaviest = i;
    const Vec3 normal = found[heaviest].normal;
    std::size_t end = first;
    for (std::size_t i = first; i < last; ++i) {
        if (!(dot(found[i].normal, normal) > about_one_normal)) continue;
        const auto at = found.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(found.begin() + static_cast<std::ptrdiff_t>(end), at, at + 1);
        ++end;
    }
    return end;
}

// One contact for several of the same features, with the sum of their weighted normals.
ContactPoint merged_contact(std::span<const ContactPoint> same) {
    ContactPoint merged = same.back();
    Vec3 sum{};
    double weight = 0, distance = 0;
    bool sure = true;
    for (const ContactPoint& c : same) {
        sum += c.normal * c.weight;
        weight += c.weight;
        distance += c.distance * c.weight;
        if (c.weight > 0) sure = sure && c.certainty == NormalCertainty::certain;
        if (c.weight > merged.weight) merged = c;
    }
    const double size = length(sum);
    if (same.size() == 1 || !(size > 0)) return merged;
    const Vec3 normal = sum / size;
    merged.weight = size;
    // Of equal normals, the first is kept bit by bit.
    if (dot(cross(normal, merged.normal), cross(normal, merged.normal)) > 1e-20) {
        merged.normal = normal;
        merged.kind = ContactKind::face_face;  // in part
        merged.distance = distance / weight;
        // A vertex stays where it is; of two edges, the middle between them.
        if (merged.feature_b.kind == FeatureId::Kind::vertex) {
            merged.point_a = merged.point_b - normal * merged.distance;
        } else if (merged.feature_a.kind == FeatureId::Kind::vertex) {
            merged.point_b = merged.point_a + normal * merged.distance;
        } else {
            const Vec3 middle = (merged.point_a + merged.point_b) * 0.5;
            merged.point_a = middle - normal * (merged.distance * 0.5);
            merged.point_b = merged.point_a + normal * merged.distance;
        }
    }
    if (!sure) merged.certainty = NormalCertainty::unsure;
    return merged;
}

}  // namespace

bool comes_before(const ContactPoint& p, const ContactPoint& q) {
    return key_of(p) < key_of(q);
}

const ContactPoint* find_same(const std::vector<ContactPoint>& sorted, const ContactPoint& contact) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), contact, comes_before);
    return at != sorted.end() && key_of(*at) == key_of(contact) ? &*at : nullptr;
}

void fade_behind_others(std::vector<ContactPoint>& found, std::vector<VertexDepth>& depths, double radii,
                        double margin) {
    std::sort(depths.begin(), depths.end());
    for (ContactPoint& c : found) {
        const double depth = -(c.distance + radii);
        if (!(depth > 0) || c.kind == ContactKind::face_face) continue;
        for (const bool is_a : {true, false}) {
            const FeatureId vertex = is_a ? c.feature_a : c.feature_b;
            if (vertex.kind != FeatureId::Kind::vertex) continue;
            const auto least = std::lower_bound(depths.begin(), depths.end(), VertexDepth{is_a, vertex, 0});
            if (least == depths.end() || least->is_a != is_a || least->vertex != vertex) continue;
            if (!(least->depth < depth)) continue;
            c.weight *= least->depth / depth;
            if (depth < fast_part * margin) c.certainty = NormalCertainty::unsure;
        }
    }
    std::erase_if(found, [](const ContactPoint& c) { return c.distance < 0 && !(c.weight > 0); });
}

void sort_contacts(std::vector<ContactPoint>& contacts) {
    const auto key = [](const ContactPoint& c) {
        return std::tuple_cat(
            key_of(c), std::tie(c.normal.x, c.normal.y, c.normal.z, c.point_a.x, c.point_a.y, c.point_a.z));
    };
    std::ranges::sort(contacts,
                      [&](const ContactPoint& p, const ContactPoint& q) { return key(p) < key(q); });
}

void merge_same(std::vector<ContactPoint>& found) {
    // The weight, too: sums of doubles depend on the order.
    std::ranges::sort(found, [](const ContactPoint& p, const ContactPoint& q) {
        return std::tie(p.feature_a, p.feature_b, p.kind, p.weight, p.distance, p.normal.x, p.normal.y,
                        p.normal.z) < std::tie(q.feature_a, q.feature_b, q.kind, q.weight, q.distance,
                                               q.normal.x, q.normal.y, q.normal.z);
    });
    std::size_t kept = 0;
    for (std::size_t first = 0; first < found.size();) {
        std::size_t last = first + 1;
        while (last < found.size() && found[last].feature_a == found[first].feature_a &&
               found[last].feature_b == found[first].feature_b)
            ++last;
        // An edge in the corner between two walls is a contact with each of them.
        while (first < last) {
            const std::size_t end = take_with_heaviest(found, first, last);
            const ContactPoint merged = merged_contact({found.data() + first, end - first});
            found[kept++] = merged;
            first = end;
        }
    }
    found.resize(kept);
    sort_contacts(found);
}

void reduce_contacts(ContactMemory& memory) {
    std::vector<ContactPoint>& all = memory.found;
    std::erase_if(all, [](const ContactPoint& c) { return !(c.weight > 0); });
    memory.reduced.clear();
    // Greedy: a patch begins with the heaviest contact that is left, those kept last time first.
    constexpr std::uint32_t none = 0xffffffff;
    memory.patch.assign(all.size(), none);
    memory.order.resize(all.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) memory.order[i] = i;
    const auto score = [&](std::uint32_t i) {
        return all[i].weight * (find_same(memory.last, all[i]) != nullptr ? loyalty : 1);
    };
    std::ranges::sort(memory.order, [&](std::uint32_t i, std::uint32_t j) {
        return std::tuple(-score(i), i) < std::tuple(-score(j), j);
    });
    std::vector<std::uint32_t>& members = memory.members;
    for (const std::uint32_t seed : memory.order) {
        if (memory.patch[seed] != none) continue;
        members.clear();
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (memory.patch[i] != none || (i != seed && !of_one_patch(all[seed], all[i]))) continue;
            memory.patch[i] = seed;
            members.push_back(i);
        }
        reduce_patch(memory, members);
    }
    all.swap(memory.reduced);
    sort_contacts(all);
}

}  // namespace graze::inline v1::detail
