// Pairs of triangles to time with: those families of tests/exact/pair_families.h that every method can take.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tests/exact/pair_families.h"

namespace graze::bench {

using test::TrianglePair;

struct PairScene {
    test::PairFamily family;
    std::string_view meaning;

    std::string_view name() const { return test::name_of(family); }
};

std::span<const PairScene> pair_scenes();
const PairScene& pair_scene(std::string_view name);  // throws graze::Error if there is none of that name

// Chunk `index` of a scene; its pairs depend on nothing else. Pairs with a triangle without area are left
// out, because CGAL's test does not take them.
std::vector<TrianglePair> make_chunk(const PairScene& scene, std::size_t index, std::size_t pairs);

}  // namespace graze::bench
