// GLB with morph targets: glTF 2.0, 3.7.2.2. Where the numbers are: for each part its triangles, its first
// key, and the way from there to each other key; then the times; then, for each part, the weights of all
// targets at each time, of which at most one is not 0.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "graze/base/detail/json_text.h"
#include "graze/base/error.h"
#include "graze/base/float_rounding.h"
#include "graze/io/detail/bytes.h"
#include "graze/io/detail/formats.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/output.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/save_bending.h"

namespace graze::inline v1 {
namespace detail {
namespace {

constexpr std::uint32_t glb_magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;

void check_bending(std::span<const BendingPart> parts, std::span<const double> times) {
    if (parts.empty() || times.empty()) throw Error("needs at least one part and one key to bend");
    for (std::size_t k = 0; k < times.size(); ++k)
        if (!(times[k] >= 0 && times[k] < 1e30) || (k > 0 && !(times[k] > times[k - 1])))
            throw Error("bends at times that do not ascend from 0 or more");
    for (const BendingPart& part : parts) {
        if (part.mesh.empty()) throw Error("has no triangles to bend", "part " + part.name);
        const bool fit = part.keys.size() == times.size() &&
                         std::ranges::all_of(part.keys, [&](std::span<const Vec3> key) {
                             return key.size() == part.mesh.vertices().size();
                         });
        if (!fit)
            throw Error("needs a key for each time, and a position for each vertex", "part " + part.name);
    }
}

struct FloatRange {
    float lower[3] = {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                      std::numeric_limits<float>::infinity()};
    float upper[3] = {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                      -std::numeric_limits<float>::infinity()};
};

class BendingWriter {
  public:
    BendingWriter(std::span<const BendingPart> parts, std::span<const double> times, Progress* progress)
        : parts_(parts), times_(times), progress_(progress) {}

    Saved write(Output& output) {
        const std::string json = describe();
        const std::uint64_t json_size = (json.size() + 3) / 4 * 4;
        const std::uint64_t size = 12 + 8 + json_size + 8 + offset_;
        if (size > std::numeric_limits<std::uint32_t>::max())
            throw Error("would have " + std::to_string(size / 1000000) + " MB, and GLB holds 4294", {},
                        "write fewer keys");
        for (const std::uint64_t number : {std::uint64_t{glb_magic}, std::uint64_t{2}, size, json_size})
            put(output, static_cast<std::uint32_t>(number));
        put(output, json_chunk);
        output.write(json);
        output.write(std::string(json_size - json.size(), ' '));
        put(output, static_cast<std::uint32_t>(offset_));
        put(output, binary_chunk);
        write_numbers(output);
        return saved_;
    }

  private:
    static void put(Output& output, std::uint32_t number) {
        output.end_at(store_u32(output.room(4), number));
    }
    static void put(Output& output, float number) { put(output, std::bit_cast<std::uint32_t>(number)); }
    // What key k adds to the first key, in floats; the first key itself for k = 0.
    static float coordinate(const BendingPart& part, std::size_t k, std::size_t v, std::size_t axis) {
        const float first = nearest_float(part.keys[0][v][axis]);
        if (k == 0) return first;
        return nearest_float(static_cast<double>(nearest_float(part.keys[k][v][axis])) -
                             static_cast<double>(first));
    }

    // An accessor and a view of its own; returns their number.
    std::size_t add_accessor(std::uint64_t count, std::uint64_t bytes, int component, const char* type,
                             const FloatRange* range, int axes = 3) {
        const std::size_t number = accessors_++;
        const char* comma = number == 0 ? "" : ",";
        views_text_ += std::string(comma) + R"({"buffer":0,"byteOffset":)" + std::to_string(offset_) +
                       R"(,"byteLength":)" + std::to_string(bytes) + "}";
        accessors_text_ += std::string(comma) + R"({"bufferView":)" + std::to_string(number) +
                           R"(,"componentType":)" + std::to_string(component) + R"(,"count":)" +
                           std::to_string(count) + R"(,"type":")" + type + '"';
        if (range != nullptr) {
            for (const bool upper : {false, true}) {
                accessors_text_ += upper ? R"(,"max":[)" : R"(,"min":[)";
                for (int axis = 0; axis < axes; ++axis) {
                    if (axis > 0) accessors_text_ += ',';
                    append_json(accessors_text_,
                                static_cast<double>(upper ? range->upper[axis] : range->lower[axis]));
                }
                accessors_text_ += ']';
            }
        }
        accessors_text_ += '}';
        offset_ += bytes;
        return number;
    }

    std::size_t add_positions(const BendingPart& part, std::size_t k) {
        FloatRange range;
        for (std::size_t v = 0; v < part.keys[k].size(); ++v) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float c = coordinate(part, k, v, axis);
                range.lower[axis] = std::min(range.lower[axis], c);
                range.upper[axis] = std::max(range.upper[axis], c);
            }
        }
        const std::uint64_t count = part.keys[k].size();
        return add_accessor(count, 12 * count, 5126, "VEC3", &range);
    }

