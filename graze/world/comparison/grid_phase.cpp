// A uniform grid (Zachmann 2000, 3.8.5): cells with lists of occupants, which change only by the difference
// of an object's old and new range of cells. A pair that shares several cells is reported in the lowest of
// them.
#include "graze/world/comparison/detail/grid_phase.h"

#include <algorithm>
#include <cmath>

#include "graze/world/broad_phase/detail/placed_boxes.h"
#include "graze/world/comparison/detail/cell_frame.h"
#include "graze/world/comparison/detail/small_lists.h"

namespace graze::inline v1::detail {
namespace {

// A box that takes more cells is kept in a separate list, and tested against all.
constexpr std::size_t most_cells_of_a_box = 64;
constexpr double longest_side = 1024;  // in cells

CellFrame frame_for(const BoxSurvey& survey, std::size_t objects, double cell) {
    CellFrame frame;
    frame.origin = survey.lower;
    std::array<double, 3> range, size;
    for (std::size_t k = 0; k < 3; ++k) {
        range[k] = survey.upper[k] - survey.lower[k];
        const double edge = std::max(cell * survey.extent[k], range[k] / longest_side);
        size[k] = edge > 0 ? std::max(1.0, std::floor(range[k] / edge)) : 1;
    }
    // Limits the number of cells by the number of objects.
    while (size[0] * size[1] * size[2] > static_cast<double>(objects + 64)) {
        double& longest = *std::max_element(size.begin(), size.end());
        longest = std::max(1.0, std::floor(0.9 * longest));
    }
    for (std::size_t k = 0; k < 3; ++k) {
        frame.size[k] = static_cast<std::uint16_t>(size[k]);
        frame.cells_per_unit[k] = range[k] > 0 ? size[k] / range[k] : 1;
    }
    return frame;
}

class GridPhase final : public BroadPhase {
  public:
    GridPhase() : visited_(frame_.cell_count()) { cells_.reset(frame_.cell_count()); }

    void place(std::span<const NumberedBox> boxes) override {
        for (const NumberedBox& b : boxes) {
            all_.put(b.id, b.box);
            if (b.id >= objects_.size()) objects_.resize(std::size_t{b.id} + 1);
            objects_[b.id].box = b.box;
            update(b.id);
            age_.change();
        }
        choose_cells_if_due();
    }

    void remove(std::span<const std::uint32_t> ids) override {
        for (const std::uint32_t id : ids) {
            if (!all_.erase(id)) continue;
            objects_[id].box = FloatBox();
            update(id);
        }
        choose_cells_if_due();
    }

    std::size_t size() const override { return all_.size(); }

    void changed_pairs(std::vector<IdPair>& pairs) override {
        const std::size_t before = pairs.size();
        if (large_.size() > 0) find_large(pairs);
        find_in_cells(pairs);
        all_.settle();
        large_.settle();
        pairs_ += pairs.size() - before;
    }

    void overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const override;

    BroadPhaseCounts counts() const override { return {tests_ + scratch_.tests, pairs_, built_}; }

    std::size_t memory() const override {
        return sizeof(*this) + all_.memory() + large_.memory() + objects_.capacity() * sizeof(Object) +
               cells_.memory() + (visited_.capacity() + cell_ids_.capacity()) * sizeof(std::uint32_t) +
               cell_boxes_.memory() + scratch_.memory();
    }

  private:
    struct Object {
        FloatBox box;
        CellRange range;  // empty if the object is in no cell
        bool misfit = false;
    };

    std::size_t index(std::size_t x, std::size_t y, std::size_t z) const {
        return (z * frame_.size[1] + y) * frame_.size[0] + x;
    }
    std::size_t index(const std::array<std::uint16_t, 3>& cell) const {
        return index(cell[0], cell[1], cell[2]);
    }

    template <class F>
    void for_each_cell(const CellRange& range, const F& f) const {
        for (std::size_t z = range.lower[2]; z <= range.upper[2]; ++z) {
            for (std::size_t y = range.lower[1]; y <= range.upper[1]; ++y) {
                for (std::size_t x = range.lower[0]; x <= range.upper[0]; ++x) f(index(x, y, z));
            }
        }
    }

    // Updates the cells from the object's box.
    void update(std::uint32_t id) {
        Object& object = objects_[id];
        CellRange range = frame_.cells(object.box);
        const bool large = range.cells() > most_cells_of_a_box;
        const bool misfit = large || (!range.empty() && frame_.exceeded_by(object.box));
        misfits_ += misfit;
        misfits_ -= object.misfit;
        object.misfit = misfit;
        if (large) {
            range = CellRange();
            if (all_.is_fresh(id)) {
                large_.put(id, object.box);
            } else {
                large_.put_settled(id, object.box);
            }
        } else {
            large_.erase(id);
        }
        if (range == object.range) return;
        for_each_range_outside(object.range, range, [&](const CellRange& leaving) {
            for_each_cell(leaving, [&](std::size_t cell) { cells_.remove(cell, id); });
        });
        for_each_range_outside(range, object.range, [&](const CellRange& entering) {
            for_each_cell(entering, [&](std::size_t cell) { cells_.add(cell, id); });
        });
        object.range = range;
    }

    void choose_cells_if_due();
    void choose_cells();
    void fill_cells(const CellFrame& frame);
    void find_large(std::vector<IdPair>& pairs);
    void find_in_cells(std::vector<IdPair>& pairs);
    void find_in_cell(std::size_t cell, std::vector<IdPair>& pairs);

    PlacedBoxes all_, large_;
    std::vector<Object> objects_;  // by their numbers
    CellFrame frame_;
    double cell_ = largest_cell;  // in extents of a typical box
    SmallLists cells_;
    FrameAge age_;
    std::size_t misfits_ = 0;

