#include "graze/io/gltf/detail/gltf_vertices.h"

#include <array>
#include <span>
#include <string>

#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t block_size = 1024;  // its points stay in the fastest cache

// A single vector that grows would be in memory twice, so memory is reserved; but not for many small pieces
// in a row, for each of which the vector would be copied.
void make_room(Welder& welder, std::uint64_t more) {
    const std::size_t had = welder.vertices().size();
    if (more >= had) welder.reserve(had + static_cast<std::size_t>(more));
}

}  // namespace

std::uint64_t GltfVertices::weld(Welder& welder) {
    return has_table_ ? weld_table(welder) : weld_list(welder);
}

std::uint64_t GltfVertices::weld_table(Welder& welder) {
    const auto used = static_cast<std::uint64_t>(std::ranges::count(became_, marked));
    make_room(welder, used);
    std::array<Vec3, block_size> points;
    std::array<std::uint32_t, block_size> numbers;
    for (std::size_t first = 0; first < became_.size(); first += block_size) {
        const std::span block =
            std::span(became_).subspan(first, std::min(block_size, became_.size() - first));
        positions_.read_vec3(first, std::span(points).first(block.size()));
        std::size_t count = 0;
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (block[i] == unused) continue;
            check(points[i], first + i);
            points[count++] = points[i];
        }
        welder.add(std::span(points).first(count), numbers.data());
        for (std::size_t i = 0, next = 0; i < block.size(); ++i)
            if (block[i] != unused) block[i] = numbers[next++];
    }
    return used;
}

std::uint64_t GltfVertices::weld_list(Welder& welder) {
    std::ranges::sort(used_);
    used_.erase(std::ranges::unique(used_).begin(), used_.end());
    make_room(welder, used_.size());
    became_.resize(used_.size());
    std::array<Vec3, block_size> points;
    for (std::size_t first = 0; first < used_.size(); first += block_size) {
        const std::size_t count = std::min(block_size, used_.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            points[i] = positions_.vec3(used_[first + i]);
            check(points[i], used_[first + i]);
        }
        welder.add(std::span(points).first(count), became_.data() + first);
    }
    return used_.size();
}

void GltfVertices::check(const Vec3& point, std::uint64_t vertex) const {
    if (is_in_range(point)) return;
    throw Error(is_finite(point) ? "coordinate is beyond 1e100" : "coordinate is not a finite number",
                positions_.name() + ", element " + std::to_string(vertex));
}

}  // namespace graze::inline v1::detail
