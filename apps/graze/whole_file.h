// Files that are read and written as a whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace graze::app {

// Throws Error.
std::string read_file(const std::string& name);

// `write` sends the content piece by piece. The file has a temporary name until it is complete. Throws Error.
using Send = std::function<void(std::string_view)>;
void write_file(const std::string& name, const std::function<void(const Send&)>& write);

// The name of a file to write JSON to ends in .json, or is "-" or empty; throws Error otherwise. For "--json
// model.obj" is most likely meant as a flag in front of a file, which must not be overwritten.
void check_json_name(const std::string& name, const std::string& example);

}  // namespace graze::app
