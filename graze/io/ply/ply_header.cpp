// The header of a PLY file: lines of text, for any encoding of the data.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/text.h"
#include "graze/io/ply/detail/ply.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::array<std::pair<std::string_view, PlyType>, 16> type_names{{{"char", PlyType::int8},
                                                                           {"int8", PlyType::int8},
                                                                           {"uchar", PlyType::uint8},
                                                                           {"uint8", PlyType::uint8},
                                                                           {"short", PlyType::int16},
                                                                           {"int16", PlyType::int16},
                                                                           {"ushort", PlyType::uint16},
                                                                           {"uint16", PlyType::uint16},
                                                                           {"int", PlyType::int32},
                                                                           {"int32", PlyType::int32},
                                                                           {"uint", PlyType::uint32},
                                                                           {"uint32", PlyType::uint32},
                                                                           {"float", PlyType::float32},
                                                                           {"float32", PlyType::float32},
                                                                           {"double", PlyType::float64},
                                                                           {"float64", PlyType::float64}}};

// Far more than any use needs; keeps the search for repeated names short.
constexpr std::size_t max_elements = 1000;

// Lines end with \n or \r\n, unless the first one shows that they end with \r.
bool has_old_mac_lines(std::string_view content) {
    const std::size_t end = content.find_first_of("\r\n");
    return end != std::string_view::npos && content[end] == '\r' &&
           (end + 1 == content.size() || content[end + 1] != '\n');
}

// The next line without its end; nullopt if no line end follows.
class HeaderLines {
  public:
    explicit HeaderLines(std::string_view content)
        : content_(content), end_(has_old_mac_lines(content) ? '\r' : '\n') {}

    std::optional<std::string_view> next() {
        const std::size_t end = content_.find(end_, position_);
        if (end == std::string_view::npos) return {};
        std::string_view line = content_.substr(position_, end - position_);
        position_ = end + 1;
        ++number_;
        if (line.ends_with('\r')) line.remove_suffix(1);
        return trimmed(line);
    }
    std::size_t position() const { return position_; }
    std::uint64_t number() const { return number_; }
    std::string where() const { return "line " + std::to_string(number_); }

  private:
    std::string_view content_;
    char end_;
    std::size_t position_ = 0;
    std::uint64_t number_ = 0;
};

std::string_view take_word(std::string_view& line) {
    line = trimmed(line);
    const std::size_t end = std::min(line.find_first_of(" \t\v\f"), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
}

class HeaderReader {
  public:
    explicit HeaderReader(std::string_view content) : lines_(content) {
        header_.old_mac_lines = has_old_mac_lines(content);
    }

    PlyHeader read() {
        lines_.next();  // "ply"
        while (true) {
            const std::optional<std::string_view> line = lines_.next();
            if (!line) throw Error("the header has no end; the file is truncated", lines_.where());
            if (*line == "end_header") break;
            read_line(*line);
        }
        if (!has_format_) throw Error("the header does not say the format", lines_.where());
        header_.size = lines_.position();
        header_.lines = lines_.number();
        return std::move(header_);
    }

  private:
    void read_line(std::string_view line) {
        std::string_view rest = line;
        const std::string_view keyword = take_word(rest);
        if (keyword.empty() || keyword == "obj_info") return;
        if (keyword == "comment")
            read_comment(trimmed(rest));
        else if (keyword == "format")
            read_format(rest);
        else if (keyword == "element")
            read_element(rest);
        else if (keyword == "property")
            read_property(rest);
        else
            refuse("expected \"element\", \"property\" or \"end_header\", found " + excerpt(keyword));
    }

    void read_comment(std::string_view text) {
        if (!text.starts_with(ply_unit_comment)) return;
        text.remove_prefix(ply_unit_comment.size());
        text = trimmed(text);
        double unit = 0;
        if (take_number(text, unit) && text.empty() && unit > 0 && std::isfinite(unit))
            header_.metres_per_unit = unit;
    }

    void read_format(std::string_view rest) {
        const std::string_view name = take_word(rest), version = take_word(rest);
        if (name == "ascii")
            header_.encoding = PlyEncoding::ascii;
        else if (name == "binary_little_endian")
            header_.encoding = PlyEncoding::little_endian;
        else if (name == "binary_big_endian")
            header_.encoding = PlyEncoding::big_endian;
        else
            refuse("format " + excerpt(name) + " is not known");
        if (version != "1.0") refuse("version " + excerpt(version) + " is not known, only 1.0 is");
        has_format_ = true;
    }

    void read_element(std::string_view rest) {
        const std::string_view name = take_word(rest), count = take_word(rest);
        PlyElement element;
        element.name = name;
        const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), element.count);
        if (name.empty() || error != std::errc() || end != count.data() + count.size() ||
            !trimmed(rest).empty())
            refuse("expected \"element\", a name and a count, found " + excerpt(count));
        if (header_.find(name)) refuse("element " + excerpt(name) + " comes twice");
        if (header_.elements.size() == max_elements) refuse("there are too many kinds of elements");
        header_.elements.push_back(std::move(element));
    }

    void read_property(std::string_view rest) {
        if (header_.elements.empty()) refuse("a property comes before any element");
        PlyProperty property;
        std::string_view type = take_word(rest);
        if (type == "list") {
            property.count_of = type_of(take_word(rest));
            if (*property.count_of >= PlyType::float32) refuse("the length of a list must be an integer");
            type = take_word(rest);
        }
        property.type = type_of(type);
        property.name = take_word(rest);
        if (property.name.empty()) refuse("a property has no name");
        PlyElement& element = header_.elements.back();
        // Searched only for names that matter, so that a header of very many properties takes no time.
        if (matters(property.name) && element.find(property.name))
            refuse("property " + excerpt(property.name) + " comes twice");
        element.properties.push_back(std::move(property));
    }

    static bool matters(std::string_view name) {
        return name == "x" || name == "y" || name == "z" || name == "vertex_indices" ||
               name == "vertex_index";
    }

    PlyType type_of(std::string_view name) const {
        const auto found = std::ranges::find(type_names, name, &std::pair<std::string_view, PlyType>::first);
        if (found == type_names.end()) refuse("type " + excerpt(name) + " is not known");
        return found->second;
    }

    [[noreturn]] void refuse(const std::string& problem) const { throw Error(problem, lines_.where()); }

    HeaderLines lines_;
    PlyHeader header_;
    bool has_format_ = false;
};

