// Binary PLY of either byte order, streamed: elements are records of scalars, at fixed offsets unless there
// is a list among them.
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/ply/detail/ply_mesh.h"
#include "graze/io/ply/detail/ply_read.h"

namespace graze::inline v1::detail {
namespace {

template <typename T, bool swapped>
T load(const std::byte* p) {
    std::array<std::byte, sizeof(T)> bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = p[swapped ? sizeof(T) - 1 - i : i];
    return std::bit_cast<T>(bytes);
}

// Calls visit.operator()<T>() with the C++ type.
template <typename Visit>
decltype(auto) with_type(PlyType type, Visit&& visit) {
    switch (type) {
        case PlyType::int8:
            return visit.template operator()<std::int8_t>();
        case PlyType::uint8:
            return visit.template operator()<std::uint8_t>();
        case PlyType::int16:
            return visit.template operator()<std::int16_t>();
        case PlyType::uint16:
            return visit.template operator()<std::uint16_t>();
        case PlyType::int32:
            return visit.template operator()<std::int32_t>();
        case PlyType::uint32:
            return visit.template operator()<std::uint32_t>();
        case PlyType::float32:
            return visit.template operator()<float>();
        case PlyType::float64:
            break;
    }
    return visit.template operator()<double>();
}

// One list of an element, and the scalars before it.
struct ListStep {
    std::uint64_t scalars = 0;  // bytes
    PlyType count = PlyType::uint8, item = PlyType::uint8;
    std::size_t property = 0;
};

struct Record {
    std::vector<ListStep> lists;
    std::uint64_t tail = 0;  // bytes of the scalars after the last list
};

Record layout_of(const PlyElement& element) {
    Record record;
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (property.count_of) {
            record.lists.push_back({record.tail, *property.count_of, property.type, i});
            record.tail = 0;
        } else {
            record.tail += ply_size_of(property.type);
        }
    }
    return record;
}

template <bool swapped>
class BinaryPlyReader {
  public:
    BinaryPlyReader(const PlyHeader& header, const PlyPlan& plan, ByteStream& stream,
                    const LoadOptions& options)
        : header_(header),
          plan_(plan),
          stream_(stream),
          options_(options),
          total_(stream.left()),
          ticker_(options.progress, "reading", total_) {}

    Loaded read() {
        read_ply_elements(header_, plan_, *this);
        const std::uint64_t trailing = stream_.left();
        Loaded loaded = mesh_.finish(header_, plan_, options_);
        if (trailing > 0) loaded.skipped.push_back({"trailing bytes", trailing});
        loaded.format = swapped == (std::endian::native == std::endian::little) ? "ply (binary, big endian)"
                                                                                : "ply (binary)";
        const std::vector<PlyProperty>& properties = header_.elements[plan_.vertices].properties;
        loaded.single_precision = true;
        for (const std::size_t axis : {plan_.x, plan_.y, plan_.z})
            loaded.single_precision = loaded.single_precision && properties[axis].type == PlyType::float32;
        return loaded;
    }

    void read_vertices(const PlyElement& element) {
        mesh_.vertices.resize(plan_.vertex_count);
        const Record record = layout_of(element);
        if (!record.lists.empty()) {
            for (Vec3& vertex : mesh_.vertices) read_irregular_vertex(element, vertex);
            return;
        }
        std::array<std::size_t, 3> offset{};
        const std::array<std::size_t, 3> property{plan_.x, plan_.y, plan_.z};
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t i = 0; i < property[axis]; ++i)
                offset[axis] += ply_size_of(element.properties[i].type);
        constexpr std::uint64_t block = 1024;  // vertices: their doubles stay in the fastest cache
        for (std::uint64_t first = 0; first < plan_.vertex_count; first += block) {
            tick();
            const std::uint64_t n = std::min(block, plan_.vertex_count - first);
            const std::byte* const records = stream_.take(n * record.tail);
            for (std::size_t axis = 0; axis < 3; ++axis)
                with_type(element.properties[property[axis]].type, [&]<typename T>() {
                    const std::byte* p = records + offset[axis];
                    for (std::uint64_t i = 0; i < n; ++i, p += record.tail)
                        mesh_.vertices[first + i][axis] = static_cast<double>(load<T, swapped>(p));
                });
        }
    }

