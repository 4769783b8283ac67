// The shapes of an assembly's meshes, built when they are needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "graze/mesh/assembly.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Each mesh once, however many parts share it. Any number of threads may ask.
class ShapeStore {
  public:
    explicit ShapeStore(const Assembly& assembly);  // which must outlive it

    std::size_t mesh_count() const { return slots_.size(); }
    std::uint32_t mesh_of_part(std::size_t part) const { return mesh_of_part_[part]; }
    const Mesh& mesh(std::uint32_t number) const { return *slots_[number].mesh; }

    // Builds it unless it is there.
    Shape shape(std::uint32_t number);
    Shape shape_of_part(std::size_t part) { return shape(mesh_of_part_[part]); }

  private:
    struct Slot {
        const Mesh* mesh = nullptr;
        std::unique_ptr<std::once_flag> built = std::make_unique<std::once_flag>();
        Shape shape;
    };
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> mesh_of_part_;
};

}  // namespace graze::inline v1::detail
