// How many triangles each part of an assembly may have in a page.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1::detail {

struct PageMesh {
    const Mesh* mesh = nullptr;
    std::uint64_t parts = 0;    // parts of the page that have this mesh
    std::size_t triangles = 0;  // as many as the mesh may have in the page
    double weight = 0;
};

struct PageParts {
    static constexpr std::uint32_t left_out = ~std::uint32_t{0};

    std::vector<std::uint32_t> mesh_of;  // per part: index into `meshes`, or `left_out`
    std::vector<PageMesh> meshes;        // in the order of the parts
};

struct PageLimits {
    std::size_t parts = 0;       // shown
    std::size_t mesh_bytes = 0;  // before compression
    std::uint64_t drawn = 0;     // triangles; shared meshes count once per part
};

// About how many bytes a mesh of `triangles` takes: half as many vertices of six bytes each, and the indices.
constexpr std::size_t bytes_of(std::size_t triangles) {
    return 9 * triangles + 30;
}

// Leaves out parts without triangles and, if there are too many parts, the smallest of those without
// findings. Large parts and parts with findings get more triangles than others.
PageParts share_out(const Assembly& assembly, const ClashReport& report, const PageLimits& limits);

}  // namespace graze::inline v1::detail
