#include "model_facts.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <charconv>
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

}  // namespace

std::string content_in_zip(std::string_view archive_bytes, std::string_view ending, std::string_view wanted) {
    zip_error_t error;
    zip_source_t* const source =
        zip_source_buffer_create(archive_bytes.data(), archive_bytes.size(), 0, &error);
    if (!source) return {};
    zip_t* const opened = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (!opened) {
        zip_source_free(source);
        return {};
    }
    const std::unique_ptr<zip_t, void (*)(zip_t*)> archive(opened, zip_discard);
    std::optional<std::uint64_t> chosen;
    const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(std::max<zip_int64_t>(count, 0)); ++i) {
        const char* const name = zip_get_name(archive.get(), i, 0);
        if (!name || !std::string_view(name).ends_with(ending)) continue;
        if (!chosen || name == wanted) chosen = i;
    }
    return chosen ? content_of(archive.get(), *chosen) : std::string();
}

ModelFacts threemf_facts(std::string_view file) {
    // Where there are several models, the one at the place that all programs use.
    const std::string xml = content_in_zip(file, ".model", "3D/3dmodel.model");
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
