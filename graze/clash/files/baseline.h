// What has changed since an earlier run.
#pragma once

#include <optional>
#include <string>

#include "graze/clash/clash_report.h"

namespace graze::inline v1 {

// Throws Error if `old`, which came from `file`, is in another unit; none: not known, which is any.
void check_unit_of_baseline(std::optional<double> metres_per_unit, const ClashReport& old,
                            const std::string& file);

// Recognises the parts of the earlier run in those of `report`, each at most once: by what they are and where
// they are, whatever they are called now (renamed and renumbered parts); then by path (moved and altered
// parts), with and without the file's name; then, the nearest first, by what they are and what they are
// called without numbers (parts that were moved and renumbered).
//
// A finding about the same two parts gets the id it had, and the status `same`, or `changed` if it is of
// another kind, is allowed now and was not, or has another depth, volume or distance, by more than their
// bounds. Others are `new`, with an id that no finding of the earlier run had.
//
// Clashes and narrow gaps that are found no more, and those of parts that are gone, are listed as resolved,
// unless `report` left pairs out: then nothing is known about them. Nor is it about gaps if the clearance of
// its options is smaller than it was. A pair that rules ignore now counts as resolved.
//
// `file` is where `old` came from. That it left out pairs is logged: they seem new. Throws Error if the two
// are in different units.
void compare_with_baseline(ClashReport& report, const ClashReport& old, const std::string& file);

}  // namespace graze::inline v1
