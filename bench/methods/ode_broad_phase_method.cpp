// ODE's spaces with boxes as objects: dGeomSetPosition for what moved, then dSpaceCollide, whose callback
// takes the pairs whose boxes overlap and never asks for contacts. No space tells only the pairs of what
// moved.
#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/methods/broad_phase_method.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

using Maker = std::function<dSpaceID(std::span<const NumberedBox>, const FloatBox&)>;

dReal center(const FloatBox& box, std::size_t axis) {
    return (static_cast<dReal>(box.lower[axis]) + static_cast<dReal>(box.upper[axis])) / 2;
}

dReal side(const FloatBox& box, std::size_t axis) {
    return static_cast<dReal>(box.upper[axis]) - static_cast<dReal>(box.lower[axis]);
}

std::uint32_t number_of(dGeomID geom) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(dGeomGetData(geom)));
}

bool boxes_overlap(dGeomID a, dGeomID b) {
    dReal p[6], q[6];
    dGeomGetAABB(a, p);
    dGeomGetAABB(b, q);
    return p[0] <= q[1] && q[0] <= p[1] && p[2] <= q[3] && q[2] <= p[3] && p[4] <= q[5] && q[4] <= p[5];
}

class OdeBroadPhaseMethod final : public BroadPhaseMethod {
  public:
    OdeBroadPhaseMethod(const std::string& name, Maker make)
        : BroadPhaseMethod("ODE " GRAZE_BENCH_ODE_VERSION " " + name, Tone::peer), make_(std::move(make)) {
        if (dInitODE2(0) == 0 || dAllocateODEDataForThread(dAllocateMaskAll) == 0)
            throw Error("ODE cannot be started", "graze-bench", "build graze-bench without it");
    }
    ~OdeBroadPhaseMethod() override {
        OdeBroadPhaseMethod::clear();
        dCloseODE();
    }
    bool set_up(std::span<const NumberedBox> boxes, const FloatBox& world, const Deadline&) override {
        clear();
        space_ = make_(boxes, world);
        for (const NumberedBox& b : boxes) {
            const dGeomID geom = dCreateBox(nullptr, side(b.box, 0), side(b.box, 1), side(b.box, 2));
            dGeomSetData(geom, reinterpret_cast<void*>(static_cast<std::uintptr_t>(b.id)));
            geoms_.push_back(geom);
            move(b);
            dSpaceAdd(space_, geom);
            // What is new waits in one list, in which a quadtree searches for each of them.
            if (geoms_.size() % 64 == 0) dSpaceClean(space_);
        }
        marks_.reset(boxes.size());
        std::vector<IdPair> pairs;
        step(boxes, pairs);
        return true;
    }
    void step(std::span<const NumberedBox> moved, std::vector<IdPair>& pairs) override {
        for (const NumberedBox& m : moved) move(m);
        marks_.mark(moved);
        pairs_ = &pairs;
        dSpaceCollide(space_, this, take);
    }
    void clear() override {
        if (space_) dSpaceDestroy(space_);  // with everything in it
        space_ = nullptr;
        geoms_.clear();
    }

  private:
    void move(const NumberedBox& b) {
        dGeomSetPosition(geoms_[b.id], center(b.box, 0), center(b.box, 1), center(b.box, 2));
    }
    static void take(void* data, dGeomID a, dGeomID b) {
        auto& self = *static_cast<OdeBroadPhaseMethod*>(data);
        const std::uint32_t number_a = number_of(a), number_b = number_of(b);
        if (self.marks_.either(number_a, number_b) && boxes_overlap(a, b))
            self.pairs_->push_back(ordered_pair(number_a, number_b));
    }

    Maker make_;
    dSpaceID space_ = nullptr;
    std::vector<dGeomID> geoms_;
    MovedMarks marks_;
    std::vector<IdPair>* pairs_ = nullptr;
};

// A grid of its own for each power of two among the sizes.
dSpaceID hash_space(std::span<const NumberedBox> boxes, const FloatBox&) {
    dReal least = dInfinity, most = 0;
    for (const NumberedBox& b : boxes) {
        least = std::min(least, side(b.box, 0));
        most = std::max(most, side(b.box, 0));
    }
    const dSpaceID space = dHashSpaceCreate(nullptr);
    dHashSpaceSetLevels(space, std::ilogb(least), std::ilogb(most) + 1);
    return space;
}

dSpaceID sweep_space(std::span<const NumberedBox>, const FloatBox&) {
    return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
}

// Quarters of x and y down to squares twice as large as a box of average size; deeper than 8 it only takes
// memory.
dSpaceID quadtree_space(std::span<const NumberedBox> boxes, const FloatBox& world) {
    dReal sum = 0;
    for (const NumberedBox& b : boxes) sum += side(b.box, 0);
    const dReal cell = 2 * sum / static_cast<dReal>(boxes.size());
    const int depth = std::clamp(static_cast<int>(std::log2(side(world, 0) / cell)), 1, 8);
    const dVector3 middle{center(world, 0), center(world, 1), center(world, 2), 0};
    const dVector3 extents{side(world, 0), side(world, 1), side(world, 2), 0};
    return dQuadTreeSpaceCreate(nullptr, middle, extents, depth);
}

}  // namespace

void add_ode_broad_phases(BroadPhaseMethods& methods) {
    methods.push_back(std::make_unique<OdeBroadPhaseMethod>("dHashSpace", hash_space));
    methods.push_back(std::make_unique<OdeBroadPhaseMethod>("dSweepAndPruneSpace", sweep_space));
    methods.push_back(std::make_unique<OdeBroadPhaseMethod>("dQuadTreeSpace", quadtree_space));
}

}  // namespace graze::bench
