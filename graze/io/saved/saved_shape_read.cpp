// Reads files of saved_shape_write.cpp. Only the parts are copied: arrays refer to the file's bytes, read or
// mapped. Every number is checked before it is used.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <filesystem>
#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/io/detail/file_bytes.h"
#include "graze/io/detail/naming.h"
#include "graze/io/saved/detail/saved_format.h"
#include "graze/io/saved/detail/saved_shape.h"

namespace graze::inline v1 {
namespace detail {
namespace {

constexpr const char* save_again = "save it again from the mesh";
constexpr std::array known_sections{mesh_section,   vertex_section,  triangle_section,     start_section,
                                    corner_section, polygon_section, part_section,         tree_section,
                                    node_section,   leaf_section,    support_section,      kind_section,
                                    value_section,  face_section,    face_triangle_section};

std::string name_of(const SectionTag& tag) {
    return "section " + printable({tag.data(), tag.size()});
}

[[noreturn]] void refuse_shape(const std::string& problem, const std::string& where = {}) {
    throw Error(problem, where, save_again);
}

template <typename T>
T read_as(std::span<const std::byte> bytes) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
}

class SavedFile {
  public:
    SavedFile(SharedArray<std::byte> bytes, bool verify) : bytes_(std::move(bytes)), verify_(verify) {
        read_header();
        read_table();
        if (verify_) verify_checksums();
    }

    ContentHash content_hash() const { return {header_.hash_high, header_.hash_low}; }

    Shape shape() const {
        if (!find(kind_section)) return Shape(mesh(), tree());
        const std::span<const std::byte> bytes = content(section(kind_section));
        if (bytes.size() < sizeof(std::uint32_t))
            refuse_shape("ends within its version", name_of(kind_section));
        const auto version = read_as<std::uint32_t>(bytes);
        const auto rest = bytes.subspan(sizeof(version));
        const std::string_view name(reinterpret_cast<const char*>(rest.data()), rest.size());
        const std::optional<ShapeKind> kind = find_shape_kind(name);
        if (!kind || kind->is_mesh())
            throw Error("is a shape of the kind " + excerpt(name) + ", which this program does not know", {},
                        "use a program with the part of graze that has this kind");
        if (version != description_of(*kind).version)
            refuse_shape("has version " + std::to_string(version) + " of the kind " + excerpt(name) +
                         ", this version of graze reads " + std::to_string(description_of(*kind).version));
        if (description_of(*kind).read == nullptr)
            throw Error("is a shape of the kind " + excerpt(name) + ", which cannot be loaded", {},
                        "make it again instead");
        return Shape(*kind, description_of(*kind).read(content(section(value_section))));
    }

    // Companions of rooms that this program does not have are made again when they are needed.
    void load_companions(const Shape& shape) const {
        if (!find(companion_section)) return;
        std::span<const std::byte> rest = content(section(companion_section));
        while (!rest.empty()) {
            const auto cut = [&] { refuse_shape("ends within a companion", name_of(companion_section)); };
            if (rest.size() < sizeof(SavedCompanion)) cut();
            const auto saved = read_as<SavedCompanion>(rest);
            rest = rest.subspan(sizeof(saved));
            if (saved.name_size > rest.size() || saved.size > rest.size() - saved.name_size) cut();
            const std::string_view name(reinterpret_cast<const char*>(rest.data()), saved.name_size);
            const std::uint32_t known = number_of_companions();
            std::uint32_t slot = 0;
            while (slot < known && companion_description(slot).name != name) ++slot;
            if (slot < known) shape.load_companion(slot, rest.subspan(saved.name_size, saved.size));
            rest = rest.subspan(saved.name_size + saved.size);
        }
    }

