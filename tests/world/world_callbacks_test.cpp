// Callbacks that change the world they are told of, interests that come and go, and every want at once:
// what was told is compared with a test of all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "tests/soak.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

using test::at;
using test::Heard;
using test::Lines;
using test::unit_box;

// Two parts, a box each.
Shape dumbbell() {
    PolygonSoup soup;
    for (const char* name : {"left", "right"}) {
        const Mesh box = make_box({0.8, 0.8, 0.8});
        const Vec3 from{soup.parts.empty() ? -1.0 : 1.0, 0, 0};
        const auto base = static_cast<VertexId>(soup.vertices.size());
        const auto first = static_cast<PolygonId>(soup.corners.size() / 3);
        for (const Vec3& v : box.vertices()) soup.vertices.push_back(v + from);
        for (const auto& t : box.triangles())
            for (const VertexId v : t) soup.corners.push_back(base + v);
        soup.parts.push_back({name, first, static_cast<PolygonId>(box.triangle_count())});
    }
    return Shape(Mesh(std::move(soup)));
}

TEST(WorldCallbacks, are_told_of_what_was_found_even_if_others_have_changed_it_since) {
    World world;
    const ObjectId bar = world.add(dumbbell()), ball = world.add(unit_box(), at(1.2));
    const ModuleId first = world.add_module({"first", -1}, [&](const Collision& c) {
        if (c.change == Change::ended) return;
        world.reshape(bar, Shape());
        world.move(ball, at(50));
    });
    world.add_interest(first, {});
    std::size_t contacts = 0;
    const ModuleId second = world.add_module({"second", 1}, [&](const Collision& c) {
        if (c.change == Change::ended) return;
        for (const IntersectingPair& contact : c.contacts) {
            ++contacts;
            const Triangle a = world.updated_pose(c.a)(world.updated_shape(c.a).mesh().triangle(contact.a));
            const Triangle b = world.updated_pose(c.b)(world.updated_shape(c.b).mesh().triangle(contact.b));
            EXPECT_TRUE(intersects(a, b));
        }
        EXPECT_TRUE(world.shape(bar).mesh().empty());
        EXPECT_EQ(world.pose(ball), at(50));
    });
    world.add_interest(second, {Selector::object(bar, "right"), Selector::everything(), Want::triangles});
    world.update();
    EXPECT_GT(contacts, 0u);
    EXPECT_FALSE(world.first_hit(Ray({-5, 0, 0}, {-1, 0, 0})));
    EXPECT_TRUE(world.first_hit(Ray({-5, 0.1, 0.1}, {1, 0, 0})));  // as of the last update
    world.update();
    EXPECT_FALSE(world.first_hit(Ray({-5, 0.1, 0.1}, {1, 0, 0.01})));
}

TEST(WorldCallbacks, see_questions_about_all_objects_as_of_the_last_update_when_shapes_change) {
    World world;
    const ObjectId a = world.add(unit_box()), b = world.add(unit_box(), at(10));
    world.update();
    world.reshape(a, Shape());
    world.reshape(b, Shape(make_box({19, 1, 1})));
    const auto near = world.nearest({3, 0, 0});
    ASSERT_TRUE(near);
    EXPECT_EQ(near->object, a);
    EXPECT_EQ(near->distance.value, 2.5);
    world.update();
    const auto now = world.nearest({3, 0, 0});
    ASSERT_TRUE(now);
    EXPECT_EQ(now->object, b);
}

TEST(WorldCallbacks, keep_what_they_count_from_update_to_update) {
    World world;
    int last = 0;
    world.on_collision([&last, count = 0](const Collision&) mutable { last = ++count; });
    world.add(unit_box());
    const ObjectId b = world.add(unit_box(), at(0.5));
    for (int i = 0; i < 4; ++i) {
        world.move(b, at(0.5 + 0.1 * i));
        world.update();
    }
    EXPECT_EQ(last, 4);
}

// The classes of objects are numbered anew, and those that are gone must not keep an old number.
TEST(WorldCallbacks, hear_of_the_end_of_removed_objects_when_interests_change_at_the_same_time) {
    World world;
    Heard heard;
    const ModuleId module = world.add_module({}, heard.callback());
    const InterestId all = world.add_interest(module, {});
    std::vector<InterestId> named;
    std::vector<ObjectId> ids;
    for (int i = 0; i < 40; ++i) {
        ids.push_back(world.add(unit_box(), at(0.7 * i), {"", group_bit(static_cast<unsigned>(i))}));
        named.push_back(world.add_interest(module, {Selector::object(ids.back()), Selector::group(50)}));
    }
    world.update();
    EXPECT_EQ(heard.take().size(), 39u);
    for (std::size_t i = 20; i < 40; ++i) world.remove(ids[i]);
    for (const InterestId id : named) world.remove_interest(id);
    for (std::size_t i = 0; i < 20; ++i) world.set_groups(ids[i], group_bit(0));
    world.update();
    const Lines told = heard.take();
    EXPECT_EQ(std::ranges::count_if(told, [](const std::string& line) { return line[0] == 'e'; }), 20);
    world.remove_interest(all);
    world.update();
    EXPECT_EQ(heard.take(), Lines{});
}

