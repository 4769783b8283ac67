#include "graze/io/import/detail/import_stream.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graze/base/detail/utf8.h"
#include "graze/base/error.h"
#include "graze/io/detail/placed_parts.h"
#include "graze/io/detail/text.h"
#include "graze/io/import/detail/import_protocol.h"
#include "graze/mesh/detail/welder.h"

namespace graze::inline v1::detail {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error("the importer gave something else than a model: " + what, {},
                "install the importer of this version of graze");
}

class ImportReader {
  public:
    ImportReader(const PullBytes& pull, std::optional<double> unit, Progress* progress,
                 const GiveFile& give_file)
        : pull_(pull), give_file_(give_file), unit_(unit), progress_(progress) {}

    PartsFile read() {
        read_start();
        while (read_record()) continue;
        file_.assembly = placed().finish();
        for (Skipped& skipped : placed().skipped()) file_.skipped.push_back(std::move(skipped));
        return std::move(file_);
    }

  private:
    struct Node {
        std::uint32_t parent, depth;
        std::string name;
    };

    template <typename T>
    T take() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        pull_(std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }

    // In steps, so that a large count without data behind it takes no memory.
    template <typename T>
    std::vector<T> take_array(std::uint64_t count) {
        constexpr std::uint64_t step = 1 << 16;
        if (count > std::numeric_limits<std::uint32_t>::max()) refuse("an array is too long");
        std::vector<T> values;
        while (values.size() < count) {
            const std::size_t done = values.size(), more = std::min<std::uint64_t>(step, count - done);
            values.resize(done + more);
            pull_(std::as_writable_bytes(std::span(values).subspan(done)));
        }
        return values;
    }

    std::string take_string() {
        const auto size = take<std::uint32_t>();
        if (size > most_import_string) refuse("a name is too long");
        std::string text(size, '\0');
        pull_(std::as_writable_bytes(std::span(text.data(), text.size())));
        return text;
    }

    void read_start() {
        std::string magic(import_magic.size(), '\0');
        pull_(std::as_writable_bytes(std::span(magic.data(), magic.size())));
        if (magic != import_magic) refuse("it does not start as one");
        const auto version = take<std::uint32_t>();
        if (version != import_version)
            refuse("it is of version " + std::to_string(version) + ", not " + std::to_string(import_version));
    }

    // False after the last record.
    bool read_record() {
        const auto tag = take<ImportTag>();
        switch (tag) {
            case ImportTag::header:
                read_header();
                return true;
            case ImportTag::unit:
                read_unit();
                return true;
            case ImportTag::progress:
                read_progress();
                return true;
            case ImportTag::mesh:
                read_mesh();
                return true;
            case ImportTag::node:
                read_node();
                return true;
            case ImportTag::part:
                read_part();
                return true;
            case ImportTag::attribute:
                read_attribute();
                return true;
            case ImportTag::skipped:
                read_skipped();
                return true;
            case ImportTag::file:
                give_file();
                return true;
            case ImportTag::error:
                throw_error();
            case ImportTag::end:
                return false;
        }
        refuse("there is a record of kind " + std::to_string(static_cast<unsigned>(tag)));
    }

    void give_file() {
        const std::string name = take_string();
        if (!give_file_) refuse("it asks for a file");
        give_file_(name);
    }

    [[noreturn]] void throw_error() {
        const std::string problem = printable(take_string()), mend = printable(take_string());
        throw Error(problem.empty() ? "the importer gave up" : problem, {}, mend);
    }

    PlacedParts& placed() {
        if (!placed_) refuse("there is no header");
        return *placed_;
    }

    void read_header() {
        if (placed_) refuse("there is a second header");
        file_.format = printable(take_string());
        file_.single_precision = take<std::uint8_t>() != 0;
        const auto own_unit = take<double>();
        if (!(own_unit >= 0) || !std::isfinite(own_unit)) refuse("its unit is no length");
        const auto up = take<ImportUp>();
        if (own_unit > 0) {
            file_.stated_unit = stated_unit_.value_or(own_unit);
            if (!unit_)
                unit_ = own_unit;
            else if (*file_.stated_unit != own_unit)  // as if the file had said the unit asked for
                unit_ = own_unit * (*unit_ / *file_.stated_unit);
        }
        std::optional<Axis> axis;
        if (up < ImportUp::unknown) axis = static_cast<Axis>(up);
        placed_.emplace(unit_, axis);
    }

    void read_unit() {
        if (placed_) refuse("its unit comes after the header");
        stated_unit_ = take<double>();
        if (!(*stated_unit_ > 0) || !std::isfinite(*stated_unit_)) refuse("its unit is no length");
    }

    void read_progress() {
        const auto done = take<std::uint64_t>(), total = take<std::uint64_t>();
        if (!progress_ || done < last_done_ || done > total) return;
        last_done_ = done;
        progress_->report("importing", done, total);
    }

