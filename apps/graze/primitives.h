// Shapes that are given by options instead of files: --box 2x1x0.5.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "arguments.h"
#include "graze/tree/shape.h"

namespace graze::app {

// A length in the unit of the comparison, which is known once all files are read. Throws Error for a length
// with a unit if that of the comparison is not known.
using ToUnits = std::function<double(const Length&)>;
using MakeShape = std::function<Shape(const ToUnits&)>;

struct Primitive {
    const char* option;
    const char* type;  // of its value, as the help has it
    const char* description;
    // Reads the value, before any file is read. Both this and what it returns throw Error, naming the option.
    // None: the value is a file, of whose mesh the convex hull is meant.
    MakeShape (*parse)(const std::string& option, const std::string& value);
};

// In the order of the help. A new kind of shape gets its option here.
std::span<const Primitive> primitives();

}  // namespace graze::app
