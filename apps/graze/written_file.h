// Files that are complete or not there.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace graze::app {

// `write` sends the content, piece by piece. Until all of it is there the file has another name. Throws
// Error.
using Send = std::function<void(std::string_view)>;
void write_file(const std::string& name, const std::function<void(const Send&)>& write);

}  // namespace graze::app
