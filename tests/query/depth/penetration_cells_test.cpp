// Penetrations of solids made of unit cells, which are known exactly.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "tests/query/penetrations.h"
#include "tests/query/solids.h"
#include "tests/soak.h"

namespace graze {
namespace {

using test::Cell;
using test::Cells;

// Two unit cells overlap if A's, moved by t, is less than 1 from B's along each axis. So a translation is
// excluded by the open cubes of edge 2 around the differences of cells; which cubes contain it depends only
// on the whole numbers around its coordinates.
class ExcludedTranslations {
  public:
    ExcludedTranslations(const Cells& a, const Cells& b) {
        for (const Cell& p : a)
            for (const Cell& q : b) differences_.insert({q[0] - p[0], q[1] - p[1], q[2] - p[2]});
    }

    // The shortest translation that is not excluded. With room: only where there is room around it.
    double shortest(bool with_room) const {
        double best = std::numeric_limits<double>::infinity();
        // 2 k is the number k, 2 k + 1 all that is between k and k + 1.
        for (int x = -reach; x <= reach; ++x)
            for (int y = -reach; y <= reach; ++y)
                for (int z = -reach; z <= reach; ++z) {
                    if (with_room && (x % 2 == 0 || y % 2 == 0 || z % 2 == 0)) continue;
                    const double d = std::sqrt(squared(x) + squared(y) + squared(z));
                    if (d < best && !excluded({x, y, z})) best = d;
                }
        return best;
    }

  private:
    static constexpr int reach = 17;
    static int down(int c) { return c >= 0 ? c / 2 : -((1 - c) / 2); }
    static double squared(int c) {
        const int low = down(c), high = c % 2 == 0 ? low : low + 1;
        const double nearest = low > 0 ? low : high < 0 ? high : 0;
        return nearest * nearest;
    }
    bool excluded(const Cell& c) const {
        for (int i = 0; i < 8; ++i) {
            Cell d;
            for (std::size_t k = 0; k < 3; ++k)
                d[k] = down(c[k]) + (c[k] % 2 != 0 && (i >> k & 1) != 0 ? 1 : 0);
            if (differences_.contains(d)) return true;
        }
        return false;
    }
    Cells differences_;
};

TEST(PenetrationOfCells, is_the_shortest_in_nearly_all_cases_and_never_shorter) {
    Random r(7);
    double sum = 0, bounds = 0;
    int count = 0;
    for (int i = 0; i < 40 * test::soak_factor(); ++i) {
        const int size_a = 1 + static_cast<int>(r.below(3)), size_b = 2 + static_cast<int>(r.below(3));
        const Cells cells_a = test::random_cells(size_a, r.uniform(0.3, 0.9), r);
        const Cells cells_b = test::random_cells(size_b, r.uniform(0.3, 0.9), r);
        const Shape a(test::polycube(cells_a, r)), b(test::polycube(cells_b, r));
        const ExcludedTranslations excluded(cells_a, cells_b);
        const double least = excluded.shortest(false), with_room = excluded.shortest(true);
        if (least == 0) {
            EXPECT_EQ(penetration(a, {}, b, {}).value, 0) << i;
            continue;
        }
        const Penetration p = penetration(a, {}, b, {}, {.effort = 5'000'000});
        SCOPED_TRACE(i);
        test::expect_separates(p, a, {}, b, {});
        EXPECT_GE(p.value, least * (1 - 1e-12));
        EXPECT_LE(p.at_least, least * (1 + 1e-12));
        sum += p.value / with_room;
        bounds += p.at_least / least;
        ++count;
        if (p.value > 1.2 * with_room)
            std::printf("%d: %g, true %g (%g), at least %g\n", i, p.value, with_room, least, p.at_least);
    }
    ASSERT_GT(count, 15);
    EXPECT_LE(sum / count, 1.1);
    EXPECT_GE(bounds / count, 0.7);
    RecordProperty("mean_ratio", std::to_string(sum / count));
    std::printf("%d pairs: mean ratio %.4f, mean bound %.4f\n", count, sum / count, bounds / count);
}

}  // namespace
}  // namespace graze
