#include "info_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "graze/base/error.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/topology.h"
#include "graze/mesh/weld.h"
#ifdef GRAZE_HAS_DEFORM
#include "graze/deform/self_collision/self_intersections.h"
#endif
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

constexpr std::size_t most_spots = 5;

struct DefectWords {
    std::string_view name, one, many;
};
constexpr std::array<DefectWords, defect_kinds> defect_words{{
    {"open_edges", "open edge", "open edges"},
    {"turned_edges", "edge whose two triangles are wound against each other",
     "edges whose two triangles are wound against each other"},
    {"crowded_edges", "edge of more than two triangles", "edges of more than two triangles"},
    {"touching_sheets", "point where sheets of the surface touch",
     "points where sheets of the surface touch"},
    {"one_sided_pieces", "piece that is one-sided, like a Moebius strip",
     "pieces that are one-sided, like a Moebius strip"},
    {"duplicate_triangles", "triangle that is there twice", "triangles that are there twice"},
    {"back_to_back_triangles", "triangle that is there twice, wound both ways",
     "triangles that are there twice, wound both ways"},
    {"collapsed_triangles", "triangle with two equal corners", "triangles with two equal corners"},
    {"flat_triangles", "triangle whose corners are on a line", "triangles whose corners are on a line"},
    {"self_intersections", "pair of triangles that meet elsewhere than at shared corners and edges",
     "pairs of triangles that meet elsewhere than at shared corners and edges"},
}};

// Looks at one mesh. Points are in the mesh's own frame, part numbers 0.
class MeshExaminer {
  public:
    MeshExaminer(const Mesh& mesh, const Threads& threads, Progress* progress) : mesh_(mesh) {
        TopologyOptions options;
        options.threads = threads;
        options.progress = progress;
        const Edges edges(mesh, threads);
        const Topology t(edges, options);
        facts_.different_points = edges.point_count();
        facts_.vertices = mesh.vertices().size();
        facts_.triangles = mesh.triangle_count();
        facts_.polygons = mesh.polygon_count();
        facts_.irregular_polygons = mesh.irregular_polygon_count();
        facts_.points = t.point_count();
        facts_.edges = t.edge_count();
        facts_.manifold = t.manifold();
        facts_.orientable = t.orientable();
        facts_.why_not_closed = t.surface().why_not();
        look_at_pieces(t);
        look_at_edges(t);
        look_at_triangles(t);
        look_at_rims(t);
        look_at_meetings(threads, progress);
        facts_.surface = surface_measures(mesh, threads);
        if (facts_.closed()) facts_.solid = solid_measures(mesh, t.surface(), threads);
    }

    Facts take() { return std::move(facts_); }

  private:
    Spot spot(TriangleId t, const Vec3& at) const { return {0, t, mesh_.polygon_of(t), at}; }
    Spot spot(const TriangleSide& side) const {
        return spot(side.triangle, mesh_.triangle(side.triangle)[side.corner]);
    }
    Spot spot(TriangleId t) const { return spot(t, bounds(mesh_.triangle(t)).center()); }

    void add(Defect defect, const Spot& where) {
        DefectCount& found = facts_[defect];
        ++found.count;
        if (found.first.size() < most_spots) found.first.push_back(where);
    }

    void look_at_pieces(const Topology& t) {
        facts_.pieces = t.components().size();
        facts_.clusters = t.cluster_count();
        for (const Component& c : t.components()) {
            facts_.closed_pieces += c.closed ? 1 : 0;
            if (!c.orientable) add(Defect::one_sided_pieces, spot(c.first_triangle));
            facts_.genus_known &= c.genus().has_value();
            facts_.handles += static_cast<std::uint64_t>(c.genus().value_or(0));
        }
    }
    void look_at_edges(const Topology& t) {
        for (const LocatedEdge& e : t.inconsistent_edges()) add(Defect::turned_edges, spot(e.side));
        for (const LocatedEdge& e : t.non_manifold_edges()) add(Defect::crowded_edges, spot(e.side));
        for (const LocatedPoint& p : t.non_manifold_points())
            add(Defect::touching_sheets, spot(p.triangle, mesh_.vertices()[p.vertex]));
    }
    void look_at_triangles(const Topology& t) {
        for (const DuplicateTriangle& d : t.duplicates())
            add(d.opposite ? Defect::back_to_back_triangles : Defect::duplicate_triangles, spot(d.triangle));
        for (const TriangleId id : t.collapsed_triangles()) add(Defect::collapsed_triangles, spot(id));
        for (const TriangleId id : t.flat_triangles()) add(Defect::flat_triangles, spot(id));
    }
    // Every rim is a place to look at, so the spots of open edges are the first vertices of the first rims.
    void look_at_rims(const Topology& t) {
        DefectCount& open = facts_[Defect::open_edges];
        open.count = t.boundary_edge_count();
        facts_.rims = t.boundary_loops().size();
        for (const BoundaryLoop& loop : t.boundary_loops()) {
            const Spot start = spot(t.sides_of(loop)[0]);
            if (open.first.size() < most_spots) open.first.push_back(start);
            const std::uint32_t piece = t.surface().component_of_triangle()[start.triangle];
            facts_.longest_rims.push_back(
                {start, loop.side_count, loop.length, loop.closed, t.components()[piece].triangles});
            if (facts_.longest_rims.size() >= 4096) keep_longest(facts_.longest_rims);
        }
        keep_longest(facts_.longest_rims);
    }

