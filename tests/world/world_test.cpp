#include "graze/world/world.h"

#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::Heard;
using test::Lines;
using test::unit_box;

TEST(World, tells_when_two_objects_begin_and_cease_to_touch) {
    World world;
    Heard heard;
    world.on_collision(heard.callback());
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(3));
    world.update();
    EXPECT_EQ(heard.take(), Lines{});
    world.move(b, at(1));  // face to face: touching counts
    world.update();
    EXPECT_EQ(heard.take(), Lines{"began 0 1"});
    EXPECT_EQ(heard.contacts.back(), 1u);
    EXPECT_EQ(heard.last.a, a);
    EXPECT_EQ(heard.last.b, b);
    world.move(b, at(0.5, 0.25));
    world.update();
    EXPECT_EQ(heard.take(), Lines{"lasts 0 1"});
    world.move(a, at(-5));
    world.update();
    EXPECT_EQ(heard.take(), Lines{"ended 0 1"});
    world.update();
    EXPECT_EQ(heard.take(), Lines{});
}

TEST(World, tests_only_pairs_of_which_one_has_moved) {
    World world;
    world.on_collision([](const Collision&) {});
    for (int i = 0; i < 10; ++i) world.add(unit_box(), at(0.9 * i));
    EXPECT_EQ(world.update().exact.items, 9u);
    EXPECT_EQ(world.update().exact.items, 0u);
    world.move(world.objects()[4], at(0.9 * 4, 0.1));
    const UpdateReport report = world.update();
    EXPECT_EQ(report.exact.items, 2u);
    EXPECT_EQ(report.moved.items, 1u);
    EXPECT_EQ(report.near_pairs, 9u);
    EXPECT_EQ(report.number, 3u);
}

TEST(World, says_that_it_ended_when_an_object_is_removed_and_uses_its_index_again) {
    World world;
    Heard heard;
    world.on_collision(heard.callback());
    const ObjectId a = world.add(unit_box());
    world.add(unit_box(), at(0.5));
    world.update();
    world.remove(a);
    EXPECT_FALSE(world.contains(a));
    EXPECT_EQ(world.size(), 1u);
    world.update();
    EXPECT_EQ(heard.take(), (Lines{"began 0 1", "ended 0 1"}));
    EXPECT_EQ(heard.last.a, a);
    const ObjectId c = world.add(unit_box(), at(0.25));
    EXPECT_EQ(c.index, a.index);
    EXPECT_NE(c, a);
    world.update();
    EXPECT_EQ(heard.take(), Lines{"began 0 1"});
}

TEST(World, compares_what_is_wanted_boxes_touch_triangles) {
    const Shape ring(make_torus(1, 0.1, 24, 8));
    World world;
    Heard boxes, touch, triangles;
    world.on_collision(boxes.callback(), Want::boxes);
    world.on_collision(touch.callback(), Want::touch);
    world.on_collision(triangles.callback(), Want::triangles);
    world.add(ring);
    const ObjectId ball = world.add(Shape(make_sphere(0.2, 100)));
    world.update();  // in the hole
    EXPECT_EQ(boxes.take(), Lines{"began 0 1"});
    EXPECT_EQ(touch.take(), Lines{});
    world.move(ball, at(0.9));
    world.update();
    EXPECT_EQ(boxes.take(), Lines{"lasts 0 1"});
    EXPECT_EQ(touch.take(), Lines{"began 0 1"});
    EXPECT_EQ(triangles.take(), Lines{"began 0 1"});
    EXPECT_EQ(touch.contacts.back(), 0u);
    EXPECT_GT(triangles.contacts.back(), 1u);
}

TEST(World, honours_clearances_beyond_the_boxes) {
    World world;
    Heard close, far;
    world.on_collision(close.callback(), Want::clearance, 0.25);
    world.on_collision(far.callback(), Want::distance, 2);
    world.add(unit_box());
    const ObjectId b = world.add(unit_box(), at(4));
    world.update();
    EXPECT_EQ(far.take(), Lines{});
    world.move(b, at(3));
    world.update();
    EXPECT_EQ(far.take(), Lines{"began 0 1"});
    EXPECT_EQ(far.last.distance.value, 2);
    world.move(b, at(1.25));
    world.update();
    EXPECT_EQ(close.take(), Lines{"began 0 1"});
    EXPECT_EQ(far.last.distance.value, 0.25);
    world.move(b, at(1.25 + 0x1p-50));
    world.update();
    EXPECT_EQ(close.take(), Lines{"ended 0 1"});
    world.move(b, at(3 + 0x1p-50));
    world.update();
    EXPECT_EQ(far.take(), (Lines{"lasts 0 1", "lasts 0 1", "ended 0 1"}));
}