TEST(WorldCallbacks, hear_of_the_end_when_groups_and_interests_change_at_the_same_time) {
    World world;
    Heard heard;
    const ModuleId module = world.add_module({}, heard.callback());
    world.add_interest(module, {Selector::group(1), Selector::group(1), Want::touch});
    const ObjectId a = world.add(unit_box(), at(0), {"", group_bit(1)});
    world.add(unit_box(), at(0.5), {"", group_bit(1)});
    world.update();
    EXPECT_EQ(heard.take(), Lines{"began 0 1"});
    world.set_groups(a, group_bit(2));
    world.add_interest(module, {Selector::group(5), Selector::group(6)});
    world.update();
    EXPECT_EQ(heard.take(), Lines{"ended 0 1"});
    world.set_groups(a, group_bit(1));
    world.update();
    EXPECT_EQ(heard.take(), Lines{"began 0 1"});
}

TEST(WorldCallbacks, may_remove_their_own_module_and_everything_else) {
    World world;
    ModuleId own;
    int calls = 0;
    own = world.add_module({}, [&](const Collision&) {
        ++calls;
        world.remove_module(own);
        for (const ObjectId id : world.objects()) world.remove(id);
    });
    world.add_interest(own, {});
    for (int i = 0; i < 5; ++i) world.add(unit_box(), at(0.1 * i));
    world.update();
    world.update();
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(world.size(), 0u);
}

TEST(WorldCallbacks, that_throw_do_no_harm) {
    World world;
    Heard heard;
    bool throws = true;
    world.on_collision([&, record = heard.callback()](const Collision& c) {
        record(c);
        if (throws) throw std::runtime_error("enough");
    });
    std::vector<ObjectId> ids;
    for (int i = 0; i < 3; ++i) ids.push_back(world.add(unit_box(), at(0.1 * i)));
    EXPECT_THROW(world.update(), std::runtime_error);
    throws = false;
    world.update();
    for (const ObjectId id : ids) world.move(id, world.pose(id));
    world.update();  // who was not told is told when something moves
    EXPECT_EQ(heard.take(), (Lines{"began 0 1", "lasts 0 1", "began 0 2", "began 1 2"}));
}

class CallbacksAtRandom {
  public:
    CallbacksAtRandom(std::uint64_t seed, BroadPhaseKind kind, double scale)
        : random_(seed), world_(WorldOptions{kind, {}}), scale_(scale) {
        const Mesh boxes[] = {make_box({scale, scale, scale}),
                              make_box({3 * scale, 0.2 * scale, 0.5 * scale}), make_sphere(0.7 * scale, 20)};
        for (const Mesh& mesh : boxes) shapes_.emplace_back(mesh);
        shapes_.emplace_back();
        for (int i = 0; i < 3; ++i)
            modules_.push_back(world_.add_module({"", i % 2}, [this](const Collision& c) { hear(c); }));
    }

    void step() {
        const std::uint64_t dice = random_.below(100);
        if (dice < 85) return change();
        if (dice < 88) return change_interests();
        try {
            world_.update();
        } catch (const std::runtime_error&) {
            ++thrown;
        }
    }

    void check() {
        meddles_ = false;
        for (int i = 0; i < 2; ++i) {
            for (const ObjectId id : world_.objects()) {
                world_.unmute(id);
                world_.wake(id);
            }
            world_.update();
        }
        meddles_ = true;
        for (const auto& [id, known] : interests_) {
            Pairs expected;
            for (const ObjectId a : world_.objects())
                for (const ObjectId b : world_.objects())
                    if (a < b && holds(known.interest, a, b)) expected.emplace(a, b);
            EXPECT_EQ(known.told, expected) << "want " << static_cast<int>(known.interest.want);
            seen += expected.size();
        }
        EXPECT_EQ(confused, 0u);
    }
    std::size_t seen = 0, confused = 0, thrown = 0, meddled = 0;

  private:
    using Pairs = std::set<std::pair<ObjectId, ObjectId>>;
    struct Known {
        Interest interest;
        Pairs told{};
    };
    struct Options {
        Groups groups;
        bool movable;
    };

