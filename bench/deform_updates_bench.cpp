// How a hierarchy follows the vertices from frame to frame: from the leaves up, from the root down, both,
// with inflated boxes, built anew; on a plain tree of boxes, so that only the methods differ (Larsson and
// Akenine-Moller 2001; Mezger, Kimmerle, Etzmuss 2003). And what DeformableShape makes of it, and contacts
// within steps.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "graze/deform/continuous/step_contacts.h"
#include "graze/deform/deformable_shape.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "graze/models/bending.h"
#include "graze/query/intersect/intersect.h"
#ifdef GRAZE_BENCH_IO
#include "graze/io/load.h"
#endif

namespace graze::bench {
namespace {

// Of this thread, so that other programs do not count.
template <class Work>
double processor_nanoseconds_of(Work&& work) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
}

// A binary tree of boxes along the axes. Nodes are in depth-first order, the first child after its parent;
// the triangles of a subtree follow one another.
class PlainTree {
  public:
    enum class Update : std::uint8_t { bottom_up, top_down, hybrid, inflated, anew };

    PlainTree(const Mesh& mesh, Update update) : mesh_(mesh), update_(update) { build(mesh.vertices()); }

    void update(std::span<const Vec3> vertices) {
        vertices_ = vertices;
        ++frame_;
        switch (update_) {
            case Update::bottom_up:
                for (std::size_t n = nodes_.size(); n-- > 0;)
                    set(n, nodes_[n].is_leaf() ? fitted(n) : joined(n));
                break;
            case Update::top_down:
                set(0, fitted(0));
                break;
            case Update::hybrid:
                // Half of the levels at once; the rest when somebody looks.
                for (std::size_t n = nodes_.size(); n-- > 0;) {
                    const Node& node = nodes_[n];
                    if (2 * node.level > levels_) continue;
                    const bool lowest = node.is_leaf() || 2 * (node.level + 1) > levels_;
                    set(n, lowest ? fitted(n) : joined(n));
                }
                break;
            case Update::inflated:
                for (std::size_t n = nodes_.size(); n-- > 0;) inflate(n);
                break;
            case Update::anew:
                build(vertices);
                break;
        }
    }

    const Box& box(std::size_t n) {
        Node& node = nodes_[n];
        const bool lazy = update_ == Update::top_down || update_ == Update::hybrid;
        if (lazy && node.frame != frame_) set(n, fitted(n));
        return node.box;
    }
    bool is_leaf(std::size_t n) const { return nodes_[n].is_leaf(); }
    std::size_t second(std::size_t n) const { return nodes_[n].second; }
    std::uint64_t written = 0;

  private:
    struct Node {
        Box box;
        std::uint64_t frame = 0;
        std::uint32_t second = 0;  // child; 0: leaf
        std::uint32_t first = 0, count = 0;
        std::uint32_t level = 0;
        bool changed = false;
        bool is_leaf() const { return second == 0; }
    };
    static constexpr std::uint32_t leaf_size = 4;

