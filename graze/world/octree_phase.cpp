// An octree (Zachmann 2000, 3.8.4): objects are held by the largest octants that they cover, and know these
// octants. Half-open voxels in integer coordinates; a move changes only what the old and the new range of
// voxels do not share.
#include "graze/world/detail/octree_phase.h"

#include <algorithm>
#include <bit>

#include "graze/world/detail/cell_frame.h"
#include "graze/world/detail/octant.h"
#include "graze/world/detail/placed_boxes.h"
#include "graze/world/detail/small_lists.h"

namespace graze::inline v1::detail {
namespace {

// Moves leave an object in smaller octants than it needs; when it is in more than this, it is inserted anew.
constexpr std::size_t most_octants = 64;

// A cube with voxels not smaller than a typical box, and no more than some voxels per object.
CellFrame frame_for(const BoxSurvey& survey, std::size_t objects) {
    double side = 0, extent = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        side = std::max(side, survey.upper[k] - survey.lower[k]);
        extent = std::max(extent, survey.extent[k]);
    }
    unsigned depth = 0;
    while (depth < deepest_octants && side > 2 * extent * (1 << depth) &&
           std::size_t{8} << 3 * depth <= 8 * objects + 64) {
        ++depth;
    }
    CellFrame frame;
    for (std::size_t k = 0; k < 3; ++k) {
        frame.origin[k] = 0.5 * (survey.lower[k] + survey.upper[k]) - 0.5 * side;
        frame.size[k] = static_cast<std::uint16_t>(1 << depth);
        frame.cells_per_unit[k] = side > 0 ? (1 << depth) / side : 1;
    }
    return frame;
}

class OctreePhase final : public BroadPhase {
  public:
    OctreePhase() { choose_octants(CellFrame()); }

    void place(std::span<const NumberedBox> boxes) override {
        for (const NumberedBox& b : boxes) {
            all_.put(b.id, b.box);
            if (b.id >= objects_.size()) {
                objects_.resize(std::size_t{b.id} + 1);
                octants_of_.extend(objects_.size());
            }
            objects_[b.id].box = b.box;
            update(b.id);
            age_.change();
        }
        choose_octants_if_due();
    }

    void remove(std::span<const std::uint32_t> ids) override {
        for (const std::uint32_t id : ids) {
            if (!all_.erase(id)) continue;
            objects_[id].box = FloatBox();
            update(id);
        }
        choose_octants_if_due();
    }

    std::size_t size() const override { return all_.size(); }
    void changed_pairs(std::vector<IdPair>& pairs) override;
    void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const override;
    BroadPhaseCounters counters() const override { return counters_; }

    std::size_t memory() const override {
        return sizeof(*this) + all_.memory() + objects_.capacity() * sizeof(Object) + occupants_.memory() +
               octants_of_.memory() + below_.capacity() * sizeof(std::uint32_t);
    }

  private:
    struct Object {
        FloatBox box;
        CellRange range;
        bool misfit = false;
    };

    void update(std::uint32_t id);
    void insert(std::uint32_t id, const CellRange& range, const Octant& octant);
    void insert(std::uint32_t id, const CellRange& range) { insert(id, range, octants_.around(range)); }
    void take_out(std::uint32_t id, const Octant& octant);
    void count_occupant(Octant octant, int change);
    void leave_all(std::uint32_t id);
    void leave(std::uint32_t id, const CellRange& range);
    void choose_octants(const CellFrame& frame);
    void choose_octants_if_due();

    // Calls f(number, octant) for all occupants of the octant, those around it and those in it, with the
    // smaller octant of the two.
    template <class F>
    void for_each_near(const Octant& octant, const F& f) const;
    template <class F>
    void for_each_below(const Octant& octant, const F& f) const;

