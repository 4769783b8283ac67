#include "graze/mesh/repair.h"

#include <cmath>

#include "graze/base/error.h"
#include "graze/mesh/detail/repair_steps.h"
#include "graze/mesh/topology.h"

namespace graze::inline v1 {
namespace {

using detail::RepairSoup;

// One step may make work for another. Hardly any mesh takes more than two rounds.
constexpr int most_rounds = 16;

void check(const RepairOptions& options) {
    if (!(options.weld_distance >= 0) || !std::isfinite(options.weld_distance))
        throw Error("the weld distance must be a number of at least 0");
    if (options.close_holes_length && !(*options.close_holes_length >= 0))
        throw Error("the length of holes to close must be a number of at least 0");
}

class Repairer {
  public:
    Repairer(const Mesh& mesh, const RepairOptions& options)
        : original_(mesh), options_(options), soup_(mesh), was_all_triangles_(mesh.all_triangles()) {}

    Repaired run() {
        step([&] { return detail::merge_vertices(soup_, options_, report_); });
        for (int round = 0; round < most_rounds; ++round) {
            forget_what_is_left();
            if (!one_round()) break;
        }
        Mesh mesh = soup_.finished(original_, options_.drop_unused_vertices, report_.dropped_vertices,
                                   options_.places);
        if (!report_.changed()) mesh = original_;  // shares the arrays of the original
        note_open_holes(mesh);
        return {std::move(mesh), std::move(report_)};
    }

  private:
    bool one_round() {
        bool changed = false;
        if (options_.drop_degenerate)
            changed |= step([&] { return detail::drop_collapsed(soup_, options_, report_); });
        if (options_.drop_duplicates)
            changed |= step([&] { return detail::drop_duplicates(soup_, options_, report_); });
        if (options_.orient) changed |= step([&] { return detail::turn_polygons(soup_, options_, report_); });
        if (options_.close_holes_edges || options_.close_holes_length)
            changed |= step([&] { return detail::close_holes(soup_, options_, report_); });
        if (options_.drop_degenerate)
            changed |= step([&] { return detail::drop_flat(soup_, was_all_triangles_, options_, report_); });
        return changed;
    }

    template <typename F>
    bool step(const F& f) {
        if (options_.progress != nullptr) {
            if (options_.progress->cancelled()) throw Error("cancelled");
            options_.progress->report("mending", steps_++, 0);
        }
        return f();
    }

    // Defects left in one round may have been repaired in the next.
    void forget_what_is_left() {
        for (RepairCount* left : {&report_.kept_flat_polygons, &report_.kept_double_sided,
                                  &report_.unorientable_edges, &report_.undecided_pieces, &report_.voids})
            *left = {};
    }

    void note_open_holes(const Mesh& mesh) {
        TopologyOptions look;
        look.threads = options_.threads;
        const Topology topology(mesh, look);
        for (const BoundaryLoop& loop : topology.boundary_loops()) {
            const TriangleSide side = topology.sides_of(loop)[0];
            detail::count_place(report_.open_holes, options_.places,
                                {{}, mesh.triangle(side.triangle)[side.corner]});
        }
    }

    const Mesh& original_;
    const RepairOptions& options_;
    RepairSoup soup_;
    RepairReport report_;
    const bool was_all_triangles_;
    std::uint64_t steps_ = 0;
};

}  // namespace

bool RepairReport::changed() const {
    for (const RepairCount* c :
         {&merged_vertices, &shortened_polygons, &collapsed_polygons, &flat_polygons, &duplicate_polygons,
          &double_sided_polygons, &turned_polygons, &closed_holes, &dropped_vertices}) {
        if (c->count > 0) return true;
    }
    return false;
}

Repaired repaired(const Mesh& mesh, const RepairOptions& options) {
    check(options);
    return Repairer(mesh, options).run();
}

}  // namespace graze::inline v1
