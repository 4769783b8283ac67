#include "graze/query/depth/detail/translation_cells.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include "graze/query/depth/detail/contact_elements.h"
#include "graze/query/depth/detail/safe_length.h"

namespace graze::inline v1::detail {
namespace {

struct TranslationCell {
    double nearest;  // to the origin
    std::uint64_t order;
    Vec3 middle;
    double half;
    Vec3 guess;  // where the last ball was, less half of the translation
    bool operator<(const TranslationCell& c) const {
        return nearest > c.nearest || (nearest == c.nearest && order > c.order);
    }
};

constexpr int points_per_cell = 16;

bool is_overlap(Relation r) {
    return r == Relation::overlapping || r == Relation::a_in_b || r == Relation::b_in_a;
}

double least_in_cell(const Vec3& p, const Vec3& middle, double half) {
    Vec3 way;
    for (std::size_t k = 0; k < 3; ++k) way[k] = std::max(std::abs(p[k] - middle[k]) - half, 0.0);
    return safe_length(way);
}

double most_in_cell(const Vec3& p, const Vec3& middle, double half) {
    Vec3 way;
    for (std::size_t k = 0; k < 3; ++k) way[k] = std::abs(p[k] - middle[k]) + half;
    return safe_length(way);
}

}  // namespace

double bound_by_cells(const TranslatedPair& pair, const CellSearch& search) {
    const CommonBalls balls(pair);
    ContactElements elements(pair);
    const double slack = 1 - 0x1p-40;  // for the rounding of lengths
    const double root_3 = 1.7320508075688774;
    double at_least = search.at_least;
    std::priority_queue<TranslationCell> queue;
    std::uint64_t order = 0;
    const auto put = [&](const Vec3& middle, double half, const Vec3& guess) {
        const double nearest = least_in_cell({}, middle, half) * slack;
        if (nearest >= search.value() || most_in_cell({}, middle, half) <= at_least * slack) return;
        queue.push({std::max(nearest, at_least), order++, middle, half, guess});
    };
    const double half = search.value();
    put({}, half, search.deep_point);
    while (!queue.empty()) {
        const TranslationCell cell = queue.top();
        at_least = std::max(at_least, cell.nearest);
        if (search.value() <= at_least * search.ratio || pair.meter().exhausted()) return at_least;
        queue.pop();
        if (cell.half < pair.gap()) return at_least;  // a place too narrow to be found
        const double enough = root_3 * cell.half / slack;
        const CommonBalls::Ball ball = balls.find(cell.middle, cell.guess + cell.middle * 0.5, enough,
                                                  cell.half == half ? 1 : points_per_cell);
        if (ball.radius >= enough) continue;
        // Overlap in the middle, and no border anywhere.
        if (cell.half < half && is_overlap(pair.relation_at(cell.middle)) &&
            elements.none_within(cell.middle, enough))
            continue;
        if (pair.meter().exhausted()) return at_least;
        if (ball.radius < 0.5 * cell.half) search.look_at(cell.middle);
        const double quarter = cell.half / 2;
        const Vec3 guess = ball.radius > 0 ? ball.centre - cell.middle * 0.5 : cell.guess;
        for (int i = 0; i < 8; ++i) {
            const Vec3 middle =
                cell.middle + Vec3{(i & 1) != 0 ? quarter : -quarter, (i & 2) != 0 ? quarter : -quarter,
                                   (i & 4) != 0 ? quarter : -quarter};
            if (most_in_cell(cell.middle, middle, quarter) <= ball.radius * slack) continue;
            put(middle, quarter, guess);
        }
    }
    return std::max(at_least, std::min(search.value(), half) * slack);
}

}  // namespace graze::inline v1::detail
