#include "graze/models/gearbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "graze/base/error.h"
#include "graze/clash/clash.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"
#include "graze/query/distance/distance.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/volume.h"

namespace graze {
namespace {

using Kind = PlantedPair::Kind;

// The machines to look at: the small one, and those of one and two stages with all there is.
GearboxOptions small_machine() {
    return {50, 10'000, 1, false};
}
GearboxOptions with_captives() {
    return {58, 10'000, 4, false, true};
}
GearboxOptions one_stage() {
    return {160, 30'000, 2, false};
}
GearboxOptions two_stages() {
    return {250, 60'000, 3, false};
}

std::set<const Mesh*> meshes_of(const Gearbox& gearbox) {
    std::set<const Mesh*> meshes;
    for (const Part& part : gearbox.assembly.parts) meshes.insert(part.mesh.get());
    return meshes;
}

std::size_t count(const Gearbox& gearbox, Kind kind) {
    return static_cast<std::size_t>(std::count_if(gearbox.truth.begin(), gearbox.truth.end(),
                                                  [&](const PlantedPair& p) { return p.kind == kind; }));
}

// Asks about pairs of parts, with a shape for each mesh.
class Asker {
  public:
    explicit Asker(const Gearbox& gearbox) : gearbox_(gearbox) {
        for (const Mesh* mesh : meshes_of(gearbox)) shapes_.emplace(mesh, Shape(*mesh));
    }
    const Shape& shape(std::size_t part) const { return shapes_.at(parts()[part].mesh.get()); }
    const Pose& pose(std::size_t part) const { return parts()[part].world_from_part; }
    Box box(std::size_t part) const { return pose(part)(parts()[part].mesh->box()); }
    Relation relation_of(std::size_t a, std::size_t b) const {
        return relation(shape(a), pose(a), shape(b), pose(b));
    }
    Overlap overlap_of(std::size_t a, std::size_t b) const {
        return overlap_volume(shape(a), pose(a), shape(b), pose(b));
    }
    double distance_of(std::size_t a, std::size_t b) const {
        return distance(shape(a), pose(a), shape(b), pose(b)).value;
    }
    // How deep the corners of A lie inside B.
    double deepest_corner(std::size_t a, std::size_t b) const {
        double depth = 0;
        for (const Vec3& v : parts()[a].mesh->vertices())
            depth = std::max(depth, -signed_distance(shape(b), pose(b), pose(a)(v)).value);
        return depth;
    }
    // Along one of the axes, either way, or, for balls and other small parts, across one of its faces.
    bool free_when_moved_by(double length, std::size_t a, std::size_t b) const {
        constexpr std::size_t few = 1000;
        std::vector<Vec3> ways{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
        const Mesh& mesh = *parts()[a].mesh;
        for (const auto& [p, q, r] : mesh.triangles()) {
            if (mesh.triangle_count() > few) break;
            const Vec3 from = mesh.vertices()[p];
            ways.push_back(
                pose(a).rotate(normalized(cross(mesh.vertices()[q] - from, mesh.vertices()[r] - from))));
        }
        for (const Vec3& way : ways)
            if (relation(shape(a), Pose::translation(way * length) * pose(a), shape(b), pose(b)) !=
                Relation::overlapping)
                return true;
        return false;
    }
    std::string names(std::size_t a, std::size_t b) const {
        return parts()[a].path + " and " + parts()[b].path;
    }

  private:
    const std::vector<Part>& parts() const { return gearbox_.assembly.parts; }
    const Gearbox& gearbox_;
    std::map<const Mesh*, Shape> shapes_;
};

Relation expected(const PlantedPair& pair) {
    switch (pair.kind) {
        case Kind::clash:
        case Kind::fit:
            return Relation::overlapping;
        case Kind::inside:
            return Relation::a_in_b;
        case Kind::touch:
            return Relation::touching;
        case Kind::clearance:
            return Relation::apart;
    }
    return Relation::undecided;
}

void expect_known(const Known& known, double found, double error, const std::string& what) {
    EXPECT_LE(std::abs(found - known.value), known.error + error)
        << what << ": found " << found << ", planted " << known.value;
}

// Each is made once for all tests.
class EveryGearbox : public ::testing::TestWithParam<GearboxOptions> {
  protected:
    static const Gearbox& made(const GearboxOptions& options) {
        static std::map<std::uint32_t, Gearbox> all;
        const auto found = all.find(options.parts);
        return found != all.end() ? found->second
                                  : all.emplace(options.parts, make_gearbox(options)).first->second;
    }
    const Gearbox& gearbox_ = made(GetParam());
};

TEST_P(EveryGearbox, has_the_parts_asked_for_with_names_of_their_own) {
    std::set<std::string> paths;
    for (const Part& part : gearbox_.assembly.parts) paths.insert(part.path);
    EXPECT_EQ(gearbox_.assembly.parts.size(), GetParam().parts);
    EXPECT_EQ(paths.size(), GetParam().parts);
}

TEST_P(EveryGearbox, is_made_of_closed_manifolds_wound_outwards_without_flat_triangles) {
    for (const Part& part : gearbox_.assembly.parts) {
        const Topology topology(*part.mesh);
        EXPECT_TRUE(topology.surface().closed()) << part.path << ": " << topology.surface().why_not();
        EXPECT_TRUE(topology.manifold()) << part.path;
        EXPECT_EQ(topology.components().size(), 1u) << part.path;
        EXPECT_TRUE(topology.flat_triangles().empty() && topology.collapsed_triangles().empty()) << part.path;
        EXPECT_TRUE(topology.duplicates().empty() && topology.unused_vertices().empty()) << part.path;
        EXPECT_EQ(topology.point_count(), part.mesh->vertices().size()) << part.path;
        EXPECT_GT(solid_measures(*part.mesh).volume, 0) << part.path;
    }
}

TEST_P(EveryGearbox, has_coordinates_and_places_on_the_grid_so_that_nothing_rounds) {
    const auto on_grid = [](double v) { return v * 0x1p15 == std::nearbyint(v * 0x1p15); };
    for (const Part& part : gearbox_.assembly.parts) {
        for (const Vec3& v : part.mesh->vertices())
            for (std::size_t axis = 0; axis < 3; ++axis)
                ASSERT_TRUE(on_grid(v[axis]) && static_cast<double>(static_cast<float>(v[axis])) == v[axis])
                    << part.path;
        for (const auto& row : part.world_from_part.matrix()) {
            for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(row[i], std::nearbyint(row[i])) << part.path;
            EXPECT_TRUE(on_grid(row[3])) << part.path;
        }
    }
}

TEST_P(EveryGearbox, keeps_its_word_about_every_pair_of_parts) {
    const Asker asker(gearbox_);
    std::map<std::pair<std::size_t, std::size_t>, const PlantedPair*> planted;
    for (const PlantedPair& pair : gearbox_.truth) {
        EXPECT_EQ(asker.relation_of(pair.a, pair.b), expected(pair)) << asker.names(pair.a, pair.b);
        EXPECT_TRUE(planted.emplace(std::minmax(pair.a, pair.b), &pair).second)
            << asker.names(pair.a, pair.b);
    }
    for (std::size_t a = 0; a < gearbox_.assembly.parts.size(); ++a) {
        for (std::size_t b = a + 1; b < gearbox_.assembly.parts.size(); ++b) {
            if (planted.contains({a, b}) || !overlap(asker.box(a), asker.box(b))) continue;
            EXPECT_EQ(asker.relation_of(a, b), Relation::apart) << asker.names(a, b);
        }
    }
}

TEST_P(EveryGearbox, knows_volumes_depths_and_distances) {
    const Asker asker(gearbox_);
    for (const PlantedPair& pair : gearbox_.truth) {
        const std::string names = asker.names(pair.a, pair.b);
        const bool solid = pair.kind == Kind::clash || pair.kind == Kind::fit || pair.kind == Kind::inside;
        EXPECT_EQ(pair.volume.has_value(), solid) << names;
        if (pair.distance)
            expect_known(*pair.distance, asker.distance_of(pair.a, pair.b), 1e-12, names + ", distance");
        if (!pair.volume) continue;
        const Overlap overlap = asker.overlap_of(pair.a, pair.b);
        expect_known(*pair.volume, overlap.volume, overlap.error, names + ", volume");
        if (pair.kind == Kind::fit && pair.depth)
            expect_known(*pair.depth, asker.deepest_corner(pair.a, pair.b), 1e-12, names + ", depth");
        if (pair.kind != Kind::clash) continue;
        EXPECT_TRUE(pair.depth) << names;
        if (!pair.depth) continue;
        const auto [depth, error] = *pair.depth;
        EXPECT_LE(error, 1e-3 * depth) << names;
        EXPECT_TRUE(asker.free_when_moved_by(depth + error, pair.a, pair.b)) << names;
        EXPECT_FALSE(asker.free_when_moved_by((depth - error) * 0.999, pair.a, pair.b)) << names;
    }
}

TEST_P(EveryGearbox, has_the_clashes_that_a_search_for_them_finds) {
    const ClashReport report = clash(gearbox_.assembly);
    EXPECT_EQ(report.counts.clash, count(gearbox_, Kind::clash) + count(gearbox_, Kind::fit));
    EXPECT_EQ(report.counts.inside, count(gearbox_, Kind::inside));
    EXPECT_EQ(report.counts.touch, count(gearbox_, Kind::touch));
}

TEST_P(EveryGearbox, is_the_same_again_for_the_same_numbers) {
    const Gearbox again = make_gearbox(GetParam());
    ASSERT_EQ(again.assembly.parts.size(), gearbox_.assembly.parts.size());
    for (std::size_t i = 0; i < again.assembly.parts.size(); ++i) {
        const Part &a = gearbox_.assembly.parts[i], &b = again.assembly.parts[i];
        EXPECT_EQ(a.path, b.path);
        EXPECT_EQ(a.world_from_part, b.world_from_part);
        EXPECT_EQ(content_hash(*a.mesh), content_hash(*b.mesh)) << a.path;
    }
}

std::string name_of_size(const ::testing::TestParamInfo<GearboxOptions>& info) {
    return "of_" + std::to_string(info.param.parts) + "_parts";
}
INSTANTIATE_TEST_SUITE_P(Gearbox, EveryGearbox,
                         ::testing::Values(small_machine(), with_captives(), one_stage(), two_stages()),
                         name_of_size);

TEST(Gearbox, has_no_faults_when_it_is_clean) {
    GearboxOptions options = two_stages();
    options.clean = true;
    const Gearbox gearbox = make_gearbox(options);
    EXPECT_EQ(count(gearbox, Kind::clash), 0u);
    EXPECT_EQ(clash(gearbox.assembly).counts.clash, count(gearbox, Kind::fit));
    EXPECT_EQ(gearbox.assembly.parts.size(), options.parts);
}

TEST(Gearbox, has_other_faults_for_another_seed) {
    std::set<std::string> faults;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        GearboxOptions options = small_machine();
        options.seed = seed;
        const Gearbox gearbox = make_gearbox(options);
        std::string all;
        for (const PlantedPair& pair : gearbox.truth)
            if (pair.kind == Kind::clash) all += gearbox.assembly.parts[pair.a].path + "; ";
        faults.insert(all);
    }
    EXPECT_GT(faults.size(), 1u);
}

TEST(Gearbox, has_the_same_bits_on_every_platform) {
    std::uint64_t all = 0;
    const Gearbox gearbox = make_gearbox({430, 300'000, 7, false});
    for (const Part& part : gearbox.assembly.parts) all = all * 1099511628211u ^ content_hash(*part.mesh).low;
    EXPECT_EQ(all, 15182393113805687244u);
}

TEST(Gearbox, comes_in_rows_that_share_their_meshes) {
    const Gearbox gearbox = make_gearbox({1000, 1, 1, false});
    EXPECT_EQ(gearbox.assembly.parts.size(), 1000u);
    EXPECT_LT(meshes_of(gearbox).size(), 120u);
    EXPECT_GT(count(gearbox, Kind::clash), 4u);
}

TEST(Gearbox, is_as_fine_as_asked_for) {
    const Gearbox gearbox = make_gearbox({250, 2'000'000, 1, false});
    EXPECT_NEAR(static_cast<double>(gearbox.triangles), 2e6, 1e5);
}

TEST(Gearbox, refuses_numbers_out_of_range) {
    EXPECT_THROW(make_gearbox({49, 1000, 1, false}), Error);
    EXPECT_THROW(make_gearbox({100'001, 1000, 1, false}), Error);
    EXPECT_THROW(make_gearbox({100, 50'000'001, 1, false}), Error);
}

}  // namespace
}  // namespace graze
