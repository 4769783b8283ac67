// FCL's broad phases with boxes as objects; the callback takes the pair and never tests the geometries.
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/broadphase/broadphase_spatialhash.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision_object.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/methods/broad_phase_method.h"

namespace graze::bench {
namespace {

using Manager = fcl::BroadPhaseCollisionManagerd;
using Object = fcl::CollisionObjectd;
using Maker = std::function<std::unique_ptr<Manager>(std::span<const NumberedBox>, const FloatBox&)>;

// How the manager learns of objects that moved: by a list of them, or by looking at all.
enum class Update { listed, all };
// Whether the pairs it tells overlap, or only share a cell.
enum class Tells { overlaps, neighbours };

double center(const FloatBox& box, std::size_t axis) {
    return (static_cast<double>(box.lower[axis]) + static_cast<double>(box.upper[axis])) / 2;
}

double side(const FloatBox& box, std::size_t axis) {
    return static_cast<double>(box.upper[axis]) - static_cast<double>(box.lower[axis]);
}

std::uint32_t number_of(const Object* object) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object->getUserData()));
}

class FclBroadPhaseMethod final : public BroadPhaseMethod {
  public:
    FclBroadPhaseMethod(const std::string& name, Maker make, Update update, Tells tells)
        : BroadPhaseMethod("FCL " GRAZE_BENCH_FCL_VERSION " " + name, Tone::peer),
          make_(std::move(make)),
          update_(update),
          tells_(tells) {}
    bool set_up(std::span<const NumberedBox> boxes, const FloatBox& world, const Deadline&) override {
        clear();
        manager_ = make_(boxes, world);
        std::vector<Object*> all;
        for (const NumberedBox& b : boxes) {
            objects_.push_back(std::make_unique<Object>(
                std::make_shared<fcl::Boxd>(side(b.box, 0), side(b.box, 1), side(b.box, 2))));
            objects_.back()->setUserData(reinterpret_cast<void*>(static_cast<std::uintptr_t>(b.id)));
            move(b);
            all.push_back(objects_.back().get());
        }
        manager_->registerObjects(all);
        manager_->setup();
        marks_.reset(boxes.size());
        return true;
    }
    void step(std::span<const NumberedBox> moved, std::vector<IdPair>& pairs) override {
        moved_objects_.clear();
        for (const NumberedBox& m : moved) moved_objects_.push_back(move(m));
        const bool few = moved.size() * 4 < objects_.size();
        if (update_ == Update::listed || few)
            manager_->update(moved_objects_);
        else
            manager_->update();
        pairs_ = &pairs;
        marks_.mark(moved);
        if (!few) {
            manager_->collide(this, take_moved);
            return;
        }
        for (Object* object : moved_objects_) {
            asking_ = object;
            manager_->collide(object, this, take_answer);
        }
    }
    void clear() override {
        manager_.reset();
        objects_.clear();
        moved_objects_.clear();
    }

  private:
    Object* move(const NumberedBox& b) {
        Object* object = objects_[b.id].get();
        object->setTranslation({center(b.box, 0), center(b.box, 1), center(b.box, 2)});
        object->computeAABB();
        return object;
    }
    bool is_overlap(const Object* a, const Object* b) const {
        return tells_ == Tells::overlaps || a->getAABB().overlap(b->getAABB());
    }
    // A pair of all.
    static bool take_moved(Object* a, Object* b, void* data) {
        auto& self = *static_cast<FclBroadPhaseMethod*>(data);
        if (!self.is_overlap(a, b)) return false;
        const std::uint32_t number_a = number_of(a), number_b = number_of(b);
        if (self.marks_.either(number_a, number_b)) self.pairs_->push_back(ordered_pair(number_a, number_b));
        return false;  // go on
    }
    // What overlaps one object that moved: pairs of two such are told twice, and itself.
    static bool take_answer(Object* a, Object* b, void* data) {
        auto& self = *static_cast<FclBroadPhaseMethod*>(data);
        if (!self.is_overlap(a, b)) return false;
        const std::uint32_t asking = number_of(self.asking_);
        const std::uint32_t other = a == self.asking_ ? number_of(b) : number_of(a);
        if (asking != other && (!self.marks_.has_moved(other) || asking < other))
            self.pairs_->push_back(ordered_pair(asking, other));
        return false;
    }

    Maker make_;
    Update update_;
    Tells tells_;
    std::unique_ptr<Manager> manager_;
    std::vector<std::unique_ptr<Object>> objects_;
    std::vector<Object*> moved_objects_;
    MovedMarks marks_;
    std::vector<IdPair>* pairs_ = nullptr;
    const Object* asking_ = nullptr;
};

// Refitting makes the tree worse from step to step; what keeps it in shape is that some leaves are taken out
// and inserted again. Ten by default; a tenth of all is about the best share where everything moves.
std::unique_ptr<Manager> kept_in_shape(std::span<const NumberedBox> boxes, const FloatBox&) {
    auto manager = std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
    manager->tree_incremental_balance_pass = std::max(10, static_cast<int>(boxes.size() / 10));
    return manager;
}

template <class Kind>
Maker plain() {
    return [](std::span<const NumberedBox>, const FloatBox&) { return std::make_unique<Kind>(); };
}

// Cells as large as the largest box, as FCL's documentation advises, and as many buckets as objects.
std::unique_ptr<Manager> spatial_hash(std::span<const NumberedBox> boxes, const FloatBox& world) {
    double largest = 0;
    for (const NumberedBox& b : boxes) largest = std::max(largest, side(b.box, 0));
    return std::make_unique<fcl::SpatialHashingCollisionManager<double>>(
        largest, fcl::Vector3d(world.lower[0], world.lower[1], world.lower[2]),
        fcl::Vector3d(world.upper[0], world.upper[1], world.upper[2]), static_cast<unsigned>(boxes.size()));
}

}  // namespace

void add_fcl_broad_phases(BroadPhaseMethods& methods) {
    const auto add = [&](const char* name, const Maker& make, Update update, Tells tells) {
        methods.push_back(std::make_unique<FclBroadPhaseMethod>(name, make, update, tells));
    };
    add("dynamic tree", plain<fcl::DynamicAABBTreeCollisionManagerd>(), Update::listed, Tells::overlaps);
    add("dynamic tree, refitted", plain<fcl::DynamicAABBTreeCollisionManagerd>(), Update::all,
        Tells::overlaps);
    add("dynamic tree, refitted and kept in shape", kept_in_shape, Update::all, Tells::overlaps);
    add("dynamic tree in an array", plain<fcl::DynamicAABBTreeCollisionManager_Arrayd>(), Update::listed,
        Tells::overlaps);
    add("sweep and prune", plain<fcl::SaPCollisionManagerd>(), Update::listed, Tells::overlaps);
    add("spatial hash", spatial_hash, Update::listed, Tells::neighbours);
}

}  // namespace graze::bench
