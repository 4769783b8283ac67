#include <gtest/gtest.h>

#include "graze/mesh/generate.h"
#include "graze/models/machine.h"
#include "graze/render/draw.h"
#include "tests/query/instruction_sets.h"

namespace graze::test {
namespace {

TEST(DrawInstructionSets, all_give_the_same_picture) {
    const Machine machine = make_machine();
    const Mesh ball = make_sphere(60, 5000);
    std::vector<DrawItem> items = draw_items(machine.assembly);
    items.push_back({&ball, Pose::translation({20, 0, 60}), {90, 160, 90}, 0.4, true, 30});
    for (std::size_t i = 0; i < items.size(); i += 3) items[i].opacity = 0.5;
    for (DrawItem& item : items) item.edges = true;
    const Camera camera = fit(items, {1, -2, 1}, 150, 100);
    DrawOptions options;
    options.width = 150;
    options.height = 100;
    options.section = SectionPlane{{0, 0, 0}, {0, -1, 0.1}};
    const Picture expected = draw(items, camera, options);
    test::on_every_instruction_set([&] { EXPECT_EQ(draw(items, camera, options), expected); });
}

}  // namespace
}  // namespace graze::test
