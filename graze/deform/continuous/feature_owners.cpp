#include "graze/deform/continuous/detail/feature_owners.h"

#include <algorithm>

namespace graze::inline v1::detail {
namespace {

// A use of an edge, filed under its lower vertex.
struct SideUse {
    VertexId higher;
    std::uint32_t triangle;
    std::uint32_t opposite;
};

// Marks the first use of each edge. Uses are in the order of their triangles.
void mark_first_uses(std::span<SideUse> uses, std::vector<OwnedFeatures>& owned) {
    const auto mark = [&](const SideUse& use) {
        owned[use.triangle].edges =
            static_cast<std::uint8_t>(owned[use.triangle].edges | 1U << use.opposite) & 7U;
    };
    constexpr std::size_t few = 24;
    if (uses.size() <= few) {
        for (std::size_t i = 0; i < uses.size(); ++i) {
            const auto same = [&](const SideUse& use) { return use.higher == uses[i].higher; };
            if (std::ranges::none_of(uses.first(i), same)) mark(uses[i]);
        }
        return;
    }
    std::ranges::sort(uses, [](const SideUse& p, const SideUse& q) {
        return p.higher != q.higher       ? p.higher < q.higher
               : p.triangle != q.triangle ? p.triangle < q.triangle
                                          : p.opposite < q.opposite;
    });
    for (std::size_t i = 0; i < uses.size(); ++i)
        if (i == 0 || uses[i].higher != uses[i - 1].higher) mark(uses[i]);
}

}  // namespace

std::vector<OwnedFeatures> feature_owners(std::span<const std::array<VertexId, 3>> triangles,
                                          std::size_t vertex_count) {
    std::vector<OwnedFeatures> owned(triangles.size());
    std::vector<bool> seen(vertex_count);
    std::vector<std::uint32_t> start(vertex_count + 1);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        unsigned vertices = 0;
        for (unsigned k = 0; k < 3; ++k) {
            const VertexId v = triangles[t][k];
            if (!seen[v]) vertices |= 1U << k;
            seen[v] = true;
            const auto [p, q] = edge_of(triangles[t], k);
            if (p != q) ++start[std::min(p, q)];
        }
        owned[t].vertices = vertices & 7U;
    }
    // start[v] becomes the end of the uses filed under v, then, as they are filed from behind, their start.
    std::uint32_t sum = 0;
    for (std::uint32_t& s : start) s = sum += s;
    std::vector<SideUse> uses(sum);
    for (std::size_t t = triangles.size(); t-- > 0;) {
        for (unsigned k = 3; k-- > 0;) {
            const auto [p, q] = edge_of(triangles[t], k);
            if (p != q) uses[--start[std::min(p, q)]] = {std::max(p, q), static_cast<std::uint32_t>(t), k};
        }
    }
    for (std::size_t v = 0; v < vertex_count; ++v)
        mark_first_uses(std::span(uses).subspan(start[v], start[v + 1] - start[v]), owned);
    return owned;
}

}  // namespace graze::inline v1::detail