    void read_mesh() {
        PlacedParts& parts = placed();
        const auto vertices = take<std::uint64_t>(), corners = take<std::uint64_t>(),
                   polygons = take<std::uint64_t>(), faces = take<std::uint64_t>();
        if (polygons != 0 && faces != 0) refuse("polygons have faces, which only triangles may have");
        if (polygons == 0 && corners % 3 != 0) refuse("the corners do not make triangles");
        PolygonSoup soup;
        const std::vector<VertexId> index = weld_vertices(vertices, soup);
        soup.corners = take_array<VertexId>(corners);
        for (VertexId& v : soup.corners) {
            if (v >= index.size()) refuse("a corner has no vertex");
            v = index[v];
        }
        soup.corner_counts = take_array<std::uint32_t>(polygons);
        soup.metres_per_unit = unit_;
        const std::shared_ptr<const SurfaceFaces> known = read_faces(faces, corners / 3);
        try {
            const Mesh mesh(std::move(soup), progress_);
            parts.add_mesh(known ? mesh.with_faces(known) : mesh);
        } catch (const Error& e) {
            if (progress_ && progress_->cancelled()) throw;
            throw e.within("mesh " + std::to_string(mesh_count_));
        }
        ++mesh_count_;
    }

    std::shared_ptr<const SurfaceFaces> read_faces(std::uint64_t count, std::uint64_t triangles) {
        if (count == 0) return nullptr;
        if (count > std::numeric_limits<std::uint32_t>::max()) refuse("an array is too long");
        auto faces = std::make_shared<SurfaceFaces>();
        for (std::uint64_t i = 0; i < count; ++i) {
            SurfaceFace& face = faces->faces.emplace_back();
            const auto kind = take<std::uint8_t>();
            if (kind >= surface_kinds) refuse("a face is of kind " + std::to_string(kind));
            face.kind = static_cast<SurfaceKind>(kind);
            face.concave = take<std::uint8_t>() != 0;
            face.outward = take<double>();
            face.inward = take<double>();
            face.tolerance = take<double>();
            face.point = take<Vec3>();
            face.axis = take<Vec3>();
            face.radius = take<double>();
            face.slope = take<double>();
        }
        faces->of_triangle = take_array<std::uint32_t>(triangles);
        return faces;
    }

    std::vector<VertexId> weld_vertices(std::uint64_t count, PolygonSoup& soup) {
        static_assert(sizeof(Vec3) == 3 * sizeof(double));
        constexpr std::uint64_t step = 1 << 14;
        if (count > std::numeric_limits<VertexId>::max()) refuse("a mesh has too many vertices");
        Welder welder;
        std::vector<VertexId> index;
        std::vector<Vec3> points;
        while (index.size() < count) {
            const std::size_t done = index.size(), more = std::min<std::uint64_t>(step, count - done);
            points.resize(more);
            pull_(std::as_writable_bytes(std::span(points)));
            index.resize(done + more);
            welder.add(points, index.data() + done);
        }
        soup.vertices = welder.take_vertices();
        file_.merged_vertices += count - soup.vertices.size();
        return index;
    }

    void read_node() {
        const auto parent = take<std::uint32_t>();
        if (parent != no_node && parent >= nodes_.size()) refuse("a node comes before its parent");
        const std::uint32_t depth = parent == no_node ? 1 : nodes_[parent].depth + 1;
        if (depth > most_import_depth) refuse("nodes lie too deep in one another");
        nodes_.push_back({parent, depth, take_string()});
    }

    void read_part() {
        const auto node = take<std::uint32_t>(), mesh = take<std::uint32_t>();
        const auto matrix = take<Affine>();
        if ((node != no_node && node >= nodes_.size()) || mesh >= mesh_count_)
            refuse("a part has no node or no mesh");
        placed().add_part(path_of(node), mesh, matrix);
        attributes_ = 0;
        has_part_ = true;
    }

    void read_attribute() {
        if (!has_part_) refuse("an attribute has no part");
        if (++attributes_ > most_import_attributes) refuse("a part has too many attributes");
        std::string name = valid_utf8(take_string()), value = valid_utf8(take_string());
        placed().add_attribute({std::move(name), std::move(value)});
    }

    // Nodes without a name are left out of paths.
    std::string path_of(std::uint32_t node) const {
        constexpr std::size_t longest = 1 << 16;
        std::size_t length = 0;
        std::vector<std::string_view> names;
        for (; node != no_node; node = nodes_[node].parent) {
            if (nodes_[node].name.empty()) continue;
            names.push_back(nodes_[node].name);
            length += names.back().size();
        }
        if (length > longest) refuse("the names around a part take more than 65536 bytes");
        std::string path;
        for (std::size_t i = names.size(); i-- > 0;) path = join_path(path, names[i]);
        return path;
    }

    void read_skipped() {
        if (file_.skipped.size() == 1000) refuse("there are too many kinds of things skipped");
        std::string what = printable(take_string());
        file_.skipped.push_back({std::move(what), take<std::uint64_t>()});
    }

    const PullBytes& pull_;
    const GiveFile& give_file_;
    std::optional<double> unit_, stated_unit_;
    Progress* progress_;
    PartsFile file_;
    std::optional<PlacedParts> placed_;
    std::vector<Node> nodes_;
    std::uint32_t mesh_count_ = 0, attributes_ = 0;
    bool has_part_ = false;
    std::uint64_t last_done_ = 0;
};

}  // namespace

PartsFile read_import_stream(const PullBytes& pull, std::optional<double> unit, Progress* progress,
                             const GiveFile& give_file) {
    return ImportReader(pull, unit, progress, give_file).read();
}

}  // namespace graze::inline v1::detail
