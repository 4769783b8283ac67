// Many objects that move, and who is told when they meet.
//
//     graze::World world;
//     auto a = world.add(gear), b = world.add(shaft, there);
//     world.on_collision([](const graze::Collision& c) { ... });
//     world.move(a, here);
//     world.update();
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/ray/ray.h"
#include "graze/tree/shape.h"
#include "graze/world/broad_phase/broad_phase.h"
#include "graze/world/collision.h"

namespace graze::inline v1 {

class World;
namespace detail {
class WorldLock;
class WorldState;
void share(World& world, WorldLock* lock);
WorldState& state_of(World& world);
}  // namespace detail

struct WorldOptions {
    std::optional<BroadPhaseKind> broad_phase{};  // default: the one that is best for the number of objects
    Threads threads{};                            // for boxes and exact tests
};

// One stage of an update.
struct StageReport {
    std::uint64_t items = 0;
    std::chrono::nanoseconds time{0};
};

struct UpdateReport {
    std::uint64_t number = 0;      // of the update, from 1
    StageReport moved;             // objects that were moved, added, removed, changed or woken; their boxes
    StageReport broad;             // pairs whose boxes, with margins, overlap and of which one was moved
    StageReport interest;          // those that somebody wants to know about
    StageReport exact;             // those that had to be looked at closely
    StageReport told;              // calls of callbacks
    std::uint64_t near_pairs = 0;  // that are remembered now, moved or not
};

struct ModuleOptions {
    std::string name{};
    int order = 0;  // modules with a lower one are told first; of equal ones the one that came first
};

struct WorldHit {
    ObjectId object;
    RayHit hit;
};
struct WorldNearest {
    ObjectId object;
    PointDistance distance;
};

// All calls come from one thread at a time, but const ones may come from several at once; LiveWorld is for
// worlds that run beside their callers. Ids that name nothing (any more) are refused with an Error by
// functions that change something. The same calls give the same results in the same order, for any broad
// phase, number of threads and instruction set.
class World {
  public:
    explicit World(const WorldOptions& options = {});
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    // Objects. Nothing is found out before the next update.
    ObjectId add(Shape shape, const Pose& pose = {}, ObjectOptions options = {});
    void remove(ObjectId id);
    void move(ObjectId id, const Pose& pose);
    void reshape(ObjectId id, Shape shape);
    void set_groups(ObjectId id, Groups groups);
    void set_movable(ObjectId id, bool movable);
    // A hibernating object meets nothing, and who was told of a collision is not told of its end. It may be
    // moved; when it is woken the next update finds out what has become of it.
    void hibernate(ObjectId id);
    void wake(ObjectId id);

    bool contains(ObjectId id) const;
    std::size_t size() const;
    const Shape& shape(ObjectId id) const;  // as it was set last, as is the pose
    const Pose& pose(ObjectId id) const;
    // As of the last update: what collisions that it told of, and their triangles, are about, even if a
    // callback has moved or re-shaped the object since. Of an object that no update has seen, and of one that
    // hibernates, what they were before.
    const Shape& updated_shape(ObjectId id) const;
    const Pose& updated_pose(ObjectId id) const;
    const std::string& name(ObjectId id) const;
    // A number that is another one whenever the object was moved, re-shaped or changed otherwise.
    std::uint64_t version(ObjectId id) const;
    Box box(ObjectId id) const;                                 // at its pose
    std::vector<ObjectId> objects() const;                      // in ascending order of index
    std::optional<ObjectId> find(std::string_view name) const;  // of several that with the lowest index
    // The name of the part of an object's mesh that a triangle belongs to; empty if it has none.
    std::string_view part_name(ObjectId id, TriangleId triangle) const;

    // Who is told, and of what.
    ModuleId add_module(ModuleOptions options, CollisionCallback callback);
    void remove_module(ModuleId id);
    InterestId add_interest(ModuleId id, Interest interest);
    void remove_interest(InterestId id);
    // A module that is interested in all pairs.
    ModuleId on_collision(CollisionCallback callback, Want want = Want::witness, double reach = 0);
    // While a module tries out where an object could be, others are not told of it; afterwards they are told
    // what has changed since.
    void mute_others(ModuleId id, ObjectId object);
    void unmute(ObjectId object);
    // For a callback that has heard enough: its module is told nothing more in this update.
    void skip_rest(ModuleId id);

    // Callbacks may change the world; that counts for the next update.
    UpdateReport update();
    std::uint64_t update_count() const;
    const BroadPhase& broad_phase() const;

    // About two objects where they were put last, without waiting for an update. A pair of which nothing has
    // changed since it was tested is mostly not tested again: some 64 pairs per object are remembered.
    bool touching(ObjectId a, ObjectId b) const;
    Distance distance(ObjectId a, ObjectId b) const;

    // About all objects as of the last update, hibernating ones left out.
    std::vector<ObjectId> overlapping(const Box& box) const;  // whose boxes do, ascending
    std::optional<WorldHit> first_hit(const Ray& ray) const;
    std::optional<WorldNearest> nearest(const Vec3& point,
                                        double reach = std::numeric_limits<double>::infinity()) const;

  private:
    friend detail::WorldState& detail::state_of(World& world);
    std::unique_ptr<detail::WorldState> state_;
};

}  // namespace graze::inline v1