TEST(World, knows_groups_and_who_is_interested_in_them) {
    World world;
    Heard heard;
    const ModuleId module = world.add_module({}, heard.callback());
    world.add_interest(module, {Selector::group(1), Selector::group(2), Want::touch});
    const auto add = [&](Groups groups) { return world.add(unit_box(), at(0.1), {"", groups}); };
    add(group_bit(1));
    add(group_bit(1));
    const ObjectId two = add(group_bit(2));
    add(group_bit(0));
    add(group_bit(1) | group_bit(2));
    world.update();
    EXPECT_EQ(heard.take(), (Lines{"began 0 2", "began 0 4", "began 1 2", "began 1 4", "began 2 4"}));
    world.set_groups(two, group_bit(1));
    world.update();  // now 2 and 4 meet the other way round, and the interest no longer covers 0 2 and 1 2
    EXPECT_EQ(heard.take(), (Lines{"ended 0 2", "ended 1 2", "lasts 2 4"}));
}

TEST(World, leaves_pairs_of_immovable_objects_alone_unless_asked) {
    World world;
    Heard some, all;
    world.on_collision(some.callback());
    const ModuleId module = world.add_module({}, all.callback());
    Interest interest;
    interest.among_immovable = true;
    world.add_interest(module, interest);
    world.add(unit_box(), at(0), {"wall", group_bit(0), false});
    world.add(unit_box(), at(0.5), {"floor", group_bit(0), false});
    const ObjectId ball = world.add(unit_box(), at(0.7));
    world.update();
    EXPECT_EQ(some.take(), (Lines{"began 0 2", "began 1 2"}));
    EXPECT_EQ(all.take(), (Lines{"began 0 1", "began 0 2", "began 1 2"}));
    world.set_movable(ball, false);
    world.update();
    EXPECT_EQ(some.take(), (Lines{"ended 0 2", "ended 1 2"}));
    EXPECT_EQ(all.take(), (Lines{"lasts 0 2", "lasts 1 2"}));
}

TEST(World, tells_modules_in_their_order_and_lets_them_skip_the_rest) {
    World world;
    Lines heard;
    ModuleId late;
    const auto say = [&](std::string who) {
        return [&heard, who](const Collision&) { heard.push_back(who); };
    };
    late = world.add_module({"late", 5}, [&](const Collision&) {
        heard.emplace_back("late");
        world.skip_rest(late);
    });
    world.add_interest(late, {});
    const ModuleId early = world.add_module({"early", -1}, say("early"));
    world.add_interest(early, {});
    for (int i = 0; i < 3; ++i) world.add(unit_box(), at(0.1 * i));
    world.update();
    EXPECT_EQ(heard, (Lines{"early", "early", "early", "late"}));
}

TEST(World, tells_others_after_a_module_has_tried_something_out) {
    World world;
    Heard physics, hand;
    const ModuleId other = world.add_module({}, physics.callback());
    world.add_interest(other, {});
    const ModuleId prober = world.add_module({}, hand.callback());
    world.add_interest(prober, {});
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(3));
    world.update();
    world.mute_others(prober, b);
    world.move(b, at(0.5));
    world.update();
    EXPECT_EQ(hand.take(), Lines{"began 0 1"});
    EXPECT_EQ(physics.take(), Lines{});
    world.move(b, at(3));
    world.update();
    world.unmute(b);
    world.update();
    EXPECT_EQ(hand.take(), Lines{"ended 0 1"});
    EXPECT_EQ(physics.take(), Lines{});  // it was tried and taken back

    world.move(b, at(0.5));
    world.update();
    EXPECT_EQ(physics.take(), Lines{"began 0 1"});
    world.mute_others(prober, b);
    world.move(b, at(7));
    world.update();
    EXPECT_EQ(physics.take(), Lines{});
    world.move(b, at(0.6));
    world.update();
    world.move(a, at(-4));
    world.update();
    world.unmute(b);
    world.update();
    EXPECT_EQ(physics.take(), Lines{"ended 0 1"});
}

