#include "graze/io/gltf/detail/gltf_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "graze/base/detail/json_text.h"
#include "graze/base/error.h"
#include "graze/io/detail/text.h"
#include "graze/io/gltf/detail/gltf_schema.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint64_t largest_index = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t largest_size = std::uint64_t{1} << 48;

// Receives the events of nlohmann's parser, checks them, and writes the JSON for tinygltf. Nothing recurses.
class Reduction {
  public:
    explicit Reduction(std::size_t size) : most_entries_(size / 8 + 65536) {}

    std::string text;  // for tinygltf
    GltfJson result;

    bool null() {
        scalar(Kind::object);  // a kind that is not expected anywhere
        return true;
    }
    bool boolean(bool value) {
        if (scalar(Kind::flag)) emit(value ? "true" : "false");
        return true;
    }
    bool number_integer(std::int64_t value) { return number_float(static_cast<double>(value), {}); }
    bool number_unsigned(std::uint64_t value) {
        const Schema* const schema = next();
        if (!schema) return true;
        const bool whole = (schema->kind == Kind::index && value <= largest_index) ||
                           (schema->kind == Kind::size && value <= largest_size);
        if (!whole && schema->kind != Kind::number) refuse(*schema);
        if (in_list_of("buffers")) result.buffers.back().byte_length = value;
        if (whole)
            emit(std::to_string(value));
        else
            emit_number(static_cast<double>(value));
        return true;
    }
    bool number_float(double value, const std::string&) {
        if (scalar(Kind::number)) emit_number(value);
        return true;
    }
    bool string(std::string& value) {
        if (!scalar(Kind::text)) return true;
        if (in_list_of("buffers"))
            result.buffers.back().uri = std::move(value);
        else if (in_list_of("materials"))
            result.material_names.back() = std::move(value);
        else if (frames_.back().schema->key == "extensionsRequired")
            result.required_extensions.push_back(value);
        else
            emit_text(value);
        return true;
    }
    bool binary(std::vector<std::uint8_t>&) { return true; }  // never called for JSON

    bool start_object(std::size_t) {
        if (open(Kind::object, '{')) count_entry();
        return true;
    }
    bool end_object() { return close('}'); }
    bool start_array(std::size_t) {
        open(Kind::list, '[');
        return true;
    }
    bool end_array() { return close(']'); }

    bool key(std::string& name) {
        if (passing_over_ > 0) return true;
        Frame& object = frames_.back();
        object.member = nullptr;
        for (const Schema& member : object.schema->of)
            if (member.key == name) object.member = &member;
        if (object.member && object.passed_on && object.member->passed_on) {
            separate();
            append_json(text, name);
            text += ':';
        }
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception&) {
        throw Error("is not JSON: found " + excerpt(token), "byte " + std::to_string(position));
    }

  private:
    struct Frame {
        const Schema* schema;
        bool passed_on;
        bool first = true;               // no value written in it yet
        const Schema* member = nullptr;  // for an object: the member whose value comes next
        std::uint64_t elements = 0;      // for a list
    };

    // The schema of the current value, null if it is skipped.
    const Schema* next() {
        if (passing_over_ > 0) return nullptr;
        if (frames_.empty()) return &gltf_schema::root;
        Frame& frame = frames_.back();
        if (frame.schema->kind == Kind::object) return std::exchange(frame.member, nullptr);
        ++frame.elements;
        if (frame.schema->kind == Kind::list) return &frame.schema->of[0];
        ++(frame.schema->key == "animations" ? result.animations : result.morph_targets);
        return nullptr;
    }

    bool scalar(Kind kind) {
        const Schema* const schema = next();
        if (schema && (schema->kind != kind || kind == Kind::object)) refuse(*schema);
        return schema != nullptr;
    }

    bool open(Kind kind, char bracket) {
        const Schema* const schema = next();
        if (!schema) {
            ++passing_over_;
            return false;
        }
        if (schema->kind != kind && !(kind == Kind::list && schema->kind == Kind::tally)) refuse(*schema);
        const bool passed_on = schema->passed_on && (frames_.empty() || frames_.back().passed_on);
        if (passed_on) emit({&bracket, 1});
        frames_.push_back({schema, passed_on});
        if (schema->key == "buffers") result.buffers.clear();  // of repeated keys, the last counts
        if (schema->key == "materials") result.material_names.clear();
        return true;
    }

    bool close(char bracket) {
        if (passing_over_ > 0) {
            --passing_over_;
            return true;
        }
        const bool passed_on = frames_.back().passed_on;
        frames_.pop_back();
        if (passed_on) text += bracket;
        return true;
    }

