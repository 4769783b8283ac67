#include <unordered_map>

#include "graze/clash/detail/shape_store.h"

namespace graze::inline v1::detail {

ShapeStore::ShapeStore(const Assembly& assembly) {
    std::unordered_map<const Mesh*, std::uint32_t> number_of_mesh;
    mesh_of_part_.reserve(assembly.parts.size());
    for (const Part& part : assembly.parts) {
        const auto [it, is_new] =
            number_of_mesh.try_emplace(part.mesh.get(), static_cast<std::uint32_t>(slots_.size()));
        if (is_new) slots_.emplace_back().mesh = part.mesh.get();
        mesh_of_part_.push_back(it->second);
    }
}

Shape ShapeStore::shape(std::uint32_t number) {
    Slot& slot = slots_[number];
    std::call_once(*slot.built, [&] { slot.shape = Shape(*slot.mesh); });
    return slot.shape;
}

}  // namespace graze::inline v1::detail
