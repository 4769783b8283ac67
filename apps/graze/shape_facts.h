// What there is to say about a shape that is not a mesh.
#pragma once

#include <string>

#include "graze/tree/shape.h"
#include "report.h"

namespace graze::app {

// Its measures: {"sides": [2, 1, 0.5]} of a box, {"box": ...} of a kind that has no words of its own.
Json primitive_json(const Shape& shape);

// What `graze info` says of a file that holds such a shape.
std::string primitive_info_text(const std::string& file, const Shape& shape, const Style& style);
Json primitive_info_json(const std::string& file, const Shape& shape);

}  // namespace graze::app