    // Table entries take hundreds of bytes in memory, but as little as two brackets in the file.
    void count_entry() {
        if (++entries_ > most_entries_)
            throw Error("has " + std::to_string(entries_) + " entries that are nearly empty", where());
        if (in_list_of("buffers")) result.buffers.emplace_back();
        if (in_list_of("materials")) result.material_names.emplace_back();
    }

    bool in_list_of(std::string_view key) const {
        return frames_.size() == 3 && frames_[1].schema->key == key;
    }

    // Writes a comma, except before the first value of a list or object.
    void separate() {
        if (!std::exchange(frames_.back().first, false)) text += ',';
    }
    // Members of objects are separated before their keys.
    bool start_value() {
        if (frames_.empty()) return true;
        if (!frames_.back().passed_on) return false;
        if (frames_.back().schema->kind == Kind::list) separate();
        return true;
    }
    void emit(std::string_view value) {
        if (start_value()) text += value;
    }
    void emit_text(std::string_view value) {
        if (start_value()) append_json(text, value);
    }
    void emit_number(double value) {
        if (start_value()) append_json(text, value);
    }

    // "nodes[3].matrix"
    std::string where(std::string_view last = {}) const {
        std::string path;
        const auto add = [&](std::string_view key) {
            if (!key.empty() && !path.empty()) path += '.';
            path += key;
        };
        for (const Frame& frame : frames_) {
            add(frame.schema->key);
            if (frame.schema->kind == Kind::list)
                path +=
                    "[" + std::to_string(frame.elements - std::min<std::uint64_t>(frame.elements, 1)) + "]";
        }
        add(last);
        return path;
    }

    [[noreturn]] void refuse(const Schema& schema) const {
        throw Error(std::string("is not ") + name_of(schema.kind), where(schema.key),
                    "check that it is a glTF 2.0 file");
    }

    std::vector<Frame> frames_;
    std::uint64_t passing_over_ = 0;  // nesting depth inside a value that is irrelevant to shape
    std::uint64_t entries_ = 0, most_entries_;
};

constexpr std::array<std::string_view, 2> understood{"KHR_mesh_quantization", "EXT_mesh_gpu_instancing"};

// Extensions that a file may require and that do not change its shape.
bool has_no_bearing_on_shape(std::string_view extension) {
    constexpr std::array<std::string_view, 12> families{
        "KHR_materials_", "EXT_materials_", "ADOBE_materials_", "KHR_texture_",
        "EXT_texture_",   "MSFT_texture_",  "KHR_lights_",      "EXT_lights_",
        "KHR_audio",      "KHR_animation_", "KHR_xmp",          "MPEG_texture_"};
    return std::ranges::any_of(families, [&](std::string_view f) { return extension.starts_with(f); });
}

void check_extensions(const std::vector<std::string>& required) {
    for (const std::string& extension : required) {
        if (std::ranges::find(understood, extension) != understood.end() ||
            has_no_bearing_on_shape(extension))
            continue;
        const bool compressed =
            extension == "KHR_draco_mesh_compression" || extension.ends_with("meshopt_compression");
        throw Error(compressed
                        ? "is compressed with " + shortened(extension) + ", which graze does not read"
                        : "requires the extension " + excerpt(extension) + ", which graze does not know",
                    {}, compressed ? "export it without compression" : "export it without that extension");
    }
}

// tinygltf puts one complaint on each line.
std::string first_line(std::string_view text) {
    return shortened(trimmed(text.substr(0, text.find('\n'))));
}

}  // namespace

GltfJson read_gltf_json(std::string_view json) {
    Reduction reduction(json.size());
    if (json.starts_with("\xef\xbb\xbf")) json.remove_prefix(3);
    nlohmann::json::sax_parse(json.begin(), json.end(), &reduction);
    check_extensions(reduction.result.required_extensions);
    if (reduction.text.size() > std::numeric_limits<unsigned>::max())
        throw Error("has more than 4 GB of JSON");
    GltfJson result = std::move(reduction.result);
    std::string errors, warnings;
    tinygltf::TinyGLTF reader;
    try {
        reader.LoadASCIIFromString(&result.model, &errors, &warnings, reduction.text.data(),
                                   static_cast<unsigned>(reduction.text.size()), {});
    } catch (const nlohmann::json::exception& e) {
        errors = e.what();
    }
    if (!errors.empty())
        throw Error("is not sound glTF: " + first_line(errors), {}, "check that it is a glTF 2.0 file");
    return result;
}

}  // namespace graze::inline v1::detail
