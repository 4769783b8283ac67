// Sphere trees as bytes from anyone: refused with an Error, or a tree that can be asked anything without
// crashing or hanging, within its budget.
//
// An input that starts with 'T' is such bytes, for the shape that the second byte names. Any other is a list
// of changes to good ones, which stay good when the format changes: the first byte says to which, then six
// bytes each say where and what.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/saved_shape.h"
#include "graze/mesh/generate.h"
#include "graze/spheres/force/contact_force.h"
#include "graze/spheres/proximity/proximity.h"
#include "graze/spheres/proximity/sphere_impact.h"
#include "tests/fuzz/mesh_checks.h"

namespace {

using namespace graze;

using graze::fuzz::require;

struct GoodTree {
    Shape shape;
    SphereTree tree;
    std::string bytes;

    GoodTree(const Mesh& mesh, std::vector<Sphere> spheres) : shape(mesh) {
        SpherePacking packing;
        packing.spheres = std::move(spheres);
        tree = SphereTree(shape, packing);
        tree.write(bytes);
    }
};

std::vector<Sphere> grid_spheres(int side) {
    std::vector<Sphere> spheres;
    const double step = 1.0 / side;
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y)
            for (int z = 0; z < side; ++z)
                spheres.push_back({{step * (x + 0.5) - 0.5, step * (y + 0.5) - 0.5, step * (z + 0.5) - 0.5},
                                   step * (0.49 - 0.01 * ((x + y + z) % 3))});
    return spheres;
}

const std::array<GoodTree, 3>& good_trees() {
    static const std::array<GoodTree, 3> trees{GoodTree(make_box({1, 1, 1}), {{{0, 0, 0}, 0.49}}),
                                               GoodTree(make_box({1, 1, 1}), grid_spheres(2)),
                                               GoodTree(make_box({1, 1, 1}, 2), grid_spheres(4))};
    return trees;
}

const GoodTree& tree_of(std::uint8_t which) {
    return good_trees()[which % good_trees().size()];
}

// Whole floats are written, since few other bytes make a number that is still plausible.
std::string changed_tree(std::span<const std::uint8_t> input) {
    std::string bytes = tree_of(input[0]).bytes;
    for (std::size_t i = 1; i + 5 < input.size(); i += 6) {
        const std::size_t at = (input[i] | static_cast<std::size_t>(input[i + 1]) << 8 |
                                static_cast<std::size_t>(input[i + 2] & 7) << 16) %
                               bytes.size();
        constexpr float words[] = {0, -1, 1, 1e30f, -1e30f, 3e38f, 1e-40f, 0.25f};
        if ((input[i + 5] & 3) == 0 && bytes.size() >= at / 4 * 4 + 4) {
            std::memcpy(bytes.data() + at / 4 * 4, &words[input[i + 4] & 7], 4);
        } else if ((input[i + 5] & 3) == 1) {
            bytes[at] = static_cast<char>(input[i + 3]);
        } else {
            bytes[at] = static_cast<char>(bytes[at] + input[i + 3]);
        }
    }
    return bytes;
}

// Numbers of a tree that is not one of the solid may be wrong, never out of order, and budgets are kept.
void ask(const Shape& shape, const SphereTree& tree, const GoodTree& other) {
    require(tree.empty() || tree.sphere_count() > 0);
    constexpr std::uint64_t tests = 3'000;
    const std::array poses{Pose(), Pose::translation({0.6, 0.1, 0.05}), Pose::translation({3, 0, 0})};
    for (const Pose& pose : poses) {
        for (const auto refinement : {DistanceRefinement::exact, DistanceRefinement::triangles}) {
            ProximityOptions options;
            options.budget = Budget::of_tests(tests);
            options.refinement = refinement;
            const Proximity p = proximity(shape, tree, Pose(), other.shape, other.tree, pose, options);
            require(p.tests <= tests);
            require(!(p.volume_at_least > p.volume_at_most));
            const Proximity q = proximity(shape, tree, Pose(), shape, tree, pose, options);
            require(q.tests <= tests);
        }
        ForceOptions force;
        force.budget = Budget::of_tests(tests);
        require(contact_force(shape, tree, Pose(), other.shape, other.tree, pose, force).tests <= tests);
        std::array<SphereContact, 16> contacts;
        sphere_contacts(tree, Pose(), other.tree, pose, contacts);
        some_intersecting_triangles(shape, tree, Pose(), other.shape, other.tree, pose);
    }
    SphereImpactOptions impact;
    impact.budget = Budget::of_tests(tests);
    sphere_time_of_impact(shape, tree, Motion(), other.shape, other.tree,
                          Motion(Pose::translation({3, 0, 0}), Pose()), impact);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::span input(data, size);
    const bool whole = data[0] == 'T';
    const GoodTree& good = tree_of(whole ? data[1] : data[0]);
    const std::string bytes = whole ? std::string(input.begin() + 2, input.end()) : changed_tree(input);
    try {
        const SphereTree tree = SphereTree::from_bytes(good.shape, std::as_bytes(std::span(bytes)));
        std::string again;
        tree.write(again);
        require(tree.empty() || again.size() == bytes.size());
        ask(good.shape, tree, good_trees()[1]);
    } catch (const Error& e) {
        graze::fuzz::check_error(e);
    }
    return 0;
}
