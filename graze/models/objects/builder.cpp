#include "graze/models/objects/builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

// Objects are about two units wide. The longest edge gives a handful of triangles, the shortest more than a
// mesh can hold.
constexpr double shortest_edge = 1e-6, longest_edge = 1e3;
constexpr int halvings = 48;

}  // namespace

std::uint32_t SolidBuilder::segments(double length, std::uint32_t least) const {
    const double wanted = std::min(std::floor(length / edge_ + 0.5), 0x1p24);
    const std::uint32_t fewest = least < 10 ? std::min(least, 3u) : least / 2;
    return std::max(details(least, fewest), static_cast<std::uint32_t>(wanted));
}

std::uint32_t SolidBuilder::details(std::uint32_t all, std::uint32_t fewest) const {
    if (edge_ <= 1) return all;
    return std::max(fewest, static_cast<std::uint32_t>(all / edge_));
}

void SolidBuilder::begin_part(std::string name) {
    if (mode_ == Mode::count) return;
    const auto first = static_cast<PolygonId>(triangles_.size());
    if (!parts_.empty()) parts_.back().polygon_count = first - parts_.back().first_polygon;
    parts_.push_back({std::move(name), first, 0});
}

bool SolidBuilder::begin_surface(std::uint64_t vertices, std::uint64_t triangles) {
    vertex_count_ += vertices;
    triangle_count_ += triangles;
    return mode_ == Mode::build;
}

void SolidBuilder::reserve(std::uint64_t vertices, std::uint64_t triangles) {
    if (vertices >= 0xffffffff || triangles >= 0xffffffff)
        throw Error("more triangles than a mesh holds (4294967295)", {}, "ask for fewer");
    vertices_.reserve(static_cast<std::size_t>(vertices));
    triangles_.reserve(static_cast<std::size_t>(triangles));
}

Mesh SolidBuilder::mesh() && {
    if (!parts_.empty())
        parts_.back().polygon_count = static_cast<PolygonId>(triangles_.size()) - parts_.back().first_polygon;
    return Mesh(std::move(vertices_), std::move(triangles_), std::move(parts_));
}

Mesh fitted(std::uint32_t triangles, const Recipe& recipe) {
    const auto counted = [&](double edge) {
        SolidBuilder builder(edge, SolidBuilder::Mode::count);
        recipe(builder);
        return builder;
    };
    double shorter = shortest_edge, longer = longest_edge;
    SolidBuilder best = counted(longest_edge);
    const auto miss = [&](const SolidBuilder& b) {
        return std::abs(static_cast<double>(b.triangle_count()) - static_cast<double>(triangles));
    };
    for (int i = 0; i < halvings && miss(best) != 0; ++i) {
        const double middle = std::sqrt(shorter * longer);
        SolidBuilder tried = counted(middle);
        (tried.triangle_count() > triangles ? shorter : longer) = middle;
        if (miss(tried) < miss(best)) best = std::move(tried);
    }
    SolidBuilder builder(best.edge(), SolidBuilder::Mode::build);
    builder.reserve(best.vertex_count(), best.triangle_count());
    recipe(builder);
    return std::move(builder).mesh();
}

}  // namespace graze::inline v1
