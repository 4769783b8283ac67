#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "graze/base/random.h"
#include "graze/deform/continuous/step_contacts.h"
#include "graze/deform/deformable_shape.h"
#include "graze/deform/refit/refit.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "tests/deform/creased_sheet.h"

namespace graze {
namespace {

TEST(RefitOnThreads, is_the_same_for_any_number_of_threads) {
    const Mesh sheet = test::creased_sheet(90, 1);
    const Shape shape(sheet);
    const WideTree alone = refitted(shape.tree(), sheet),
                   together = refitted(shape.tree(), sheet, Threads(3));
    EXPECT_EQ(0, std::memcmp(alone.nodes().data(), together.nodes().data(), alone.nodes().size_bytes()));
    EXPECT_EQ(0, std::memcmp(alone.leaves().data(), together.leaves().data(), alone.leaves().size_bytes()));
}

TEST(SelfIntersectionsOnThreads, are_the_same_for_any_number_of_threads) {
    const Shape sheet(test::creased_sheet(70, 5));
    const auto expected = self_intersections(sheet);
    EXPECT_GT(expected.size(), 50U);
    for (const unsigned threads : {2U, 3U, 5U}) {
        QueryCounts counts;
        EXPECT_EQ(self_intersections(sheet, {.counts = &counts, .threads = Threads(threads)}), expected);
        EXPECT_EQ(self_intersects(sheet, {.threads = Threads(threads)}), Answer::yes);
        EXPECT_GT(counts.triangle_pairs, expected.size());
    }
}

TEST(StepContactsOnThreads, are_the_same_for_any_number_of_threads) {
    const Mesh sheet = test::creased_sheet(60, 5);
    Random r(41);
    std::vector<Vec3> to(sheet.vertices().begin(), sheet.vertices().end());
    for (Vec3& p : to) p += Vec3{r.uniform(), r.uniform(), r.uniform()} * 0.1;
    const Shape shape(sheet);
    const auto expected = step_contacts(shape, to);
    EXPECT_GT(expected.size(), 50U);
    for (const unsigned threads : {2U, 3U, 5U}) {
        QueryCounts counts;
        EXPECT_EQ(step_contacts(shape, to, {.counts = &counts, .threads = Threads(threads)}), expected);
        EXPECT_EQ(touches_in_step(shape, to, {.threads = Threads(threads)}), Answer::yes);
        EXPECT_GT(counts.triangle_pairs, expected.size());
    }
}

// Threads read frames, and drop them, while the next ones are made in memory that has become free.
TEST(DeformableShapeOnThreads, leaves_frames_that_other_threads_hold_as_they_are) {
    const Mesh sheet = test::creased_sheet(16, 3);
    const auto height = [](std::uint64_t frame) { return static_cast<double>(frame % 7); };
    DeformableShape cloth(sheet);
    Shape latest = cloth.shape();
    std::mutex mutex;  // of `latest`, not of what it refers to
    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> readers;
    for (int i = 0; i < 2; ++i) {
        readers.emplace_back([&] {
            while (!done) {
                Shape held;
                {
                    const std::lock_guard lock(mutex);
                    held = latest;
                }
                if (held.id().version == 0) continue;  // which is not flat
                const double z = height(held.id().version);
                for (const Vec3& p : held.mesh().vertices()) wrong += p.z != z ? 1 : 0;
            }
        });
    }
    for (std::uint64_t frame = 1; frame <= 400; ++frame) {
        std::vector<Vec3> flat(sheet.vertices().begin(), sheet.vertices().end());
        for (Vec3& p : flat) p.z = height(frame);
        cloth.move_to(flat);
        const std::lock_guard lock(mutex);
        latest = cloth.shape();
    }
    done = true;
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace graze
