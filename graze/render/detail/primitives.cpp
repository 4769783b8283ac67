#include "graze/render/detail/primitives.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>

#include "graze/base/error.h"
#include "graze/render/detail/clip.h"
#include "graze/render/detail/edge_lines.h"

namespace graze::inline v1::detail {
namespace {

// How much nearer to the eye lines are drawn than the surfaces they lie in, in pixels. Over half a line's
// width, such a surface may come nearer to the eye by this much.
constexpr double line_lift = 2;

constexpr double not_seen = std::numeric_limits<double>::infinity();

// A run of an item's triangles, or of the points whose edges are drawn.
struct Piece {
    std::uint32_t item = 0;
    const EdgeLines* lines = nullptr;  // null: triangles
    std::size_t first = 0, last = 0;
    // The primitives made from the run. Points at `point_count` and beyond were made for this run.
    std::vector<ScreenPoint> points;
    std::vector<Primitive> primitives;
};

class Finder {
  public:
    Finder(const Scene& scene, const DrawOptions& options, std::span<const ScreenPoint> points)
        : scene_(&scene),
          half_line_(options.edge_width / 2),
          width_(options.width),
          height_(options.height),
          points_(points) {}

    void find_triangles(Piece& piece) const;
    void find_lines(Piece& piece) const;

  private:
    bool in_picture(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c) const;
    void add_clipped(Piece& piece, const SceneItem& item, TriangleId t) const;
    void add_line(Piece& piece, const Vec3& a, const Vec3& b, bool in_cut) const;
    std::uint32_t add_point(Piece& piece, const ScreenPoint& p) const;
    ScreenPoint lifted(const Vec3& p) const;

