#include "model_facts.h"

#include <charconv>

#include "unit_names.h"
#include "xml_tags.h"

namespace graze::importers {
namespace {

// AMF writes "feet"; some files write "foot".
double metres_in_amf_unit(std::string_view unit) {
    return metres_in(unit == "feet" ? "foot" : unit);
}

}  // namespace

ModelFacts amf_facts(std::string_view xml) {
    ModelFacts facts;
    facts.metres_per_unit = 1e-3;
    XmlTags tags(xml);
    std::string object;  // that we are directly in
    for (XmlTag tag; tags.next(tag);) {
        if (tag.name == "amf") facts.metres_per_unit = metres_in_amf_unit(tag.attribute("unit").value_or(""));
        if (tag.name == "object") object = tag.attribute("id").value_or("");
        if (tag.name == "mesh" || tag.name == "/object") object.clear();
        if (tag.name == "metadata" && !object.empty() && tag.attribute("type") == "name")
            facts.names.emplace(object, resolved(tag.text));
    }
    return facts;
}

// Metres and y, unless the file has a <unit> of its own (X3D 3.3).
ModelFacts x3d_facts(std::string_view xml) {
    ModelFacts facts;
    facts.metres_per_unit = 1;
    facts.up = ImportUp::y;
    XmlTags tags(xml);
    for (XmlTag tag; tags.next(tag) && tag.name != "Scene";) {
        if (tag.name != "unit" || tag.attribute("category") != "length") continue;
        const std::string factor = tag.attribute("conversionFactor").value_or("");
        double metres = 0;
        const auto [end, error] = std::from_chars(factor.data(), factor.data() + factor.size(), metres);
        if (error == std::errc{} && metres > 0) facts.metres_per_unit = metres;
    }
    return facts;
}

}  // namespace graze::importers
