#include "graze/report/detail/part_budget.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "graze/report/detail/finding_focus.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t least_triangles = 12;      // enough for a box
constexpr std::size_t most_triangles = 120'000;  // few enough that indices mostly take two bytes
constexpr double found_weight = 4;

std::vector<std::uint8_t> parts_in_findings(const ClashReport& report) {
    std::vector<std::uint8_t> found(report.parts.size());
    for (const ClashFinding& finding : report.findings) found[finding.a] = found[finding.b] = 1;
    return found;
}

// All parts that have triangles: first those with findings, then by size.
std::vector<std::uint32_t> parts_by_importance(const Assembly& assembly, const ClashReport& report,
                                               const std::vector<std::uint8_t>& found) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < assembly.parts.size(); ++i)
        if (!assembly.parts[i].mesh->empty()) order.push_back(i);
    std::ranges::stable_sort(order, [&](std::uint32_t x, std::uint32_t y) {
        if (found[x] != found[y]) return found[x] > found[y];
        return radius_of(report.parts[x].box) > radius_of(report.parts[y].box);
    });
    return order;
}

PageParts list_meshes(const Assembly& assembly, const ClashReport& report,
                      const std::vector<std::uint8_t>& shown, const std::vector<std::uint8_t>& found) {
    Box scene;
    for (const ClashPart& part : report.parts) scene.grow(part.box);
    const double scene_radius = std::max(radius_of(scene), 1e-300);
    PageParts result;
    result.mesh_of.assign(assembly.parts.size(), PageParts::left_out);
    std::unordered_map<const Mesh*, std::uint32_t> known;
    for (std::uint32_t i = 0; i < assembly.parts.size(); ++i) {
        if (shown[i] == 0) continue;
        const Mesh* mesh = assembly.parts[i].mesh.get();
        const auto [place, is_new] =
            known.try_emplace(mesh, static_cast<std::uint32_t>(result.meshes.size()));
        if (is_new) result.meshes.push_back({mesh, 0, 0, 0});
        PageMesh& entry = result.meshes[place->second];
        const double share = std::min(radius_of(report.parts[i].box) / scene_radius, 1.0);
        const double weight = std::sqrt(static_cast<double>(mesh->triangle_count())) *
                              std::sqrt(std::max(share, 1e-3)) * (found[i] != 0 ? found_weight : 1);
        ++entry.parts;
        entry.weight = std::max(entry.weight, weight);
        result.mesh_of[i] = place->second;
    }
    return result;
}

void set_triangles(std::vector<PageMesh>& meshes, double per_weight) {
    for (PageMesh& m : meshes) {
        const double wanted = std::min(per_weight * m.weight, static_cast<double>(most_triangles));
        m.triangles =
            std::min(m.mesh->triangle_count(), std::max(least_triangles, static_cast<std::size_t>(wanted)));
    }
}

bool fits(const std::vector<PageMesh>& meshes, const PageLimits& limits) {
    std::size_t bytes = 0;
    std::uint64_t drawn = 0;
    for (const PageMesh& m : meshes) {
        bytes += bytes_of(m.triangles);
        drawn += m.parts * m.triangles;
    }
    return bytes <= limits.mesh_bytes && drawn <= limits.drawn;
}

}  // namespace

PageParts share_out(const Assembly& assembly, const ClashReport& report, const PageLimits& limits) {
    const std::vector<std::uint8_t> found = parts_in_findings(report);
    std::vector<std::uint32_t> order = parts_by_importance(assembly, report, found);
    order.resize(std::min(order.size(), limits.parts));
    for (;;) {
        std::vector<std::uint8_t> shown(assembly.parts.size());
        for (const std::uint32_t i : order) shown[i] = 1;
        PageParts result = list_meshes(assembly, report, shown, found);
        set_triangles(result.meshes, 0);
        if (!fits(result.meshes, limits) && !order.empty()) {
            order.resize(order.size() * 9 / 10);
            continue;
        }
        double low = 0, high = 100.0 * static_cast<double>(most_triangles);
        for (int round = 0; round < 40; ++round) {
            const double middle = (low + high) / 2;
            set_triangles(result.meshes, middle);
            (fits(result.meshes, limits) ? low : high) = middle;
        }
        set_triangles(result.meshes, low);
        return result;
    }
}

}  // namespace graze::inline v1::detail
