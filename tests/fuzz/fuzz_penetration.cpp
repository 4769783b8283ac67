// Any two tetrahedra, or pairs of them, as flat, small or large as coordinates go: a way out that is one, and
// a bound that does not exceed it, within any budget.
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "graze/query/depth/penetration.h"
#include "graze/query/relation/relation.h"
#include "tests/fuzz/coordinates.h"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

// Two tetrahedra in one mesh, which may cross each other, be flat, or be turned inside out.
graze::Mesh solid(graze::fuzz::Coordinates& in, bool two) {
    using namespace graze;
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId first = 0; first < (two ? 8u : 4u); first += 4) {
        for (int i = 0; i < 4; ++i) vertices.push_back(in.point());
        for (const std::array<VertexId, 3>& t :
             {std::array<VertexId, 3>{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    return {std::move(vertices), std::move(triangles)};
}

}  // namespace

// One byte for the budget and what the solids are, then coordinates.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace graze;
    if (size < 1) return 0;
    fuzz::Coordinates in(data + 1, size - 1);
    const Shape a(solid(in, (data[0] & 1) != 0)), b(solid(in, (data[0] & 2) != 0));
    constexpr std::array<std::uint64_t, 4> budgets{0, 300, 20'000, 400'000};
    QueryOptions options;
    options.budget = Budget::of_tests(budgets[data[0] >> 2 & 3]);
    const Penetration p = penetration(a, {}, b, {}, {.effort = 100'000}, options);
    if (p.status == QueryStatus::bad_input) {
        require(std::isnan(p.value) && std::isnan(p.at_least));
        return 0;
    }
    require(p.status == QueryStatus::complete || p.status == QueryStatus::undecided);
    require(is_finite(p.translation) && p.value >= 0 && p.at_least >= 0 && p.at_least <= p.value);
    const Relation after = relation(a, p.separated({}), b, {});
    require(after == Relation::apart || after == Relation::touching);
    if (p.value == 0 && p.status == QueryStatus::complete) {
        const Relation before = relation(a, {}, b, {});
        require(before == Relation::apart || before == Relation::touching);
    }
    return 0;
}
