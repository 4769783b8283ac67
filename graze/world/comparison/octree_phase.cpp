// An octree (Zachmann 2000, 3.8.4): objects are held by the largest octants that they cover, and know these
// octants. Voxels are half-open, in integer coordinates; a move changes only what the old and the new range
// of voxels do not share.
#include "graze/world/comparison/detail/octree_phase.h"

#include <algorithm>
#include <bit>

#include "graze/world/broad_phase/detail/placed_boxes.h"
#include "graze/world/comparison/detail/cell_frame.h"
#include "graze/world/comparison/detail/octree.h"

namespace graze::inline v1::detail {
namespace {

// A cube with voxels of some extents of a typical box, and not many more voxels than objects.
CellFrame octree_frame(const BoxSurvey& survey, std::size_t objects, double voxel) {
    double side = 0, extent = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        side = std::max(side, survey.upper[k] - survey.lower[k]);
        extent = std::max(extent, survey.extent[k]);
    }
    unsigned depth = 0;
    while (depth < deepest_octants && side > voxel * extent * (1 << depth) &&
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
    void place(std::span<const NumberedBox> boxes) override {
        for (const NumberedBox& b : boxes) {
            all_.put(b.id, b.box);
            if (b.id >= objects_.size()) {
                objects_.resize(std::size_t{b.id} + 1);
                octree_.extend(objects_.size());
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
    BroadPhaseCounts counts() const override { return counts_; }

    std::size_t memory() const override {
        return sizeof(*this) + all_.memory() + objects_.capacity() * sizeof(Object) + octree_.memory() +
               stack_boxes_.memory() + (marked_.capacity() + stack_.capacity()) * sizeof(std::uint32_t);
    }

  private:
    struct Object {
        FloatBox box;
        CellRange range;
        bool misfit = false;
    };

    void update(std::uint32_t id);
    void choose_octants_if_due();
    void choose_octants();
    void fill_octants(const CellFrame& frame);
    void mark_fresh();
    // Finds pairs in the octant, with occupants of the octants around it, and in the octants inside it.
    // `fresh_above` is the number of fresh occupants above the octant.
    void find_in(const Octant& octant, std::size_t fresh_above, std::vector<IdPair>& pairs);
    std::size_t push_occupants(std::size_t octant);

    PlacedBoxes all_;
    std::vector<Object> objects_;  // by their numbers
    CellFrame frame_;
    double voxel_ = largest_cell;  // in extents of a typical box
    Octree octree_;
    std::vector<std::uint32_t> marked_{0};  // when the octant, or one inside it, last held a fresh object
    std::uint32_t now_ = 0;
    BoxBlocks stack_boxes_;  // the occupants of octants from the root to the current one
    std::vector<std::uint32_t> stack_;
    FrameAge age_;
    std::size_t misfits_ = 0;
    BroadPhaseCounts counts_;
};

void OctreePhase::update(std::uint32_t id) {
    Object& object = objects_[id];
    const CellRange range = rounded_to_octants(frame_.cells(object.box));
    const bool misfit = !range.empty() && frame_.exceeded_by(object.box);
    misfits_ += misfit;
    misfits_ -= object.misfit;
    object.misfit = misfit;
    octree_.move(id, object.range, range);
    object.range = range;
}

void OctreePhase::choose_octants_if_due() {
    if (age_.outlived(all_.size(), misfits_)) {
        choose_octants();
    } else if (age_.look_due(all_.size())) {
        const CellFrame frame = octree_frame(BoxSurvey::of(all_.boxes()), all_.size(), voxel_);
        if (age_.outgrown(octree_.crowding()) || !frame.resembles(frame_)) choose_octants();
    }
}

void OctreePhase::choose_octants() {
    const BoxSurvey survey = BoxSurvey::of(all_.boxes());
    for (voxel_ = largest_cell;; voxel_ *= 0.5) {
        fill_octants(octree_frame(survey, all_.size(), voxel_));
        if (voxel_ <= smallest_cell || octree_.crowding() <= crowded) break;
    }
    age_.begin(all_.size(), misfits_, octree_.crowding());
}

void OctreePhase::fill_octants(const CellFrame& frame) {
    frame_ = frame;
    octree_.reset(static_cast<unsigned>(std::bit_width(unsigned{frame.size[0]}) - 1), objects_.size());
    marked_.assign(octree_.octants().count(), 0);
    marked_.shrink_to_fit();
    now_ = 0;
    misfits_ = 0;
    for (const std::uint32_t id : all_.ids()) {
        objects_[id].range = CellRange();
        objects_[id].misfit = false;
        update(id);
    }
    ++counts_.restructured;
}

// Marks the octants that can contain pairs to report.
void OctreePhase::mark_fresh() {
    if (++now_ == 0) {  // after 2^32 calls
        std::fill(marked_.begin(), marked_.end(), 0);
        now_ = 1;
    }
    for (const std::uint32_t id : all_.fresh_ids()) {
        for (const std::uint32_t bits : octree_.octants_of(id)) {
            Octant octant = Octant::unpacked(bits);
            std::uint32_t* mark = &marked_[Octants::index(octant)];
            while (*mark != now_) {
                *mark = now_;
                if (octant.level == 0) break;
                octant = octant.parent();
                mark = &marked_[Octants::index(octant)];
            }
        }
    }
}

// Returns the number of fresh occupants.
std::size_t OctreePhase::push_occupants(std::size_t octant) {
    std::size_t fresh = 0;
    for (const std::uint32_t id : octree_.occupants(octant)) {
        stack_.push_back(id);
        stack_boxes_.append(objects_[id].box);
        fresh += all_.is_fresh(id);
    }
    return fresh;
}

// For two objects that share voxels, the lowest shared voxel is in one octant of each. One of these octants
// lies in the other. The pair is reported when the smaller octant is searched.
void OctreePhase::find_in(const Octant& octant, std::size_t fresh_above, std::vector<IdPair>& pairs) {
    const std::size_t index = Octants::index(octant), above = stack_.size();
    const std::size_t fresh_here = push_occupants(index), fresh = fresh_above + fresh_here;
    const bool all_fresh = above + fresh_here == stack_.size();
    for (std::size_t i = above; i < stack_.size() && fresh > 0; ++i) {
        // A fresh box is compared with all, and of two fresh ones here the later one reports the pair; a
        // settled box is compared with those above.
        const bool is_fresh = all_.is_fresh(stack_[i]);
        const std::size_t others = !is_fresh ? above : all_fresh ? i : stack_.size();
        if (!is_fresh && fresh_above == 0) continue;
        const Object& object = objects_[stack_[i]];
        const auto blocks = stack_boxes_.blocks().first((others + BoxBlock::lanes - 1) / BoxBlock::lanes);
        for_each_hit(blocks, object.box, [&](std::size_t hit) {
            const std::uint32_t other = stack_[hit];
            if (hit >= others || hit == i) return;
            if (is_fresh ? hit > i && all_.is_fresh(other) : !all_.is_fresh(other)) return;
            if (!octree_.octants().contains(octant, lowest_common_cell(object.range, objects_[other].range)))
                return;
            pairs.push_back(ordered(stack_[i], other));
        });
        counts_.box_tests += others;
    }
    if (octree_.any_inside(index)) {
        for (unsigned i = 0; i < 8; ++i) {
            const Octant child = octant.child(i);
            if (fresh > 0 || marked_[Octants::index(child)] == now_) find_in(child, fresh, pairs);
        }
    }
    stack_.resize(above);
    stack_boxes_.resize(above);
}

void OctreePhase::changed_pairs(std::vector<IdPair>& pairs) {
    const std::size_t before = pairs.size();
    mark_fresh();
    if (marked_[0] == now_) find_in(Octant(), 0, pairs);
    all_.settle();
    counts_.pairs += pairs.size() - before;
}

void OctreePhase::overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const {
    if (box.empty()) return;
    const CellRange range = frame_.cells(box);
    const auto report = [&](std::uint32_t id, const Octant& octant) {
        const Object& object = objects_[id];
        if (!overlap(object.box, box)) return;
        if (octree_.octants().contains(octant, lowest_common_cell(object.range, range))) ids.push_back(id);
    };
    // From the top, through all octants that the box meets.
    const auto descend = [&](const auto& self, const Octant& octant) -> void {
        if (!octree_.octants().range(octant).meets(range)) return;
        const std::size_t index = Octants::index(octant);
        for (const std::uint32_t id : octree_.occupants(index)) report(id, octant);
        if (!octree_.any_inside(index)) return;
        for (unsigned i = 0; i < 8; ++i) self(self, octant.child(i));
    };
    descend(descend, Octant());
}

}  // namespace

std::unique_ptr<BroadPhase> make_octree_phase() {
    return std::make_unique<OctreePhase>();
}

}  // namespace graze::inline v1::detail