  private:
    Mesh mesh() const {
        const auto saved = value<SavedMesh>(mesh_section);
        if (saved.has_unit > 1)
            refuse_shape("says neither that there is a unit nor that there is none", name_of(mesh_section));
        MeshArrays m;
        m.vertices = array<Vec3>(vertex_section);
        m.triangles = array<std::array<VertexId, 3>>(triangle_section);
        if (find(start_section) || find(corner_section) || find(polygon_section)) {
            m.polygon_start = array<std::uint64_t>(start_section);
            m.polygon_corners = array<VertexId>(corner_section);
            m.polygon_of_triangle = array<PolygonId>(polygon_section);
        }
        m.parts = parts();
        if (saved.has_unit == 1) m.metres_per_unit = saved.metres_per_unit;
        m.irregular_polygons = saved.irregular_polygons;
        if (find(face_section)) m.faces = faces();
        if (find(rounding_section)) m.rounding = value<double>(rounding_section);
        return Mesh(std::move(m));
    }

    std::shared_ptr<const SurfaceFaces> faces() const {
        auto result = std::make_shared<SurfaceFaces>();
        for (const SavedFace& saved : array<SavedFace>(face_section)) {
            SurfaceFace& face = result->faces.emplace_back();
            if (saved.kind >= surface_kinds || saved.concave > 1)
                refuse_shape("has a face of a kind that is not known", name_of(face_section));
            face.kind = static_cast<SurfaceKind>(saved.kind);
            face.concave = saved.concave == 1;
            face.outward = saved.outward;
            face.inward = saved.inward;
            face.tolerance = saved.tolerance;
            face.point = {saved.point[0], saved.point[1], saved.point[2]};
            face.axis = {saved.axis[0], saved.axis[1], saved.axis[2]};
            face.radius = saved.radius;
            face.slope = saved.slope;
        }
        const SharedArray<std::uint32_t> of_triangle = array<std::uint32_t>(face_triangle_section);
        result->of_triangle.assign(of_triangle.begin(), of_triangle.end());
        return result;
    }

    WideTree tree() const {
        const auto saved = value<SavedTree>(tree_section);
        if (saved.node_size != sizeof(WideNode) || saved.leaf_size != sizeof(TreeLeaf))
            refuse_shape("has nodes of " + std::to_string(saved.node_size) + " and leaves of " +
                             std::to_string(saved.leaf_size) + " bytes, this version of graze of " +
                             std::to_string(sizeof(WideNode)) + " and " + std::to_string(sizeof(TreeLeaf)),
                         name_of(tree_section));
        const auto& o = saved.origin;
        return WideTree({array<WideNode>(node_section), array<TreeLeaf>(leaf_section), Vec3{o[0], o[1], o[2]},
                         saved.unit, saved.half,
                         find(support_section) ? array<float>(support_section) : SharedArray<float>()});
    }

    void read_header() {
        if (!is_saved_shape(std::span(bytes_)))
            throw Error("is not a saved shape: it does not start as they do", {},
                        "check that it is a .graze file");
        if (bytes_.size() < sizeof(SavedHeader)) refuse_shape("is truncated: it ends within its header");
        header_ = read_as<SavedHeader>(std::span(bytes_));
        if (header_.version != saved_version)
            refuse_shape("is a saved shape of format " + std::to_string(header_.version) +
                         ", this version of graze reads format " + std::to_string(saved_version));
        if (header_.file_size != bytes_.size())
            refuse_shape(
                (header_.file_size > bytes_.size() ? "is truncated: it has " : "is damaged: it has ") +
                std::to_string(bytes_.size()) + " of " + std::to_string(header_.file_size) + " bytes");
        if (header_.section_count > most_sections)
            refuse_shape("is damaged: it claims to have " + std::to_string(header_.section_count) +
                         " sections");
    }

