#include "model_facts.h"

#include <array>
#include <charconv>
#include <utility>

#include "xml_tags.h"

namespace graze::importers {
namespace {

// Those of AMF, which says "feet"; some write "foot".
double metres_in(std::string_view unit) {
    constexpr std::array<std::pair<std::string_view, double>, 8> known{{{"micron", 1e-6},
                                                                        {"millimeter", 1e-3},
                                                                        {"centimeter", 1e-2},
                                                                        {"inch", 0.0254},
                                                                        {"foot", 0.3048},
                                                                        {"feet", 0.3048},
                                                                        {"meter", 1},
                                                                        {"", 1e-3}}};
    for (const auto& [name, metres] : known)
        if (unit == name) return metres;
    throw ImportError{"its unit \"" + std::string(unit) + "\" is not known",
                      "write millimeter, inch or the like"};
}

}  // namespace

ModelFacts amf_facts(std::string_view xml) {
    ModelFacts facts;
    facts.metres_per_unit = 1e-3;
    XmlTags tags(xml);
    std::string object;  // that we are directly in
    for (XmlTag tag; tags.next(tag);) {
        if (tag.name == "amf") facts.metres_per_unit = metres_in(tag.attribute("unit").value_or(""));
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