TEST(World, lets_objects_hibernate_and_remembers_that_they_moved) {
    World world;
    Heard heard;
    world.on_collision(heard.callback());
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(0.5)),
                   c = world.add(unit_box(), at(5));
    world.update();
    EXPECT_EQ(heard.take(), Lines{"began 0 1"});
    world.hibernate(b);
    world.move(b, at(5.5));
    world.move(a, at(0.1));
    world.update();
    EXPECT_EQ(heard.take(), Lines{});
    EXPECT_TRUE(world.overlapping({{4.9, 0, 0}, {6, 1, 1}}) == std::vector{c});
    world.wake(b);
    world.update();
    EXPECT_EQ(heard.take(), (Lines{"ended 0 1", "began 1 2"}));
    world.hibernate(b);
    world.remove(c);
    world.update();
    EXPECT_EQ(heard.take(), Lines{"ended 1 2"});
}

TEST(World, reports_parts_of_objects_by_their_names) {
    // A table of a top and four legs that do not touch it, as one mesh.
    PolygonSoup soup;
    const auto add_box = [&](const std::string& name, const Vec3& from, const Vec3& size) {
        const Mesh box = make_box(size);
        const auto base = static_cast<VertexId>(soup.vertices.size());
        const PolygonId first = static_cast<PolygonId>(soup.corners.size() / 3);
        for (const Vec3& v : box.vertices()) soup.vertices.push_back(v + from);
        for (const auto& t : box.triangles())
            for (const VertexId v : t) soup.corners.push_back(base + v);
        soup.parts.push_back({name, first, static_cast<PolygonId>(box.triangle_count())});
    };
    const Mesh probe = make_box({1, 1, 1});
    const Vec3 low = probe.box().lower;  // wherever boxes are made
    add_box("top", Vec3{0, 0, 2} - low * 0, {4, 4, 0.25});
    for (const double x : {-1.5, 1.5})
        for (const double y : {-1.5, 1.5}) add_box("leg", {x, y, 0}, {0.25, 0.25, 2});
    const Shape table{Mesh(std::move(soup))};
    World world;
    const ObjectId t = world.add(table), ball = world.add(Shape(make_sphere(0.3, 200)), at(0, 0, 0));
    Heard top, leg, any;
    const ModuleId m1 = world.add_module({}, top.callback()), m2 = world.add_module({}, leg.callback());
    world.add_interest(m1, {Selector::object(ball), Selector::object(t, "top"), Want::witness});
    world.add_interest(m2, {Selector::object(t, "leg"), Selector::everything(), Want::triangles});
    world.on_collision(any.callback());
    world.update();  // between the legs
    EXPECT_EQ(any.take(), Lines{});
    const Vec3 leg_at = table.mesh().triangle(12)[0];
    world.move(ball, Pose::translation(leg_at));
    world.update();
    EXPECT_EQ(any.take(), Lines{"began 0 1"});
    EXPECT_EQ(leg.take(), Lines{"began 0 1"});
    EXPECT_EQ(top.take(), Lines{});
    EXPECT_GT(leg.contacts.back(), 0u);
    world.move(ball, Pose::translation(table.mesh().triangle(0)[0]));
    world.update();
    EXPECT_EQ(top.take(), Lines{"began 0 1"});
    EXPECT_EQ(top.contacts.back(), 1u);
    EXPECT_EQ(leg.take(), Lines{"ended 0 1"});
    EXPECT_EQ(world.part_name(t, 0), "top");
    EXPECT_EQ(world.part_name(t, 12), "leg");
    EXPECT_EQ(world.part_name(ball, 0), "");
}

