// Grids of triangles that formulas bend.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::models {

// Of triangles that several sheets make up together.
struct SheetMesh {
    std::vector<std::array<VertexId, 3>> triangles;
    VertexId vertices = 0;
};

// A grid of `across` x `along` squares: open, or closed across. Vertices run across first.
struct Sheet {
    std::uint32_t across, along;
    bool closed;

    std::uint32_t row() const { return closed ? across : across + 1; }
    void add_to(SheetMesh& mesh) const {
        const VertexId first = mesh.vertices;
        for (std::uint32_t j = 0; j < along; ++j) {
            for (std::uint32_t i = 0; i < across; ++i) {
                const std::uint32_t next = closed && i + 1 == across ? 0 : i + 1;
                const VertexId a = first + j * row() + i, b = first + j * row() + next;
                const VertexId c = a + row(), d = b + row();
                mesh.triangles.push_back({a, b, d});
                mesh.triangles.push_back({a, d, c});
            }
        }
        mesh.vertices += row() * (along + 1);
    }
    // place(u, v) for u and v from 0 to 1; u does not reach 1 if the sheet is closed across.
    template <class Place>
    void add_points(std::vector<Vec3>& points, const Place& place) const {
        for (std::uint32_t j = 0; j <= along; ++j)
            for (std::uint32_t i = 0; i < row(); ++i)
                points.push_back(place(static_cast<double>(i) / across, static_cast<double>(j) / along));
    }
};

// A closed sheet with a vertex at each end.
struct Capsule {
    std::uint32_t around, along;  // at least 3

    void add_to(SheetMesh& mesh) const {
        const VertexId first = mesh.vertices;
        Sheet{around, along - 2, true}.add_to(mesh);
        const VertexId low = mesh.vertices++, high = mesh.vertices++, last = low - around;
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t next = i + 1 == around ? 0 : i + 1;
            mesh.triangles.push_back({low, first + next, first + i});
            mesh.triangles.push_back({high, last + i, last + next});
        }
    }
    // place(u, v), where v is 0 and 1 at the ends.
    template <class Place>
    void add_points(std::vector<Vec3>& points, const Place& place) const {
        for (std::uint32_t j = 1; j < along; ++j)
            for (std::uint32_t i = 0; i < around; ++i)
                points.push_back(place(static_cast<double>(i) / around, static_cast<double>(j) / along));
        points.push_back(place(0, 0));
        points.push_back(place(0, 1));
    }
};

// The nearest whole number; not for negative ones.
inline std::uint32_t nearest_count(double number) {
    const double above = number + 0.5;
    return static_cast<std::uint32_t>(above);
}

// From 0 to 1 with a flat start and end.
inline double smooth(double x) {
    const double t = x < 0 ? 0 : x > 1 ? 1 : x;
    return t * t * (3 - 2 * t);
}

}  // namespace graze::inline v1::models
