#include "graze/mesh/measures.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"

namespace graze {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Triangles = std::vector<std::array<VertexId, 3>>;

// Integrals over what the mesh encloses, exactly, by the divergence theorem: no coordinates relative to
// anything, and nothing that the code under test uses.
struct Exact {
    Rational volume;
    std::array<Rational, 3> moment, centroid;
    std::array<std::array<Rational, 3>, 3> inertia;  // about the centroid

    explicit Exact(const Mesh& mesh) {
        std::array<std::array<Rational, 3>, 3> second;
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
            std::array<std::array<Rational, 3>, 3> p;
            for (std::size_t i = 0; i < 3; ++i) {
                for (std::size_t k = 0; k < 3; ++k) p[i][k] = Rational(mesh.triangle(t)[i][k]);
            }
            const Rational det = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                                 p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                                 p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
            volume += det / 6;
            for (std::size_t i = 0; i < 3; ++i) {
                moment[i] += det * (p[0][i] + p[1][i] + p[2][i]) / 24;
                for (std::size_t j = 0; j < 3; ++j) {
                    // Over a tetrahedron with a corner at the origin: products of barycentric coordinates
                    // have the mean 1/10 (squares) or 1/20.
                    for (std::size_t a = 0; a < 3; ++a) {
                        for (std::size_t b = 0; b < 3; ++b)
                            second[i][j] += det / 6 * p[a][i] * p[b][j] / (a == b ? 10 : 20);
                    }
                }
            }
        }
        if (volume == 0) return;
        for (std::size_t i = 0; i < 3; ++i) centroid[i] = moment[i] / volume;
        Rational trace = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) second[i][j] -= volume * centroid[i] * centroid[j];
            trace += second[i][i];
        }
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) inertia[i][j] = (i == j ? trace : Rational(0)) - second[i][j];
        }
    }
};

// At most this many units in the last place off, or that much of `scale`.
void expect_right(double value, const Rational& exact, double scale, const char* what) {
    const auto error = static_cast<double>(abs(Rational(value) - exact));
    EXPECT_LE(error, 0x1p-52 * static_cast<double>(abs(exact)) + 0x1p-90 * scale) << what;
}

// Measures that are all there.
struct Solid {
    double volume = 0;
    Vec3 centroid;
    Inertia inertia;
};
Solid measured(const Mesh& mesh) {
    const SolidMeasures m = solid_measures(mesh);
    EXPECT_TRUE(m.centroid && m.inertia);
    return {m.volume, m.centroid.value_or(Vec3{}), m.inertia.value_or(Inertia{})};
}

void expect_right(const Mesh& mesh) {
    const Exact exact(mesh);
    const Solid m = measured(mesh);
    const Vec3 size = mesh.box().size();
    const double extent = std::max({size.x, size.y, size.z});
    const auto power = [&](int n) {
        return std::pow(extent, n) * static_cast<double>(mesh.triangle_count());
    };
    expect_right(m.volume, exact.volume, power(3), "volume");
    for (std::size_t i = 0; i < 3; ++i)
        expect_right(m.centroid[i], exact.centroid[i], power(4) / std::abs(static_cast<double>(exact.volume)),
                     "centroid");
    const auto& e = exact.inertia;
    expect_right(m.inertia.xx, e[0][0], power(5), "xx");
    expect_right(m.inertia.yy, e[1][1], power(5), "yy");
    expect_right(m.inertia.zz, e[2][2], power(5), "zz");
    expect_right(m.inertia.xy, e[0][1], power(5), "xy");
    expect_right(m.inertia.yz, e[1][2], power(5), "yz");
    expect_right(m.inertia.zx, e[2][0], power(5), "zx");
}

Mesh moved(const Mesh& mesh, const Vec3& shift, double scale = 1) {
    std::vector<Vec3> vertices;
    for (const Vec3& p : mesh.vertices()) vertices.push_back(p * scale + shift);
    return Mesh(vertices, {mesh.triangles().begin(), mesh.triangles().end()});
}

Mesh joined(const Mesh& a, const Mesh& b, bool turn_b) {
    std::vector<Vec3> vertices(a.vertices().begin(), a.vertices().end());
    Triangles triangles(a.triangles().begin(), a.triangles().end());
    const auto first = static_cast<VertexId>(vertices.size());
    vertices.insert(vertices.end(), b.vertices().begin(), b.vertices().end());
    for (auto [u, v, w] : b.triangles()) {
        if (turn_b) std::swap(v, w);
        triangles.push_back({u + first, v + first, w + first});
    }
    return Mesh(vertices, triangles);
}

TEST(Measures, of_a_box_are_those_of_the_formula) {
    for (const double scale : {1e-6, 1.0, 1e6, 1e-60, 1e60}) {
        const double a = 2 * scale, b = 3 * scale, c = 5 * scale;
        const Mesh box = make_box({a, b, c}, 3);
        const SurfaceMeasures surface = surface_measures(box);
        EXPECT_DOUBLE_EQ(surface.area, 2 * (a * b + b * c + c * a));
        const SolidMeasures solid = solid_measures(box);
        EXPECT_DOUBLE_EQ(solid.volume, a * b * c);
        ASSERT_TRUE(surface.centroid && solid.centroid && solid.inertia);
        const double v = a * b * c;
        EXPECT_DOUBLE_EQ(solid.inertia->xx, v * (b * b + c * c) / 12);
        EXPECT_DOUBLE_EQ(solid.inertia->yy, v * (c * c + a * a) / 12);
        EXPECT_DOUBLE_EQ(solid.inertia->zz, v * (a * a + b * b) / 12);
        for (const double x : {solid.inertia->xy, solid.inertia->yz, solid.inertia->zx})
            EXPECT_NEAR(x, 0, 1e-25 * solid.inertia->xx);
        EXPECT_NEAR(length(*solid.centroid), 0, 1e-25 * scale);
        EXPECT_NEAR(length(*surface.centroid), 0, 1e-25 * scale);
    }
}