TEST(World, lets_callbacks_change_it) {
    World world;
    int calls = 0;
    world.on_collision([&](const Collision& c) {
        ++calls;
        if (c.change != Change::began) return;
        world.add(unit_box(), at(100 + 10.0 * calls));
        world.on_collision([](const Collision&) {});
        world.remove(c.b);
        EXPECT_THROW(world.update(), Error);
    });
    for (int i = 0; i < 3; ++i) world.add(unit_box(), at(0.1 * i));
    world.update();
    EXPECT_EQ(calls, 2);  // 0 1, 0 2; then 1 and 2 are gone
    world.update();
    EXPECT_EQ(calls, 4);
    EXPECT_EQ(world.size(), 3u);
}

TEST(World, tells_nobody_twice_when_interests_change) {
    World world;
    Heard first, second;
    const ModuleId m = world.add_module({}, first.callback());
    const InterestId i = world.add_interest(m, {});
    world.add(unit_box());
    world.add(unit_box(), at(0.5));
    world.update();
    world.on_collision(second.callback());
    world.update();
    EXPECT_EQ(first.take(), (Lines{"began 0 1", "lasts 0 1"}));
    EXPECT_EQ(second.take(), Lines{"began 0 1"});
    world.remove_interest(i);
    world.update();
    EXPECT_EQ(first.take(), Lines{});
    EXPECT_EQ(second.take(), Lines{"lasts 0 1"});
    world.remove_module(m);
    EXPECT_THROW(world.add_interest(m, {}), Error);
}

TEST(World, changes_the_shape_of_an_object) {
    World world;
    Heard heard;
    world.on_collision(heard.callback());
    const ObjectId a = world.add(unit_box(), at(0), {"a"});
    world.add(unit_box(), at(1.75));
    world.update();
    world.reshape(a, Shape(make_box({3, 1, 1})));
    world.update();
    EXPECT_EQ(heard.take(), Lines{"began 0 1"});
    world.reshape(a, Shape());
    world.update();
    EXPECT_EQ(heard.take(), Lines{"ended 0 1"});
    EXPECT_EQ(world.find("a"), a);
    EXPECT_EQ(world.find("b"), std::nullopt);
}

TEST(World, answers_about_pairs_without_an_update) {
    World world;
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(3));
    EXPECT_FALSE(world.touching(a, b));
    EXPECT_EQ(world.distance(a, b).value, 2);
    world.move(b, at(1));
    EXPECT_TRUE(world.touching(a, b));
    EXPECT_EQ(world.distance(b, a).value, 0);
}

TEST(World, finds_what_a_ray_a_box_and_a_point_meet) {
    World world;
    for (int i = 0; i < 20; ++i) world.add(unit_box(), at(3.0 * i, 0.01 * i));
    EXPECT_FALSE(world.first_hit(Ray({-5, 0, 0}, {1, 0, 0})));
    world.update();
    const auto ids = world.objects();
    const auto hit = world.first_hit(Ray({-5, 0.1, 0.1}, {1, 0, 0}));
    EXPECT_TRUE(hit && hit->object == ids[0]);
    EXPECT_FALSE(world.first_hit(Ray({-5, 7, 0.1}, {1, 0, 0})));
    EXPECT_EQ(world.overlapping({{5.6, 0, 0}, {9.4, 1, 1}}), (std::vector{ids[2], ids[3]}));
    const auto near = world.nearest({31.1, 0.3, 40});
    EXPECT_TRUE(near && near->object == ids[10]);
    EXPECT_FALSE(world.nearest({31.1, 0.3, 40}, 5));
    EXPECT_FALSE(World().nearest({0, 0, 0}));
}

TEST(World, refuses_what_makes_no_sense) {
    World world;
    const ObjectId a = world.add(unit_box());
    world.remove(a);
    EXPECT_THROW(world.move(a, Pose()), Error);
    EXPECT_THROW(world.remove(a), Error);
    EXPECT_THROW(world.add_interest(ModuleId{7}, {}), Error);
    const ModuleId m = world.add_module({}, {});
    EXPECT_THROW(world.add_interest(m, {Selector::object(a), Selector::everything()}), Error);
    EXPECT_THROW(world.on_collision({}, Want::distance, -1), Error);
    EXPECT_THROW(world.nearest({std::nan(""), 0, 0}), Error);
    for (int i = 0; i < 32; ++i) world.add_interest(m, {});
    EXPECT_THROW(world.add_interest(m, {}), Error);
}

}  // namespace
}  // namespace graze
