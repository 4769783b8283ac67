// The part gets as close to the hand as it can: compared with a search of many poses around it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/interact/sliding/slider.h"
#include "graze/models/captives.h"
#include "graze/models/gearbox.h"
#include "graze/models/gearbox_motions.h"
#include "graze/models/hands.h"
#include "graze/query/intersect/intersect.h"
#include "tests/soak.h"

namespace graze {
namespace {

using detail::BodyMetric;
using detail::Twist;

// Descends by random motions that are free at all of some places.
class BestReachable {
  public:
    BestReachable(const std::vector<PlacedShape>& part, const std::vector<PlacedShape>& obstacles,
                  std::uint64_t seed)
        : part_(part), obstacles_(obstacles), metric_(part), random_(seed) {}

    double distance(const Pose& from, const Pose& hand) const {
        const auto x = metric_.coordinates(from, detail::twist_between(from, hand, metric_.centre()));
        return std::sqrt(detail::dot6(x, x));
    }

    double search(const Pose& start, const Pose& hand, double size, int motions) {
        Pose best = start;
        double least = distance(start, hand), reach = size / 10;
        for (int i = 0; i < motions; ++i) {
            const Twist left = detail::twist_between(best, hand, metric_.centre());
            const double share = random_.uniform(0, 1) * std::min(1.0, reach / (metric_.most(left) + 1e-300));
            const Twist to{left.shift * share + random_.on_sphere() * (reach * random_.uniform(0, 0.3)),
                           left.turn * share +
                               random_.on_sphere() * (reach / metric_.radius() * random_.uniform(0, 0.3))};
            const Pose next = detail::displaced(best, to, metric_.centre());
            if (distance(next, hand) < least && is_free(best, to)) {
                best = next;
                least = distance(best, hand);
            } else {
                reach = std::max(reach * 0.97, size * 1e-4);
            }
        }
        return least;
    }

  private:
    bool is_free(const Pose& from, const Twist& to) const {
        for (int k = 1; k <= 6; ++k) {
            const Twist way{to.shift * (k / 6.0), to.turn * (k / 6.0)};
            const Pose pose = detail::displaced(from, way, metric_.centre());
            for (const PlacedShape& p : part_)
                for (const PlacedShape& o : obstacles_)
                    if (intersects(p.shape, pose * p.pose, o.shape, o.pose)) return false;
        }
        return true;
    }

    const std::vector<PlacedShape>&part_, &obstacles_;
    BodyMetric metric_;
    Random random_;
};

// A part, what is around it, and where it is taken: apart from everything.
struct ReachScene {
    std::string name;
    std::vector<PlacedShape> part, obstacles;
    Pose start;
    double size = 0;
};

std::vector<ReachScene> reach_scenes() {
    std::vector<ReachScene> scenes;
    Assembly assembly;
    for (const Captive& c : add_captives(assembly)) {
        const Part &p = assembly.parts[c.part], &holder = assembly.parts[c.holder];
        scenes.push_back({c.what,
                          {{Shape(*p.mesh)}},
                          {{Shape(*holder.mesh), holder.world_from_part}},
                          p.world_from_part,
                          30});
    }
    // The lid with its screws, lifted a little so that it touches nothing; the screws are in their holes.
    const Gearbox gearbox = make_gearbox({.parts = 216, .triangles = 10'000});
    const std::vector<TakenOut> motions = gearbox_motions(gearbox);
    EXPECT_FALSE(motions.empty());
    if (motions.empty()) return scenes;
    ReachScene lid{"lid", {}, {}, Pose::translation({0, 0, 1}), 0};
    Box box;
    for (const std::size_t i : motions[0].parts) {
        const Part& p = gearbox.assembly.parts[i];
        lid.part.push_back({Shape(*p.mesh), p.world_from_part});
        box.grow(p.world_from_part(p.mesh->box()));
    }
    lid.size = length(box.size());
    for (std::size_t i = 0; i < gearbox.assembly.parts.size(); ++i) {
        const Part& p = gearbox.assembly.parts[i];
        if (std::ranges::find(motions[0].parts, i) == motions[0].parts.end() &&
            overlap(grown(box, lid.size / 2), p.world_from_part(p.mesh->box())))
            lid.obstacles.push_back({Shape(*p.mesh), p.world_from_part});
    }
    scenes.push_back(std::move(lid));
    return scenes;
}

TEST(Sliding, gets_within_a_tenth_or_half_a_millimetre_of_the_best_pose_in_95_of_100_steps) {
    std::size_t steps = 0, good = 0;
    for (const ReachScene& scene : reach_scenes()) {
        const bool many = scene.part.size() > 1;
        std::size_t scene_steps = 0, scene_good = 0;
        for (const HandStyle style : {HandStyle::smooth, HandStyle::jittery, HandStyle::through_walls}) {
            Slider slider(scene.part, scene.obstacles, scene.start);
            EXPECT_TRUE(slider.starting_contacts().empty()) << scene.name;
            BestReachable best(scene.part, scene.obstacles, 3);
            const std::uint32_t count = (many ? 6 : 20) * static_cast<std::uint32_t>(test::soak_factor());
            const Path path = hand_path({style, count, scene.size, 2}, slider.pose()(slider.centre()));
            for (const Pose& moved : path) {
                const Pose hand = moved * scene.start;
                const Pose before = slider.pose(), after = slider.follow(hand).pose;
                const double could = best.search(before, hand, scene.size, many ? 60 : 300),
                             does = best.distance(after, hand);
                ++scene_steps;
                scene_good += does <= could * 1.1 || does <= could + 0.5;
            }
        }
        std::printf("%s: %zu of %zu\n", scene.name.c_str(), scene_good, scene_steps);
        steps += scene_steps;
        good += scene_good;
    }
    EXPECT_GE(static_cast<double>(good), 0.95 * static_cast<double>(steps)) << good << " of " << steps;
}

}  // namespace
}  // namespace graze
