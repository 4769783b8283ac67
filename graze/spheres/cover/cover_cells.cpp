#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/mesh/measures.h"
#include "graze/query/point/point_distance.h"
#include "graze/spheres/cover/detail/cover_cells.h"

namespace graze::inline v1::detail {
namespace {

// Cells at the surface reach beyond the solid and are covered as a whole: the smaller they are, the less of
// the overreach is spent on that.
constexpr double cell_share_of_overreach = 0.2;

enum class CellSide : std::uint8_t { unknown, inside, outside };

struct OpenCell {
    Vec3 center;
    double side = 0;
    CellSide known = CellSide::unknown;  // of the centre
};

struct TooManyCells {};

class CellDivider {
  public:
    CellDivider(const Shape& shape, bool solid, double overreach, std::size_t most)
        : shape_(shape), solid_(solid), overreach_(overreach), most_(most) {}

    void divide(const OpenCell& first, std::vector<CoverCell>& cells) const {
        std::vector<OpenCell> open{first};
        while (!open.empty()) {
            OpenCell cell = open.back();
            open.pop_back();
            const CoverCell found = measure(cell);
            if (-found.depth > found.half * (1 + 1e-9)) continue;  // nothing of it is to be covered
            if (found.half <= std::max(overreach_ * cell_share_of_overreach, found.depth / 6)) {
                if (cells.size() >= most_) throw TooManyCells{};
                cells.push_back(found);
                continue;
            }
            // The ball around the centre that the surface leaves free is on one side.
            if (std::abs(found.depth) <= found.half * (0.5 + 1e-9)) cell.known = CellSide::unknown;
            for (int i = 0; i < 8; ++i) {
                const Vec3 way{(i & 1) != 0 ? 0.25 : -0.25, (i & 2) != 0 ? 0.25 : -0.25,
                               (i & 4) != 0 ? 0.25 : -0.25};
                open.push_back({cell.center + way * cell.side, cell.side * 0.5, cell.known});
            }
        }
    }

  private:
    // A surface has no depth: all distances are ways off it.
    CoverCell measure(OpenCell& cell) const {
        const PointDistance found = distance(shape_, Pose{}, cell.center);
        const double half = cell.side * 0.8660254037844387;
        // A small cell that the surface passes is kept on either side; the lesser depth is the safe one.
        const bool passed = half <= overreach_ * cell_share_of_overreach && found.value <= half;
        if (!solid_ || (passed && cell.known == CellSide::unknown)) {
            cell.known = CellSide::outside;
        } else if (cell.known == CellSide::unknown) {
            const bool inside = signed_distance(shape_, Pose{}, cell.center).value < 0;
            cell.known = inside ? CellSide::inside : CellSide::outside;
        }
        const double depth = cell.known == CellSide::inside ? found.value : -found.value;
        return {cell.center, half, depth, found.nearest};
    }

