#include "graze/io/gltf/detail/gltf_accessors.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

std::size_t size_of(int component_type) {
    switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return 1;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return 2;
        case TINYGLTF_COMPONENT_TYPE_INT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return 4;
        case TINYGLTF_COMPONENT_TYPE_DOUBLE:
            return 8;
        default:
            throw Error("its component type " + std::to_string(component_type) + " is not known");
    }
}

bool is_index_type(int component_type) {
    return component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
           component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
           component_type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

std::size_t component_count(int type) {
    return type == TINYGLTF_TYPE_SCALAR ? 1 : type == TINYGLTF_TYPE_VEC3 ? 3 : 4;
}

// Little-endian, at any address.
template <typename T>
T load(const std::byte* p) {
    static_assert(std::endian::native == std::endian::little || sizeof(T) == 1);
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

// glTF 2.0, 3.6.2.2: integers that represent -1 to 1 or 0 to 1.
template <typename T>
double load_number(const std::byte* p, bool normalized) {
    const double value = load<T>(p);
    if constexpr (std::numeric_limits<T>::is_integer) {
        if (normalized) return std::max(value / std::numeric_limits<T>::max(), -1.0);
    }
    return value;
}

// Calls visit.operator()<T>() with the C++ type.
template <typename Visit>
decltype(auto) with_type(int component_type, Visit&& visit) {
    switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return visit.template operator()<std::int8_t>();
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return visit.template operator()<std::uint8_t>();
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return visit.template operator()<std::int16_t>();
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return visit.template operator()<std::uint16_t>();
        case TINYGLTF_COMPONENT_TYPE_INT:
            return visit.template operator()<std::int32_t>();
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return visit.template operator()<std::uint32_t>();
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return visit.template operator()<float>();
        default:
            return visit.template operator()<double>();
    }
}

std::uint32_t load_index(const std::byte* p, int component_type) {
    switch (component_type) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return load<std::uint8_t>(p);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return load<std::uint16_t>(p);
        default:
            return load<std::uint32_t>(p);
    }
}

}  // namespace

const std::byte* GltfElements::element(std::uint64_t i) const {
    if (sparse_count_ > 0) {
        const std::size_t index_size = size_of(sparse_index_type_);
        std::uint64_t first = 0, last = sparse_count_;
        while (first < last) {
            const std::uint64_t middle = (first + last) / 2;
            if (load_index(sparse_indices_ + middle * index_size, sparse_index_type_) < i)
                first = middle + 1;
            else
                last = middle;
        }
        if (first < sparse_count_ &&
            load_index(sparse_indices_ + first * index_size, sparse_index_type_) == i)
            return sparse_values_ + first * components_ * size_of(component_type_);
    }
    return data_ ? data_ + i * stride_ : nullptr;
}

std::array<double, 4> GltfElements::at(std::uint64_t i) const {
    std::array<double, 4> values{};
    const std::byte* p = element(i);
    if (!p) return values;
    with_type(component_type_, [&]<typename T>() {
        for (std::size_t c = 0; c < components_; ++c)
            values[c] = load_number<T>(p + c * sizeof(T), normalized_);
    });
    return values;
}

std::uint32_t GltfElements::index(std::uint64_t i) const {
    const std::byte* const p = element(i);
    return p ? load_index(p, component_type_) : 0;
}

void GltfElements::read_vec3(std::uint64_t first, std::span<Vec3> to) const {
    if (!data_ || sparse_count_ > 0) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = vec3(first + i);
        return;
    }
    with_type(component_type_, [&]<typename T>() {
        const std::byte* p = data_ + first * stride_;
        for (std::size_t i = 0; i < to.size(); ++i, p += stride_)
            to[i] = {load_number<T>(p, normalized_), load_number<T>(p + sizeof(T), normalized_),
                     load_number<T>(p + 2 * sizeof(T), normalized_)};
    });
}

void GltfElements::read_indices(std::uint64_t first, std::span<std::uint32_t> to) const {
    if (!data_ || sparse_count_ > 0) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = index(first + i);
        return;
    }
    const auto read = [&]<typename T>(T) {
        const std::byte* p = data_ + first * stride_;
        for (std::size_t i = 0; i < to.size(); ++i, p += stride_) to[i] = load<T>(p);
    };
    switch (component_type_) {
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return read(std::uint8_t{});
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return read(std::uint16_t{});
        default:
            return read(std::uint32_t{});
    }
}

GltfAccessors::GltfAccessors(const tinygltf::Model& model, GltfBytes& bytes)
    : model_(model), bytes_(bytes), sparse_checked_(model.accessors.size()) {}

GltfElements GltfAccessors::numbers(int accessor, int type) {
    return open(accessor, type);
}

