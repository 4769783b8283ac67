// Pictures of meshes, without a display: graze's own software renderer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/mesh.h"
#include "graze/render/camera.h"
#include "graze/render/color.h"
#include "graze/render/picture.h"

namespace graze::inline v1 {

// Something to draw. Any soup will do; both sides of its triangles are seen.
struct DrawItem {
    const Mesh* mesh = nullptr;  // never null; must outlive the call of draw()
    Pose world_from_mesh{};
    Color color{112, 148, 188};  // `a` counts as opacity too
    double opacity = 1;          // from 0, not there, to 1
    bool edges = false;          // draw creases, borders and outlines as thin lines
    // Where two triangles meet at a larger angle there is a crease: shading breaks and, with `edges`, a line
    // is drawn. 0 shades every triangle flat.
    double crease_degrees = 30;
    // Whether it is filled where a section cuts it. None: if it is closed, which takes a while to find out.
    // For pieces of closed meshes that hold all that is behind the section wherever they are seen.
    std::optional<bool> filled{};
};

struct DrawOptions {
    std::uint32_t width = 1200, height = 800;
    // From the picture's upper to its lower border; equal colours give a plain one, a = 0 a transparent one.
    Color background_top{250, 251, 253}, background_bottom{214, 220, 228};
    Color edge_color{38, 42, 48};
    double edge_width = 1.3;  // in pixels, above 0 and up to 100
    std::optional<SectionPlane> section;
    // What the section shows where it cuts several filled items in one place; none: the first of them.
    std::optional<Color> overlap_color{};
    Threads threads{};
    Progress* progress = nullptr;  // reports "drawing"; cancelling raises Error "cancelled"
};

// Draws the items, nearer ones in front of others, transparent ones sorted pixel by pixel. Of surfaces at the
// same depth the one of the first item is seen. The picture is the same to the bit for any number of threads
// and on any machine. Throws Error for a picture of no pixels, a camera that sees nothing (see Camera), and
// options out of range.
Picture draw(std::span<const DrawItem> items, const Camera& camera, const DrawOptions& options = {});

// The parts of an assembly, in the colours of the palette.
std::vector<DrawItem> draw_items(const Assembly& assembly);
// False for items that leave no trace in a picture: those without triangles, and those wholly transparent.
bool is_seen(const DrawItem& item);
// The smallest box known to hold all items that are seen.
Box box_of(std::span<const DrawItem> items);

// Like fit() of a box (camera.h), but closer: for the vertices of all items that are seen.
Camera fit(std::span<const DrawItem> items, const Vec3& from, std::uint32_t width, std::uint32_t height,
           const FitOptions& options = {});

}  // namespace graze::inline v1