    std::string describe() {
        std::string nodes, roots, meshes, samplers, channels;
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            const BendingPart& part = parts_[p];
            const std::string comma = p == 0 ? "" : ",";
            nodes += comma + R"({"name":)";
            append_json(nodes, part.name);
            nodes += R"(,"mesh":)" + std::to_string(p) + "}";
            roots += comma + std::to_string(p);
            const std::uint64_t corners = 3 * part.mesh.triangle_count();
            const std::size_t indices = add_accessor(corners, 4 * corners, 5125, "SCALAR", nullptr);
            meshes += comma + R"({"primitives":[{"attributes":{"POSITION":)" +
                      std::to_string(add_positions(part, 0)) + R"(},"indices":)" + std::to_string(indices);
            for (std::size_t k = 1; k < times_.size(); ++k)
                meshes += (k == 1 ? R"(,"targets":[{"POSITION":)" : R"(,{"POSITION":)") +
                          std::to_string(add_positions(part, k)) + "}";
            meshes += times_.size() > 1 ? "]}]}" : "}]}";
        }
        std::string json =
            R"({"asset":{"version":"2.0","generator":"graze"},"scene":0,"scenes":[{"nodes":[)" +
            std::to_string(parts_.size()) + R"(]}],"nodes":[)" + nodes +
            // z is up here, and y in glTF.
            R"(,{"children":[)" + roots +
            R"(],"rotation":[-0.7071067811865476,0,0,0.7071067811865476]}],"meshes":[)" + meshes + "]";
        if (times_.size() > 1) {
            FloatRange range;
            range.lower[0] = nearest_float(times_.front());
            range.upper[0] = nearest_float(times_.back());
            const std::size_t time =
                add_accessor(times_.size(), 4 * times_.size(), 5126, "SCALAR", &range, 1);
            const std::uint64_t weights = times_.size() * (times_.size() - 1);
            for (std::size_t p = 0; p < parts_.size(); ++p) {
                const std::string comma = p == 0 ? "" : ",", number = std::to_string(p);
                samplers += comma + R"({"input":)" + std::to_string(time) + R"(,"output":)" +
                            std::to_string(add_accessor(weights, 4 * weights, 5126, "SCALAR", nullptr)) + "}";
                channels += comma;
                channels += R"({"sampler":)";
                channels += number;
                channels += R"(,"target":{"node":)";
                channels += number;
                channels += R"(,"path":"weights"}})";
            }
            json += R"(,"animations":[{"samplers":[)" + samplers + R"(],"channels":[)" + channels + "]}]";
        }
        return json + R"(,"accessors":[)" + accessors_text_ + R"(],"bufferViews":[)" + views_text_ +
               R"(],"buffers":[{"byteLength":)" + std::to_string(offset_) + "}]}";
    }

    void write_numbers(Output& output) {
        Ticker ticker(progress_, "writing", parts_.size() * times_.size());
        std::uint64_t done = 0;
        for (const BendingPart& part : parts_) {
            for (const auto& corners : part.mesh.triangles())
                for (const VertexId v : corners) put(output, v);
            for (std::size_t k = 0; k < times_.size(); ++k) {
                ticker.at(done++);
                for (std::size_t v = 0; v < part.keys[k].size(); ++v) {
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        put(output, coordinate(part, k, v, axis));
                        const double exact = part.keys[k][v][axis];
                        if (static_cast<double>(nearest_float(exact)) != exact) ++saved_.rounded_coordinates;
                    }
                }
            }
        }
        if (times_.size() == 1) return;
        for (const double time : times_) put(output, nearest_float(time));
        for (std::size_t p = 0; p < parts_.size(); ++p)
            for (std::size_t k = 0; k < times_.size(); ++k)
                for (std::size_t target = 1; target < times_.size(); ++target)
                    put(output, target == k ? 1.0F : 0.0F);
    }

    std::span<const BendingPart> parts_;
    std::span<const double> times_;
    Progress* progress_;
    Saved saved_;
    std::uint64_t offset_ = 0;
    std::size_t accessors_ = 0;
    std::string accessors_text_, views_text_;
};

}  // namespace
}  // namespace detail

Saved save_bending(std::span<const BendingPart> parts, std::span<const double> times, const FilePath& given,
                   const SaveOptions& options) {
    const std::filesystem::path file = given;
    return detail::naming(file.string(), [&] {
        const auto format = options.format ? options.format : detail::format_of_extension(file);
        if (format != Format::gltf || file.extension() == ".gltf")
            throw Error("is of a format without motion", {}, "name it .glb");
        detail::check_bending(parts, times);
        detail::FileOutput output(file);
        const Saved saved = detail::BendingWriter(parts, times, options.progress).write(output);
        output.finish();
        return saved;
    });
}

}  // namespace graze::inline v1
