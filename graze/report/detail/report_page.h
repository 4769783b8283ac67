// The page of clash reports, as web/ makes it.
#pragma once

#include <string_view>

namespace graze::inline v1::detail {

// HTML with one "<!--graze-data-->", where the elements that hold a report's data go (docs/web.md). Empty if
// graze was built without it (CMake option GRAZE_WEB; Node and npm are needed).
std::string_view report_page();

}  // namespace graze::inline v1::detail
