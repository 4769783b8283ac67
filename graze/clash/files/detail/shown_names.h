// What parts are called in tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze::inline v1::detail {

// For each path the shortest end of it that says what the part is and that no other part of the list shares:
// "shaft" where there is one, else "gearbox (2)/shaft". So the file, which is the first name, shows only
// where several files have a part of that name. Names that say nothing ("solid 2") come with what they belong
// to, if that says something. What is left out shows as "…": as a pattern of rules, a shown name matches its
// part.
std::vector<std::string> shown_names(std::span<const std::string_view> paths);

}  // namespace graze::inline v1::detail
