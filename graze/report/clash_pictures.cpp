#include "graze/report/clash_pictures.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>

#include "graze/base/error.h"
#include "graze/render/detail/view_axes.h"
#include "graze/render/draw.h"
#include "graze/report/detail/finding_view.h"
#include "graze/report/detail/tubes.h"

namespace graze::inline v1 {
namespace {

using namespace detail;

constexpr Color first_color{232, 134, 42}, second_color{59, 125, 221}, overlap_color{216, 27, 60};
constexpr Color gap_color{10, 125, 79}, paper{250, 251, 252}, frame_color{38, 42, 48};
constexpr double second_opacity = 0.4;  // where there is no section
constexpr std::size_t most_curve_points = 4000;
constexpr double close_up_share = 0.42;  // of the picture's height

Vec3 up_of(const Assembly& assembly) {
    return assembly.up == Axis::y ? Vec3{0, 1, 0} : assembly.up == Axis::x ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
}

// Decides for a box in a part's coordinates whether the camera may see anything in it.
class Sight {
  public:
    Sight(const Camera& camera, const SectionPlane* section, double aspect, const Pose& world_from_part) {
        const Pose part_from_world = world_from_part.inverse();
        const ViewAxes axes = view_axes(camera);
        right_ = part_from_world.rotate(axes.right);
        up_ = part_from_world.rotate(axes.up);
        middle_ = part_from_world(camera.target);
        half_height_ = 0.52 * camera.view_height;
        half_width_ = half_height_ * aspect;
        if (section == nullptr) return;
        normal_ = part_from_world.rotate(section->normal);
        beyond_ = part_from_world(section->point);
    }

    bool meets(const Box& box) const {
        const Vec3 half = box.size() * 0.5, c = box.center();
        return std::fabs(dot(c - middle_, right_)) <= half_width_ + radius(half, right_) &&
               std::fabs(dot(c - middle_, up_)) <= half_height_ + radius(half, up_) &&
               dot(c - beyond_, normal_) <= radius(half, normal_);  // a normal of zero means no section
    }

  private:
    static double radius(const Vec3& half, const Vec3& direction) {
        return std::fabs(direction.x) * half.x + std::fabs(direction.y) * half.y +
               std::fabs(direction.z) * half.z;
    }
    Vec3 right_, up_, middle_, normal_, beyond_;
    double half_width_ = 0, half_height_ = 0;
};

Mesh piece_of(const Mesh& mesh, std::span<const TriangleId> triangles) {
    if (triangles.size() == mesh.triangle_count()) return mesh;
    SimpleMesh piece;
    std::map<VertexId, VertexId> renamed;
    for (const TriangleId t : triangles) {
        std::array<VertexId, 3> corners = mesh.triangles()[t];
        for (VertexId& v : corners) {
            const auto [place, is_new] = renamed.try_emplace(v, static_cast<VertexId>(piece.points.size()));
            if (is_new) piece.points.push_back(mesh.vertices()[v]);
            v = place->second;
        }
        piece.triangles.push_back(corners);
    }
    return {std::move(piece.points), std::move(piece.triangles)};
}

class FindingPainter {
  public:
    FindingPainter(const ClashFinding& finding, const ClashReport& report, const FoundParts& parts,
                   const Vec3& up, const ClashPictureOptions& options)
        : finding_(&finding),
          parts_(&parts),
          options_(&options),
          solid_(report.parts[finding.a].closed && report.parts[finding.b].closed),
          view_(view_of(finding, report, parts, up, options.height)) {}

    Picture paint() const {
        Picture picture = painted(view_.camera, options_->width, options_->height);
        if (!view_.close_up || !solid_) return picture;
        const auto side = static_cast<std::uint32_t>(close_up_share * options_->height);
        if (side < 8 || side + 16 > options_->width) return picture;
        put_in_corner(painted(*view_.close_up, side, side), picture);
        mark(view_.close_up->target, picture);
        return picture;
    }

  private:
    Picture painted(const Camera& camera, std::uint32_t width, std::uint32_t height) const;
    Mesh lines(double pixel) const;
    void put_in_corner(const Picture& small, Picture& picture) const;
    void mark(const Vec3& place, Picture& picture) const;