    void build(std::span<const Vec3> vertices) {
        vertices_ = vertices;
        middles_.resize(mesh_.triangle_count());
        order_.resize(middles_.size());
        for (TriangleId t = 0; t < order_.size(); ++t) {
            const auto& c = mesh_.triangles()[t];
            order_[t] = t;
            middles_[t] = vertices[c[0]] + vertices[c[1]] + vertices[c[2]];
        }
        nodes_.clear();
        levels_ = 0;
        split(0, static_cast<std::uint32_t>(order_.size()), 0);
        written += nodes_.size();
    }
    void split(std::uint32_t first, std::uint32_t count, std::uint32_t level) {
        const std::size_t n = nodes_.size();
        nodes_.push_back({{}, frame_, 0, first, count, level, false});
        levels_ = std::max(levels_, level);
        nodes_[n].box = fitted(n);
        if (count <= leaf_size) return;
        Box spread;
        for (std::uint32_t i = first; i < first + count; ++i) spread.grow(middles_[order_[i]]);
        const Vec3 size = spread.size();
        const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const auto begin = order_.begin() + first;
        std::nth_element(begin, begin + count / 2, begin + count, [&](TriangleId p, TriangleId q) {
            return middles_[p][axis] < middles_[q][axis] || (middles_[p][axis] == middles_[q][axis] && p < q);
        });
        split(first, count / 2, level + 1);
        nodes_[n].second = static_cast<std::uint32_t>(nodes_.size());
        split(first + count / 2, count - count / 2, level + 1);
    }
    Box fitted(std::size_t n) const {
        Box box;
        for (std::uint32_t i = nodes_[n].first; i < nodes_[n].first + nodes_[n].count; ++i)
            for (const VertexId v : mesh_.triangles()[order_[i]]) box.grow(vertices_[v]);
        return box;
    }
    Box joined(std::size_t n) const {
        Box box = nodes_[n + 1].box;
        box.grow(nodes_[nodes_[n].second].box);
        return box;
    }
    void set(std::size_t n, const Box& box) {
        nodes_[n].box = box;
        nodes_[n].frame = frame_;
        ++written;
    }
    // Leaves are larger by a quarter on each side than they need be, and stay while they hold.
    void inflate(std::size_t n) {
        Node& node = nodes_[n];
        node.changed = false;
        if (node.is_leaf()) {
            const Box now = fitted(n);
            if (node.box.contains(now.lower) && node.box.contains(now.upper)) return;
            const Vec3 size = now.size();
            const double margin = 0.25 * std::max({size.x, size.y, size.z});
            set(n, {now.lower - Vec3{margin, margin, margin}, now.upper + Vec3{margin, margin, margin}});
            node.changed = true;
        } else if (nodes_[n + 1].changed || nodes_[node.second].changed) {
            set(n, joined(n));
            node.changed = true;
        }
    }

