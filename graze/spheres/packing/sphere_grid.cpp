#include <algorithm>
#include <cmath>

#include "graze/base/box.h"
#include "graze/spheres/packing/detail/sphere_grid.h"

namespace graze::inline v1::detail {

SphereGrid::SphereGrid(std::span<const Sphere> spheres) {
    Box box;
    for (const Sphere& s : spheres) box.grow(s.center);
    if (!box.empty()) middle_ = box.center();
    spheres_.reserve(spheres.size());
    for (const Sphere& s : spheres) insert(s);
}

void SphereGrid::insert(const Sphere& sphere) {
    const auto number = static_cast<std::uint32_t>(spheres_.size());
    spheres_.push_back(sphere);
    Level& level = level_of(sphere.radius);
    level.largest = std::max(level.largest, sphere.radius);
    add(level, sphere.center - middle_, number);
}

double SphereGrid::distance(const Vec3& p, double limit) const {
    double least = limit;
    for (const Level& level : levels_) {
        visit_cells(level, p - middle_, least + level.largest, [&](std::uint32_t i) {
            const Sphere& s = spheres_[i];
            const Vec3 d = p - s.center;
            const double squared = dot(d, d), reach = least + s.radius;
            if (reach > 0 && squared < reach * reach) least = std::sqrt(squared) - s.radius;
        });
    }
    return least;
}

SphereGrid::Level& SphereGrid::level_of(double radius) {
    int exponent = 0;
    static_cast<void>(std::frexp(radius, &exponent));
    const auto at = std::find_if(levels_.begin(), levels_.end(),
                                 [&](const Level& level) { return level.exponent <= exponent; });
    if (at != levels_.end() && at->exponent == exponent) return *at;
    Level level;
    level.exponent = exponent;
    level.cell = std::ldexp(2.0, exponent);  // the largest diameter of the level
    level.bucket.assign(16, none);
    return *levels_.insert(at, std::move(level));
}

void SphereGrid::add(Level& level, const Vec3& center, std::uint32_t sphere) {
    if (level.entries.size() >= level.bucket.size()) enlarge(level);
    Entry entry{cell_of(center.x, level.cell), cell_of(center.y, level.cell), cell_of(center.z, level.cell),
                none, sphere};
    std::uint32_t& head = level.bucket[hash(entry.x, entry.y, entry.z) & (level.bucket.size() - 1)];
    entry.next = head;
    head = static_cast<std::uint32_t>(level.entries.size());
    level.entries.push_back(entry);
}

void SphereGrid::enlarge(Level& level) {
    level.bucket.assign(level.bucket.size() * 4, none);
    for (std::uint32_t i = 0; i < level.entries.size(); ++i) {
        Entry& entry = level.entries[i];
        std::uint32_t& head = level.bucket[hash(entry.x, entry.y, entry.z) & (level.bucket.size() - 1)];
        entry.next = head;
        head = i;
    }
}

}  // namespace graze::inline v1::detail
