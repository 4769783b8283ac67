// The version of graze.
#pragma once

namespace graze::inline v1 {

const char* version();  // "0.1.0"

}  // namespace graze::inline v1
