// GLB: glTF 2.0 in one binary file, first the JSON, then the numbers.
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/float_rounding.h"
#include "graze/io/detail/bytes.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/detail/writers.h"
#include "graze/io/gltf/detail/glb_layout.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t magic = 0x46546c67;

constexpr std::uint64_t padded(std::uint64_t size) {
    return (size + 3) / 4 * 4;
}

// Counts the bytes that would be written.
class SizeOutput : public Output {
  public:
    std::uint64_t size() {
        flush();
        return size_;
    }

  protected:
    void send(std::string_view text) override { size_ += text.size(); }

  private:
    std::uint64_t size_ = 0;
};

// The new numbers of vertices when those that no triangle uses are left out. Empty: unchanged.
std::vector<VertexId> new_names(const Mesh& mesh) {
    if (mesh.unused_vertex_count() == 0) return {};
    constexpr VertexId unused = std::numeric_limits<VertexId>::max();
    std::vector<VertexId> names(mesh.vertices().size(), unused);
    for (const auto& t : mesh.triangles())
        for (const VertexId v : t) names[v] = 0;
    VertexId next = 0;
    for (VertexId& name : names)
        if (name != unused) name = next++;
    return names;
}

class GlbWriter {
  public:
    GlbWriter(const Assembly& assembly, std::span<const PartAnimation> moving, Output& output,
              Progress* progress)
        : layout_(assembly, moving), output_(output), progress_(progress) {}

    Saved write() {
        SizeOutput counting;
        write_glb_json(layout_, counting);
        const std::uint64_t json_size = counting.size(), binary_size = layout_.binary_size();
        const std::uint64_t size =
            glb_header_size + 2 * glb_chunk_header_size + padded(json_size) + padded(binary_size);
        if (size > std::numeric_limits<std::uint32_t>::max())
            throw Error("would have " + std::to_string(size / 1000000) + " MB, and GLB holds 4294", {},
                        "write OBJ or PLY, or several files");
        write_numbers({magic, 2, static_cast<std::uint32_t>(size)});
        write_numbers({static_cast<std::uint32_t>(padded(json_size)), glb_json_chunk});
        write_glb_json(layout_, output_);
        output_.write(std::string(padded(json_size) - json_size, ' '));
        write_numbers({static_cast<std::uint32_t>(padded(binary_size)), glb_binary_chunk});
        write_binary();
        output_.write(std::string(padded(binary_size) - binary_size, '\0'));
        return layout_.saved;
    }

  private:
    // The number of vertices and triangles.
    std::uint64_t work() const {
        std::uint64_t sum = 0;
        for (const GlbMesh& m : layout_.meshes)
            sum += m.vertex_count + (m.indices == GlbIndices::none ? 0 : m.mesh->triangle_count());
        return sum;
    }

    void write_numbers(std::initializer_list<std::uint32_t> numbers) {
        for (const std::uint32_t number : numbers) output_.end_at(store_u32(output_.room(4), number));
    }

    void write_binary() {
        Ticker ticker(progress_, "writing", work());
        std::uint64_t done = 0;
        for (const GlbMesh& m : layout_.meshes) write_positions(*m.mesh, ticker, done);
        for (const GlbIndices size : {GlbIndices::four_bytes, GlbIndices::two_bytes})
            for (const GlbMesh& m : layout_.meshes)
                if (m.indices == size) write_indices(m, ticker, done);
        if (!layout_.moving.empty()) write_animation();
    }

    void write_float(double value) { output_.end_at(store_f32(output_.room(4), nearest_float(value))); }

    void write_animation() {
        const std::uint64_t before =
            layout_.positions_size + layout_.wide_indices_size + layout_.short_indices_size;
        output_.write(std::string(layout_.first_time() - before, '\0'));
        for (const PartAnimation& a : layout_.moving)
            for (const double time : a.times) write_float(time);
        for (const PartAnimation& a : layout_.moving) {
            for (const Pose& pose : a.world_from_part) {
                const Vec3 place = pose.translation();
                for (std::size_t axis = 0; axis < 3; ++axis) write_float(place[axis]);
            }
        }
        for (const PartAnimation& a : layout_.moving) {
            Quat last;
            for (const Pose& pose : a.world_from_part) {
                // Of the two quaternions of a rotation the one nearer to the last, so that viewers take the
                // shorter way.
                Quat q = pose.rotation();
                if (q.w * last.w + q.x * last.x + q.y * last.y + q.z * last.z < 0)
                    q = {-q.w, -q.x, -q.y, -q.z};
                for (const double c : {q.x, q.y, q.z, q.w}) write_float(c);
                last = q;
            }
        }
    }

    void write_positions(const Mesh& mesh, Ticker& ticker, std::uint64_t& done) {
        const std::vector<VertexId> names = new_names(mesh);
        for (std::size_t v = 0; v < mesh.vertices().size(); ++v) {
            if (!names.empty() && names[v] == std::numeric_limits<VertexId>::max()) continue;
            ticker.at(done++);
            char* p = output_.room(glb_position_size);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double exact = mesh.vertices()[v][axis];
                const float rounded = nearest_float(exact);
                if (rounded != exact) ++layout_.saved.rounded_coordinates;
                p = store_f32(p, rounded);
            }
            output_.end_at(p);
        }
    }

    void write_indices(const GlbMesh& m, Ticker& ticker, std::uint64_t& done) {
        const std::vector<VertexId> names = new_names(*m.mesh);
        const auto name = [&](VertexId v) { return names.empty() ? v : names[v]; };
        for (const auto& t : m.mesh->triangles()) {
            ticker.at(done++);
            char* p = output_.room(12);
            for (const VertexId v : t) {
                if (m.indices == GlbIndices::four_bytes) {
                    p = store_u32(p, name(v));
                } else {
                    *p++ = static_cast<char>(name(v) & 0xff);
                    *p++ = static_cast<char>(name(v) >> 8);
                }
            }
            output_.end_at(p);
        }
    }

    GlbLayout layout_;
    Output& output_;
    Progress* progress_;
};

}  // namespace

Saved write_glb(const Assembly& assembly, Output& output, Progress* progress,
                std::span<const PartAnimation> moving) {
    return GlbWriter(assembly, moving, output, progress).write();
}

}  // namespace graze::inline v1::detail
