// Lead times on top of a World, as docs/world.md shows.
#include <gtest/gtest.h>

#include <algorithm>

#include "graze/mesh/generate.h"
#include "graze/world/lead_time.h"
#include "graze/world/velocity.h"
#include "graze/world/world.h"

namespace graze::testing {
namespace {

// Tells the scheduler where the objects of a world are, with velocities from where they were.
class Watcher {
  public:
    Watcher(World& world, double fastest) : world_(world), fastest_(fastest) {}

    LeadTimeScheduler scheduler{{.position_tolerance = 1e-9, .velocity_tolerance = 1e-9}};

    std::vector<LeadEvent> update(double now) {
        world_.update();
        std::vector<NumberedMotion> moved;
        for (const ObjectId id : world_.objects()) {
            const Box box = world_.box(id);
            if (id.index >= velocities_.size()) velocities_.resize(id.index + 1);
            velocities_[id.index].observe(now, box);
            moved.push_back({id.index, MovingBox(box, velocities_[id.index].velocity())});
        }
        // Who is now farther away than the fastest goes in the lead time and the last step does not come
        // near.
        const double margin = fastest_ * (2 + (now - last_));
        last_ = now;
        std::vector<LeadEvent> events;
        scheduler.advance(
            now, moved, events, [&](std::uint32_t, const Box& region, std::vector<std::uint32_t>& ids) {
                const Vec3 around{margin, margin, margin};
                for (const ObjectId id : world_.overlapping({region.lower - around, region.upper + around}))
                    ids.push_back(id.index);
            });
        return events;
    }

  private:
    World& world_;
    double fastest_, last_ = 0;
    std::vector<VelocityEstimate> velocities_;
};

TEST(LeadTime, of_objects_in_a_world_comes_from_where_they_were) {
    World world;
    const Shape ball(make_sphere(0.5, 80));
    const ObjectId a = world.add(ball), b = world.add(ball, Pose::translation({9, 0, 0}));
    const ObjectId c = world.add(ball, Pose::translation({0, 50, 0}));
    Watcher watcher(world, 2);
    const WatchId pair = watcher.scheduler.watch(a.index, b.index, {.lead = 2});
    const WatchId all = watcher.scheduler.watch_all(b.index, {.lead = 2});

    std::vector<LeadEvent> told;
    for (int step = 0; step <= 100; ++step) {
        const double now = step * 0.1;
        world.move(a, Pose::translation({now, 0, 0}));
        world.move(c, Pose::translation({0, 50 - now, 0}));
        std::ranges::copy(watcher.update(now), std::back_inserter(told));
    }
    const auto find = [&](WatchId watch, LeadEventKind kind) {
        const auto found = std::ranges::find_if(
            told, [&](const LeadEvent& e) { return e.watch == watch && e.kind == kind; });
        return found == told.end() ? -1.0 : found->time;
    };
    const Box box = world.box(b);
    const double radius = (box.upper.x - box.lower.x) / 2;
    const double contact = 9 - 2 * radius;
    EXPECT_EQ(std::ranges::count(told, pair, &LeadEvent::watch), 2);
    for (const WatchId watch : {pair, all}) {
        EXPECT_NEAR(find(watch, LeadEventKind::predicted), contact - 2, 0.1 + 1e-9);
        EXPECT_NEAR(find(watch, LeadEventKind::actual), contact, 1e-9);
    }
    EXPECT_EQ(find(all, LeadEventKind::touches_nothing), 0);
}

}  // namespace
}  // namespace graze::testing