// Otherwise a wrong count in a binary file would be detected late, and a huge count in a text file never.
void check_counts(const PlyHeader& header, std::uint64_t data_size) {
    std::uint64_t left = data_size;
    for (const PlyElement& element : header.elements) {
        const std::uint64_t least = element.least_size(header.encoding);
        if (least == 0) continue;
        if (element.count > left / least)
            throw Error("as its header says, it would hold " + std::to_string(element.count) + " elements " +
                            excerpt(element.name) + ", more than fit into its size; it is truncated",
                        {}, "check that the file is complete");
        left -= element.count * least;
    }
}

std::size_t list_of_corners(const PlyElement& element) {
    std::optional<std::size_t> list = element.find("vertex_indices");
    if (!list) list = element.find("vertex_index");
    if (!list || !element.properties[*list].count_of)
        throw Error("elements " + excerpt(element.name) + " have no list \"vertex_indices\"");
    return *list;
}

std::size_t scalar(const PlyElement& vertex, std::string_view name) {
    const std::optional<std::size_t> property = vertex.find(name);
    if (!property || vertex.properties[*property].count_of)
        throw Error("its vertices have no property " + excerpt(name));
    return *property;
}

}  // namespace

std::optional<std::size_t> PlyElement::find(std::string_view property) const {
    const auto found = std::ranges::find(properties, property, &PlyProperty::name);
    if (found == properties.end()) return {};
    return static_cast<std::size_t>(found - properties.begin());
}

std::uint64_t PlyElement::least_size(PlyEncoding encoding) const {
    if (encoding == PlyEncoding::ascii)
        return properties.empty() ? 0 : 2 * properties.size() - 1;  // a digit and a separator
    std::uint64_t size = 0;
    for (const PlyProperty& p : properties) size += ply_size_of(p.count_of.value_or(p.type));
    return size;
}

const PlyElement* PlyHeader::find(std::string_view element) const {
    const auto found = std::ranges::find(elements, element, &PlyElement::name);
    return found == elements.end() ? nullptr : &*found;
}

bool is_ply(std::string_view content) {
    return content.size() > 3 && content.starts_with("ply") &&
           (is_blank(content[3]) || is_line_end(content[3]));
}

std::optional<std::size_t> ply_header_size(std::string_view content) {
    HeaderLines lines(content);
    while (const std::optional<std::string_view> line = lines.next())
        if (*line == "end_header") return lines.position();
    return {};
}

PlyHeader read_ply_header(std::string_view content) {
    if (!is_ply(content))
        throw Error("is not a PLY file: it does not start with \"ply\"", {},
                    "check that it is a PLY file and complete");
    return HeaderReader(content).read();
}

PlyPlan plan_ply(const PlyHeader& header, std::uint64_t data_size) {
    PlyPlan plan;
    for (std::size_t i = 0; i < header.elements.size(); ++i) {
        const PlyElement& element = header.elements[i];
        if (element.name == "vertex") plan.vertices = i;
        if (element.count == 0) continue;
        if (element.name == "face") plan.faces = i;
        if (element.name == "tristrips") plan.strips = i;
    }
    if (plan.vertices != PlyPlan::none) plan.vertex_count = header.elements[plan.vertices].count;
    if (plan.faces == PlyPlan::none && plan.strips == PlyPlan::none)
        throw Error("holds no faces" + (plan.vertex_count > 0
                                            ? ", only " + std::to_string(plan.vertex_count) + " points"
                                            : std::string()));
    if (plan.vertices == PlyPlan::none) throw Error("holds faces but no vertices");
    if (plan.vertex_count > 0xfffffffe)
        throw Error("a mesh holds at most 4294967295 vertices, not " + std::to_string(plan.vertex_count), {},
                    "split it");
    const PlyElement& vertex = header.elements[plan.vertices];
    plan.x = scalar(vertex, "x");
    plan.y = scalar(vertex, "y");
    plan.z = scalar(vertex, "z");
    if (plan.faces != PlyPlan::none) plan.face_corners = list_of_corners(header.elements[plan.faces]);
    if (plan.strips != PlyPlan::none) plan.strip_corners = list_of_corners(header.elements[plan.strips]);
    check_counts(header, data_size);
    return plan;
}

}  // namespace graze::inline v1::detail
