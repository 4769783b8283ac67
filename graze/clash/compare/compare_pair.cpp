#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/clash/compare/detail/compare_pair.h"
#include "graze/clash/compare/detail/hidden_contact.h"
#include "graze/clash/compare/detail/overlap_details.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"

namespace graze::inline v1::detail {
namespace {

Vec3 middle(const Vec3& p, const Vec3& q) {
    return p * 0.5 + q * 0.5;
}

void measure_gap(ClashFinding& finding, const PlacedShape& a, const PlacedShape& b, Meter& meter) {
    const Distance d = distance(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                {.budget = Budget::part_of(meter)});
    if (std::isfinite(d.value)) finding.gap = FoundGap{d.value, d.point_a, d.point_b};
    if (meter.exhausted()) finding.out_of_budget.push_back(Figure::distance);
}

ClashFinding undecided(const PlacedShape& a, const PlacedShape& b) {
    ClashFinding finding;
    finding.kind = FindingKind::undecided;
    finding.point = middle(a.box.center(), b.box.center());
    return finding;
}

// Closer than the clearance: at most the largest number below it, decided exactly. So parts whose distance
// equals the clearance are not reported.
std::optional<ClashFinding> check_clearance(const PlacedShape& a, const PlacedShape& b, double clearance,
                                            Meter& meter) {
    if (clearance <= 0) return std::nullopt;
    const Answer close = within(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                std::nextafter(clearance, 0.0), {.budget = Budget::part_of(meter)});
    if (close == Answer::no) return std::nullopt;
    ClashFinding finding = undecided(a, b);
    finding.wanted_clearance = clearance;
    if (close == Answer::undecided) {
        finding.out_of_budget = {Figure::clearance};
        return finding;
    }
    finding.kind = FindingKind::clearance;
    measure_gap(finding, a, b, meter);
    if (finding.gap) finding.point = middle(finding.gap->point_a, finding.gap->point_b);
    return finding;
}

ClashFinding touch(const PlacedShape& a, const PlacedShape& b, Meter& meter) {
    ClashFinding finding = undecided(a, b);
    finding.kind = FindingKind::touch;
    if (const auto p = common_point(a, b, meter))
        finding.point = *p;
    else if (meter.exhausted())
        finding.out_of_budget = {Figure::point};
    return finding;
}

// Whether all regions are explained by their faceting, or are of surfaces that are known to overlap by no
// more than the limit, however deep their facets do.
bool surfaces_keep_to(double limit, const ClashFinding& finding) {
    return !finding.regions.empty() && finding.out_of_budget.empty() &&
           std::ranges::all_of(finding.regions, [&](const FoundRegion& region) {
               return region.faceting && (region.faceting->explains ||
                                          (region.faceting->gap && -*region.faceting->gap <= limit));
           });
}

// Whether the intersection of two solids is no deeper, and no thicker, than a limit. Bounds on both sides of
// the limit were refined as far as rounding allows: so the lower bound counts, which is attained. If the
// budget ended the refinement, the answer is unknown.
Answer keeps_to(double limit, const ClashFinding& finding) {
    const double thickness = finding.thickness.value_or(0);
    const double reached = std::max(finding.depth ? finding.depth->value : 0.0, thickness);
    if (reached > limit) return surfaces_keep_to(limit, finding) ? Answer::yes : Answer::no;
    const bool everything_known = finding.out_of_budget.empty();
    const bool volume_known =
        std::ranges::find(finding.out_of_budget, Figure::volume) == finding.out_of_budget.end();
    const bool bounded =
        volume_known && finding.depth && std::max(finding.depth->at_most, thickness) <= limit;
    return everything_known || bounded ? Answer::yes : Answer::undecided;
}

void apply_tolerances(ClashFinding& finding, const PairTerms& terms, double touch) {
    if (finding.faceting && finding.faceting->explains && finding.kind == FindingKind::clash) {
        finding.kind = FindingKind::touch;
        return;
    }
    const Answer allowed = terms.allowed_depth ? keeps_to(*terms.allowed_depth, finding) : Answer::no;
    // Without a tolerance every overlap counts, even one so slight relative to the coordinates that no depth
    // was found.
    const Answer touches =
        finding.kind == FindingKind::clash && touch > 0 ? keeps_to(touch, finding) : Answer::no;
    if (allowed == Answer::yes && terms.allowed_depth)
        finding.allowed = Allowance{terms.allowed_by, *terms.allowed_depth};
    else if (allowed == Answer::undecided || touches == Answer::undecided)
        finding.kind = FindingKind::undecided;
    else if (touches == Answer::yes)
        finding.kind = FindingKind::touch;
}

// What the facets say, and what the surfaces do where facets hide them.
void add_hidden(std::optional<ClashFinding>& finding, const HiddenContact& hidden, const PairTerms& terms,
                double touch) {
    ClashFinding of_surfaces;
    of_surfaces.kind = hidden.overlaps() ? FindingKind::clash : FindingKind::touch;
    of_surfaces.point = hidden.point;
    of_surfaces.faceting = Faceting{
        .tolerance = hidden.tolerance, .explains = !hidden.overlaps(), .curved = true, .gap = hidden.gap};
    if (hidden.overlaps()) {
        of_surfaces.depth = DepthBounds{-hidden.gap, hidden.sure - hidden.gap};
        apply_tolerances(of_surfaces, terms, touch);
    }
    if (finding && finding->kind == FindingKind::touch && of_surfaces.kind == FindingKind::touch) return;
    finding = std::move(of_surfaces);
}

}  // namespace

std::optional<Vec3> common_point(const PlacedShape& a, const PlacedShape& b, Meter& meter) {
    const Witness found =
        witness(a.shape, a.world_from_shape, b.shape, b.world_from_shape, {.budget = Budget::part_of(meter)});
    if (!found.found()) return std::nullopt;
    return found.point_a;
}

std::optional<ClashFinding> compare_pair(const PlacedShape& a, const PlacedShape& b, const PairTerms& terms,
                                         const CompareOptions& options) {
    Meter meter(options.budget, options.progress);
    const Relation found = overlap(a.box, b.box)
                               ? relation(a.shape, a.world_from_shape, b.shape, b.world_from_shape,
                                          options.open_meshes, {.budget = Budget::part_of(meter)})
                               : Relation::apart;
    const bool as_surfaces = !a.shape.closed_surface().closed() || !b.shape.closed_surface().closed();
    std::optional<ClashFinding> finding;
    switch (found) {
        case Relation::apart:
            finding = check_clearance(a, b, terms.clearance, meter);
            break;
        case Relation::touching:
            finding = touch(a, b, meter);
            break;
        case Relation::overlapping:
            if (as_surfaces) {
                finding = crossing_surfaces(a, b, meter);
            } else {
                finding = overlap_details(a, b, terms, options, meter);
                apply_tolerances(*finding, terms, options.touch);
            }
            break;
        case Relation::a_in_b:
        case Relation::b_in_a:
            finding = overlap_details(a, b, terms, options, meter);
            finding->kind = FindingKind::inside;
            apply_tolerances(*finding, terms, options.touch);
            measure_gap(*finding, a, b, meter);
            break;
        case Relation::not_closed:
        case Relation::undecided:
        case Relation::unsupported:
            finding = undecided(a, b);
            if (found == Relation::undecided) finding->out_of_budget = {Figure::relation};
            break;
    }
    // Facets are apart, touch, or merely seem to overlap: the surfaces may overlap elsewhere.
    const bool unseen =
        !finding || finding->kind == FindingKind::touch || finding->kind == FindingKind::clearance;
    if (unseen && !as_surfaces && !options.as_tessellated && can_hide_contact(a, b)) {
        if (const auto hidden = hidden_contact(a, b, meter)) {
            add_hidden(finding, *hidden, terms, options.touch);
        } else if (meter.exhausted()) {
            if (!finding) finding = undecided(a, b);
            finding->kind = FindingKind::undecided;
            finding->out_of_budget.push_back(Figure::relation);
        }
    }
    if (!finding) return finding;
    finding->relation = found;
    finding->as_surfaces = as_surfaces;
    std::ranges::sort(finding->out_of_budget);
    return finding;
}

}  // namespace graze::inline v1::detail
