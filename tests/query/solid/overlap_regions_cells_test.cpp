// Regions of heaps of unit cells, which can be counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/base/random.h"
#include "graze/query/solid/overlap_regions.h"
#include "tests/query/meshes.h"
#include "tests/query/region_checks.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::checked_regions;

TEST(OverlapRegions, of_heaps_of_cells_add_up) {
    Random r(7);
    for (int i = 0; i < 10; ++i) {
        SCOPED_TRACE(i);
        const test::Cells a = test::random_cells(3, 0.5, r), b = test::random_cells(3, 0.5, r);
        const Mesh ma = test::polycube(a, r), mb = test::polycube(b, r);
        checked_regions(ma, mb);
        checked_regions(ma, test::moved(mb, {0.5, 0, 0}));
        checked_regions(ma, mb, {},
                        Pose::translation({0.3, 0.2, 0.1}) * Pose::rotation_turns({1, 2, 3}, 0.03));
    }
}

// Cells of A and cells of B that lie a fraction of a cell further: boxes that they share, as many as hang
// together, be it in a point.
std::size_t common_pieces(const test::Cells& a, const test::Cells& b, const Vec3& shift) {
    std::vector<Box> boxes;
    for (const test::Cell& c : a) {
        for (const test::Cell& d : b) {
            const Vec3 p = test::point(c), q = test::point(d) + shift, one{1, 1, 1};
            const Box box{
                {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)},
                {std::min(p.x, q.x) + one.x, std::min(p.y, q.y) + one.y, std::min(p.z, q.z) + one.z}};
            if (box.lower.x < box.upper.x && box.lower.y < box.upper.y && box.lower.z < box.upper.z)
                boxes.push_back(box);
        }
    }
    std::size_t pieces = 0;
    while (!boxes.empty()) {
        std::vector<Box> open{boxes.back()};
        boxes.pop_back();
        ++pieces;
        while (!open.empty()) {
            const Box box = open.back();
            open.pop_back();
            for (std::size_t i = boxes.size(); i-- > 0;) {
                if (!overlap(box, boxes[i])) continue;
                open.push_back(boxes[i]);
                boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
    }
    return pieces;
}

TEST(OverlapRegions, of_heaps_of_cells_are_as_many_as_hang_together) {
    Random r(8);
    std::size_t most = 0;
    for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE(i);
        const test::Cells a = test::random_cells(4, i % 2 == 0 ? 0.3 : 0.6, r),
                          b = test::random_cells(4, 0.3, r);
        const Vec3 shift{0.25, 0.5, -0.375};
        const auto regions = overlap_regions(Shape(test::polycube(a, r)), {},
                                             Shape(test::moved(test::polycube(b, r), shift)), {});
        EXPECT_EQ(regions.size(), common_pieces(a, b, shift));
        most = std::max(most, regions.size());
    }
    EXPECT_GE(most, 6u);
}

}  // namespace
}  // namespace graze
