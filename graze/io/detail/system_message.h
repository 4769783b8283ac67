// The operating system's message for an error.
#pragma once

#include <string>
#include <system_error>

namespace graze::inline v1::detail {

inline std::string system_message(int error) {
    return std::generic_category().message(error);
}

}  // namespace graze::inline v1::detail
