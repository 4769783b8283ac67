// The part gets as close to the hand as it can: compared with a search of many poses around it.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/random.h"
#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/interact/sliding/slider.h"
#include "graze/models/captives.h"
#include "graze/models/hands.h"
#include "graze/query/intersect/intersect.h"

namespace graze {
namespace {

using detail::BodyMetric;
using detail::Twist;

// Descends by random motions that are free at all of some places.
class BestReachable {
  public:
    BestReachable(const PlacedShape& part, const PlacedShape& holder, std::uint64_t seed)
        : part_(part), holder_(holder), metric_(std::span(&part, 1)), random_(seed) {}

    double distance(const Pose& from, const Pose& hand) const {
        const auto x = metric_.coordinates(from, detail::twist_between(from, hand, metric_.centre()));
        return std::sqrt(detail::dot6(x, x));
    }

    double search(const Pose& start, const Pose& hand, double size) {
        Pose best = start;
        double least = distance(start, hand), reach = size / 10;
        for (int i = 0; i < 300; ++i) {
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
            const Twist part{to.shift * (k / 6.0), to.turn * (k / 6.0)};
            if (intersects(part_.shape, detail::displaced(from, part, metric_.centre()), holder_.shape,
                           holder_.pose))
                return false;
        }
        return true;
    }

    const PlacedShape &part_, &holder_;
    BodyMetric metric_;
    Random random_;
};

TEST(Sliding, gets_within_a_tenth_or_half_a_millimetre_of_the_best_pose_in_95_of_100_steps) {
    Assembly assembly;
    std::size_t steps = 0, good = 0;
    for (const Captive& c : add_captives(assembly)) {
        const Part& p = assembly.parts[c.part];
        const PlacedShape part{Shape(*p.mesh)};
        const PlacedShape holder{Shape(*assembly.parts[c.holder].mesh),
                                 assembly.parts[c.holder].world_from_part};
        for (const HandStyle style : {HandStyle::smooth, HandStyle::jittery, HandStyle::through_walls}) {
            Slider slider({part}, {holder}, p.world_from_part);
            BestReachable best(part, holder, 3);
            for (const Pose& moved : hand_path({style, 20, 30, 2}, slider.pose()(slider.centre()))) {
                const Pose hand = moved * p.world_from_part;
                const Pose before = slider.pose(), after = slider.follow(hand).pose;
                const double could = best.search(before, hand, 30), does = best.distance(after, hand);
                ++steps;
                good += does <= could * 1.1 || does <= could + 0.5;
            }
        }
    }
    EXPECT_GE(static_cast<double>(good), 0.95 * static_cast<double>(steps)) << good << " of " << steps;
}

}  // namespace
}  // namespace graze