    // Of the surface with its equal points merged. Triangles that are there twice are another defect.
    void look_at_meetings([[maybe_unused]] const Threads& threads, [[maybe_unused]] Progress* progress) {
#ifdef GRAZE_HAS_DEFORM
        Welded welded = weld(mesh_.vertices());
        std::vector<std::array<VertexId, 3>> triangles(mesh_.triangles().begin(), mesh_.triangles().end());
        for (auto& corners : triangles)
            for (VertexId& v : corners) v = welded.index[v];
        const Shape surface(Mesh(std::move(welded.vertices), std::move(triangles)),
                            {.threads = threads, .progress = progress, .effort = BuildEffort::fast});
        const auto sorted = [&](TriangleId t) {
            std::array<VertexId, 3> corners = surface.mesh().triangles()[t];
            std::ranges::sort(corners);
            return corners;
        };
        for (const TrianglePair& pair :
             self_intersections(surface, {.threads = threads, .progress = progress}))
            if (sorted(pair.a) != sorted(pair.b)) add(Defect::self_intersections, spot(pair.a));
#endif
    }

  public:
    static void keep_longest(std::vector<Rim>& rims) {
        std::ranges::stable_sort(rims, std::greater<>(), &Rim::length);
        if (rims.size() > most_spots) rims.resize(most_spots);
    }

  private:
    const Mesh& mesh_;
    Facts facts_;
};

// Spots as they are in the assembly.
void place(Facts& facts, std::size_t part, const Pose& world_from_part) {
    const auto move = [&](Spot& spot) {
        spot.part = part;
        spot.at = world_from_part(spot.at);
    };
    for (DefectCount& defect : facts.defects) std::ranges::for_each(defect.first, move);
    for (Rim& rim : facts.longest_rims) move(rim.start);
}

// Defects of a mesh, which count once.
void add_defects(Facts& all, const Facts& mesh) {
    for (std::size_t i = 0; i < defect_kinds; ++i) {
        DefectCount& to = all.defects[i];
        to.count += mesh.defects[i].count;
        for (const Spot& spot : mesh.defects[i].first) {
            if (to.first.size() < most_spots) to.first.push_back(spot);
        }
    }
    all.rims += mesh.rims;
    all.longest_rims.insert(all.longest_rims.end(), mesh.longest_rims.begin(), mesh.longest_rims.end());
    MeshExaminer::keep_longest(all.longest_rims);
    all.irregular_polygons += mesh.irregular_polygons;
    all.manifold &= mesh.manifold;
    all.orientable &= mesh.orientable;
    all.genus_known &= mesh.genus_known;
}

// Adds the facts that count once per part.
void add_amounts(Facts& all, const Facts& mesh) {
    all.vertices += mesh.vertices;
    all.triangles += mesh.triangles;
    all.polygons += mesh.polygons;
    all.points += mesh.points;
    all.different_points += mesh.different_points;
    all.edges += mesh.edges;
    all.pieces += mesh.pieces;
    all.closed_pieces += mesh.closed_pieces;
    all.clusters += mesh.clusters;
    all.handles += mesh.handles;
    all.surface.area += mesh.surface.area;
}

class FileExaminer {
  public:
    FileExaminer(FileFacts& facts, const LoadOptions& options, bool keep_parts)
        : facts_(facts), options_(options), keep_parts_(keep_parts) {
        number_meshes();
    }

    void run() {
        // Piece by piece: there may be very many meshes, and facts about one are not small.
        constexpr std::size_t at_once = 1024;
        const std::size_t count = first_part_.size();
        for (std::size_t first = 0; first < count; first += at_once) {
            std::vector<Facts> some(std::min(at_once, count - first));
            if (options_.progress != nullptr && count > 1)
                options_.progress->report("looking at parts", first, count);
            parallel_for(options_.threads, some.size(), 1, [&](std::size_t i, std::size_t) {
                if (options_.progress != nullptr && options_.progress->cancelled()) throw Error("cancelled");
                const Part& part = facts_.assembly().parts[first_part_[first + i]];
                some[i] = MeshExaminer(*part.mesh, options_.threads, count == 1 ? options_.progress : nullptr)
                              .take();
                place(some[i], first_part_[first + i], part.world_from_part);
            });
            for (std::size_t i = 0; i < some.size(); ++i) add(first + i, std::move(some[i]));
        }
        find_boxes();
        finish_measures();
        look_at_parts_together();
    }

