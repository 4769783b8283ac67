#include "bench/scenes/triangle_pairs.h"

#include <array>
#include <string>

#include "graze/base/error.h"
#include "graze/base/predicates.h"

namespace graze::bench {
namespace {

using test::PairFamily;

constexpr std::array<PairScene, 8> scenes{{
    {PairFamily::random, "corners anywhere in the unit cube"},
    {PairFamily::near, "small triangles close to each other"},
    {PairFamily::shared, "one, two or three corners in common"},
    {PairFamily::touching, "a corner of one on the other's edge or face, exactly"},
    {PairFamily::coplanar, "in one tilted plane, exactly"},
    {PairFamily::almost_coplanar, "the same, some coordinates moved by one unit in the last place"},
    {PairFamily::grid, "corners on a grid of 4^3 points"},
    {PairFamily::posed, "the same, carried by one pose"},
}};

bool has_area(const Triangle& t) {
    return !collinear(t[0], t[1], t[2]);
}

}  // namespace

std::span<const PairScene> pair_scenes() {
    return scenes;
}

const PairScene& pair_scene(std::string_view name) {
    std::string known;
    for (const PairScene& scene : scenes) {
        if (scene.name() == name) return scene;
        known += (known.empty() ? "" : ", ") + std::string(scene.name());
    }
    throw Error("there is no scene \"" + std::string(name) + "\"", "", "take one of " + known);
}

std::vector<TrianglePair> make_chunk(const PairScene& scene, std::size_t index, std::size_t pairs) {
    Random random(0x9a2e + index);
    std::vector<TrianglePair> result;
    result.reserve(pairs);
    while (result.size() < pairs) {
        const TrianglePair pair = test::make_pair(scene.family, random);
        if (has_area(pair.a) && has_area(pair.b)) result.push_back(pair);
    }
    return result;
}

}  // namespace graze::bench
