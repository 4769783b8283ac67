#include "graze/world/broad_phase/detail/placed_boxes.h"

#include <utility>

namespace graze::inline v1::detail {

void PlacedBoxes::append(std::uint32_t id, const FloatBox& box) {
    if (id >= lanes_.size()) lanes_.resize(std::size_t{id} + 1, none);
    const auto lane = static_cast<std::uint32_t>(ids_.size());
    ids_.push_back(id);
    boxes_.append(box);
    lanes_[id] = lane;
}

void PlacedBoxes::swap(std::uint32_t a, std::uint32_t b) {
    if (a == b) return;
    boxes_.swap_lanes(a, b);
    std::swap(ids_[a], ids_[b]);
    lanes_[ids_[a]] = a;
    lanes_[ids_[b]] = b;
}

void PlacedBoxes::put(std::uint32_t id, const FloatBox& box) {
    if (contains(id)) {
        boxes_.set(lanes_[id], box);
    } else {
        append(id, box);
    }
    if (!is_fresh(id)) swap(lanes_[id], static_cast<std::uint32_t>(fresh_++));
}

void PlacedBoxes::put_settled(std::uint32_t id, const FloatBox& box) {
    append(id, box);
}

bool PlacedBoxes::erase(std::uint32_t id) {
    if (!contains(id)) return false;
    if (is_fresh(id)) swap(lanes_[id], static_cast<std::uint32_t>(--fresh_));
    swap(lanes_[id], static_cast<std::uint32_t>(size() - 1));
    boxes_.remove_last();
    ids_.pop_back();
    lanes_[id] = none;
    return true;
}

void PlacedBoxes::clear() {
    for (const std::uint32_t id : ids_) lanes_[id] = none;
    ids_.clear();
    boxes_.resize(0);
    fresh_ = 0;
}

std::size_t PlacedBoxes::memory() const {
    return boxes_.memory() + (ids_.capacity() + lanes_.capacity()) * sizeof(std::uint32_t);
}

void find_fresh_pairs(const PlacedBoxes& placed, LanePairs& scratch, std::vector<IdPair>& pairs) {
    const auto ids = placed.ids();
    for_each_pair_ahead(placed.boxes(), placed.fresh(), scratch,
                        [&](std::uint32_t a, std::uint32_t b) { pairs.push_back(ordered(ids[a], ids[b])); });
}

}  // namespace graze::inline v1::detail
