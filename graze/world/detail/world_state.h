// The implementation of World.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/world/detail/answers.h"
#include "graze/world/live/detail/world_lock.h"
#include "graze/world/pipeline/detail/interest_matrix.h"
#include "graze/world/pipeline/detail/near_pairs.h"
#include "graze/world/world.h"

namespace graze::inline v1::detail {

// The data of an object that every pair needs. One cache line, separate from the other data, because the
// objects of a pair are rarely neighbours in memory.
struct alignas(64) Presence {
    Box box;  // as of the last update
    std::uint32_t generation = 0;
    std::optional<ModuleId> probed_by;  // no other module is notified of this object
    bool alive = false, movable = true, hibernating = false;
};
static_assert(sizeof(Presence) == 64);

// The other data of an object. Exact tests need the first two cache lines, only moving objects need all of
// it.
struct alignas(64) WorldObject {
    Shape shape;  // as of the last update
    Pose placed;  // as of the last update
    // Counts changes that could change an answer; continues when the index is reused.
    std::uint64_t version = 0;

    Pose pose;                       // as set last
    std::optional<Shape> new_shape;  // set since the last update, if any
    Groups groups = 0;
    std::string name;
    bool class_known = false;
    bool placed_yet = false;  // is in the broad phase

    const Shape& latest_shape() const { return new_shape ? *new_shape : shape; }

    static constexpr std::size_t bytes_for_tests = 128;
};
static_assert(offsetof(WorldObject, pose) == WorldObject::bytes_for_tests);

// One of the two objects of a pair.
struct PairSide {
    const Presence& presence;
    const WorldObject& object;
};

struct WorldModule {
    ModuleOptions options;
    std::shared_ptr<const CollisionCallback> callback;  // shared with an update that is calling the callback
    bool alive = true;
    bool skips = false;  // is not notified in the rest of this update
};

// A pair to be reported, as the exact stage left it.
struct PairEvent {
    std::uint32_t pair;
    std::uint32_t wish;
    std::uint32_t rank;  // rank of the module
    Change change;
};

class WorldState {
  public:
    explicit WorldState(const WorldOptions& options);

    WorldObject& object(ObjectId id);
    const WorldObject& object(ObjectId id) const;
    Presence& presence(ObjectId id);
    bool contains(ObjectId id) const;
    ObjectId id_of(std::uint32_t index) const { return {index, presences[index].generation}; }
    PairSide side(std::uint32_t index) const { return {presences[index], objects[index]}; }
    // Makes the object take part in the next update.
    void touch(std::uint32_t index);
    WorldModule& module(ModuleId id);

    UpdateReport update();

    static constexpr std::uint32_t last_generation = ~0u;
    WorldOptions options;
    std::vector<WorldObject> objects;
    std::vector<Presence> presences;  // of the objects, same index
    // Class of each object in the interest matrix. Separate from the objects, because every pair reads its
    // classes.
    std::vector<std::uint32_t> classes;
    std::vector<std::uint32_t> free_indices;
    std::size_t count = 0;
    std::vector<WorldModule> modules;
    InterestMatrix interests;
    NearPairs near;
    Answers answers;
    std::unique_ptr<BroadPhase> broad_phase;
    std::uint64_t update_number = 0;
    WorldLock* lock = nullptr;  // held while data that queries read changes
    bool notifying = false;     // callbacks are being called
    double usual_size = 1;      // approximate size of an object: where searches begin

  private:
    void apply_changes(UpdateReport& report);
    void settle_interests();
    BroadPhaseKind suitable_broad_phase();
    void choose_broad_phase();
    FloatBox box_with_margin(std::uint32_t index) const;  // as of the last update
    void place_changed();
    void keep_interesting();
    void look_closely();
    std::uint32_t cell_of(const IdPair& pair);
    void find_class(std::uint32_t index);
    void prefetch_tests(std::size_t item) const;
    template <class Item>
    void prefetch_pairs(std::span<const Item> items, std::size_t item) const;
    void recover(std::uint32_t pair, std::vector<PairNews>& dropped);
    void list_events();
    std::uint64_t notify();
    void forget_gone();
    void resume(NearPair& pair);
    bool muted(const NearPair& pair, ModuleId module) const;
    Collision collision(const PairEvent& event, std::vector<IntersectingPair>& parts) const;

    bool updating_ = false;
    BroadPhaseKind kind_ = BroadPhaseKind::bvh;
    std::size_t chosen_for_ = 0;   // number of objects when the broad phase was chosen
    std::uint64_t chosen_in_ = 0;  // number of that update
    double moving_share_ = 1;      // of the objects, averaged over the last updates
    std::vector<std::uint8_t> changed_flags_, frozen_flags_;
    std::vector<std::uint32_t> changed_, gone_objects_;
    std::vector<std::uint32_t> now_changed_;
    std::vector<NumberedBox> boxes_;
    std::vector<std::uint32_t> leaving_;
    std::vector<IdPair> found_;
    std::vector<PairNews> news_;
    std::vector<std::uint32_t> to_test_;
    std::vector<PairEvent> events_;
    std::vector<std::uint32_t> lingering_;  // no longer near, but a muted module must still be notified
};

// Held by functions that change objects. Other threads may run queries while callbacks are called, and wait
// while a change is made. At other times the owner of the shared world does the locking.
class Changing {
  public:
    explicit Changing(const WorldState& state) {
        if (state.lock != nullptr && state.notifying) writing_.emplace(*state.lock);
    }

  private:
    std::optional<WorldLock::Writing> writing_;
};

// For tests.
WorldState& state_of(World& world);

// Runs the queries that the wishes of a pair need. Bit i of the result: wish i holds.
std::uint64_t examine(const PairSide& a, const PairSide& b, const PairWish& wish, PairMemory* memory);
// Keeps the contacts of the parts that a wish names.
void keep_parts(const WorldObject& a, const WorldObject& b, const Wish& wish,
                std::span<const IntersectingPair> all, std::vector<IntersectingPair>& kept);

}  // namespace graze::inline v1::detail