GltfElements GltfAccessors::indices(int accessor) {
    GltfElements elements = open(accessor, TINYGLTF_TYPE_SCALAR);
    if (!is_index_type(elements.component_type_))
        throw Error("its numbers are not unsigned integers, and so no indices",
                    "accessor " + std::to_string(accessor));
    return elements;
}

GltfElements GltfAccessors::open(int accessor, int type) {
    const std::string name = "accessor " + std::to_string(accessor);
    if (accessor < 0 || static_cast<std::size_t>(accessor) >= model_.accessors.size())
        throw Error("is not in the file, which has " + std::to_string(model_.accessors.size()), name);
    const tinygltf::Accessor& source = model_.accessors[static_cast<std::size_t>(accessor)];
    try {
        if (source.type != type)
            throw Error("its elements have another number of components than " +
                        std::to_string(component_count(type)));
        GltfElements elements;
        elements.accessor_ = accessor;
        elements.component_type_ = source.componentType;
        elements.components_ = component_count(type);
        elements.count_ = source.count;
        elements.normalized_ = source.normalized;
        const std::size_t size = elements.components_ * size_of(source.componentType);
        elements.stride_ = size;
        if (source.bufferView >= 0) {
            const std::size_t stride = view(source.bufferView).byteStride;
            if (stride > 0 && stride < size) throw Error("its elements overlap");
            if (stride > 0) elements.stride_ = stride;
            elements.data_ =
                start_of(source.bufferView, {source.byteOffset, source.count, elements.stride_, size});
        }
        if (source.sparse.isSparse) open_sparse(source, static_cast<std::size_t>(accessor), elements);
        return elements;
    } catch (const Error& e) {
        throw e.within(name);
    }
}

const tinygltf::BufferView& GltfAccessors::view(int index) const {
    if (index < 0 || static_cast<std::size_t>(index) >= model_.bufferViews.size())
        throw Error("is not in the file, which has " + std::to_string(model_.bufferViews.size()),
                    "buffer view " + std::to_string(index));
    return model_.bufferViews[static_cast<std::size_t>(index)];
}

const std::byte* GltfAccessors::start_of(int index, const Elements& wanted) {
    const tinygltf::BufferView& in = view(index);
    const auto buffer = static_cast<std::size_t>(in.buffer);
    const std::uint64_t size = bytes_.size(buffer);
    if (in.byteOffset + in.byteLength > size)
        throw Error("reaches beyond the " + std::to_string(size) + " bytes of its buffer",
                    "buffer view " + std::to_string(index));
    // No overflow: all numbers are below 2^49, and strides below 2^8.
    const std::uint64_t length = wanted.count == 0 ? 0 : (wanted.count - 1) * wanted.stride + wanted.size;
    if (wanted.count > 0 && wanted.offset + length > in.byteLength)
        throw Error("its " + std::to_string(wanted.count) + " elements reach beyond the " +
                    std::to_string(in.byteLength) + " bytes of its buffer view");
    if (length == 0) return nullptr;
    // Interleaved accessors share their bytes.
    if (in.byteLength <= 2 * length)
        return bytes_.bytes(buffer, in.byteOffset, in.byteLength).data() + wanted.offset;
    return bytes_.bytes(buffer, in.byteOffset + wanted.offset, length, in.byteLength - wanted.offset).data();
}

void GltfAccessors::open_sparse(const tinygltf::Accessor& accessor, std::size_t index,
                                GltfElements& elements) {
    const auto& sparse = accessor.sparse;
    if (!is_index_type(sparse.indices.componentType))
        throw Error("the indices of its sparse elements are not unsigned integers");
    const std::size_t index_size = size_of(sparse.indices.componentType);
    const std::size_t size = elements.components_ * size_of(elements.component_type_);
    const auto count = static_cast<std::uint64_t>(sparse.count);
    elements.sparse_indices_ =
        start_of(sparse.indices.bufferView,
                 {static_cast<std::uint64_t>(sparse.indices.byteOffset), count, index_size, index_size});
    elements.sparse_values_ = start_of(
        sparse.values.bufferView, {static_cast<std::uint64_t>(sparse.values.byteOffset), count, size, size});
    elements.sparse_count_ = count;
    elements.sparse_index_type_ = sparse.indices.componentType;
    if (sparse_checked_[index]) return;
    // Many accessors may have the same indices, and checking all of them takes as long as their product.
    sparse_elements_ += count;
    if (sparse_elements_ > 4 * bytes_.all_bytes() + 1'000'000)
        throw Error("makes the file stand for more sparse elements than it has data for");
    std::uint64_t least = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at =
            load_index(elements.sparse_indices_ + i * index_size, sparse.indices.componentType);
        if (at < least || at >= elements.count_)
            throw Error("the indices of its sparse elements do not rise, or are out of range");
        least = at + 1;
    }
    sparse_checked_[index] = true;
}

}  // namespace graze::inline v1::detail
