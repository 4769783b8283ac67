// Questions about pairs of one world, from several threads at once.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "graze/base/random.h"
#include "tests/soak.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::unit_box;

TEST(WorldAnswersThreads, are_the_same_for_all_who_ask_at_once) {
    World changing;
    Random random(5);
    std::vector<ObjectId> ids;
    const auto somewhere = [&] { return Pose(random.rotation(), random.in_box({0, 0, 0}, {4, 4, 4})); };
    for (int i = 0; i < 12; ++i) ids.push_back(changing.add(unit_box(), somewhere()));
    for (int round = 0; round < 3 * test::soak_factor(); ++round) {
        const World& world = changing;
        const std::size_t n = ids.size();
        std::vector<double> expected(n * n);
        for (std::size_t i = 0; i < n * n; ++i)
            expected[i] = distance(world.shape(ids[i / n]), world.pose(ids[i / n]), world.shape(ids[i % n]),
                                   world.pose(ids[i % n]))
                              .value;
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> crowd;
            for (std::uint64_t seed = 0; seed < 4; ++seed) {
                crowd.emplace_back([&, seed] {
                    Random own(seed);
                    for (int k = 0; k < 600; ++k) {
                        const std::size_t i = own.below(n * n);
                        const ObjectId a = ids[i / n], b = ids[i % n];
                        if (own.chance(0.5))
                            wrong += world.touching(a, b) != (expected[i] == 0) ? 1 : 0;
                        else
                            wrong += world.distance(a, b).value != expected[i] ? 1 : 0;
                    }
                });
            }
        }
        ASSERT_EQ(wrong, 0) << "round " << round;
        for (std::size_t i = 0; i < n; i += 3) {
            changing.remove(ids[i]);
            changing.update();
            ids[i] = changing.add(unit_box(), somewhere());
            changing.move(ids[(i + 1) % n], somewhere());
        }
    }
}

}  // namespace
}  // namespace graze