    std::vector<std::uint32_t> visited_;  // when each cell was last tested
    std::uint32_t now_ = 0;
    BoxBlocks cell_boxes_;  // of the cell being tested
    std::vector<std::uint32_t> cell_ids_;
    LanePairs scratch_;
    std::uint64_t tests_ = 0, pairs_ = 0, built_ = 0;
};

void GridPhase::choose_cells_if_due() {
    if (age_.outlived(all_.size(), misfits_)) {
        choose_cells();
    } else if (age_.look_due(all_.size())) {
        const CellFrame frame = frame_for(BoxSurvey::of(all_.boxes()), all_.size(), cell_);
        if (age_.outgrown(cells_.crowding()) || !frame.resembles(frame_)) choose_cells();
    }
}

void GridPhase::choose_cells() {
    const BoxSurvey survey = BoxSurvey::of(all_.boxes());
    for (cell_ = largest_cell;; cell_ *= 0.5) {
        fill_cells(frame_for(survey, all_.size(), cell_));
        if (cell_ <= smallest_cell || cells_.crowding() <= crowded) break;
    }
    age_.begin(all_.size(), misfits_, cells_.crowding());
}

void GridPhase::fill_cells(const CellFrame& frame) {
    frame_ = frame;
    cells_.reset(frame.cell_count());
    visited_.assign(frame.cell_count(), 0);
    visited_.shrink_to_fit();
    now_ = 0;
    large_.clear();
    misfits_ = 0;
    for (const std::uint32_t id : all_.ids()) {
        objects_[id].range = CellRange();
        objects_[id].misfit = false;
        update(id);
    }
    ++built_;
}

// Of two fresh large boxes, the earlier one reports the pair; of a fresh small and a fresh large box, the
// large one.
void GridPhase::find_large(std::vector<IdPair>& pairs) {
    const auto ids = all_.ids();
    for (std::uint32_t lane = 0; lane < large_.fresh(); ++lane) {
        const std::uint32_t id = large_.ids()[lane];
        for_each_hit(all_.boxes().blocks(), objects_[id].box, [&](std::size_t hit) {
            const std::uint32_t other = ids[hit];
            if (large_.contains(other) && large_.lane(other) <= lane) return;
            pairs.push_back(ordered(id, other));
        });
        tests_ += all_.size();
    }
    if (large_.fresh() == large_.size()) return;
    for (const std::uint32_t id : all_.fresh_ids()) {
        if (objects_[id].range.empty()) continue;
        for_each_hit(large_.boxes().blocks(), objects_[id].box, [&](std::size_t hit) {
            if (hit >= large_.fresh()) pairs.push_back(ordered(id, large_.ids()[hit]));
        });
        tests_ += large_.size();
    }
}

void GridPhase::find_in_cells(std::vector<IdPair>& pairs) {
    if (++now_ == 0) {  // after 2^32 calls
        std::fill(visited_.begin(), visited_.end(), 0);
        now_ = 1;
    }
    // With many fresh boxes it is faster to search in the order of cells; with few, visiting every cell would
    // be too slow.
    if (all_.fresh() > all_.size() / 4) {
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            if (cells_[cell].size() > 1) find_in_cell(cell, pairs);
        }
        return;
    }
    for (const std::uint32_t id : all_.fresh_ids()) {
        if (objects_[id].range.empty()) continue;
        for_each_cell(objects_[id].range, [&](std::size_t cell) {
            if (visited_[cell] == now_) return;
            visited_[cell] = now_;
            if (cells_[cell].size() > 1) find_in_cell(cell, pairs);
        });
    }
}

void GridPhase::find_in_cell(std::size_t cell, std::vector<IdPair>& pairs) {
    const auto occupants = cells_[cell];
    // Fresh boxes first, from the front; the others from the back.
    cell_ids_.resize(occupants.size());
    cell_boxes_.resize(occupants.size());
    std::size_t fresh = 0, rest = occupants.size();
    const bool all_fresh = all_.fresh() == all_.size();  // saves a lookup for each
    for (const std::uint32_t id : occupants) {
        const std::size_t lane = all_fresh || all_.is_fresh(id) ? fresh++ : --rest;
        cell_ids_[lane] = id;
        cell_boxes_.set(lane, objects_[id].box);
    }
    for_each_pair_ahead(cell_boxes_, fresh, scratch_, [&](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t one = cell_ids_[a], other = cell_ids_[b];
        if (index(lowest_common_cell(objects_[one].range, objects_[other].range)) != cell) return;
        pairs.push_back(ordered(one, other));
    });
}

void GridPhase::overlapping(const FloatBox& box, std::vector<std::uint32_t>& ids) const {
    if (box.empty()) return;
    const CellRange range = frame_.cells(box);
    // Testing all boxes is cheaper than visiting very many cells.
    if (range.cells() > 16 + all_.size() / 16) {
        for_each_hit(all_.boxes().blocks(), box, [&](std::size_t lane) { ids.push_back(all_.ids()[lane]); });
        return;
    }
    for_each_hit(large_.boxes().blocks(), box, [&](std::size_t lane) { ids.push_back(large_.ids()[lane]); });
    for_each_cell(range, [&](std::size_t cell) {
        for (const std::uint32_t id : cells_[cell]) {
            const Object& object = objects_[id];
            if (!overlap(object.box, box)) continue;
            if (index(lowest_common_cell(object.range, range)) == cell) ids.push_back(id);
        }
    });
}

}  // namespace

std::unique_ptr<BroadPhase> make_grid_phase() {
    return std::make_unique<GridPhase>();
}

}  // namespace graze::inline v1::detail
