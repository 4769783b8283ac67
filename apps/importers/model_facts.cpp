#include "model_facts.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "xml_tags.h"

namespace graze::importers {
namespace {

// Those of 3MF and AMF; AMF says "feet".
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

std::string content_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string content_of(zip_t* archive, std::uint64_t entry) {
    zip_stat_t about;
    if (zip_stat_index(archive, entry, 0, &about) != 0 || (about.valid & ZIP_STAT_SIZE) == 0) return {};
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive, entry, 0),
                                                                 zip_fclose);
    if (!file) return {};
    std::string content(about.size, '\0');
    const zip_int64_t n = zip_fread(file.get(), content.data(), content.size());
    content.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return content;
}

// The model in a 3MF package. Where there are several, the one at the place that all programs use.
std::string threemf_model(const std::string& file) {
    const std::unique_ptr<zip_t, void (*)(zip_t*)> archive(zip_open(file.c_str(), ZIP_RDONLY, nullptr),
                                                           zip_discard);
    if (!archive) return {};
    std::optional<std::uint64_t> model;
    const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(std::max<zip_int64_t>(count, 0)); ++i) {
        const char* const name = zip_get_name(archive.get(), i, 0);
        if (!name || !std::string_view(name).ends_with(".model")) continue;
        if (!model || std::string_view(name) == "3D/3dmodel.model") model = i;
    }
    return model ? content_of(archive.get(), *model) : std::string();
}

}  // namespace

ModelFacts threemf_facts_of(std::string_view xml) {
    ModelFacts facts;
    facts.metres_per_unit = 1e-3;
    facts.up = ImportUp::z;  // the specification says so
    XmlTags tags(xml);
    for (XmlTag tag; tags.next(tag);) {
        if (tag.name == "model") facts.metres_per_unit = metres_in(tag.attribute("unit").value_or(""));
        if (tag.name != "object") continue;
        if (auto name = tag.attribute("name"), id = tag.attribute("id"); name && id)
            facts.names.emplace(std::move(*id), std::move(*name));
    }
    return facts;
}

ModelFacts amf_facts_of(std::string_view xml) {
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
ModelFacts x3d_facts_of(std::string_view xml) {
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

ModelFacts threemf_facts(const std::string& file) {
    return threemf_facts_of(threemf_model(file));
}

ModelFacts amf_facts(const std::string& file) {
    return amf_facts_of(content_of(file));
}

ModelFacts x3d_facts(const std::string& file) {
    return x3d_facts_of(content_of(file));
}

}  // namespace graze::importers
