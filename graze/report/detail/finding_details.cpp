#include "graze/report/detail/finding_details.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/base/detail/hash.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t small_part = 6000;   // triangles: a part of no more is never made coarse
constexpr std::size_t most_near = 6000;    // triangles of a part near one finding
constexpr std::size_t coarse_rest = 3000;  // triangles, about, of the rest of the part

// A length that must be visible is this many steps of the coordinates.
constexpr double steps_per_length = 20;
constexpr double units_per_length = 256;

bool fits_floats(const Box& box) {
    constexpr double most = 1e38;
    return length(box.size()) < most;
}

}  // namespace

bool DetailFinder::is_shown_well(std::size_t part, const FindingFocus& focus) const {
    const std::uint32_t m = parts_->mesh_of[part];
    if (m == PageParts::left_out) return false;
    const PageMesh& shown = parts_->meshes[m];
    return shown.triangles == shown.mesh->triangle_count() &&
           step_of(*shown.mesh) * steps_per_length <= focus.smallest;
}

bool DetailFinder::needs_details(std::size_t finding) const {
    const ClashFinding& f = report_->findings[finding];
    const FindingFocus focus = focus_of(f, *report_);
    return !is_shown_well(f.a, focus) || !is_shown_well(f.b, focus);
}

// Shrinks the boxes towards the worst point until at most `most_near` triangles are near.
DetailFinder::NearOnes DetailFinder::near_triangles(const Source& source, const Pose& world_from_part,
                                                    const FindingFocus& focus) {
    const std::size_t all = source.near.mesh().triangle_count();
    if (all <= small_part) {
        std::vector<TriangleId> every(all);
        std::iota(every.begin(), every.end(), TriangleId{0});
        return {std::move(every), true};
    }
    const Pose part_from_world = world_from_part.inverse();
    std::vector<Box> boxes;
    for (const Box& box : focus.boxes) boxes.push_back(part_from_world(box));
    double radius = radius_of(focus.box);
    for (int round = 0; round < 20; ++round) {
        if (auto found = source.near.find(boxes, most_near)) return {*std::move(found), round == 0};
        Box box;
        box.grow(part_from_world(focus.point));
        boxes.assign(1, grown(box, radius));
        radius /= 2;
    }
    return {{}, false};
}

std::vector<DetailFinder::Recipe> DetailFinder::recipes(const ClashFinding& finding) {
    std::vector<Recipe> result;
    const FindingFocus focus = focus_of(finding, *report_);
    for (const std::size_t part : {finding.a, finding.b}) {
        const Part& p = assembly_->parts[part];
        if (is_shown_well(part, focus) || p.mesh->empty() || !fits_floats(p.mesh->box())) continue;
        Source* source = &sources_.find(p.mesh.get())->second;  // made by add_sources
        const double unit = std::ldexp(1, std::ilogb(focus.smallest / units_per_length));
        result.push_back({part, source, near_triangles(*source, p.world_from_part, focus), unit});
    }
    return result;
}

PackedMesh DetailFinder::packed(const Recipe& recipe) {
    const Mesh& mesh = recipe.source->near.mesh();
    std::call_once(recipe.source->coarse_made,
                   [&] { recipe.source->coarse = std::make_unique<DetailMaker>(mesh, coarse_rest); });
    Box near;
    for (const TriangleId t : recipe.near.triangles)
        for (const VertexId v : mesh.triangles()[t]) near.grow(mesh.vertices()[v]);
    const Vec3 origin = near.empty() ? mesh.box().center() : near.center();
    return packed_in_floats(recipe.source->coarse->make(recipe.near.triangles), origin, recipe.unit);
}

void DetailFinder::add_sources(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        for (const std::size_t part : {report_->findings[i].a, report_->findings[i].b}) {
            const Mesh* mesh = assembly_->parts[part].mesh.get();
            sources_.try_emplace(mesh, *mesh);
        }
    }
}

std::pair<std::uint32_t*, bool> DetailFinder::number_of(const Recipe& recipe) {
    Hasher128 hasher;
    add_numbers(hasher, std::span<const TriangleId>(recipe.near.triangles));
    const Hash128 hash = hasher.result();
    const auto [place, is_new] =
        known_.try_emplace({&recipe.source->near.mesh(), recipe.unit, hash.high, hash.low}, nullptr);
    if (is_new) place->second = &numbers_.emplace_back(FindingDetail::not_yet);
    return {place->second, is_new};
}

std::vector<FindingDetails> DetailFinder::find(std::size_t first, std::size_t last, const Threads& threads) {
    add_sources(first, last);
    std::vector<std::vector<Recipe>> all(last - first);
    parallel_for(threads, all.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) all[i] = recipes(report_->findings[first + i]);
    });
    std::vector<FindingDetails> result(all.size());
    std::vector<std::pair<const Recipe*, PackedMesh*>> to_pack;
    for (std::size_t i = 0; i < all.size(); ++i) {
        result[i].finding = report_->findings[first + i].id;
        result[i].parts.resize(all[i].size());
        for (std::size_t k = 0; k < all[i].size(); ++k) {
            const Recipe& recipe = all[i][k];
            const auto [number, is_new] = number_of(recipe);
            FindingDetail& detail = result[i].parts[k];
            detail.part = recipe.part;
            result[i].in_full = result[i].in_full && recipe.near.all;
            detail.mesh = number;
            if (is_new) to_pack.emplace_back(&recipe, &detail.packed);
        }
    }
    parallel_for(threads, to_pack.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) *to_pack[i].second = packed(*to_pack[i].first);
    });
    return result;
}

}  // namespace graze::inline v1::detail