    const Mesh& mesh_;
    Update update_;
    std::span<const Vec3> vertices_;
    std::vector<Vec3> middles_;
    std::vector<TriangleId> order_;
    std::vector<Node> nodes_;
    std::uint64_t frame_ = 0;
    std::uint32_t levels_ = 0;
};

// Pairs of leaves whose boxes overlap.
std::uint64_t overlaps(PlainTree& a, std::size_t i, PlainTree& b, std::size_t j) {
    if (!overlap(a.box(i), b.box(j))) return 0;
    if (a.is_leaf(i) && b.is_leaf(j)) return 1;
    if (!a.is_leaf(i)) return overlaps(a, i + 1, b, j) + overlaps(a, a.second(i), b, j);
    return overlaps(a, i, b, j + 1) + overlaps(a, i, b, b.second(j));
}

struct Frames {
    std::string name;
    Mesh a, b;  // b may be empty
    std::vector<std::vector<Vec3>> of_a, of_b;
};

// Keys, with frames in between.
Frames frames_of(std::string name, const BendingScene& scene, std::size_t between) {
    Frames frames{std::move(name), scene.meshes[0].mesh, {}, {}, {}};
    const auto fill = [&](const KeyedMesh& keyed, std::vector<std::vector<Vec3>>& out) {
        for (std::size_t k = 0; k + 1 < keyed.keys.size(); ++k) {
            for (std::size_t i = 0; i < between; ++i) {
                std::vector<Vec3> frame = keyed.keys[k];
                const double share = static_cast<double>(i) / static_cast<double>(between);
                for (std::size_t v = 0; v < frame.size(); ++v)
                    frame[v] += (keyed.keys[k + 1][v] - frame[v]) * share;
                out.push_back(std::move(frame));
            }
        }
    };
    fill(scene.meshes[0], frames.of_a);
    if (scene.meshes.size() > 1) {
        frames.b = scene.meshes[1].mesh;
        fill(scene.meshes[1], frames.of_b);
    }
    return frames;
}

struct Tables {
    Table plain{{{"scene", Align::left},
                 {"triangles"},
                 {"method", Align::left},
                 {"update, ms a frame"},
                 {"pairs of leaves, ms"},
                 {"both"},
                 {"boxes written"}}};
    Table shapes{{{"scene", Align::left},
                  {"triangles"},
                  {"rebuilds", Align::left},
                  {"move_to, ms a frame"},
                  {"self_intersections, ms"},
                  {"whole"},
                  {"in part"}}};
    Table steps{{{"step", Align::left},
                 {"triangles"},
                 {"contacts"},
                 {"pairs of features"},
                 {"exact"},
                 {"1 thread, ms of processor time"},
                 {"2 threads, ms"}}};
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
};

void measure_plain(const Frames& frames, std::size_t repeats, Tables& tables) {
    using Update = PlainTree::Update;
    const std::pair<const char*, Update> methods[] = {{"bottom-up", Update::bottom_up},
                                                      {"top-down", Update::top_down},
                                                      {"hybrid", Update::hybrid},
                                                      {"inflated", Update::inflated},
                                                      {"anew", Update::anew}};
    for (const auto& [name, method] : methods) {
        double update = 1e300, query = 1e300;
        std::uint64_t written = 0, pairs = 0;
        for (std::size_t r = 0; r < repeats; ++r) {
            PlainTree a(frames.a, method), b(frames.b.empty() ? frames.a : frames.b, method);
            a.written = b.written = 0;
            double updates = 0, queries = 0;
            pairs = 0;
            for (std::size_t f = 0; f < frames.of_a.size(); ++f) {
                updates += processor_nanoseconds_of([&] {
                    a.update(frames.of_a[f]);
                    if (!frames.b.empty()) b.update(frames.of_b[f]);
                });
                queries +=
                    processor_nanoseconds_of([&] { pairs += overlaps(a, 0, frames.b.empty() ? a : b, 0); });
            }
            update = std::min(update, updates);
            query = std::min(query, queries);
            written = a.written + b.written;
        }
        const double per_frame = 1e-6 / static_cast<double>(frames.of_a.size());
        const std::size_t triangles = frames.a.triangle_count() + frames.b.triangle_count();
        tables.plain.add_row(
            {frames.name, fmt::format("{}", triangles), name, fmt::format("{:.3f}", update * per_frame),
             fmt::format("{:.3f}", query * per_frame), fmt::format("{:.3f}", (update + query) * per_frame),
             fmt::format("{}", written / frames.of_a.size())});
        tables.rows.push_back({{"scene", frames.name},
                               {"question", "plain update"},
                               {"method", name},
                               {"triangles", triangles},
                               {"ms_update", update * per_frame},
                               {"ms_query", query * per_frame},
                               {"leaf_pairs", pairs},
                               {"boxes_written", written}});
    }
}

void measure_shape(const Frames& frames, std::size_t repeats, Tables& tables) {
    struct Mode {
        const char* name;
        DeformOptions options;
    };
    const Mode modes[] = {
        {"none", {.rebuild_at = 0}}, {"whole", {.whole_rebuilds = true}}, {"in part (default)", {}}};
    for (const Mode& mode : modes) {
        double update = 1e300, query = 1e300;
        DeformCounts counts;
        for (std::size_t r = 0; r < repeats; ++r) {
            DeformableShape shape(frames.a, mode.options);
            double updates = 0, queries = 0;
            for (const auto& frame : frames.of_a) {
                updates += processor_nanoseconds_of([&] { shape.move_to(frame); });
                queries += processor_nanoseconds_of([&] { self_intersections(shape.shape()); });
            }
            update = std::min(update, updates);
            query = std::min(query, queries);
            counts = shape.counts();
        }
        const double per_frame = 1e-6 / static_cast<double>(frames.of_a.size());
        tables.shapes.add_row({frames.name, fmt::format("{}", frames.a.triangle_count()), mode.name,
                               fmt::format("{:.3f}", update * per_frame),
                               fmt::format("{:.3f}", query * per_frame), fmt::format("{}", counts.rebuilds),
                               fmt::format("{}", counts.partial_rebuilds)});
        tables.rows.push_back({{"scene", frames.name},
                               {"question", "rebuilds"},
                               {"method", mode.name},
                               {"ms_update", update * per_frame},
                               {"ms_query", query * per_frame},
                               {"rebuilds", counts.rebuilds},
                               {"partial_rebuilds", counts.partial_rebuilds}});
    }
}

void measure_step(const std::string& name, const Mesh& mesh, std::span<const Vec3> to, std::size_t repeats,
                  Tables& tables) {
    const Shape shape(mesh);
    QueryCounts counts;
    const std::size_t contacts = step_contacts(shape, to, {.counts = &counts}).size();
    double alone = 1e300, together = 1e300;
    const QueryOptions two{.threads = Threads(2)};
    for (std::size_t r = 0; r < repeats; ++r) {
        alone = std::min(alone, 1e-6 * processor_nanoseconds_of([&] { step_contacts(shape, to); }));
        together = std::min(together, 1e-6 * nanoseconds_of([&] { step_contacts(shape, to, two); }));
    }
    tables.steps.add_row({name, fmt::format("{}", mesh.triangle_count()), fmt::format("{}", contacts),
                          fmt::format("{}", counts.triangle_pairs), fmt::format("{}", counts.exact_pairs),
                          fmt::format("{:.1f}", alone), fmt::format("{:.1f}", together)});
    tables.rows.push_back({{"step", name},
                           {"question", "step contacts"},
                           {"contacts", contacts},
                           {"pairs", counts.triangle_pairs},
                           {"exact", counts.exact_pairs},
                           {"ms_1", alone},
                           {"ms_2", together}});
}

}  // namespace