    // Sections have only one valid layout, so that none overlaps another.
    void read_table() {
        const std::size_t table_size = header_.section_count * sizeof(SavedSection);
        std::uint64_t end = sizeof(SavedHeader) + table_size;
        if (end > bytes_.size()) refuse_shape("is truncated: it ends within its table of sections");
        for (std::uint32_t i = 0; i < header_.section_count; ++i) {
            const auto s = read_as<SavedSection>(
                std::span(bytes_).subspan(sizeof(SavedHeader) + i * sizeof(SavedSection)));
            if (s.offset != aligned(end) || s.offset > bytes_.size() || s.size > bytes_.size() - s.offset)
                refuse_shape("does not lie where it should", name_of(s.tag));
            if (find(s.tag)) refuse_shape("is there twice", name_of(s.tag));
            if (s.required != 0 && std::ranges::find(known_sections, s.tag) == known_sections.end())
                throw Error("is not known to this version of graze, but needed", name_of(s.tag),
                            "use a newer version of graze");
            end = s.offset + s.size;
            table_.push_back(s);
        }
        if (end != bytes_.size()) refuse_shape("is damaged: there are bytes behind its last section");
    }

    void verify_checksums() const {
        const std::size_t front_size = sizeof(SavedHeader) + table_.size() * sizeof(SavedSection);
        std::vector<std::byte> front(bytes_.data(), bytes_.data() + front_size);
        SavedHeader header = header_;
        header.checksum = 0;
        std::memcpy(front.data(), &header, sizeof(header));
        if (hash_64(front) != header_.checksum)
            refuse_shape("is damaged: the checksum of its header does not fit");
        std::size_t end = front_size;
        for (const SavedSection& s : table_) {
            const auto between = std::span(bytes_).subspan(end, s.offset - end);
            if (std::ranges::any_of(between, [](std::byte b) { return b != std::byte{0}; }))
                refuse_shape("is damaged: there should be nothing before it", name_of(s.tag));
            if (hash_64(content(s)) != s.checksum)
                refuse_shape("is damaged: its checksum does not fit", name_of(s.tag));
            end = s.offset + s.size;
        }
    }

    const SavedSection* find(const SectionTag& tag) const {
        const auto s = std::ranges::find(table_, tag, &SavedSection::tag);
        return s == table_.end() ? nullptr : &*s;
    }

    const SavedSection& section(const SectionTag& tag) const {
        const SavedSection* const s = find(tag);
        if (s == nullptr) refuse_shape("is missing", name_of(tag));
        return *s;
    }

    std::span<const std::byte> content(const SavedSection& s) const {
        return std::span(bytes_).subspan(s.offset, s.size);
    }

    template <typename T>
    T value(const SectionTag& tag) const {
        const SavedSection& s = section(tag);
        if (s.size != sizeof(T))
            refuse_shape("has " + std::to_string(s.size) + " bytes instead of " + std::to_string(sizeof(T)),
                         name_of(tag));
        return read_as<T>(content(s));
    }

    // Not copied: the array keeps the file's bytes alive.
    template <typename T>
    SharedArray<T> array(const SectionTag& tag) const {
        const std::span<const std::byte> bytes = content(section(tag));
        if (bytes.size() % sizeof(T) != 0)
            refuse_shape("has " + std::to_string(bytes.size()) + " bytes, which is not a multiple of " +
                             std::to_string(sizeof(T)),
                         name_of(tag));
        return {std::span(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)),
                bytes_.owner()};
    }

    std::vector<MeshPart> parts() const {
        std::span<const std::byte> rest = content(section(part_section));
        const auto cut = [&] { refuse_shape("ends within its parts", name_of(part_section)); };
        if (rest.size() < sizeof(std::uint64_t)) cut();
        const auto count = read_as<std::uint64_t>(rest);
        rest = rest.subspan(sizeof(count));
        if (count > rest.size() / sizeof(SavedPart)) cut();
        std::span<const std::byte> names = rest.subspan(count * sizeof(SavedPart));
        std::vector<MeshPart> parts(count);
        PolygonId first = 0;
        for (MeshPart& part : parts) {
            const auto saved = read_as<SavedPart>(rest);
            rest = rest.subspan(sizeof(SavedPart));
            if (saved.name_size > names.size()) cut();
            part.name.assign(reinterpret_cast<const char*>(names.data()), saved.name_size);
            names = names.subspan(saved.name_size);
            part.first_polygon = first;
            part.polygon_count = saved.polygon_count;
            // May wrap around; the mesh then throws because the counts do not add up.
            first += saved.polygon_count;
        }
        if (!names.empty()) refuse_shape("has bytes behind its last name", name_of(part_section));
        return parts;
    }

