// A million things done to a world at random, and what it told compared with a test of all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "graze/base/random.h"
#include "tests/soak.h"
#include "tests/world/worlds.h"

namespace graze {
namespace {

constexpr Groups kinds[] = {group_bit(0), group_bit(1), group_bit(0) | group_bit(2)};

class RandomWorld {
  public:
    RandomWorld(std::uint64_t seed, BroadPhaseKind kind) : random_(seed), world_(WorldOptions{kind, {}}) {
        const ModuleId module = world_.add_module({}, [this](const Collision& c) { hear(c); });
        world_.add_interest(module, {Selector::group(0), Selector::everything(), Want::touch});
        prober_ = world_.add_module({}, {});
    }

    void step() {
        const std::uint64_t dice = random_.below(100);
        if (ids_.size() < 40 || (dice < 8 && ids_.size() < 160)) return add();
        const std::size_t which = random_.below(ids_.size());
        const ObjectId id = ids_[which];
        if (dice < 70) return world_.move(id, somewhere());
        if (dice < 77) return remove(which);
        if (dice < 81) return hibernate(id);
        if (dice < 86) return wake(id);
        if (dice < 89) return world_.reshape(id, some_shape());
        if (dice < 92) return set_groups(id);
        if (dice < 94) return world_.mute_others(prober_, id);
        if (dice < 96) return world_.unmute(id);
        world_.update();
    }

    // What the module was told must be what a test of all pairs finds.
    void check() {
        for (const ObjectId id : ids_) {
            world_.unmute(id);
            wake(id);
        }
        world_.update();
        std::set<std::pair<ObjectId, ObjectId>> expected;
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            for (std::size_t j = i + 1; j < ids_.size(); ++j) {
                const ObjectId a = std::min(ids_[i], ids_[j]), b = std::max(ids_[i], ids_[j]);
                if (((groups_[a] | groups_[b]) & group_bit(0)) == 0) continue;
                if (!overlap(world_.box(a), world_.box(b))) continue;
                if (intersects(world_.shape(a), world_.pose(a), world_.shape(b), world_.pose(b)))
                    expected.emplace(a, b);
            }
        }
        EXPECT_EQ(touching_, expected);
        EXPECT_EQ(world_.size(), ids_.size());
        EXPECT_EQ(confused_, 0u);
        seen_ += expected.size();
    }
    std::size_t seen() const { return seen_; }

  private:
    void hear(const Collision& c) {
        const auto pair = std::pair(c.a, c.b);
        if (c.change == Change::began) confused_ += touching_.insert(pair).second ? 0 : 1;
        if (c.change == Change::lasts) confused_ += touching_.contains(pair) ? 0 : 1;
        if (c.change == Change::ended) confused_ += touching_.erase(pair) == 1 ? 0 : 1;
    }
    Shape some_shape() {
        static const Shape shapes[] = {Shape(make_box({1, 1, 1})), Shape(make_box({3, 0.2, 0.5})),
                                       Shape(make_sphere(0.7, 20)), Shape()};
        return shapes[random_.below(4)];
    }
    Pose somewhere() { return {random_.rotation(), random_.in_box({0, 0, 0}, {6, 6, 6})}; }
    void add() {
        const Groups groups = kinds[random_.below(3)];
        const ObjectId id = world_.add(some_shape(), somewhere(), {"", groups});
        groups_[id] = groups;
        ids_.push_back(id);
    }
    void remove(std::size_t which) {
        world_.remove(ids_[which]);
        groups_.erase(ids_[which]);
        ids_[which] = ids_.back();
        ids_.pop_back();
    }
    void hibernate(ObjectId id) { world_.hibernate(id); }
    void wake(ObjectId id) { world_.wake(id); }
    void set_groups(ObjectId id) {
        groups_[id] = kinds[random_.below(3)];
        world_.set_groups(id, groups_[id]);
    }

    Random random_;
    World world_;
    ModuleId prober_;
    std::vector<ObjectId> ids_;
    std::map<ObjectId, Groups> groups_;
    std::set<std::pair<ObjectId, ObjectId>> touching_;
    std::size_t confused_ = 0, seen_ = 0;
};

class WorldAtRandom : public ::testing::TestWithParam<BroadPhaseKind> {};

TEST_P(WorldAtRandom, agrees_with_all_pairs_after_a_million_operations_over_all_broad_phases) {
    RandomWorld world(7, GetParam());
    for (int i = 0; i < 200'000 * test::soak_factor(); ++i) {
        world.step();
        if (i % 10'000 == 9'999) world.check();
        if (::testing::Test::HasFailure()) break;
    }
    EXPECT_GT(world.seen(), 200u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, WorldAtRandom,
                         ::testing::Values(BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune,
                                           BroadPhaseKind::grid, BroadPhaseKind::octree,
                                           BroadPhaseKind::all_pairs),
                         [](const auto& p) {
                             std::string text(name(p.param));
                             std::replace(text.begin(), text.end(), ' ', '_');
                             return text;
                         });

}  // namespace
}  // namespace graze
