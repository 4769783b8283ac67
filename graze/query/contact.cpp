#include "graze/query/contact.h"

#include "graze/query/detail/contacts.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

std::optional<TracedFeature> trace(const Shape& shape, FeatureId feature) {
    const Mesh& mesh = shape.mesh();
    if (feature.kind == FeatureId::Kind::none || feature.index >= mesh.triangle_count()) return std::nullopt;
    TracedFeature traced{feature.index, mesh.polygon_of(feature.index), std::nullopt};
    if (!mesh.parts().empty()) traced.part = mesh.part_of(traced.polygon);
    return traced;
}

namespace detail {

Feature join(Feature p, Feature q) {
    using Kind = Feature::Kind;
    if (p == q) return p;
    if (p.kind == Kind::face || q.kind == Kind::face) return {};
    if (p.kind == Kind::edge && q.kind == Kind::edge) return {};
    if (p.kind == Kind::corner && q.kind == Kind::corner)
        return {Kind::edge, static_cast<std::uint8_t>(3 - p.index - q.index)};
    const Feature &corner = p.kind == Kind::corner ? p : q, &edge = p.kind == Kind::corner ? q : p;
    return corner.index != edge.index ? edge : Feature{};
}

CommonPlace middle_of(const TriangleIntersection& common) {
    CommonPlace place{common.middle(), {}, {}, false};
    if (common.point_count == 0) return place;
    place.on_a = common.point_storage[0].on_a, place.on_b = common.point_storage[0].on_b;
    for (const CommonPoint& p : common.points()) {
        place.on_a = join(place.on_a, p.on_a);
        place.on_b = join(place.on_b, p.on_b);
    }
    // A segment through the inside of both is where their planes cross.
    place.crosses = common.kind == CommonKind::segment && place.on_a.kind == Feature::Kind::face &&
                    place.on_b.kind == Feature::Kind::face;
    return place;
}

}  // namespace detail
}  // namespace graze::inline v1