TEST(Measures, far_from_the_origin_lose_nothing) {
    const Vec3 shift{1e6, -2e6, 3e6};
    const Mesh far = moved(make_box({1, 2, 4}, 2), shift);
    const Solid solid = measured(far);
    EXPECT_EQ(solid.volume, 8);
    EXPECT_EQ(surface_measures(far).area, 28);
    EXPECT_EQ(solid.centroid, shift);
    EXPECT_EQ(surface_measures(far).centroid, std::optional(shift));
    EXPECT_DOUBLE_EQ(solid.inertia.xx, 8 * 20.0 / 12);
    EXPECT_EQ(solid.inertia.xy, 0);
    expect_right(moved(make_sphere(1, 300), {1e9, 1e-9, -12345.678}));
}

TEST(Measures, of_a_tetrahedron_are_rational) {
    const Mesh mesh({{0, 0, 0}, {6, 0, 0}, {0, 12, 0}, {0, 0, 24}},
                    {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
    const Solid m = measured(mesh);
    EXPECT_EQ(m.volume, 288);
    EXPECT_EQ(m.centroid, (Vec3{1.5, 3, 6}));
    // V (y^2 + z^2) 3/80 with the legs, for a right corner.
    EXPECT_DOUBLE_EQ(m.inertia.xx, 288 * 3.0 / 80 * (12 * 12 + 24 * 24));
    EXPECT_DOUBLE_EQ(m.inertia.xy, 288.0 / 80 * 6 * 12);
    expect_right(mesh);
}

TEST(Measures, are_those_of_exact_arithmetic) {
    expect_right(make_sphere(1, 300));
    expect_right(make_cylinder(0.3, 7, 31));
    expect_right(make_torus(3, 0.7, 13, 9));
    expect_right(make_tube(3, 2.999, 0.01, 24));
    Random r(51);
    for (int round = 0; round < 20; ++round) {
        SCOPED_TRACE("seed 51, round " + std::to_string(round));
        std::vector<Vec3> vertices;
        for (int i = 0; i < 4; ++i)
            vertices.push_back(r.in_box({-1, -1, -1}, {1, 1, 1}) * std::pow(10, r.below(7)));
        expect_right(Mesh(vertices, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}));
    }
}

TEST(Measures, of_thin_shells_are_right_though_nearly_all_cancels) {
    const Mesh outer = make_sphere(1, 200), inner = moved(outer, {}, 1 - 0x1p-30);
    const Mesh shell = joined(outer, inner, true);
    expect_right(shell);
    EXPECT_LT(solid_measures(shell).volume, 1e-7);
}

TEST(Measures, count_voids_out_and_inside_out_negative) {
    const Mesh box = make_box({4, 4, 4}), hole = make_box({2, 2, 2});
    const Mesh hollow = joined(box, hole, true);
    EXPECT_EQ(solid_measures(hollow).volume, 56);
    EXPECT_EQ(surface_measures(hollow).area, 96 + 24);
    EXPECT_EQ(solid_measures(joined(box, hole, false)).volume, 72) << "counted twice";
    const Mesh inside_out = joined(Mesh(), box, true);
    const Solid m = measured(inside_out);
    EXPECT_EQ(m.volume, -64);
    EXPECT_EQ(m.centroid, Vec3{});
    EXPECT_LT(m.inertia.xx, 0);
}

TEST(Measures, of_open_meshes_are_refused_in_the_words_of_closed_surface) {
    const Mesh open({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
    EXPECT_EQ(surface_measures(open).area, 0.5);
    try {
        solid_measures(open);
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find(ClosedSurface(open).why_not()), std::string::npos);
    }
}

TEST(Measures, of_nothing_are_nothing) {
    EXPECT_EQ(surface_measures(Mesh()).area, 0);
    EXPECT_FALSE(surface_measures(Mesh()).centroid.has_value());
    EXPECT_EQ(solid_measures(Mesh()).volume, 0);
    // A sheet with two sides encloses nothing.
    const Mesh sheet({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}});
    const SolidMeasures m = solid_measures(sheet);
    EXPECT_EQ(m.volume, 0);
    EXPECT_FALSE(m.centroid.has_value());
    EXPECT_FALSE(m.inertia.has_value());
    // Flat and pointlike triangles have no area, however they lie.
    EXPECT_EQ(surface_measures(Mesh({{0, 0, 0}, {1, 1, 1}, {3, 3, 3}}, {{0, 1, 2}, {0, 0, 1}})).area, 0);
}

TEST(Measures, of_slivers_have_the_right_area) {
    // The cross product of the rounded sides would be 0 or twice as much.
    const Mesh sliver({{0, 0, 0}, {1, 1, 0}, {2, 2 + 0x1p-51, 0}}, {{0, 1, 2}});
    EXPECT_EQ(surface_measures(sliver).area, 0x1p-52);
}

}  // namespace
}  // namespace graze
