#include "graze/render/draw.h"

#include <algorithm>
#include <atomic>

#include "graze/base/error.h"
#include "graze/render/detail/bins.h"
#include "graze/render/detail/primitives.h"
#include "graze/render/detail/scene.h"
#include "graze/render/detail/tile_painter.h"

namespace graze::inline v1 {

Picture draw(std::span<const DrawItem> items, const Camera& camera, const DrawOptions& options) {
    using namespace detail;
    Picture picture(options.width, options.height);
    const Scene scene(items, camera, options);
    const Primitives primitives = find_primitives(scene, options);
    const std::uint32_t columns = (options.width + tile_side - 1) / tile_side;
    const std::uint32_t rows = (options.height + tile_side - 1) / tile_side;
    const Bins opaque(primitives.points, primitives.opaque, columns, rows, options.threads);
    const Bins transparent(primitives.points, primitives.transparent, columns, rows, options.threads);

    std::atomic<std::uint64_t> rows_done{0};
    parallel_for(options.threads, rows, 1, [&](std::size_t first, std::size_t last) {
        TilePainter painter(scene, primitives, options);
        for (std::size_t row = first; row < last; ++row) {
            for (std::uint32_t column = 0; column < columns; ++column) {
                if (options.progress != nullptr && options.progress->cancelled()) throw Error("cancelled");
                const std::size_t tile = row * columns + column;
                painter.paint(column * tile_side, static_cast<std::uint32_t>(row) * tile_side,
                              opaque.of(tile), transparent.of(tile), picture);
            }
            if (options.progress != nullptr) options.progress->report("drawing", ++rows_done, rows);
        }
    });
    return picture;
}

std::vector<DrawItem> draw_items(const Assembly& assembly) {
    std::vector<DrawItem> items;
    items.reserve(assembly.parts.size());
    for (const Part& part : assembly.parts) {
        DrawItem& item = items.emplace_back();
        item.mesh = part.mesh.get();
        item.world_from_mesh = part.world_from_part;
        item.color = palette_color(items.size() - 1);
    }
    return items;
}

bool is_seen(const DrawItem& item) {
    return item.mesh != nullptr && !item.mesh->empty() && item.opacity > 0 && item.color.a > 0;
}

Box box_of(std::span<const DrawItem> items) {
    Box box;
    for (const DrawItem& item : items)
        if (is_seen(item)) box.grow(item.world_from_mesh(item.mesh->box()));
    return box;
}

}  // namespace graze::inline v1
