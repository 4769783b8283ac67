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

ModelFacts threemf_facts(const std::string& file);
ModelFacts amf_facts(const std::string& file);
ModelFacts x3d_facts(const std::string& file);

// The same from XML; for the functions above.
ModelFacts threemf_facts_of(std::string_view xml);
ModelFacts amf_facts_of(std::string_view xml);
ModelFacts x3d_facts_of(std::string_view xml);

}  // namespace graze::importers
