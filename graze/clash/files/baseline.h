// Compares a report with that of an earlier run.
#pragma once

#include <optional>
#include <string>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

// Throws Error if `old`, which came from `file`, is in another unit. nullopt: the unit is not known and
// matches any.
void check_unit_of_baseline(std::optional<double> metres_per_unit, const ClashReport& old,
                            const std::string& file);

// Matches the parts of the earlier run with those of `report`, each at most once. First by mesh and position,
// whatever their names are now (renamed and renumbered parts); then by path (moved and altered parts), with
// and without the file's name; then, the nearest first, by mesh and name without numbers (parts that were
// moved and renumbered).
//
// A finding about the same two parts keeps its earlier id. Its status is `same`, or `changed` if its kind
// differs, if it is allowed now and was not, or if its depth, volume or distance differs by more than their
// bounds. Other findings are `new`, with an id that no finding of the earlier run had.
//
// Clashes and narrow gaps that are no longer found, and those of parts that are gone, are listed as resolved,
// unless `report` left pairs out: then nothing is known about them. Nor is anything known about gaps if the
// clearance of its options is smaller than before. A pair that rules ignore now counts as resolved.
//
// `file` is the origin of `old`. If `old` left out pairs, this is logged, because these pairs appear as new.
// Throws Error if the two reports are in different units.
void compare_with_baseline(ClashReport& report, const ClashReport& old, const std::string& file);

}  // namespace graze::inline v1
