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

// A mesh to draw, any soup. Both sides of its triangles are visible.
struct DrawItem {
    const Mesh* mesh = nullptr;  // never null; must outlive the call of draw()
    Pose world_from_mesh{};
    Color color{112, 148, 188};  // `a` counts as opacity too
    double opacity = 1;          // from 0 (invisible) to 1 (opaque)
    bool edges = false;          // draw creases, borders and outlines as thin lines
    // Where two triangles meet at a larger angle there is a crease: the shading has an edge there and, with
    // `edges`, a line is drawn. 0 shades every triangle flat.
    double crease_degrees = 30;
    // Whether the item is filled where a section cuts it. None: filled if the mesh is closed, which draw()
    // has to find out. Set it for a piece of a closed mesh that holds everything behind the visible section.
    std::optional<bool> filled{};
};

struct DrawOptions {
    std::uint32_t width = 1200, height = 800;
    // A gradient from the picture's upper to its lower border. Equal colours give a plain background, a = 0 a
    // transparent one.
    Color background_top{250, 251, 253}, background_bottom{214, 220, 228};
    Color edge_color{38, 42, 48};
    double edge_width = 1.3;  // in pixels, above 0 and up to 100
    std::optional<SectionPlane> section;
    // The colour of the section where it cuts several filled items in one place. None: the colour of the
    // first.
    std::optional<Color> overlap_color{};
    Threads threads{};
    Progress* progress = nullptr;  // reports "drawing"; cancelling raises Error "cancelled"
};

// Draws the items. Nearer surfaces hide farther ones; transparent surfaces are sorted pixel by pixel. Among
// surfaces at the same depth, the first item's is visible. The picture is the same to the bit for any number
// of threads and on any machine. Throws Error for a picture of no pixels, a camera that sees nothing (see
// Camera), and options out of range.
Picture draw(std::span<const DrawItem> items, const Camera& camera, const DrawOptions& options = {});

// The parts of an assembly, in the colours of the palette.
std::vector<DrawItem> draw_items(const Assembly& assembly);
// False for items without triangles and for wholly transparent ones: they leave no trace in a picture.
bool is_seen(const DrawItem& item);
// A box that holds all visible items.
Box box_of(std::span<const DrawItem> items);

// Like fit() of a box (camera.h), but closer: fits the vertices of all visible items.
Camera fit(std::span<const DrawItem> items, const Vec3& from, std::uint32_t width, std::uint32_t height,
           const FitOptions& options = {});

}  // namespace graze::inline v1