    const Shape& shape_;
    bool solid_;
    double overreach_;
    std::size_t most_;
};

std::vector<CoverCell> divided_cells(const Shape& shape, bool solid, double overreach, std::size_t most,
                                     const Threads& threads) {
    const Box& box = shape.box();
    const Vec3 size = box.size();
    const double side = std::max({size.x, size.y, size.z, overreach * 1e-3}) * 1.001 / 8;
    const Vec3 lower = box.center() - Vec3{4, 4, 4} * side;
    // No fewer cells meet the surface than faces of their size would tile it.
    const double face = overreach * cell_share_of_overreach * 2;
    if (surface_measures(shape.mesh(), threads).area > face * face * static_cast<double>(most))
        throw TooManyCells{};
    const CellDivider divider(shape, solid, overreach, most);
    return parallel_reduce(
        threads, 512, 4, std::vector<CoverCell>{},
        [&](std::size_t first, std::size_t last) {
            std::vector<CoverCell> cells;
            for (std::size_t i = first; i < last; ++i) {
                const std::size_t row = i / 8, layer = i / 64;
                const Vec3 place{static_cast<double>(i % 8) + 0.5, static_cast<double>(row % 8) + 0.5,
                                 static_cast<double>(layer) + 0.5};
                divider.divide({lower + place * side, side, CellSide::unknown}, cells);
            }
            return cells;
        },
        [most](std::vector<CoverCell> all, const std::vector<CoverCell>& more) {
            if (all.size() + more.size() > most) throw TooManyCells{};
            all.insert(all.end(), more.begin(), more.end());
            return all;
        });
}

}  // namespace

std::optional<std::vector<CoverCell>> cover_cells(const Shape& shape, bool solid, double overreach,
                                                  std::size_t most, const Threads& threads) {
    try {
        return divided_cells(shape, solid, overreach, most, threads);
    } catch (const TooManyCells&) {
        return std::nullopt;
    }
}

CellCover::CellCover(const std::vector<CoverCell>& cells) : left_(cells.size()) {
    Box box;
    for (const CoverCell& c : cells) box.grow(c.center);
    if (cells.empty()) box.grow(Vec3{});
    lower_ = box.lower;
    const Vec3 size = box.size();
    // Some thirty blocks along the longest side; most balls are not much smaller.
    block_ = std::max({size.x, size.y, size.z}) / 32;
    if (!(block_ > 0)) block_ = 1;
    for (std::size_t k = 0; k < 3; ++k) count_[k] = static_cast<std::int64_t>(size[k] / block_) + 1;
    const auto number = [&](const CoverCell& c) {
        const auto at = block_of(c.center);
        return static_cast<std::size_t>((at[2] * count_[1] + at[1]) * count_[0] + at[0]);
    };
    first_.assign(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]) + 1, 0);
    for (const CoverCell& c : cells) ++first_[number(c) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    cells_.resize(cells.size());
    for (const CoverCell& c : cells) cells_[next[number(c)]++] = c;
    covered_.assign(cells_.size(), 0);
    constexpr std::size_t enough_to_choose_by = 6000;
    stride_ = static_cast<std::uint32_t>(std::max<std::size_t>(cells_.size() / enough_to_choose_by, 1));
}

std::array<std::int64_t, 3> CellCover::block_of(const Vec3& p) const {
    std::array<std::int64_t, 3> at{};
    for (std::size_t k = 0; k < 3; ++k)
        at[k] = static_cast<std::int64_t>(
            std::clamp((p[k] - lower_[k]) / block_, 0.0, static_cast<double>(count_[k] - 1)));
    return at;
}

template <class Visit>
void CellCover::visit_open(const Sphere& ball, std::uint32_t stride, Visit&& visit) const {
    const Vec3 reach{ball.radius, ball.radius, ball.radius};
    const auto from = block_of(ball.center - reach), to = block_of(ball.center + reach);
    for (std::int64_t z = from[2]; z <= to[2]; ++z)
        for (std::int64_t y = from[1]; y <= to[1]; ++y) {
            const auto row = static_cast<std::size_t>((z * count_[1] + y) * count_[0]);
            const std::uint32_t end = first_[row + static_cast<std::size_t>(to[0]) + 1];
            const std::uint32_t begin = first_[row + static_cast<std::size_t>(from[0])];
            for (std::uint32_t i = (begin + stride - 1) / stride * stride; i < end; i += stride) {
                if (covered_[i] != 0) continue;
                const double room = ball.radius - cells_[i].half;
                const Vec3 way = cells_[i].center - ball.center;
                if (room >= 0 && dot(way, way) <= room * room) visit(i);
            }
        }
}

std::size_t CellCover::gain(const Sphere& ball) const {
    std::size_t count = 0;
    visit_open(ball, stride_, [&](std::uint32_t) { ++count; });
    return count;
}

double CellCover::take(const Sphere& ball) {
    std::vector<std::uint32_t> taken;
    visit_open(ball, 1, [&](std::uint32_t i) { taken.push_back(i); });
    double needed = 0;
    for (const std::uint32_t i : taken) {
        covered_[i] = 1;
        needed = std::max(needed, length(cells_[i].center - ball.center) + cells_[i].half);
    }
    left_ -= taken.size();
    return needed;
}

}  // namespace graze::inline v1::detail