    SharedArray<std::byte> bytes_;
    bool verify_;
    SavedHeader header_{};
    std::vector<SavedSection> table_;
};

}  // namespace

Shape read_saved_shape(SharedArray<std::byte> bytes, const SavedShapeOptions& options) {
    if (!can_save_shapes) throw Error("saved shapes are little-endian, which this machine is not");
    const SavedFile file(std::move(bytes), options.verify_checksum);
    try {
        Shape shape = file.shape();
        if (options.verify_checksum && shape.content_hash() != file.content_hash())
            refuse_shape("is damaged: its content hash does not fit");
        file.load_companions(shape);
        return shape;
    } catch (const Error& e) {
        // The checks of mesh and tree do not know that the data came from a file.
        throw e.mend().empty() ? Error(e.problem(), e.where(), save_again) : e;
    }
}

bool is_saved_shape(std::span<const std::byte> head) {
    return head.size() >= saved_magic.size() &&
           std::memcmp(head.data(), saved_magic.data(), saved_magic.size()) == 0;
}

}  // namespace detail

Shape load_shape(const FilePath& given, const SavedShapeOptions& options) {
    const std::filesystem::path file = given;
    return detail::naming(file.string(), [&] {
        detail::FileReader reader(file);
        return detail::read_saved_shape(
            options.map ? detail::map_bytes(reader) : detail::read_bytes(reader, {}, options.progress),
            options);
    });
}

std::optional<std::string> kind_of_saved_shape(const FilePath& given) {
    const std::filesystem::path file = given;
    return detail::naming(file.string(), [&]() -> std::optional<std::string> {
        detail::FileReader reader(file);
        const auto read = [&reader](auto& value) {
            reader.read(std::as_writable_bytes(std::span(&value, 1)));
        };
        std::array<std::byte, detail::saved_magic.size()> magic{};
        if (reader.size() < sizeof(magic)) return std::nullopt;
        read(magic);
        if (!detail::is_saved_shape(magic)) return std::nullopt;
        std::string kind(ShapeKind().name());
        detail::SavedHeader header{};
        if (reader.size() < sizeof(header)) return kind;
        reader.go_to(0);
        read(header);
        const std::uint64_t table_end =
            sizeof(header) + std::uint64_t{header.section_count} * sizeof(detail::SavedSection);
        if (header.section_count > detail::most_sections || table_end > reader.size()) return kind;
        constexpr std::uint64_t version_size = sizeof(std::uint32_t), longest_name = 1000;
        for (std::uint32_t i = 0; i < header.section_count; ++i) {
            detail::SavedSection section{};
            read(section);
            if (section.tag != detail::kind_section) continue;
            if (section.offset > reader.size() || section.size > reader.size() - section.offset ||
                section.size < version_size || section.size > longest_name)
                return kind;
            reader.go_to(section.offset + version_size);
            kind.resize(static_cast<std::size_t>(section.size - version_size));
            reader.read(std::as_writable_bytes(std::span(kind)));
            return kind;
        }
        return kind;
    });
}

Shape parse_shape(std::span<const std::byte> content, const std::string& name,
                  const SavedShapeOptions& options) {
    return detail::naming(name, [&] {
        if (content.empty()) throw Error("is empty");
        return detail::read_saved_shape(detail::copy_bytes(content), options);
    });
}

}  // namespace graze::inline v1