  private:
    void number_meshes() {
        const std::vector<Part>& parts = facts_.assembly().parts;
        std::unordered_map<const Mesh*, std::size_t> number;
        facts_.parts.resize(parts.size());
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const auto [entry, is_new] = number.emplace(parts[p].mesh.get(), first_part_.size());
            if (is_new) {
                first_part_.push_back(p);
                instances_.push_back(0);
            }
            facts_.parts[p].mesh = entry->second;
            ++instances_[entry->second];
        }
        for (PartFacts& p : facts_.parts) p.instances = instances_[p.mesh];
        facts_.mesh_count = first_part_.size();
    }

    void add(std::size_t mesh, Facts facts) {
        add_defects(facts_.all, facts);
        for (std::size_t i = 0; i < instances_[mesh]; ++i) add_amounts(facts_.all, facts);
        if (!facts.closed()) {
            if (facts_.open_parts == 0) facts_.first_open_part = first_part_[mesh];
            facts_.open_parts += instances_[mesh];
            if (facts_.all.why_not_closed.empty()) facts_.all.why_not_closed = facts.why_not_closed;
        }
        if (facts_.parts.size() == 1) {
            facts_.all.surface = facts.surface;
            facts_.all.solid = facts.solid;
            if (facts.surface.centroid) facts_.all.surface.centroid = world(0, *facts.surface.centroid);
            if (facts.solid && facts.solid->centroid)
                facts_.all.solid->centroid = world(0, *facts.solid->centroid);
            if (facts.solid && facts.solid->inertia)
                facts_.all.solid->inertia =
                    turned(*facts.solid->inertia, facts_.assembly().parts[0].world_from_part);
        }
        if (facts.solid)
            facts_.volume_of_closed_parts += facts.solid->volume * static_cast<double>(instances_[mesh]);
        if (keep_parts_) facts_.meshes.push_back(std::move(facts));
    }
    Vec3 world(std::size_t part, const Vec3& p) const {
        return facts_.assembly().parts[part].world_from_part(p);
    }

    void find_boxes() {
        for (const Part& part : facts_.assembly().parts) {
            for (const Vec3& v : part.mesh->vertices()) facts_.box.grow(part.world_from_part(v));
        }
    }

    // For several parts, only facts that add up whatever their poses.
    void finish_measures() {
        if (facts_.parts.size() < 2 || facts_.open_parts > 0) return;
        facts_.all.solid = SolidMeasures{facts_.volume_of_closed_parts, {}, {}};
    }

    // Groups of one body may each be open, and closed together.
    void look_at_parts_together() {
        constexpr std::uint64_t most_triangles = 100'000'000;
        if (facts_.open_parts == 0 || facts_.parts.size() < 2 || facts_.all.triangles > most_triangles)
            return;
        const std::optional<Mesh>& soup = facts_.file().soup;
        facts_.closed_together =
            ClosedSurface(soup ? *soup : merged(facts_.assembly()), options_.threads).closed();
    }

    FileFacts& facts_;
    const LoadOptions& options_;
    const bool keep_parts_;
    std::vector<std::size_t> first_part_;  // of each mesh
    std::vector<std::size_t> instances_;
};

}  // namespace

std::string_view name_of(Defect defect) {
    return defect_words[static_cast<std::size_t>(defect)].name;
}

std::string words_for(Defect defect, std::uint64_t count) {
    const DefectWords& words = defect_words[static_cast<std::size_t>(defect)];
    return fmt::format("{} {}", with_thousands(count), count == 1 ? words.one : words.many);
}

std::string FileFacts::path_of(std::size_t part) const {
    return path_in_file(assembly().parts[part], file());
}

FileFacts find_facts(const std::filesystem::path& file, const LoadAssemblyOptions& options, bool keep_parts) {
    FileFacts facts;
    LoadAssemblyOptions load = options;
    load.keep_soups = true;
    facts.loaded = load_assembly(std::span(&file, 1), load);
    FileExaminer(facts, options.load, keep_parts).run();
    if (const std::optional<Mesh>& soup = facts.file().soup) {
        // Parts have copies of vertices that they share, and no copy of vertices that no polygon uses.
        const bool are_the_same = facts.parts.size() == 1 && facts.file().unused_vertices == 0;
        if (!are_the_same) facts.all.different_points = weld(soup->vertices()).vertices.size();
        facts.all.vertices = soup->vertices().size();
        facts.content_hash = content_hash(*soup);
    } else if (facts.parts.size() == 1) {
        facts.content_hash = content_hash(*facts.assembly().parts[0].mesh);
    }
    return facts;
}

}  // namespace graze::app
