// What Assimp leaves out: units, the upward axis, and names of 3MF, AMF and X3D files, by a look of our own.
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
ModelFacts threemf_facts(std::string_view file);
ModelFacts amf_facts(std::string_view file);
ModelFacts x3d_facts(std::string_view file);

// The first file in a zip archive whose name ends so, rather one of exactly this name; empty if there is
// none.
std::string content_in_zip(std::string_view archive, std::string_view ending, std::string_view name = {});

}  // namespace graze::importers
