#include "bench/scenes/moving_boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/random.h"

namespace graze::bench {
namespace {

constexpr double unit = 0x1p-14;
constexpr double steps_per_side = 10;

std::int32_t even(double units) {
    return 2 * static_cast<std::int32_t>(std::floor(units / 2));
}

double random_side(BoxSizes sizes, Random& random) {
    if (sizes == BoxSizes::equal) return 1;
    constexpr double root_of_ten = 3.1622776601683795;
    return 1 / random.uniform(1 / root_of_ten, root_of_ten);
}

// Where the lower bound of a box may be at most.
std::int32_t highest(std::int32_t world_side, std::int32_t side) {
    return even(world_side - side);
}

void bounce(std::int32_t& position, std::int32_t& velocity, std::int32_t top) {
    position += velocity;
    if (position < 0 || position > top) {
        position = position < 0 ? -position : 2 * top - position;
        velocity = -velocity;
    }
    position = std::clamp(position, 0, top);  // in a cube hardly larger than the box
}

}  // namespace

std::string_view name(BoxSizes sizes) {
    return sizes == BoxSizes::equal ? "of one size" : "of sizes within a factor of ten";
}

// Two intervals of length s whose lower ends are uniform in [0, m] overlap with probability q = 2u - u² for u
// = s/m. For different sides, ((a + b)/2)³ takes the place of s³, on average over all pairs.
double cube_for(std::span<const double> sides, double overlaps_per_box) {
    double m1 = 0, m2 = 0, m3 = 0;
    for (const double s : sides) {
        m1 += s;
        m2 += s * s;
        m3 += s * s * s;
    }
    const auto n = static_cast<double>(sides.size());
    const double mean_cube = (m3 / n + 3 * (m2 / n) * (m1 / n)) / 4;
    const double side = std::cbrt(mean_cube);
    const double q = std::min(1.0, std::cbrt(overlaps_per_box / std::max(1.0, n - 1)));
    const double u = 1 - std::sqrt(1 - q);
    return side / u + side;
}

MovingBoxes::MovingBoxes(const MovingBoxesOptions& options) {
    Random random(options.seed);
    std::vector<double> sides(options.objects);
    for (double& s : sides) {
        s = random_side(options.sizes, random);
        sides_.push_back(even(s / unit) + 1);
    }
    const double largest = sides.empty() ? 1 : *std::max_element(sides.begin(), sides.end());
    const double world = std::max(cube_for(sides, options.overlaps_per_box), largest + 4 * unit);
    if (!(world < 1024))
        throw Error(fmt::format("{} boxes want a cube of {:.0f}, and more than 1024 is not exact in floats",
                                options.objects, world),
                    "bench world", "take fewer objects or more overlaps");
    world_side_ = even(world / unit) + 1;
    boxes_.resize(options.objects);
    const std::size_t every =
        options.movers >= options.objects ? 1 : options.objects / std::max<std::size_t>(1, options.movers);
    for (std::uint32_t id = 0; id < options.objects; ++id) {
        Mover mover;
        mover.id = id;
        const Vec3 direction = random.on_sphere();
        const double speed = sides_[id] / steps_per_side;
        const double velocity[3] = {direction.x * speed, direction.y * speed, direction.z * speed};
        for (int axis = 0; axis < 3; ++axis) {
            mover.position[axis] = even(random.uniform() * (highest(world_side_, sides_[id]) + 2));
            mover.velocity[axis] = even(velocity[axis]);
        }
        put(id, mover.position);
        if (id % every == 0 && movers_.size() < options.movers) movers_.push_back(mover);
    }
}

FloatBox MovingBoxes::world() const {
    const auto top = static_cast<float>(world_side_ * unit);
    return {{0, 0, 0}, {top, top, top}};
}

std::span<const NumberedBox> MovingBoxes::step() {
    moved_.clear();
    for (Mover& mover : movers_) {
        const std::int32_t top = highest(world_side_, sides_[mover.id]);
        for (int axis = 0; axis < 3; ++axis) bounce(mover.position[axis], mover.velocity[axis], top);
        put(mover.id, mover.position);
        moved_.push_back(boxes_[mover.id]);
    }
    return moved_;
}

void MovingBoxes::put(std::uint32_t id, const std::int32_t (&position)[3]) {
    NumberedBox& box = boxes_[id];
    box.id = id;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.box.lower[axis] = static_cast<float>(position[axis] * unit);
        box.box.upper[axis] = static_cast<float>((position[axis] + sides_[id]) * unit);
    }
}

}  // namespace graze::bench
