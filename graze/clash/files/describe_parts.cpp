#include "graze/clash/files/detail/describe_parts.h"
#include "graze/base/detail/steps.h"
#include "graze/base/detail/utf8.h"
#include "graze/clash/files/detail/shown_names.h"
#include "graze/mesh/closed_surface.h"

namespace graze::inline v1::detail {
namespace {

ClashPart describe(ShapeStore& store, std::uint32_t mesh_number, bool build) {
    const Mesh& mesh = store.mesh(mesh_number);
    ClashPart part;
    part.triangles = mesh.triangle_count();
    part.hash = geometry_hash(mesh);
    const auto fill = [&](const ClosedSurface& surface) {
        part.closed = surface.closed();
        part.why_not_closed = surface.why_not();
    };
    if (build)
        fill(store.hold(mesh_number).shape().closed_surface());
    else
        fill(ClosedSurface(mesh));
    return part;
}

void give_names(std::vector<ClashPart>& parts) {
    std::vector<std::string_view> paths;
    paths.reserve(parts.size());
    for (const ClashPart& part : parts) paths.emplace_back(part.path);
    std::vector<std::string> names = shown_names(paths);
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].name = std::move(names[i]);
}

}  // namespace

std::vector<ClashPart> describe_parts(const ClashPlan& plan, ShapeStore& store,
                                      std::span<const std::uint8_t> builds, const Threads& threads,
                                      Progress* progress) {
    std::vector<ClashPart> of_mesh(store.mesh_count());
    Steps steps(progress, "building trees", store.mesh_count());
    parallel_for(threads, store.mesh_count(), 1, [&](std::size_t first, std::size_t last) {
        for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) {
            const bool cancelled = progress != nullptr && progress->cancelled();
            of_mesh[i] = describe(store, i, builds[i] != 0 && !cancelled);
            steps.add(1);
        }
    });
    const std::span<const Part> parts = plan.assembly().parts;
    std::vector<ClashPart> described;
    described.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ClashPart& part = described.emplace_back(of_mesh[store.mesh_of_part(i)]);
        part.path = valid_utf8(parts[i].path);
        part.world_from_part = parts[i].world_from_part;
        part.box = plan.box(i);
        for (const auto& [name, value] : parts[i].attributes)
            part.attributes.push_back({valid_utf8(name), valid_utf8(value)});
        part.stitched = parts[i].stitched;
        if (part.stitched && part.stitched->longest_rim)
            part.stitched->longest_rim->middle = part.world_from_part(part.stitched->longest_rim->middle);
    }
    give_names(described);
    return described;
}

}  // namespace graze::inline v1::detail
