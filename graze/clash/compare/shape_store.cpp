#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "graze/clash/compare/detail/shape_store.h"
#include "graze/query/solid/detail/solid_tree.h"

namespace graze::inline v1::detail {

ShapeStore::ShapeStore(const Assembly& assembly) : ShapeStore(assembly, no_limit, ShapeFiles()) {}

ShapeStore::ShapeStore(const Assembly& assembly, std::uint64_t limit, ShapeFiles files)
    : limit_(limit), files_(std::move(files)) {
    std::unordered_map<const Mesh*, std::uint32_t> number_of_mesh;
    mesh_of_part_.reserve(assembly.parts.size());
    for (const Part& part : assembly.parts) {
        const auto [it, is_new] =
            number_of_mesh.try_emplace(part.mesh.get(), static_cast<std::uint32_t>(slots_.size()));
        if (is_new) slots_.emplace_back().mesh = part.mesh.get();
        mesh_of_part_.push_back(it->second);
    }
}

ShapeStore::Held::~Held() {
    if (store_ == nullptr) return;
    shape_ = Shape();  // before another thread relies on the memory
    store_->release(number_);
}

// A thread waits here only for a thread that is building or writing a shape, which does not wait itself.
ShapeStore::Held ShapeStore::hold(std::uint32_t number) {
    std::unique_lock lock(mutex_);
    Slot& slot = slots_[number];
    no_longer_busy_.wait(lock, [&] { return !slot.busy; });
    if (slot.bytes != 0) {
        if (slot.users++ == 0) idle_.erase(slot.place);
        return {*this, number, slot.shape};
    }
    slot.busy = true;
    slot.bytes = expected_memory(*slot.mesh);
    bytes_ += slot.bytes;
    const auto finish = [&](Shape shape, std::uint64_t bytes, std::uint32_t users) {
        lock.lock();
        slot.shape = std::move(shape);
        bytes_ += bytes - slot.bytes;
        slot.bytes = bytes;
        slot.users = users;
        slot.busy = false;
        peak_ = std::max(peak_, bytes_);
        no_longer_busy_.notify_all();
    };
    put_away(make_room(), lock);
    lock.unlock();
    try {
        const Shape shape = fetch(*slot.mesh);
        finish(shape, memory_of(shape), 1);
    } catch (...) {
        finish(Shape(), 0, 0);
        throw;
    }
    return {*this, number, slot.shape};
}

Shape ShapeStore::fetch(const Mesh& mesh) {
    if (auto saved = files_.load(mesh)) return *std::move(saved);
    Shape built(mesh);
    if (files_.keeps_for_later()) files_.save(built);
    return built;
}

// Selects the shapes that were not used for the longest time, and marks them busy until they are written to
// files.
std::vector<ShapeStore::Dropped> ShapeStore::make_room() {
    std::vector<Dropped> dropped;
    while (bytes_ > limit_ && !idle_.empty()) {
        const std::uint32_t number = idle_.front();
        Slot& slot = slots_[number];
        slot.busy = true;
        dropped.push_back({number, take_out(slot)});
    }
    return dropped;
}

void ShapeStore::put_away(std::vector<Dropped> dropped, std::unique_lock<std::mutex>& lock) {
    if (dropped.empty()) return;
    lock.unlock();
    for (Dropped& d : dropped) {
        files_.save(d.shape);
        d.shape = Shape();
    }
    lock.lock();
    for (const Dropped& d : dropped) slots_[d.number].busy = false;
    no_longer_busy_.notify_all();
}

Shape ShapeStore::take_out(Slot& slot) {
    idle_.erase(slot.place);
    bytes_ -= std::exchange(slot.bytes, 0);
    return std::exchange(slot.shape, Shape());
}

void ShapeStore::release(std::uint32_t number) {
    Shape last;  // freed after the lock is released
    const std::lock_guard lock(mutex_);
    Slot& slot = slots_[number];
    constexpr auto unknown = std::numeric_limits<std::uint64_t>::max();
    if (slot.uses_left != unknown && slot.uses_left > 0) --slot.uses_left;
    if (--slot.users > 0) return;
    slot.place = idle_.insert(idle_.end(), number);
    if (slot.uses_left == 0) last = take_out(slot);
}

void ShapeStore::expect(std::vector<std::uint64_t> uses_of_mesh) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < slots_.size(); ++i) slots_[i].uses_left = uses_of_mesh[i];
}

std::uint64_t ShapeStore::peak() const {
    const std::lock_guard lock(mutex_);
    return peak_;
}

namespace {

std::uint64_t memory(std::uint64_t nodes, std::uint64_t leaves, const Mesh& mesh) {
    const std::uint64_t tree = nodes * sizeof(WideNode) + leaves * sizeof(TreeLeaf);
    const std::uint64_t closed_surface = 4 * (mesh.triangle_count() + mesh.vertices().size());
    const std::uint64_t solid_tree = nodes * (sizeof(ConeSums) + 4 + sizeof(SolidTree::Border));
    constexpr std::uint64_t small_things = 1024;
    return tree + closed_surface + solid_tree + small_things;
}

}  // namespace

std::uint64_t memory_of(const Shape& shape) {
    return memory(shape.tree().nodes().size(), shape.tree().leaves().size(), shape.mesh());
}

// Leaves are three quarters full, nodes nearly full.
std::uint64_t expected_memory(const Mesh& mesh) {
    const std::uint64_t leaves = mesh.triangle_count() / 6 + 1;
    return memory(leaves / 6 + 1, leaves, mesh);
}

}  // namespace graze::inline v1::detail