    const Scene* scene_;
    double half_line_, width_, height_;
    std::span<const ScreenPoint> points_;
};

bool Finder::in_picture(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c) const {
    return std::max({a.x, b.x, c.x}) > 0 && std::min({a.x, b.x, c.x}) < width_ &&
           std::max({a.y, b.y, c.y}) > 0 && std::min({a.y, b.y, c.y}) < height_;
}

std::uint32_t Finder::add_point(Piece& piece, const ScreenPoint& p) const {
    piece.points.push_back(p);
    // Clipping at far planes rounds; points must stay finite.
    const double limit = 2 * scene_->view.clip_distance();
    piece.points.back().x = std::clamp(p.x, -limit, limit);
    piece.points.back().y = std::clamp(p.y, -limit, limit);
    return static_cast<std::uint32_t>(points_.size() + piece.points.size() - 1);
}

void Finder::find_triangles(Piece& piece) const {
    const SceneItem& item = scene_->items[piece.item];
    for (std::size_t t = piece.first; t < piece.last; ++t) {
        const std::array<VertexId, 3>& corners = item.mesh->triangles()[t];
        Primitive primitive{{}, piece.item, static_cast<TriangleId>(t)};
        for (std::size_t i = 0; i < 3; ++i) primitive.points[i] = item.first_point + corners[i];
        const ScreenPoint& a = points_[primitive.points[0]];
        const ScreenPoint& b = points_[primitive.points[1]];
        const ScreenPoint& c = points_[primitive.points[2]];
        if (a.x == not_seen || b.x == not_seen || c.x == not_seen) {
            add_clipped(piece, item, static_cast<TriangleId>(t));
        } else if (in_picture(a, b, c)) {
            piece.primitives.push_back(primitive);
        }
    }
}

void Finder::add_clipped(Piece& piece, const SceneItem& item, TriangleId t) const {
    const std::array<VertexId, 3>& corners = item.mesh->triangles()[t];
    ClippedPolygon polygon({scene_->camera_point(item, corners[0]), scene_->camera_point(item, corners[1]),
                            scene_->camera_point(item, corners[2])});
    polygon.clip(*scene_);
    if (polygon.corners().size() < 3) return;
    std::vector<std::uint32_t> ids;
    for (const Vec3& p : polygon.corners()) ids.push_back(add_point(piece, scene_->view.project(p)));
    for (std::size_t i = 2; i < ids.size(); ++i)
        piece.primitives.push_back({{ids[0], ids[i - 1], ids[i]}, piece.item, t});
    const std::optional<std::array<Vec3, 2>> cut = polygon.cut_side();
    if (cut && item.edges) add_line(piece, (*cut)[0], (*cut)[1], true);
}

ScreenPoint Finder::lifted(const Vec3& p) const {
    const View& view = scene_->view;
    ScreenPoint result = view.project(p);
    Vec3 nearer = p;
    nearer.z -= line_lift * view.pixel_size(p);
    if (view.perspective()) nearer.z = std::max(nearer.z, view.near());
    result.depth = view.project(nearer).depth;
    return result;
}

// A rectangle along a segment, as wide as a line and longer by half a width at both ends, so that lines that
// meet leave no gap.
void Finder::add_line(Piece& piece, const Vec3& a, const Vec3& b, bool in_cut) const {
    const std::optional<std::array<Vec3, 2>> seen = clipped_segment(*scene_, a, b, in_cut);
    if (!seen) return;
    const ScreenPoint p = lifted((*seen)[0]), q = lifted((*seen)[1]);
    const double dx = q.x - p.x, dy = q.y - p.y;
    const double length = std::sqrt(dx * dx + dy * dy);
    if (!(length < not_seen)) return;
    // Seen end on, a line is a dot.
    const double along_x = length > 0 ? dx / length * half_line_ : half_line_;
    const double along_y = length > 0 ? dy / length * half_line_ : 0;
    const std::array<ScreenPoint, 4> corners{{{p.x - along_x - along_y, p.y - along_y + along_x, p.depth},
                                              {p.x - along_x + along_y, p.y - along_y - along_x, p.depth},
                                              {q.x + along_x + along_y, q.y + along_y - along_x, q.depth},
                                              {q.x + along_x - along_y, q.y + along_y + along_x, q.depth}}};
    if (!in_picture(corners[0], corners[1], corners[2]) && !in_picture(corners[0], corners[2], corners[3]))
        return;
    std::array<std::uint32_t, 4> ids{};
    for (std::size_t i = 0; i < 4; ++i) ids[i] = add_point(piece, corners[i]);
    piece.primitives.push_back({{ids[0], ids[1], ids[2]}, piece.item, Primitive::line});
    piece.primitives.push_back({{ids[0], ids[2], ids[3]}, piece.item, Primitive::line});
}

void Finder::find_lines(Piece& piece) const {
    const SceneItem& item = scene_->items[piece.item];
    item.look->edges->for_each_edge(
        piece.first, piece.last, [&](VertexId /*point*/, std::span<const EdgeUse> uses) {
            if (!piece.lines->is_drawn(uses)) return;
            const std::array<VertexId, 3>& corners = item.mesh->triangles()[uses[0].triangle];
            const std::size_t corner = uses[0].corner;
            add_line(piece, scene_->camera_point(item, corners[corner]),
                     scene_->camera_point(item, corners[corner == 2 ? 0 : corner + 1]), false);
        });
}

void project_vertices(const Scene& scene, const Threads& threads, std::vector<ScreenPoint>& points) {
    points.resize(scene.point_count);
    for (const SceneItem& item : scene.items) {
        parallel_for(threads, item.mesh->vertices().size(), 16384, [&](std::size_t first, std::size_t last) {
            for (std::size_t v = first; v < last; ++v) {
                const Vec3 p = scene.camera_point(item, static_cast<VertexId>(v));
                ScreenPoint& point = points[item.first_point + v];
                if (can_be_seen(scene, p)) {
                    point = scene.view.project(p);
                } else {
                    point.x = not_seen;
                }
            }
        });
    }
}

void cut_up(std::uint32_t item, const EdgeLines* lines, std::size_t count, std::vector<Piece>& pieces) {
    constexpr std::size_t at_once = 16384;
    for (std::size_t first = 0; first < count; first += at_once)
        pieces.push_back({item, lines, first, std::min(first + at_once, count), {}, {}});
}

void append(Piece& piece, std::size_t vertex_count, const Scene& scene, Primitives& all) {
    const std::size_t shift = all.points.size() - vertex_count;
    if (all.points.size() + piece.points.size() > std::numeric_limits<std::uint32_t>::max())
        throw Error("there are more lines and vertices than a picture can have", "drawing",
                    "draw fewer parts");
    const SceneItem& item = scene.items[piece.item];
    const double opacity = piece.lines == nullptr ? item.opacity : line_opacity(item);
    std::vector<Primitive>& list = opacity < 1 ? all.transparent : all.opaque;
    for (Primitive& primitive : piece.primitives) {
        for (std::uint32_t& p : primitive.points)
            if (p >= vertex_count) p += static_cast<std::uint32_t>(shift);
        list.push_back(primitive);
    }
    all.points.insert(all.points.end(), piece.points.begin(), piece.points.end());
    piece = {};
}

}  // namespace

double line_opacity(const SceneItem& item) {
    return std::sqrt(item.opacity);
}

Primitives find_primitives(const Scene& scene, const DrawOptions& options) {
    Primitives all;
    project_vertices(scene, options.threads, all.points);
    std::deque<EdgeLines> lines;
    std::vector<Piece> pieces;
    for (std::uint32_t i = 0; i < scene.items.size(); ++i) {
        const SceneItem& item = scene.items[i];
        cut_up(i, nullptr, item.mesh->triangle_count(), pieces);
        if (!item.edges) continue;
        cut_up(i, &lines.emplace_back(scene, item, options.threads), item.look->edges->point_count(), pieces);
    }
    const Finder finder(scene, options, all.points);
    parallel_for(options.threads, pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            pieces[i].lines == nullptr ? finder.find_triangles(pieces[i]) : finder.find_lines(pieces[i]);
    });
    const std::size_t vertex_count = all.points.size();
    for (Piece& piece : pieces) append(piece, vertex_count, scene, all);
    return all;
}

}  // namespace graze::inline v1::detail
