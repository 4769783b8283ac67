#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/clash/compare/detail/compare_pair.h"
#include "graze/clash/compare/detail/overlap_details.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"

namespace graze::inline v1::detail {
namespace {

Vec3 middle(const Vec3& p, const Vec3& q) {
    return p * 0.5 + q * 0.5;
}

FoundGap gap_between(const PlacedShape& a, const PlacedShape& b) {
    const Distance d = distance(a.shape, a.world_from_shape, b.shape, b.world_from_shape);
    return {d.value, d.point_a, d.point_b};
}

// Closer than the clearance: at most the largest number below it, decided exactly. So parts that are just as
// far apart as was asked are not found.
std::optional<ClashFinding> check_clearance(const PlacedShape& a, const PlacedShape& b, double clearance) {
    if (clearance <= 0 ||
        !within(a.shape, a.world_from_shape, b.shape, b.world_from_shape, std::nextafter(clearance, 0.0)))
        return std::nullopt;
    ClashFinding finding;
    finding.kind = FindingKind::clearance;
    finding.relation = Relation::apart;
    finding.gap = gap_between(a, b);
    finding.wanted_clearance = clearance;
    finding.point = middle(finding.gap->point_a, finding.gap->point_b);
    return finding;
}

ClashFinding touch(const PlacedShape& a, const PlacedShape& b) {
    ClashFinding finding;
    finding.kind = FindingKind::touch;
    if (const auto w = witness(a.shape, a.world_from_shape, b.shape, b.world_from_shape))
        finding.point = w->point;
    return finding;
}

bool nearly_equal(const DepthBounds& depth) {
    return depth.at_most <= depth.value * (1 + 2 * finest_depth);
}

void apply_tolerances(ClashFinding& finding, const PairTerms& terms, double touch) {
    if (!finding.depth) return;
    // Where the bounds were on both sides of a tolerance, they are nearly equal now; if they are not, the
    // search for the depth took too long, and nothing is hidden.
    const double depth =
        std::max(nearly_equal(*finding.depth) ? finding.depth->value : finding.depth->at_most,
                 finding.thickness.value_or(0));
    if (terms.allowed_depth && depth <= *terms.allowed_depth)
        finding.allowed = Allowance{terms.allowed_by, *terms.allowed_depth};
    // Without a tolerance an overlap is one, even if it is so slight beside the coordinates that no depth was
    // found.
    else if (finding.kind == FindingKind::clash && touch > 0 && depth <= touch)
        finding.kind = FindingKind::touch;
}

}  // namespace

std::optional<ClashFinding> compare(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms,
                                    const CompareOptions& options) {
    const Relation found = overlap(a.box, b.box) ? relation(a.shape, a.world_from_shape, b.shape,
                                                            b.world_from_shape, options.relation)
                                                 : Relation::apart;
    const bool as_surfaces = !a.shape.closed_surface().closed() || !b.shape.closed_surface().closed();
    std::optional<ClashFinding> finding;
    switch (found) {
        case Relation::apart:
            finding = check_clearance(a, b, terms.clearance);
            break;
        case Relation::touching:
            finding = touch(a, b);
            break;
        case Relation::overlapping:
            finding = as_surfaces ? crossing_surfaces(a, b) : overlap_details(a, b, terms, options.touch);
            break;
        case Relation::a_in_b:
        case Relation::b_in_a:
            finding = overlap_details(a, b, terms, options.touch);
            finding->kind = FindingKind::inside;
            finding->gap = gap_between(a, b);
            break;
        case Relation::not_closed:
        case Relation::undecided:
            finding = ClashFinding{};
            finding->kind = FindingKind::undecided;
            finding->point = middle(a.box.center(), b.box.center());
            break;
    }
    if (!finding) return finding;
    finding->relation = found;
    finding->as_surfaces = as_surfaces;
    apply_tolerances(*finding, terms, options.touch);
    return finding;
}

}  // namespace graze::inline v1::detail
