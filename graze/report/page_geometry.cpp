#include "graze/report/page_geometry.h"

#include <algorithm>
#include <atomic>
#include <charconv>

#include "graze/base/detail/json_text.h"
#include "graze/base/error.h"
#include "graze/render/decimate.h"
#include "graze/report/detail/deflate.h"
#include "graze/report/detail/finding_details.h"
#include "graze/report/detail/packed_mesh.h"
#include "graze/report/detail/page_elements.h"
#include "graze/report/detail/part_budget.h"

namespace graze::inline v1 {
namespace {

using namespace detail;

// Bytes of an entry in the header: at most, and about.
constexpr std::size_t part_entry = 90, detail_entry = 600, header_frame = 600;

void check(Progress* progress) {
    if (progress != nullptr && progress->cancelled()) throw Error("cancelled");
}

// Browsers draw in single precision.
void append_pose(std::string& json, const Pose& pose, bool exact) {
    char separator = '[';
    for (const auto& row : pose.matrix()) {
        for (const double value : row) {
            json += separator;
            separator = ',';
            if (exact) {
                append_json(json, value);
            } else {
                char digits[32];
                json.append(
                    digits,
                    std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 8).ptr);
            }
        }
    }
    json += ']';
}

std::string up_json(const Assembly& assembly) {
    if (!assembly.up) return "null";
    return *assembly.up == Axis::x ? "\"x\"" : *assembly.up == Axis::y ? "\"y\"" : "\"z\"";
}

void append_left_out(std::string& json, const PageGeometry& geometry, const PageLeftOut& elsewhere) {
    char separator = '{';
    for (const auto& [name, count] :
         {std::pair{"parts", geometry.parts_left_out}, std::pair{"triangles", geometry.triangles_left_out},
          std::pair{"details", geometry.details_left_out}, std::pair{"findings", elsewhere.findings},
          std::pair{"resolved", elsewhere.resolved}, std::pair{"regions", elsewhere.regions},
          std::pair{"curves", elsewhere.curves}, std::pair{"pictures", elsewhere.pictures},
          std::pair{"names", elsewhere.names}}) {
        json += separator;
        json += '"' + std::string(name) + "\":" + std::to_string(count);
        separator = ',';
    }
    json += elsewhere.rounded ? ",\"rounded\":true}" : ",\"rounded\":false}";
}

class Packer {
  public:
    Packer(const Assembly& assembly, const ClashReport& report, const PageGeometryOptions& options)
        : assembly_(&assembly), report_(&report), options_(&options) {}

    PageGeometry pack() {
        share();
        pack_parts();
        pack_details();
        return finished();
    }

  private:
    void share();
    void pack_parts();
    void list_parts();
    void pack_details();
    bool add_details(const FindingDetails& details);
    std::uint32_t add(const PackedMesh& mesh);
    std::size_t room_left();
    PageGeometry finished();

    const Assembly* assembly_;
    const ClashReport* report_;
    const PageGeometryOptions* options_;
    PageParts parts_;
    Deflater blob_;
    std::string meshes_json_, parts_json_, details_json_;
    std::uint32_t mesh_count_ = 0;
    std::uint64_t shown_triangles_ = 0, left_out_details_ = 0;
};

// Half of the bytes are for the parts, even if compression saved nothing.
void Packer::share() {
    PageLimits limits;
    limits.parts = options_->max_bytes / 3 / part_entry;
    limits.mesh_bytes = options_->max_bytes / 2 / 4 * 3;
    limits.drawn = options_->max_drawn;
    parts_ = share_out(*assembly_, *report_, limits);
}

std::uint32_t Packer::add(const PackedMesh& mesh) {
    if (mesh_count_ > 0) meshes_json_ += ",\n";
    append_json(meshes_json_, mesh, blob_.bytes_in());
    blob_.add(mesh.bytes);
    return mesh_count_++;
}

void Packer::pack_parts() {
    constexpr std::size_t at_once = 64;  // few, to keep few packed meshes in memory
    std::vector<PackedMesh> packed;
    const std::vector<PageMesh>& meshes = parts_.meshes;
    for (std::size_t first = 0; first < meshes.size(); first += at_once) {
        packed.assign(std::min(at_once, meshes.size() - first), {});
        parallel_for(options_->threads, packed.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                check(options_->progress);
                const PageMesh& m = meshes[first + i];
                packed[i] = packed_in_steps(decimated(*m.mesh, m.triangles));
            }
        });
        for (std::size_t i = 0; i < packed.size(); ++i) {
            add(packed[i]);
            shown_triangles_ += packed[i].triangles * meshes[first + i].parts;
        }
        if (options_->progress != nullptr)
            options_->progress->report("packing parts", first + packed.size(), meshes.size());
    }
    list_parts();
}

