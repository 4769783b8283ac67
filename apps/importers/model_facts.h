// Facts that Assimp does not report: units, the upward axis, and names, read here from AMF and X3D files.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "stream_writer.h"

namespace graze::importers {

struct ModelFacts {
    double metres_per_unit = 0;  // 0: not known
    ImportUp up = ImportUp::unknown;
    std::map<std::string, std::string, std::less<>> names;  // of objects by their id
};

// `file` is its content.
ModelFacts amf_facts(std::string_view file);
ModelFacts x3d_facts(std::string_view file);

}  // namespace graze::importers