int run_deform_updates_benchmark(const RunOptions& run_options, const DeformUpdatesSelection& selection) {
    const LoadWatch watch;
    Tables tables;
    const double scale = selection.scale;
    const auto wish = [&](double triangles) {
        return BendingOptions{std::max(500U, static_cast<std::uint32_t>(triangles * scale)), 11};
    };
    const Frames scenes[] = {frames_of("tablecloth", make_tablecloth(wish(16'000)), 10),
                             frames_of("walk in a dress", make_walk_in_dress(wish(65'000)), 10),
                             frames_of("swirling cloth", make_swirling_cloth(wish(8'000)), 10)};
    for (const Frames& frames : scenes) {
        fmt::print(stderr, "deform-updates: {}\n", frames.name);
        measure_plain(frames, run_options.repeats, tables);
        measure_shape(frames, run_options.repeats, tables);
        const std::size_t middle = frames.of_a.size() / 2;
        measure_step(frames.name + ", a tenth of a key interval",
                     Mesh(frames.of_a[middle], {frames.a.triangles().begin(), frames.a.triangles().end()}),
                     frames.of_a[middle + 1], run_options.repeats, tables);
    }
#ifdef GRAZE_BENCH_IO
    if (!selection.frames.empty()) {
        const Mesh first = load_mesh(selection.frames.at(0)).mesh,
                   second = load_mesh(selection.frames.at(1)).mesh;
        const std::string name = selection.frames.at(0).stem().string();
        for (const double share : {0.1, 1.0}) {
            std::vector<Vec3> to(first.vertices().begin(), first.vertices().end());
            for (std::size_t v = 0; v < to.size(); ++v) to[v] += (second.vertices()[v] - to[v]) * share;
            measure_step(name + (share < 1 ? ", a tenth of the step" : ", the whole step"), first, to,
                         run_options.repeats, tables);
        }
    }
#endif
    const Disturbance disturbance = watch.so_far();
    const Machine machine = this_machine();
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "Updates of a plain tree of boxes, and pairs of leaves found with it",
                  tables.plain);
    print_section(run_options, "DeformableShape: when its hierarchy is built anew", tables.shapes);
    print_section(run_options, "Contacts of a mesh with itself within a step", tables.steps);
    auto json = json_head("deform-updates", run_options, machine, disturbance);
    json["rows"] = std::move(tables.rows);
    write_file(run_options, "deform-updates.json", json.dump(2) + "\n");
    return 0;
}

}  // namespace graze::bench
