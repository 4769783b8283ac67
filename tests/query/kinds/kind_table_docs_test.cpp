// The table of kinds in docs/query.md, cell by cell against the code.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"

namespace graze::test {
namespace {

std::map<std::string, Shape> one_of_each_kind() {
    return {{"mesh", Shape(make_torus(0.4, 0.2, 12, 8))},
            {"oriented box", Shape(OrientedBox({0.5, 0.4, 0.3}))},
            {"convex hull", Shape(ConvexHull(make_sphere(0.5, 72)))},
            {"sphere", Shape(Sphere{{}, 0.5})},
            {"capsule", Shape(Capsule{{-0.3, 0, 0}, {0.3, 0, 0}, 0.3})},
            {"cylinder", Shape(Cylinder{{0, 0, -0.4}, {0, 0, 0.4}, 0.3})},
            {"cone", Shape(Cone{{0, 0, -0.3}, {0, 0, 0.5}, 0.4})},
            {"ellipsoid", Shape(Ellipsoid{{}, {0.5, 0, 0}, {0, 0.4, 0}, {0, 0, 0.3}})},
            {"half-space", Shape(HalfSpace{{0, 0, 1}, {0, 0, 0}})}};
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    std::string cell;
    std::getline(in, cell, '|');  // before the first bar
    while (std::getline(in, cell, '|')) {
        const auto first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
        cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    return cells;
}

// The table by the names of its rows and columns.
std::map<std::string, std::map<std::string, std::string>> table_in_docs() {
    std::ifstream page(GRAZE_SOURCE_DIR "/docs/query.md");
    std::map<std::string, std::map<std::string, std::string>> table;
    std::vector<std::string> kinds;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("| | mesh |")) {
            kinds = cells_of(line);
        } else if (!kinds.empty() && !line.starts_with("|")) {
            break;
        } else if (!kinds.empty() && !line.starts_with("|---")) {
            const auto cells = cells_of(line);
            for (std::size_t i = 1; i < cells.size() && i < kinds.size(); ++i)
                table[cells[0]][kinds[i]] = cells[i];
        }
    }
    return table;
}

// How often the two, moved until they touch but for rounding, are undecided.
int undecided_at_touch(const Shape& a, const Shape& b, Random& r) {
    int undecided = 0;
    for (int i = 0; i < 10; ++i) {
        const Pose pa(r.rotation(), {});
        Pose pb(r.rotation(), pa.rotate({0.2, 0.3, 2}));
        for (int k = 0; k < 3; ++k) {
            const Distance d = distance(a, pa, b, pb, {});
            if (!(d.value > 0) || !(d.value < 10)) break;
            pb = Pose::translation(d.normal * -d.value) * pb;
        }
        undecided += intersects(a, pa, b, pb, {}) == Answer::undecided ? 1 : 0;
    }
    return undecided;
}

TEST(KindTable, in_the_docs_is_that_of_the_code) {
    const auto table = table_in_docs();
    const auto shapes = one_of_each_kind();
    constexpr std::uint64_t seed = 2727;
    SCOPED_TRACE(seed);
    Random r(seed);
    ASSERT_EQ(table.size(), shapes.size());
    for (const auto& [name_a, a] : shapes) {
        ASSERT_TRUE(table.contains(name_a)) << name_a;
        const auto& row = table.at(name_a);
        ASSERT_EQ(row.size(), shapes.size()) << name_a;
        for (const auto& [name_b, b] : shapes) {
            SCOPED_TRACE(testing::Message() << name_a << " and " << name_b);
            ASSERT_TRUE(row.contains(name_b));
            const std::string& cell = row.at(name_b);
            const Pose beside = Pose::translation({0.1, 0.2, 0.3});
            const QueryOptions options;
            EXPECT_NE(intersects(a, {}, b, beside, options), Answer::unsupported);
            EXPECT_NE(within(a, {}, b, beside, 0.1, options), Answer::unsupported);
            EXPECT_NE(witness(a, {}, b, beside, options).answer, Answer::unsupported);
            EXPECT_NE(distance(a, {}, b, beside, options).status, QueryStatus::unsupported);
            EXPECT_NE(relation(a, {}, b, beside, options), Relation::unsupported);
            const int undecided = undecided_at_touch(a, b, r);
            if (cell == "exact") {
                EXPECT_EQ(undecided, 0);
            } else {
                EXPECT_EQ(cell, "bound");
                EXPECT_GT(undecided, 0);
            }
        }
    }
}

}  // namespace
}  // namespace graze::test