    void read_faces(const PlyElement& element) {
        using AddCorners = void (*)(const std::byte*, std::uint64_t, std::uint64_t, PlyMesh&);
        const auto add_corners =
            with_type(element.properties[plan_.face_corners].type, []<typename T>() -> AddCorners {
                return [](const std::byte* p, std::uint64_t n, std::uint64_t vertex_count, PlyMesh& mesh) {
                    for (std::uint64_t i = 0; i < n; ++i, p += sizeof(T))
                        mesh.faces.add_corner(ply_vertex(load<T, swapped>(p), vertex_count));
                };
            });
        reserve_corners(element);
        read_lists(element, plan_.face_corners, [&](const std::byte* items, std::uint64_t n) {
            add_corners(items, n, plan_.vertex_count, mesh_);
            mesh_.end_face();
        });
    }

    void read_strips(const PlyElement& element) {
        read_lists(element, plan_.strip_corners, [&](const std::byte* items, std::uint64_t n) {
            PlyStrip strip(mesh_, plan_.vertex_count);
            with_type(element.properties[plan_.strip_corners].type, [&]<typename T>() {
                for (std::uint64_t i = 0; i < n; ++i) strip.add(load<T, swapped>(items + i * sizeof(T)));
            });
        });
    }

    void pass_over(const PlyElement& element) {
        const Record record = layout_of(element);
        if (record.lists.empty())
            stream_.skip(element.count * record.tail);
        else
            read_lists(element, PlyPlan::none, [](const std::byte*, std::uint64_t) {});
    }

  private:
    // With lists among its properties no value has a fixed offset.
    void read_irregular_vertex(const PlyElement& element, Vec3& vertex) {
        tick();
        for (std::size_t i = 0; i < element.properties.size(); ++i) {
            const PlyProperty& property = element.properties[i];
            if (property.count_of) {
                stream_.skip(take_count(*property.count_of) * ply_size_of(property.type));
                continue;
            }
            const std::byte* const p = stream_.take(ply_size_of(property.type));
            const double value = with_type(
                property.type, [&]<typename T>() { return static_cast<double>(load<T, swapped>(p)); });
            if (i == plan_.x) vertex.x = value;
            if (i == plan_.y) vertex.y = value;
            if (i == plan_.z) vertex.z = value;
        }
    }

    // The rest of the file after one count per face can only be corners, four bytes each in most files.
    void reserve_corners(const PlyElement& element) {
        const std::uint64_t least = element.count * element.least_size(header_.encoding);
        if (ply_size_of(element.properties[plan_.face_corners].type) >= sizeof(VertexId))
            mesh_.faces.reserve((stream_.left() - std::min(stream_.left(), least)) / sizeof(VertexId));
    }

    // Calls use(items, n) for the list that is the property `wanted` of every element.
    template <typename Use>
    void read_lists(const PlyElement& element, std::size_t wanted, Use&& use) {
        const Record record = layout_of(element);
        for (std::uint64_t number = 0; number < element.count; ++number) {
            tick();
            try {
                read_record(record, wanted, use);
            } catch (const Error& e) {
                throw e.within(shortened(element.name) + ' ' + std::to_string(number));
            }
        }
    }

    template <typename Use>
    void read_record(const Record& record, std::size_t wanted, Use& use) {
        for (const ListStep& list : record.lists) {
            stream_.skip(list.scalars);
            const std::uint64_t n = take_count(list.count);
            const std::uint64_t size = n * ply_size_of(list.item);
            if (list.property == wanted)
                use(stream_.take(size), n);
            else
                stream_.skip(size);
        }
        stream_.skip(record.tail);
    }

    std::uint64_t take_count(PlyType type) {
        const std::byte* const p = stream_.take(ply_size_of(type));
        if (type == PlyType::uint8) return std::to_integer<std::uint64_t>(*p);  // in nearly all files
        const auto count =
            with_type(type, [&]<typename T>() { return static_cast<std::int64_t>(load<T, swapped>(p)); });
        if (count < 0) throw Error("a list has " + std::to_string(count) + " items");
        return static_cast<std::uint64_t>(count);
    }

    void tick() { ticker_.at(total_ - stream_.left()); }

    const PlyHeader& header_;
    const PlyPlan& plan_;
    ByteStream& stream_;
    const LoadOptions& options_;
    std::uint64_t total_;
    Ticker ticker_;
    PlyMesh mesh_;
};

}  // namespace

Loaded read_binary_ply(const PlyHeader& header, const PlyPlan& plan, ByteStream& stream,
                       const LoadOptions& options) {
    const bool is_native =
        (header.encoding == PlyEncoding::little_endian) == (std::endian::native == std::endian::little);
    return is_native ? BinaryPlyReader<false>(header, plan, stream, options).read()
                     : BinaryPlyReader<true>(header, plan, stream, options).read();
}

}  // namespace graze::inline v1::detail