void Packer::list_parts() {
    for (std::size_t i = 0; i < parts_.mesh_of.size(); ++i) {
        if (parts_.mesh_of[i] == PageParts::left_out) continue;
        parts_json_ += parts_json_.empty() ? "" : ",\n";
        parts_json_ += R"({"part":)" + std::to_string(i) + R"(,"mesh":)" + std::to_string(parts_.mesh_of[i]) +
                       R"(,"pose":)";
        append_pose(parts_json_, assembly_->parts[i].world_from_part, false);
        parts_json_ += '}';
    }
}

// Adds details of findings, from the worst on, until the bytes are used up.
void Packer::pack_details() {
    constexpr std::size_t at_once = 64;
    DetailFinder finder(*assembly_, *report_, parts_);
    const std::size_t count = report_->findings.size() -
                              std::min<std::size_t>(report_->findings.size(), options_->left_out.findings);
    bool full = false;
    for (std::size_t first = 0; first < count && !full; first += at_once) {
        check(options_->progress);
        const std::size_t last = std::min(first + at_once, count);
        std::vector<FindingDetails> details = finder.find(first, last, options_->threads);
        for (std::size_t i = 0; i < details.size(); ++i) {
            full = full || !add_details(details[i]);
            if (!details[i].empty() && (full || !details[i].in_full)) ++left_out_details_;
        }
        for (std::size_t i = last; full && i < count; ++i)
            left_out_details_ += finder.needs_details(i) ? 1 : 0;
        if (options_->progress != nullptr) options_->progress->report("packing details", last, count);
    }
}

bool Packer::add_details(const FindingDetails& details) {
    std::size_t bytes = 0;
    for (const FindingDetail& d : details.parts)
        if (d.is_new()) bytes += d.packed.bytes.size();
    // In the worst case the bytes hardly compress; base64 makes four bytes of three.
    if (base64_size(bytes + bytes / 1000 + 64) + 2 * detail_entry > room_left()) return false;
    for (const FindingDetail& d : details.parts) {
        if (d.is_new()) *d.mesh = add(d.packed);
        details_json_ += details_json_.empty() ? "" : ",\n";
        details_json_ += R"({"finding":)";
        append_json(details_json_, details.finding);
        details_json_ +=
            R"(,"part":)" + std::to_string(d.part) + R"(,"mesh":)" + std::to_string(*d.mesh) + R"(,"pose":)";
        append_pose(details_json_, assembly_->parts[d.part].world_from_part, true);
        details_json_ += '}';
    }
    return true;
}

std::size_t Packer::room_left() {
    const std::size_t header = meshes_json_.size() + parts_json_.size() + details_json_.size() + header_frame;
    const std::size_t used = json_element_size(header) + base64_size(blob_.size_if_finished());
    return options_->max_bytes - std::min(used, options_->max_bytes);
}

PageGeometry Packer::finished() {
    PageGeometry result;
    std::uint64_t triangles = 0;
    for (const Part& part : assembly_->parts) triangles += part.mesh->triangle_count();
    for (std::size_t i = 0; i < parts_.mesh_of.size(); ++i)
        if (parts_.mesh_of[i] == PageParts::left_out && !assembly_->parts[i].mesh->empty())
            ++result.parts_left_out;
    result.triangles_left_out = triangles - shown_triangles_;
    result.details_left_out = left_out_details_;
    result.header = "{\"meshes\":[\n" + meshes_json_ + "],\n\"parts\":[\n" + parts_json_ +
                    "],\n\"details\":[\n" + details_json_ + "],\n\"up\":" + up_json(*assembly_) +
                    ",\n\"left_out\":";
    append_left_out(result.header, result, options_->left_out);
    result.header += '}';
    result.blob = base64(blob_.finish());
    return result;
}

}  // namespace

PageGeometry page_geometry(const Assembly& assembly, const ClashReport& report,
                           const PageGeometryOptions& options) {
    return Packer(assembly, report, options).pack();
}

}  // namespace graze::inline v1
