// Numbers in a glTF file: accessors in all their forms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/base/vec3.h"
#include "graze/io/gltf/detail/gltf_bytes.h"
#include "graze/io/gltf/detail/gltf_json.h"

namespace graze::inline v1::detail {

// The elements of an accessor whose ranges were checked. Reading one element costs no more than finding it,
// so that a few elements of a large accessor cost little.
class GltfElements {
  public:
    std::uint64_t size() const { return count_; }
    bool is_double() const { return component_type_ == TINYGLTF_COMPONENT_TYPE_DOUBLE; }

    std::array<double, 4> at(std::uint64_t i) const;  // the components, then zeros
    Vec3 vec3(std::uint64_t i) const {
        const auto [x, y, z, ignored] = at(i);
        return {x, y, z};
    }
    std::uint32_t index(std::uint64_t i) const;  // of unsigned integers
    // Elements from `first` on, as many as the span can hold; all must exist. Faster than one by one.
    void read_vec3(std::uint64_t first, std::span<Vec3> to) const;
    void read_indices(std::uint64_t first, std::span<std::uint32_t> to) const;

    std::string name() const { return "accessor " + std::to_string(accessor_); }

  private:
    friend class GltfAccessors;
    const std::byte* element(std::uint64_t i) const;  // null: zeros

    int accessor_ = 0;
    const std::byte* data_ = nullptr;
    std::size_t stride_ = 0;
    std::uint64_t count_ = 0;
    int component_type_ = 0;
    std::size_t components_ = 0;
    bool normalized_ = false;
    // Sparse elements, which are stored elsewhere, by rising index.
    std::uint64_t sparse_count_ = 0;
    const std::byte *sparse_indices_ = nullptr, *sparse_values_ = nullptr;
    int sparse_index_type_ = 0;
};

// All functions throw Error naming the accessor.
class GltfAccessors {
  public:
    GltfAccessors(const tinygltf::Model& model, GltfBytes& bytes);

    // `type` is TINYGLTF_TYPE_VEC3 or VEC4.
    GltfElements numbers(int accessor, int type);
    GltfElements indices(int accessor);

  private:
    GltfElements open(int accessor, int type);
    const tinygltf::BufferView& view(int index) const;
    // Elements in a buffer view, in bytes.
    struct Elements {
        std::uint64_t offset, count;
        std::size_t stride, size;
    };
    // Reads the elements and checks their range; null if there are none.
    const std::byte* start_of(int view, const Elements& wanted);
    void open_sparse(const tinygltf::Accessor& accessor, std::size_t index, GltfElements& elements);

    const tinygltf::Model& model_;
    GltfBytes& bytes_;
    std::vector<bool> sparse_checked_;  // by accessor, because many primitives may use one
    std::uint64_t sparse_elements_ = 0;
};

}  // namespace graze::inline v1::detail
