#include "index_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <string>

#include "stream_writer.h"
#include "xml_tags.h"

namespace graze::importers {
namespace {

std::uint64_t number_of(const XmlTag& tag, std::string_view key, std::uint64_t otherwise) {
    const std::string text = tag.attribute(key).value_or("");
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? value : otherwise;
}

// "#positions" is the element with that id.
std::string reference(const XmlTag& tag, std::string_view key) {
    const std::string text = tag.attribute(key).value_or("");
    return text.starts_with('#') ? text.substr(1) : text;
}

bool is_primitive(std::string_view name) {
    constexpr std::array names{"triangles", "polylist",   "polygons", "trifans",
                               "tristrips", "linestrips", "lines"};
    return std::ranges::find(names, name) != names.end();
}

class ColladaCheck {
  public:
    explicit ColladaCheck(std::string_view xml) : xml_(xml) {}

    void run() {
        collect();
        check_primitives();
    }

  private:
    static constexpr std::uint64_t not_known = ~std::uint64_t{0};

    struct Accessor {
        std::string array;
        std::uint64_t count, stride, offset;
    };

    // An id may be used before it is there.
    void collect() {
        std::string source, vertices;
        XmlTags tags(xml_);
        for (XmlTag tag; tags.next(tag);) {
            if (tag.name == "source") source = tag.attribute("id").value_or("");
            if (const auto id = tag.attribute("id"); id && tag.name == "float_array")
                values_[*id] = number_of(tag, "count", 0);
            if (tag.name == "accessor")
                accessors_[source] = {reference(tag, "source"), number_of(tag, "count", 0),
                                      std::max<std::uint64_t>(number_of(tag, "stride", 1), 1),
                                      number_of(tag, "offset", 0)};
            if (tag.name == "vertices") vertices = tag.attribute("id").value_or("");
            if (tag.name == "/vertices") vertices.clear();
            if (tag.name == "input" && !vertices.empty() && tag.attribute("semantic") == "POSITION")
                positions_[vertices] = reference(tag, "source");
        }
    }

    void check_primitives() {
        std::string geometry;
        std::uint64_t stride = 0, position = 0;
        std::uint64_t count = not_known;  // of vertices
        bool inside = false;
        XmlTags tags(xml_);
        for (XmlTag tag; tags.next(tag);) {
            if (tag.name == "geometry")
                geometry = tag.attribute("name").value_or(tag.attribute("id").value_or(""));
            if (is_primitive(tag.name)) {
                inside = true;
                stride = 0;
                count = not_known;
            }
            if (tag.name.starts_with('/') && is_primitive(tag.name.substr(1))) inside = false;
            if (!inside) continue;
            if (tag.name == "input") {
                const std::uint64_t offset = number_of(tag, "offset", 0);
                stride = std::max(stride, offset + 1);
                if (tag.attribute("semantic") == "VERTEX") {
                    count = vertices_of(reference(tag, "source"));
                    position = offset;
                }
            }
            if ((tag.name == "p" || tag.name == "h") && count != not_known)
                check_indices(tag.text, stride, position, count, geometry);
        }
    }

    // How many there are for sure: as many as the accessor says and the array holds.
    std::uint64_t vertices_of(const std::string& vertices) const {
        const auto source = positions_.find(vertices);
        if (source == positions_.end()) return not_known;
        const auto accessor = accessors_.find(source->second);
        if (accessor == accessors_.end()) return not_known;
        const auto& [array, count, stride, offset] = accessor->second;
        const auto values = values_.find(array);
        if (values == values_.end()) return not_known;
        const std::uint64_t needed = std::min<std::uint64_t>(stride, 3);
        if (values->second < needed || values->second - needed < offset) return 0;
        return std::min(count, (values->second - needed - offset) / stride + 1);
    }

    static void check_indices(std::string_view text, std::uint64_t stride, std::uint64_t position,
                              std::uint64_t count, const std::string& geometry) {
        constexpr std::string_view blanks = " \t\r\n";
        for (std::uint64_t i = 0;; ++i) {
            text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
            if (text.empty()) return;
            const std::string_view word = text.substr(0, std::min(text.find_first_of(blanks), text.size()));
            text.remove_prefix(word.size());
            if (i % stride != position) continue;
            std::uint64_t index = 0;
            const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
            if (error != std::errc{} || end != word.data() + word.size() || index >= count)
                throw ImportError{"a face of geometry \"" + geometry + "\" refers to vertex " +
                                      std::string(word.substr(0, 30)) + " of " + std::to_string(count) +
                                      ", counted from 0",
                                  "re-export the file"};
        }
    }

    std::string_view xml_;
    std::map<std::string, std::uint64_t> values_;   // numbers in each array
    std::map<std::string, Accessor> accessors_;     // by source
    std::map<std::string, std::string> positions_;  // the source of each <vertices>
};

}  // namespace

// "*MESH_NUMVERTEX 4" before faces as "*MESH_FACE 0: A: 0 B: 2 C: 1 AB: 1 ...".
void check_ase(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n:";
    const auto next_word = [&] {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        const std::string_view word = text.substr(0, std::min(text.find_first_of(blanks), text.size()));
        text.remove_prefix(word.size());
        return word;
    };
    const auto next_number = [&](std::string_view& word) {
        word = next_word();
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        return error == std::errc{} && end == word.data() + word.size() ? value : ~std::uint64_t{0};
    };
    std::uint64_t count = ~std::uint64_t{0};
    for (;;) {
        text.remove_prefix(std::min(text.find("*MESH_"), text.size()));
        if (text.empty()) return;
        std::string_view word = next_word();
        if (word == "*MESH_NUMVERTEX") count = next_number(word);
        if (word != "*MESH_FACE") continue;
        next_word();  // the number of the face
        for (int corner = 0; corner < 3; ++corner) {
            next_word();  // A, B, C
            if (next_number(word) >= count)
                throw ImportError{"a face refers to vertex " + std::string(word.substr(0, 30)) + " of " +
                                      std::to_string(count) + ", counted from 0",
                                  "re-export the file"};
        }
    }
}

void check_collada(std::string_view xml) {
    ColladaCheck(xml).run();
}

}  // namespace graze::importers
