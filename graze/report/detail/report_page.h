// The page of clash reports, as web/ makes it.
#pragma once

#include <string_view>

namespace graze::inline v1::detail {

// HTML with one "<!--graze-data-->": the place for the elements with a report's data (docs/web.md). Empty if
// graze was built without the page (CMake option GRAZE_WEB, which needs Node and npm).
std::string_view report_page();

}  // namespace graze::inline v1::detail
