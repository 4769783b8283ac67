#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <filesystem>
#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/output.h"
#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/saved/detail/saved_format.h"
#include "graze/io/saved/detail/saved_shape.h"

namespace graze::inline v1 {
namespace detail {
namespace {

using Bytes = std::span<const std::byte>;

template <typename T>
Bytes bytes_of(const T& value) {
    return std::as_bytes(std::span<const T>(&value, 1));
}

void append(std::string& text, Bytes bytes) {
    text += as_text(bytes);
}

std::string parts_as_bytes(std::span<const MeshPart> parts) {
    std::string content;
    append(content, bytes_of(std::uint64_t{parts.size()}));
    for (const MeshPart& part : parts) {
        if (part.name.size() > std::numeric_limits<std::uint32_t>::max())
            throw Error("the name of a part is longer than 4 GB");
        append(content,
               bytes_of(SavedPart{part.polygon_count, static_cast<std::uint32_t>(part.name.size())}));
    }
    for (const MeshPart& part : parts) content += part.name;
    return content;
}

// Sections and their table, in the order in which they are added. The added data must outlive this object.
class Sections {
  public:
    void add(SectionTag tag, Bytes content, bool required = true) {
        table_.push_back({tag, required ? 1u : 0u, 0, content.size(), hash_64(content)});
        contents_.push_back(content);
    }

    void write(const ContentHash& hash, Output& output, Progress* progress) {
        const std::uint64_t size = place();
        SavedHeader header{
            {}, saved_version, static_cast<std::uint32_t>(table_.size()), hash.high, hash.low, size, {}, 0};
        saved_magic.copy(header.magic.data(), header.magic.size());
        std::string front;
        append(front, bytes_of(header));
        append(front, std::as_bytes(std::span(table_)));
        header.checksum = hash_64(std::as_bytes(std::span(front)));
        std::memcpy(front.data(), &header, sizeof(header));
        output.write(front);

        Ticker ticker(progress, "writing", size);
        std::size_t at = front.size();
        for (std::size_t i = 0; i < table_.size(); ++i) {
            output.write(std::string(table_[i].offset - at, '\0'));
            at = table_[i].offset;
            for (Bytes rest = contents_[i]; !rest.empty();) {
                ticker.at(at);
                const Bytes piece = rest.first(std::min<std::size_t>(rest.size(), 4 << 20));
                output.write(as_text(piece));
                rest = rest.subspan(piece.size());
                at += piece.size();
            }
        }
    }

  private:
    // Assigns offsets to all sections and returns where the last one ends.
    std::uint64_t place() {
        std::uint64_t end = sizeof(SavedHeader) + table_.size() * sizeof(SavedSection);
        for (SavedSection& section : table_) {
            section.offset = aligned(end);
            end = section.offset + section.size;
        }
        return end;
    }

    std::vector<SavedSection> table_;
    std::vector<Bytes> contents_;
};

}  // namespace

namespace {

std::string companions_as_bytes(const Shape& shape) {
    std::string content, bytes;
    for (std::uint32_t slot = 0, known = number_of_companions(); slot < known; ++slot) {
        bytes.clear();
        if (!shape.save_companion(slot, bytes)) continue;
        const std::string_view name = companion_description(slot).name;
        append(content, bytes_of(SavedCompanion{name.size(), bytes.size()}));
        content += name;
        content += bytes;
    }
    return content;
}

std::vector<SavedFace> faces_to_save(const SurfaceFaces* known) {
    std::vector<SavedFace> faces;
    if (known == nullptr) return faces;
    for (const SurfaceFace& f : known->faces)
        faces.push_back({static_cast<std::uint32_t>(f.kind),
                         f.concave ? 1U : 0U,
                         f.outward,
                         f.inward,
                         f.tolerance,
                         {f.point.x, f.point.y, f.point.z},
                         {f.axis.x, f.axis.y, f.axis.z},
                         f.radius,
                         f.slope});
    return faces;
}

// What sections refer to must live until they are written.
struct MeshSections {
    MeshArrays m;
    SavedMesh mesh;
    SavedTree tree;
    std::string parts;
    std::vector<SavedFace> faces;

    explicit MeshSections(const Shape& shape)
        : m(shape.mesh().arrays()),
          mesh{m.irregular_polygons, m.metres_per_unit ? 1u : 0u, m.metres_per_unit.value_or(0)},
          tree{sizeof(WideNode),
               sizeof(TreeLeaf),
               {shape.tree().origin().x, shape.tree().origin().y, shape.tree().origin().z},
               shape.tree().unit(),
               shape.tree().half(),
               0},
          parts(parts_as_bytes(m.parts)),
          faces(faces_to_save(m.faces.get())) {}

    void add_to(Sections& sections, const WideTree& t) const {
        sections.add(mesh_section, bytes_of(mesh));
        sections.add(vertex_section, std::as_bytes(std::span(m.vertices)));
        sections.add(triangle_section, std::as_bytes(std::span(m.triangles)));
        if (!m.polygon_start.empty()) {
            sections.add(start_section, std::as_bytes(std::span(m.polygon_start)));
            sections.add(corner_section, std::as_bytes(std::span(m.polygon_corners)));
            sections.add(polygon_section, std::as_bytes(std::span(m.polygon_of_triangle)));
        }
        sections.add(part_section, std::as_bytes(std::span(parts)));
        if (m.faces) {
            sections.add(face_section, std::as_bytes(std::span(faces)));
            sections.add(face_triangle_section, std::as_bytes(std::span(m.faces->of_triangle)));
        }
        if (m.rounding > 0) sections.add(rounding_section, bytes_of(m.rounding), false);
        sections.add(tree_section, bytes_of(tree));
        sections.add(node_section, std::as_bytes(t.nodes()));
        sections.add(leaf_section, std::as_bytes(t.leaves()));
        if (!t.support().empty()) sections.add(support_section, std::as_bytes(t.support().values()));
    }
};

}  // namespace

void write_saved_shape(const Shape& shape, Output& output, Progress* progress) {
    if (!can_save_shapes) throw Error("saved shapes are little-endian, which this machine is not");
    Sections sections;
    const std::string companions = companions_as_bytes(shape);
    const auto finish = [&] {
        if (!companions.empty()) sections.add(companion_section, std::as_bytes(std::span(companions)), false);
        sections.write(shape.content_hash(), output, progress);
    };
    if (shape.is_mesh()) {
        const MeshSections mesh(shape);
        mesh.add_to(sections, shape.tree());
        finish();
    } else {
        std::string kind, value;
        append(kind, bytes_of(description_of(shape.kind()).version));
        kind += shape.kind().name();
        shape.value()->write(value);
        sections.add(kind_section, std::as_bytes(std::span(kind)));
        sections.add(value_section, std::as_bytes(std::span(value)));
        finish();
    }
}

}  // namespace detail

void save_shape(const Shape& shape, const FilePath& given, Progress* progress) {
    const std::filesystem::path file = given;
    detail::naming(file.string(), [&] {
        detail::FileOutput output(file);
        detail::write_saved_shape(shape, output, progress);
        output.finish();
    });
}

void format_shape(const Shape& shape, std::string& content) {
    const std::size_t before = content.size();
    try {
        detail::StringOutput output(content);
        detail::write_saved_shape(shape, output, nullptr);
        output.flush();
    } catch (...) {
        content.resize(before);
        throw;
    }
}

}  // namespace graze::inline v1
