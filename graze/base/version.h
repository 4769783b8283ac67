// The version of graze.
#pragma once

#include "graze/base/platform.h"

namespace graze::inline v1 {

const char* version();  // "0.1.0"

}  // namespace graze::inline v1
