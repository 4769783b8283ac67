#include "graze/clash/finding.h"

#include <algorithm>
#include <tuple>

namespace graze::inline v1 {
namespace {

// Smaller is worse.
auto rank(const ClashFinding& f) {
    const double depth = std::max(f.depth ? f.depth->value : 0.0, f.thickness.value_or(0));
    return std::tuple(f.kind, f.allowed.has_value(), -depth, f.gap ? f.gap->distance : 0.0,
                      f.volume ? -f.volume->value : 0.0, f.a, f.b);
}

}  // namespace

const char* name_of(FindingKind kind) {
    switch (kind) {
        case FindingKind::clash:
            return "clash";
        case FindingKind::inside:
            return "inside";
        case FindingKind::undecided:
            return "undecided";
        case FindingKind::clearance:
            return "clearance";
        case FindingKind::touch:
            break;
    }
    return "touch";
}

const char* name_of(FindingStatus status) {
    switch (status) {
        case FindingStatus::added:
            return "new";
        case FindingStatus::changed:
            return "changed";
        case FindingStatus::same:
            break;
    }
    return "same";
}

const char* name_of(Figure figure) {
    switch (figure) {
        case Figure::relation:
            return "relation";
        case Figure::clearance:
            return "clearance";
        case Figure::point:
            return "point";
        case Figure::distance:
            return "distance";
        case Figure::regions:
            return "regions";
        case Figure::volume:
            return "volume";
        case Figure::depth:
            break;
    }
    return "depth";
}

bool is_clash(const ClashFinding& finding) {
    return (finding.kind == FindingKind::clash || finding.kind == FindingKind::inside) && !finding.allowed;
}

bool worse(const ClashFinding& x, const ClashFinding& y) {
    return rank(x) < rank(y);
}

// Not in the header, where every user's compiler would look up the comparisons of all members.
bool operator==(const FoundRegion&, const FoundRegion&) = default;
bool operator==(const ClashFinding&, const ClashFinding&) = default;

}  // namespace graze::inline v1
