#include <gtest/gtest.h>

#include "graze/mesh/generate.h"
#include "graze/models/machine.h"
#include "graze/render/draw.h"

namespace graze::test {
namespace {

TEST(DrawThreads, give_the_same_picture_for_any_number) {
    const Machine machine = make_machine();
    const Mesh ball = make_sphere(60, 40000);  // more than one piece of work
    std::vector<DrawItem> items = draw_items(machine.assembly);
    items.push_back({&ball, Pose::translation({20, 0, 60}), {90, 160, 90}, 0.4, true, 30});
    for (std::size_t i = 0; i < items.size(); i += 3) items[i].opacity = 0.5;
    for (DrawItem& item : items) item.edges = true;
    const Camera camera = fit(items, {1, -2, 1}, 200, 130);
    DrawOptions options;
    options.width = 200;
    options.height = 130;
    options.section = SectionPlane{{0, 0, 80}, {0, 0.2, 1}};
    const Picture serial = draw(items, camera, options);
    for (const unsigned count : {1U, 2U, 5U}) {
        options.threads = Threads(count, ThreadBackend::standard);
        EXPECT_EQ(draw(items, camera, options), serial) << count;
    }
}

}  // namespace
}  // namespace graze::test
