#include "graze/models/motions.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/random.h"

namespace graze::inline v1 {
namespace {

constexpr int most_attempts = 100'000;

void check_steps(std::uint32_t steps) {
    if (steps == 0) throw Error("a path needs at least one step");
}

struct Thing {
    Vec3 place, velocity;
    Quat rotation, turn_per_step;
};

void check(const TumblingOptions& o) {
    const bool positive =
        o.radius > 0 && o.fastest >= 0 && o.fastest < o.radius && std::abs(o.most_turns) <= 1;
    if (!positive || !is_in_range(o.cage.lower) || !is_in_range(o.cage.upper))
        throw Error("tumbling things need a radius above 0, steps shorter than that, and a cage");
    check_steps(o.steps);
}

// The box for the centres of balls.
Box room_for_middles(const TumblingOptions& o) {
    const Vec3 margin = Vec3{1, 1, 1} * o.radius;
    const Box room{o.cage.lower + margin, o.cage.upper - margin};
    if (room.empty()) throw Error("the cage is smaller than what should tumble in it");
    return room;
}

std::vector<Thing> placed_at_random(const TumblingOptions& o, const Box& room) {
    Random random(o.seed);
    std::vector<Thing> things;
    const auto free = [&](const Vec3& place) {
        for (const Thing& thing : things)
            if (length(place - thing.place) <= 2 * o.radius) return false;
        return true;
    };
    for (int attempts = 0; things.size() < o.things; ++attempts) {
        if (attempts == most_attempts)
            throw Error("no room was found for so many things in the cage", {}, "make it larger");
        const Vec3 place = random.in_box(room.lower, room.upper);
        if (!free(place)) continue;
        const Vec3 fastest = Vec3{1, 1, 1} * o.fastest;
        const Vec3 velocity = random.in_box(-fastest, fastest), axis = random.on_sphere();
        things.push_back(
            {place, velocity, random.rotation(), Quat::about_turns(axis, random.uniform(0, o.most_turns))});
    }
    return things;
}

// Reflects a ball that has passed a wall: it is as far inside as it was beyond.
void move_on(Thing& thing, const Box& room) {
    thing.place += thing.velocity;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double& p = thing.place[axis];
        const double lower = room.lower[axis], upper = room.upper[axis];
        if (p >= lower && p <= upper) continue;
        thing.velocity[axis] = -thing.velocity[axis];
        p = p < lower ? std::fmin(2 * lower - p, upper) : std::fmax(2 * upper - p, lower);
    }
    thing.rotation = (thing.turn_per_step * thing.rotation).normalized();
}

// Only balls that approach each other bounce; otherwise they would stick together.
void bounce(Thing& a, Thing& b, double distance) {
    const Vec3 apart = b.place - a.place;
    if (dot(apart, apart) > distance * distance || dot(apart, b.velocity - a.velocity) >= 0) return;
    std::swap(a.velocity, b.velocity);
}

// The sum of twelve uniform numbers has a variance of one, and never exceeds six.
double near_normal(Random& random) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.uniform();
    return sum;
}

}  // namespace

Path spinning_path(const Vec3& place, std::uint32_t steps) {
    check_steps(steps);
    Path path;
    path.reserve(steps);
    for (std::uint32_t i = 0; i < steps; ++i)
        path.emplace_back(Quat::about_turns({0, 0, 1}, static_cast<double>(i) / steps), place);
    return path;
}

Path orbiting_path(const Vec3& start, const Vec3& axis, std::uint32_t steps) {
    check_steps(steps);
    Path path;
    path.reserve(steps);
    for (std::uint32_t i = 0; i < steps; ++i)
        path.push_back(Pose::translation(Pose::rotation_turns(axis, static_cast<double>(i) / steps)(start)));
    return path;
}