    PlacedBoxes all_;
    std::vector<Object> objects_;  // by their numbers
    CellFrame frame_;
    Octants octants_;
    SmallLists occupants_;              // of octants
    SmallLists octants_of_;             // of objects
    std::vector<std::uint32_t> below_;  // how many entries are in smaller octants inside
    std::vector<std::uint32_t> kept_;
    FrameAge age_;
    std::size_t misfits_ = 0;
    BroadPhaseCounters counters_;
};

void OctreePhase::count_occupant(Octant octant, int change) {
    while (octant.level > 0) {
        octant = octant.parent();
        below_[Octants::index(octant)] += static_cast<std::uint32_t>(change);
    }
}

void OctreePhase::insert(std::uint32_t id, const CellRange& range, const Octant& octant) {
    const CellRange own = octants_.range(octant);
    if (!own.meets(range)) return;
    if (range.contains(own)) {
        occupants_.add(Octants::index(octant), id);
        octants_of_.add(id, octant.packed());
        count_occupant(octant, 1);
        return;
    }
    for (unsigned i = 0; i < 8; ++i) insert(id, range, octant.child(i));
}

void OctreePhase::take_out(std::uint32_t id, const Octant& octant) {
    occupants_.remove(Octants::index(octant), id);
    count_occupant(octant, -1);
}

void OctreePhase::leave_all(std::uint32_t id) {
    for (const std::uint32_t bits : octants_of_[id]) take_out(id, Octant::unpacked(bits));
    octants_of_.clear(id);
}

// Leaves the octants that are not wholly in the range. Of one that is partly in it, the parts are entered.
void OctreePhase::leave(std::uint32_t id, const CellRange& range) {
    const auto held = octants_of_[id];
    kept_.assign(held.begin(), held.end());
    octants_of_.clear(id);
    for (const std::uint32_t bits : kept_) {
        const Octant octant = Octant::unpacked(bits);
        const CellRange own = octants_.range(octant);
        if (range.contains(own)) {
            octants_of_.add(id, bits);
            continue;
        }
        take_out(id, octant);
        if (range.meets(own)) insert(id, common_range(range, own), octant);
    }
}

void OctreePhase::update(std::uint32_t id) {
    Object& object = objects_[id];
    const CellRange range = rounded_to_octants(frame_.cells(object.box));
    const bool misfit = !range.empty() && frame_.exceeded_by(object.box);
    misfits_ += misfit;
    misfits_ -= object.misfit;
    object.misfit = misfit;
    if (range == object.range) return;
    if (range.empty() || !range.meets(object.range) || octants_of_[id].size() > most_octants) {
        leave_all(id);
        if (!range.empty()) insert(id, range);
    } else {
        leave(id, range);
        for_each_range_outside(range, object.range, [&](const CellRange& entering) { insert(id, entering); });
    }
    object.range = range;
}

void OctreePhase::choose_octants(const CellFrame& frame) {
    frame_ = frame;
    octants_.depth = static_cast<unsigned>(std::bit_width(unsigned{frame.size[0]}) - 1);
    occupants_.reset(octants_.count());
    octants_of_.reset(objects_.size());
    below_.assign(octants_.count(), 0);
    below_.shrink_to_fit();
    misfits_ = 0;
    for (const std::uint32_t id : all_.ids()) {
        objects_[id].range = CellRange();
        objects_[id].misfit = false;
        update(id);
    }
    age_.begin(all_.size(), misfits_);
    ++counters_.restructured;
}

void OctreePhase::choose_octants_if_due() {
    const bool outlived = age_.outlived(all_.size(), misfits_);
    if (!outlived && !age_.look_due(all_.size())) return;
    const CellFrame frame = frame_for(BoxSurvey::of(all_.boxes()), all_.size());
    const double ratio = frame.cells_per_unit[0] / frame_.cells_per_unit[0];
    if (outlived || !(ratio > 0.6 && ratio < 1.6)) choose_octants(frame);
    age_.looked();
}

template <class F>
void OctreePhase::for_each_below(const Octant& octant, const F& f) const {
    if (below_[Octants::index(octant)] == 0) return;
    for (unsigned i = 0; i < 8; ++i) {
        const Octant child = octant.child(i);
        for (const std::uint32_t id : occupants_[Octants::index(child)]) f(id, child);
        for_each_below(child, f);
    }
}

template <class F>
void OctreePhase::for_each_near(const Octant& octant, const F& f) const {
    for (const std::uint32_t id : occupants_[Octants::index(octant)]) f(id, octant);
    for (Octant around = octant; around.level > 0;) {
        around = around.parent();
        for (const std::uint32_t id : occupants_[Octants::index(around)]) f(id, octant);
    }
    for_each_below(octant, f);
}

// Two objects that share voxels have the lowest of these in one octant each; of these, one lies in the other,
// and in the smaller one the pair is reported. Of two fresh ones, the earlier one does.
void OctreePhase::changed_pairs(std::vector<IdPair>& pairs) {
    const std::size_t before = pairs.size();
    for (std::uint32_t lane = 0; lane < all_.fresh(); ++lane) {
        const std::uint32_t id = all_.ids()[lane];
        const Object& object = objects_[id];
        for (const std::uint32_t bits : octants_of_[id]) {
            for_each_near(Octant::unpacked(bits), [&](std::uint32_t other, const Octant& smaller) {
                const Object& o = objects_[other];
                ++counters_.box_tests;
                if (!overlap(object.box, o.box)) return;
                if (all_.is_fresh(other) && all_.lane(other) <= lane) return;
                if (!octants_.contains(smaller, lowest_common_cell(object.range, o.range))) return;
                pairs.push_back(ordered(id, other));
            });
        }
    }
    all_.settle();
    counters_.pairs += pairs.size() - before;
}

void OctreePhase::overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const {
    if (box.empty()) return;
    const CellRange range = frame_.cells(box);
    const auto report = [&](std::uint32_t id, const Octant& octant) {
        const Object& object = objects_[id];
        if (!overlap(object.box, box)) return;
        if (octants_.contains(octant, lowest_common_cell(object.range, range))) ids.push_back(id);
    };
    // From the top, through all octants that the box meets.
    const auto descend = [&](const auto& self, const Octant& octant) -> void {
        if (!octants_.range(octant).meets(range)) return;
        const std::size_t index = Octants::index(octant);
        for (const std::uint32_t id : occupants_[index]) report(id, octant);
        if (below_[index] == 0) return;
        for (unsigned i = 0; i < 8; ++i) self(self, octant.child(i));
    };
    descend(descend, Octant());
}

}  // namespace

std::unique_ptr<BroadPhase> make_octree_phase() {
    return std::make_unique<OctreePhase>();
}

}  // namespace graze::inline v1::detail
