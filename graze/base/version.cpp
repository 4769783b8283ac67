#include "graze/base/version.h"

namespace graze::inline v1 {

const char* version() {
    return GRAZE_VERSION;
}

}  // namespace graze::inline v1