// The distances of the legs from the middle, such that all legs are whole numbers of half metres. The walk
// begins in the corner along the outermost leg, goes further in after three legs, then after every two, and
// ends in the middle.
Path maze_walk(std::uint32_t floors, double floor_distance, double turns) {
    if (floors == 0) throw Error("a walk needs at least one floor");
    constexpr double height = 2, stride = 0.5, turn = 1.0 / 60;
    constexpr int turns_at_corner = 15;
    constexpr std::array<double, 13> stops{16, 16, -16, -10.5, 10.5, 10.5, -10.5, -5, 5, 5, -5, 0, 0};
    const Pose maze = Pose::rotation_turns({0, 0, 1}, turns);
    Path path;
    for (std::uint32_t floor = 0; floor < floors; ++floor) {
        Vec3 at{-16, -16, height + floor * floor_distance};
        int turned = 0;
        const auto pause = [&] {
            path.push_back(maze * Pose(Quat::about_turns({0, 0, 1}, turned * turn), at));
        };
        pause();
        for (std::size_t leg = 0; leg < stops.size(); ++leg) {
            if (leg > 0) {
                for (int i = 0; i < turns_at_corner; ++i) {
                    ++turned;
                    pause();
                }
            }
            double& along = leg % 2 == 0 ? at.x : at.y;
            const double step = along < stops[leg] ? stride : -stride;
            while (along != stops[leg]) {
                along += step;
                pause();
            }
        }
    }
    return path;
}

std::vector<Path> tumbling_paths(const TumblingOptions& options) {
    check(options);
    const Box room = room_for_middles(options);
    std::vector<Thing> things = placed_at_random(options, room);
    std::vector<Path> paths(things.size());
    for (Path& path : paths) path.reserve(options.steps);
    for (std::uint32_t step = 0; step < options.steps; ++step) {
        for (std::size_t i = 0; i < things.size(); ++i)
            paths[i].emplace_back(things[i].rotation, things[i].place);
        for (Thing& thing : things) move_on(thing, room);
        for (std::size_t i = 0; i < things.size(); ++i)
            for (std::size_t j = i + 1; j < things.size(); ++j)
                bounce(things[i], things[j], 2 * options.radius);
    }
    return paths;
}

Path interpolated_path(std::span<const Pose> keys, std::uint32_t steps_between) {
    check_steps(steps_between);
    Path path;
    for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
        path.push_back(keys[k]);
        const Quat from = keys[k].rotation(), to = keys[k + 1].rotation();
        const Vec3 start = keys[k].translation(), way = keys[k + 1].translation() - start;
        for (std::uint32_t i = 1; i < steps_between; ++i) {
            const double t = static_cast<double>(i) / steps_between;
            path.emplace_back(nlerp(from, to, t), start + way * t);
        }
    }
    if (!keys.empty()) path.push_back(keys.back());
    return path;
}

Path extraction_path(const Pose& from, const Vec3& direction, double distance, double turns,
                     std::uint32_t steps) {
    check_steps(steps);
    const Vec3 along = normalized(direction);
    if (!is_finite(along) || along == Vec3{}) throw Error("an extraction needs a direction");
    Path path;
    path.reserve(steps + std::size_t{1});
    const Quat rotation = from.rotation();
    for (std::uint32_t i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const Vec3 place = from.translation() + along * (distance * t);
        path.push_back(i == 0 ? from : Pose(Quat::about_turns(along, turns * t) * rotation, place));
    }
    return path;
}

Path unsteady_path(std::span<const Pose> path, const HandOptions& options) {
    if (!(options.position_noise >= 0 && options.turn_noise >= 0)) throw Error("noise cannot be negative");
    Random random(options.seed);
    Path unsteady;
    unsteady.reserve(path.size());
    for (const Pose& pose : path) {
        const double x = near_normal(random), y = near_normal(random), z = near_normal(random);
        const Vec3 axis = random.on_sphere();
        const Quat turn = Quat::about_turns(axis, options.turn_noise * near_normal(random));
        unsteady.emplace_back(turn * pose.rotation(),
                              pose.translation() + Vec3{x, y, z} * options.position_noise);
    }
    return unsteady;
}

}  // namespace graze::inline v1