    const ClashFinding* finding_;
    const FoundParts* parts_;
    const ClashPictureOptions* options_;
    bool solid_;  // both parts are closed, so the section can be filled
    FindingView view_;
};

Mesh FindingPainter::lines(double pixel) const {
    Tubes tubes(0.9 * pixel);
    std::size_t points = 0;
    for (const FoundRegion& region : finding_->regions) {
        for (const IntersectionCurve& curve : region.curves) {
            points += curve.points.size();
            if (points <= most_curve_points) tubes.add(curve.points, curve.closed);
        }
    }
    return std::move(tubes).mesh();
}

Picture FindingPainter::painted(const Camera& camera, std::uint32_t width, std::uint32_t height) const {
    const double aspect = static_cast<double>(width) / height, pixel = camera.view_height / height;
    std::vector<Mesh> meshes(4);
    std::vector<DrawItem> items;
    const auto add = [&](const Mesh& mesh, const Color& color) -> DrawItem& {
        DrawItem& item = items.emplace_back();
        item.mesh = &mesh;
        item.color = color;
        item.filled = false;
        return item;
    };
    for (std::size_t i = 0; i < 2; ++i) {
        const Pose& pose = parts_->world_from_part[i];
        const Sight sight(camera, solid_ ? &view_.section : nullptr, aspect, pose);
        const NearTriangles& near = *parts_->near[i];
        meshes[i] = piece_of(near.mesh(), near.find_where([&](const Box& b) { return sight.meets(b); }));
        DrawItem& item = add(meshes[i], i == 0 ? first_color : second_color);
        item.world_from_mesh = pose;
        item.edges = true;
        item.filled = solid_;
        if (!solid_ && i == 1) item.opacity = second_opacity;
    }
    meshes[2] = lines(pixel);
    add(meshes[2], overlap_color);
    if (finding_->gap && finding_->gap->distance > 4 * pixel) {
        Tubes tube(1.2 * pixel);
        tube.add(std::array{finding_->gap->point_a, finding_->gap->point_b}, false);
        meshes[3] = std::move(tube).mesh();
        add(meshes[3], gap_color);
    }
    DrawOptions options;
    options.width = width;
    options.height = height;
    options.background_top = options.background_bottom = paper;
    options.edge_width = 1.1;
    options.overlap_color = overlap_color;
    if (solid_) options.section = view_.section;
    return draw(items, camera, options);
}

void FindingPainter::put_in_corner(const Picture& small, Picture& picture) const {
    constexpr std::uint32_t margin = 6, frame = 2;
    const std::uint32_t left = picture.width() - small.width() - margin,
                        top = picture.height() - small.height() - margin;
    for (std::uint32_t y = top - frame; y < top + small.height() + frame; ++y)
        for (std::uint32_t x = left - frame; x < left + small.width() + frame; ++x)
            picture.at(x, y) = frame_color;
    for (std::uint32_t y = 0; y < small.height(); ++y)
        for (std::uint32_t x = 0; x < small.width(); ++x) picture.at(left + x, top + y) = small.at(x, y);
}

// A small frame around the place that the close-up shows.
void FindingPainter::mark(const Vec3& place, Picture& picture) const {
    const ViewAxes axes = view_axes(view_.camera);
    const Vec3 d = place - view_.camera.target;
    const double pixels = picture.height() / view_.camera.view_height;
    const double x = picture.width() / 2.0 + dot(d, axes.right) * pixels;
    const double y = picture.height() / 2.0 - dot(d, axes.up) * pixels;
    constexpr int half = 7;
    for (int i = -half; i <= half; ++i) {
        for (const auto& [dx, dy] :
             {std::pair{i, -half}, std::pair{i, half}, std::pair{-half, i}, std::pair{half, i}}) {
            const double px = x + dx, py = y + dy;
            if (px < 0 || py < 0 || px >= picture.width() || py >= picture.height()) continue;
            picture.at(static_cast<std::uint32_t>(px), static_cast<std::uint32_t>(py)) = frame_color;
        }
    }
}

std::map<const Mesh*, NearTriangles> meshes_of(const Assembly& assembly,
                                               std::span<const ClashFinding> findings) {
    std::map<const Mesh*, NearTriangles> meshes;
    for (const ClashFinding& finding : findings) {
        for (const std::size_t part : {finding.a, finding.b}) {
            const Mesh* mesh = assembly.parts[part].mesh.get();
            meshes.try_emplace(mesh, *mesh);
        }
    }
    return meshes;
}

}  // namespace

std::vector<std::string> clash_pictures(const Assembly& assembly, const ClashReport& report,
                                        const ClashPictureOptions& options) {
    const std::size_t count = std::min(options.count, report.findings.size());
    const std::map<const Mesh*, NearTriangles> meshes =
        meshes_of(assembly, std::span(report.findings).first(count));
    std::vector<std::string> pictures(count);
    std::atomic<std::uint64_t> done{0};
    parallel_for(options.threads, count, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (options.progress != nullptr && options.progress->cancelled()) throw Error("cancelled");
            const ClashFinding& finding = report.findings[i];
            const Part &a = assembly.parts[finding.a], &b = assembly.parts[finding.b];
            const FoundParts parts{{&meshes.at(a.mesh.get()), &meshes.at(b.mesh.get())},
                                   {a.world_from_part, b.world_from_part}};
            const FindingPainter painter(finding, report, parts, up_of(assembly), options);
            pictures[i] = indexed_png_bytes(painter.paint());
            if (options.progress != nullptr) options.progress->report("drawing findings", ++done, count);
        }
    });
    return pictures;
}

}  // namespace graze::inline v1
