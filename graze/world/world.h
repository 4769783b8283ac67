// Many moving objects, and modules that are notified when objects meet.
//
//     graze::World world;
//     auto a = world.add(gear), b = world.add(shaft, there);
//     world.on_collision([](const graze::Collision& c) { ... });
//     world.move(a, here);
//     world.update();
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/duration.h"
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
    std::optional<BroadPhaseKind> broad_phase{};  // default: the kind that is best for the number of objects
    Threads threads{};                            // for boxes and exact tests
};

// One stage of an update.
struct StageReport {
    std::uint64_t items = 0;
    Duration time{};
};

struct UpdateReport {
    std::uint64_t number = 0;      // number of the update, from 1
    StageReport moved;             // objects moved, added, removed, changed or woken; their boxes
    StageReport broad;             // pairs of which one object moved and whose boxes, with margins, overlap
    StageReport interest;          // pairs that some interest covers
    StageReport exact;             // pairs that needed an exact test
    StageReport notified;          // calls of callbacks
    std::uint64_t near_pairs = 0;  // pairs remembered now, moved or not
};

struct ModuleOptions {
    std::string name{};
    int order = 0;  // modules with a lower order are notified first; of equal orders the one added first
};

struct WorldHit {
    ObjectId object;
    RayHit hit;
};
struct WorldNearest {
    ObjectId object;
    PointDistance distance;
};

// Only one thread at a time may call, but several may call const functions at once; LiveWorld is for worlds
// that run beside their callers. Functions that change something throw Error for ids that name nothing (any
// more). The same calls give the same results in the same order, for any broad phase, number of threads and
// instruction set.
class World {
  public:
    explicit World(const WorldOptions& options = {});
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    // Objects. Changes take effect at the next update.
    ObjectId add(Shape shape, const Pose& pose = {}, ObjectOptions options = {});
    void remove(ObjectId id);
    void move(ObjectId id, const Pose& pose);
    void reshape(ObjectId id, Shape shape);
    void set_groups(ObjectId id, Groups groups);
    void set_movable(ObjectId id, bool movable);
    // A hibernating object meets nothing. Modules that were notified of a collision are not notified of its
    // end. The object may be moved; when it is woken, the next update detects its collisions.
    void hibernate(ObjectId id);
    void wake(ObjectId id);

    bool contains(ObjectId id) const;
    std::size_t size() const;
    const Shape& shape(ObjectId id) const;  // as set last; so is the pose
    const Pose& pose(ObjectId id) const;
    // As of the last update: what the reported collisions and their triangles refer to, even if a callback
    // has moved or re-shaped the object since. For an object that no update has seen, and for one that
    // hibernates, the state before.
    const Shape& updated_shape(ObjectId id) const;
    const Pose& updated_pose(ObjectId id) const;
    const std::string& name(ObjectId id) const;
    // A number that changes whenever the object is moved, re-shaped or changed otherwise.
    std::uint64_t version(ObjectId id) const;
    Box box(ObjectId id) const;             // at its pose
    std::vector<ObjectId> objects() const;  // in ascending order of index
    // Of several objects the one with the lowest index.
    std::optional<ObjectId> find(std::string_view name) const;
    // The name of the part of an object's mesh that a triangle belongs to; empty if it has none.
    std::string_view part_name(ObjectId id, TriangleId triangle) const;

    // Modules and their interests.
    ModuleId add_module(ModuleOptions options, CollisionCallback callback);
    void remove_module(ModuleId id);
    InterestId add_interest(ModuleId id, Interest interest);
    void remove_interest(InterestId id);
    // A module that is interested in all pairs.
    ModuleId on_collision(CollisionCallback callback, Want want = Want::witness, double limit = 0);
    // While a module tries out poses of an object, other modules are not notified of the object; afterwards
    // they are notified of what has changed since.
    void mute_others(ModuleId id, ObjectId object);
    void unmute(ObjectId object);
    // For a callback that needs no more: its module is not notified again in this update.
    void skip_rest(ModuleId id);

    // Callbacks may change the world; the changes count for the next update.
    UpdateReport update();
    std::uint64_t update_count() const;
    const BroadPhase& broad_phase() const;

    // Queries about two objects as set last, without waiting for an update. A pair that has not changed since
    // it was tested is mostly not tested again: some 64 pairs per object are cached.
    bool touching(ObjectId a, ObjectId b) const;
    Distance distance(ObjectId a, ObjectId b) const;

    // Queries about all objects as of the last update, except hibernating ones.
    std::vector<ObjectId> overlapping(const Box& box) const;  // whose boxes do, ascending
    std::optional<WorldHit> first_hit(const Ray& ray) const;
    std::optional<WorldNearest> nearest(const Vec3& point,
                                        double limit = std::numeric_limits<double>::infinity()) const;

  private:
    friend detail::WorldState& detail::state_of(World& world);
    std::unique_ptr<detail::WorldState> state_;
};

}  // namespace graze::inline v1