    void hear(const Collision& c) {
        const auto found = interests_.find(c.interest);
        if (found != interests_.end()) {
            Pairs& told = found->second.told;
            const std::pair pair(c.a, c.b);
            if (c.change == Change::began) confused += told.insert(pair).second ? 0 : 1;
            if (c.change == Change::lasts) confused += told.contains(pair) ? 0 : 1;
            if (c.change == Change::ended) confused += told.erase(pair) == 1 ? 0 : 1;
        }
        if (!meddles_ || !random_.chance(0.02)) return;
        ++meddled;
        const std::uint64_t dice = random_.below(20);
        if (dice < 14) return change();
        if (dice < 16) return change_interests();
        if (dice < 18) return world_.skip_rest(modules_[random_.below(modules_.size())]);
        EXPECT_THROW(world_.update(), Error);
        throw std::runtime_error("enough");
    }
    bool holds(const Interest& i, ObjectId a, ObjectId b) {
        const Options &of_a = options_.at(a), &of_b = options_.at(b);
        if (!of_a.movable && !of_b.movable && !i.among_immovable) return false;
        const bool covers = (i.a.matches(a, of_a.groups) && i.b.matches(b, of_b.groups)) ||
                            (i.a.matches(b, of_b.groups) && i.b.matches(a, of_a.groups));
        if (!covers) return false;
        const Shape &shape_a = world_.shape(a), &shape_b = world_.shape(b);
        if (shape_a.mesh().empty() || shape_b.mesh().empty()) return false;
        if (i.want == Want::boxes) return overlap(world_.box(a), world_.box(b));
        if (i.want == Want::clearance || i.want == Want::distance)
            return within(shape_a, world_.pose(a), shape_b, world_.pose(b), i.limit);
        return intersects(shape_a, world_.pose(a), shape_b, world_.pose(b));
    }
    ObjectId any() {
        const auto all = world_.objects();
        return all[random_.below(all.size())];
    }
    Pose somewhere() {
        return {random_.rotation(), random_.in_box({0, 0, 0}, {5 * scale_, 5 * scale_, 5 * scale_})};
    }
    Shape some_shape() { return shapes_[random_.below(shapes_.size())]; }
    Groups some_groups() { return group_bit(static_cast<unsigned>(random_.below(3))); }
    void change() {
        const std::uint64_t dice = random_.below(100);
        if (world_.size() < 10 || (dice < 10 && world_.size() < 40)) {
            const Options options{some_groups(), random_.chance(0.7)};
            options_[world_.add(some_shape(), somewhere(), {"", options.groups, options.movable})] = options;
            return;
        }
        const ObjectId id = any();
        if (dice < 20) return world_.remove(id);
        if (dice < 65) return world_.move(id, somewhere());
        if (dice < 72) return world_.reshape(id, some_shape());
        if (dice < 77) return world_.hibernate(id);
        if (dice < 84) return world_.wake(id);
        if (dice < 87) return world_.set_groups(id, options_[id].groups = some_groups());
        if (dice < 90) return world_.set_movable(id, options_[id].movable = random_.chance(0.5));
        if (dice < 93) return world_.mute_others(modules_[random_.below(modules_.size())], id);
        if (dice < 97) return world_.unmute(id);
    }
    Selector some_selector() {
        const std::uint64_t dice = random_.below(4);
        if (dice == 0 && world_.size() > 0) return Selector::object(any());
        if (dice == 1) return Selector::everything();
        return Selector::group(static_cast<unsigned>(random_.below(3)));
    }
    void change_interests() {
        if (interests_.size() > 3 && (interests_.size() > 12 || random_.chance(0.5))) {
            const auto which =
                std::next(interests_.begin(), static_cast<std::ptrdiff_t>(random_.below(interests_.size())));
            world_.remove_interest(which->first);
            interests_.erase(which);
            return;
        }
        Interest i{some_selector(), some_selector(), static_cast<Want>(random_.below(6))};
        i.limit = random_.uniform(0, 0.5) * scale_;
        i.among_immovable = random_.chance(0.5);
        try {
            interests_[world_.add_interest(modules_[random_.below(modules_.size())], i)] = {i};
        } catch (const Error&) {
            ++refused_;  // too many in one object
        }
    }

    Random random_;
    World world_;
    double scale_;
    std::vector<Shape> shapes_;
    std::vector<ModuleId> modules_;
    std::map<InterestId, Known> interests_;
    std::map<ObjectId, Options> options_;
    bool meddles_ = true;
    std::size_t refused_ = 0;
};

// GRAZE_SOAK=20 goes on for a million steps.
TEST(WorldCallbacks, that_change_the_world_are_told_the_truth_at_random) {
    std::size_t seen = 0, thrown = 0, meddled = 0;
    std::uint64_t seed = 0;
    for (const BroadPhaseKind kind :
         {BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune, BroadPhaseKind::grid, BroadPhaseKind::octree,
          BroadPhaseKind::all_pairs}) {
        for (const double scale : {1.0, 1e30, 1e99, 1e-60}) {
            CallbacksAtRandom test(++seed, kind, scale);
            for (int i = 0; i < 2500 * test::soak_factor(); ++i) {
                test.step();
                if (i % 500 == 499) test.check();
                if (::testing::Test::HasFailure())
                    FAIL() << "seed " << seed << ", step " << i << ", scale " << scale << ", " << name(kind);
            }
            seen += test.seen;
            thrown += test.thrown;
            meddled += test.meddled;
        }
    }
    EXPECT_GT(seen, 1000u);
    EXPECT_GT(thrown, 10u);
    EXPECT_GT(meddled, 100u);
}

}  // namespace
}  // namespace graze
