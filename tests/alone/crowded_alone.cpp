// A program that registers many companions and as many kinds as there is room for, before it asks anything:
// questions find their own places all the same.
#include <array>
#include <deque>
#include <string>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/volume.h"
#include "tests/alone/alone.h"

int main() {
    static std::deque<std::string> names;  // which live as long as the program
    constexpr std::size_t many = 100;
    std::deque<graze::CompanionSlot<std::size_t>> slots;
    for (std::size_t i = 0; i < many; ++i)
        slots.emplace_back(graze::CompanionDescription{
            .name = names.emplace_back("test: companion " + std::to_string(i)),
            .make = [](const graze::Shape& shape) -> std::shared_ptr<const void> {
                return std::make_shared<const std::size_t>(shape.mesh().triangles().size());
            }});
    std::size_t kinds = 0;
    bool full = false;
    while (!full && kinds < 1000) {
        try {
            graze::register_shape_kind({.name = names.emplace_back("test: kind " + std::to_string(kinds))});
            ++kinds;
        } catch (const graze::Error&) {
            full = true;
        }
    }
    GRAZE_CHECK(full && kinds > 0);

    using graze::Answer;
    const graze::Pose beside = graze::Pose::translation({1.5, 0, 0});
    const graze::Shape mesh(graze::make_box({2, 2, 2})), box(graze::OrientedBox({1, 1, 1})),
        ball(graze::Sphere{{0, 0, 0}, 1});
    GRAZE_CHECK(graze::relation(mesh, {}, mesh, beside) == graze::Relation::overlapping);
    GRAZE_CHECK(graze::overlap_volume(mesh, {}, mesh, beside).volume > 1.9);
    GRAZE_CHECK(graze::intersects(box, {}, mesh, beside, graze::QueryOptions{}) == Answer::yes);
    GRAZE_CHECK(graze::intersects(ball, {}, mesh, beside, graze::QueryOptions{}) == Answer::yes);
    GRAZE_CHECK(graze::intersects(ball, {}, box, beside, graze::QueryOptions{}) == Answer::yes);
    GRAZE_CHECK(graze::relation(ball, {}, mesh, beside) == graze::Relation::overlapping);
    GRAZE_CHECK(graze::distance(ball, {}, mesh, beside).value == 0);
    for (const auto& slot : slots) GRAZE_CHECK(mesh.companion(slot) == 12);
    GRAZE_CHECK(&mesh.companion(slots[40]) == &graze::Shape(mesh).companion(slots[40]));
    return 0;
}
