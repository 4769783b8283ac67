// How far must a solid be moved so that two do not overlap? graze beside the peers' depths, and beside
// backtracking: halving the way since the last free place, as the seeds do.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/harness/timing.h"
#include "bench/methods/depth_method.h"
#include "bench/scenes/approach_line.h"
#include "graze/base/random.h"
#include "graze/convex/convex_hull.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/depth/penetration.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"

namespace graze::bench {
namespace {

DepthMethods depth_peers() {
    DepthMethods methods;
    const auto add = [&](DepthMethods more) {
        for (auto& method : more) methods.push_back(std::move(method));
    };
    static_cast<void>(add);
#if defined(GRAZE_BENCH_FCL)
    add(fcl_depth_methods());
#endif
#if defined(GRAZE_BENCH_BULLET)
    add(bullet_depth_methods());
#endif
    return methods;
}

struct DepthPair {
    std::string scene;
    Shape a, b;
    Pose pose_a, pose_b;
    Vec3 came_along;  // A came from far out along this direction
    bool convex = false;
};

template <class Work>
double depth_microseconds(std::size_t repeats, Work&& work) {
    double least = 1e300;
    for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, nanoseconds_of(work));
    return least / 1000;
}

bool is_out(const DepthPair& pair, const Vec3& t) {
    const Relation r = relation(pair.a, Pose::translation(t) * pair.pose_a, pair.b, pair.pose_b);
    return r == Relation::apart || r == Relation::touching;
}

// Back to a place outside, and then by halves towards the place where A is.
Vec3 backtracked(const DepthPair& pair) {
    double inside = 0, outside = length(pair.a.box().size()) + length(pair.b.box().size());
    for (int i = 0; i < 30; ++i) {
        const double middle = (inside + outside) / 2;
        const Pose moved = Pose::translation(pair.came_along * middle) * pair.pose_a;
        (intersects(pair.a, moved, pair.b, pair.pose_b) ? inside : outside) = middle;
    }
    return pair.came_along * outside;
}

// Sums over the pairs of a scene, as ratios to graze's length.
struct DepthRow {
    std::string scene, method;
    int pairs = 0, wrong = 0,
        silent = 0;  // moved as claimed and a bit more, the solids still overlap; no answer
    double ratio = 0, microseconds = 0;
};

std::vector<DepthPair> convex_pairs(std::size_t corners, int count) {
    std::vector<DepthPair> pairs;
    Random r(corners);
    while (pairs.size() < static_cast<std::size_t>(count)) {
        std::vector<Vec3> p, q;
        for (std::size_t i = 0; i < corners; ++i) {
            p.push_back(r.on_sphere());
            q.push_back(r.on_sphere());
        }
        const Vec3 along = r.on_sphere();
        DepthPair pair{fmt::format("hulls of {} points", corners),
                       Shape(ConvexHull(p).mesh()),
                       Shape(ConvexHull(q).mesh()),
                       Pose(r.rotation(), along * r.uniform(0.2, 1.9)),
                       Pose(r.rotation(), {}),
                       along,
                       true};
        if (relation(pair.a, pair.pose_a, pair.b, pair.pose_b) == Relation::overlapping)
            pairs.push_back(std::move(pair));
    }
    return pairs;
}

std::vector<DepthPair> copies(const MeshObject& object) {
    std::vector<DepthPair> pairs;
    const Shape shape(object.make());
    if (!shape.closed_surface().closed()) return pairs;
    const ApproachLine line(shape);
    for (const double share : {0.001, 0.01, 0.1, 0.5})
        if (const auto pose = line.sharing(share))
            pairs.push_back({object.name, shape, shape, *pose, {}, line.direction(), false});
    return pairs;
}

class DepthTable {
  public:
    DepthTable(DepthMethods& peers, std::size_t repeats) : peers_(peers), repeats_(repeats) {}

    void add(const std::vector<DepthPair>& pairs) {
        if (pairs.empty()) return;
        fmt::print(stderr, "depth: {}\n", pairs.front().scene);
        DepthRow graze{pairs.front().scene, "graze"}, bound = graze, depth = graze, back = graze;
        bound.method = "graze, lower bound";
        depth.method = "graze, local_depth";
        back.method = "backtracking";
        std::vector<double> lengths;
        for (const DepthPair& pair : pairs) {
            Penetration p;
            graze.microseconds += depth_microseconds(
                repeats_, [&] { p = penetration(pair.a, pair.pose_a, pair.b, pair.pose_b); });
            lengths.push_back(p.value);
            count(graze, 1, is_out(pair, p.translation));
            count(bound, p.at_least / p.value, true);
            LocalDepth d;
            depth.microseconds += depth_microseconds(
                repeats_, [&] { d = local_depth(pair.a, pair.pose_a, pair.b, pair.pose_b); });
            count(depth, d.value / p.value, is_out(pair, d.normal * (-d.value * (1 + 1e-6))));
            Vec3 t;
            back.microseconds += depth_microseconds(repeats_, [&] { t = backtracked(pair); });
            count(back, length(t) / p.value, is_out(pair, t));
        }
        rows_.insert(rows_.end(), {graze, bound, depth, back});
        for (const auto& peer : peers_)
            if (pairs.front().convex || !peer->convex()) add_peer(*peer, pairs, lengths);
    }
    const std::vector<DepthRow>& rows() const { return rows_; }

  private:
    static void count(DepthRow& row, double ratio, bool out) {
        ++row.pairs;
        row.ratio += ratio;
        row.wrong += out ? 0 : 1;
    }
    void add_peer(DepthMethod& peer, const std::vector<DepthPair>& pairs,
                  const std::vector<double>& lengths) {
        DepthRow row{pairs.front().scene, peer.name()};
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const DepthPair& pair = pairs[i];
            peer.load(pair.a.mesh(), pair.b.mesh());
            std::optional<ClaimedDepth> claimed;
            bool threw = false;
            row.microseconds += depth_microseconds(repeats_, [&] {
                try {
                    claimed = peer.depth(pair.pose_a, pair.pose_b);
                } catch (const std::exception&) {
                    threw = true;
                }
            });
            if (threw || !claimed) {
                ++row.silent;
                continue;
            }
            count(row, claimed->depth / lengths[i],
                  is_out(pair, claimed->way_of_a * (claimed->depth * (1 + 1e-6))));
        }
        rows_.push_back(row);
    }

    DepthMethods& peers_;
    std::size_t repeats_;
    std::vector<DepthRow> rows_;
};

}  // namespace

int run_depth_benchmark(const RunOptions& run_options, const DepthSelection& selection) {
    const LoadWatch watch;
    DepthMethods peers = depth_peers();
    DepthTable measured(peers, run_options.repeats);
    measured.add(convex_pairs(8, selection.convex_pairs));
    measured.add(convex_pairs(50, selection.convex_pairs));
    for (const MeshObject& object : mesh_objects(selection.objects)) measured.add(copies(object));
    Table table({{"scene", Align::left},
                 {"method", Align::left},
                 {"pairs"},
                 {"length / graze's"},
                 {"still overlap"},
                 {"no answer"},
                 {"µs"}});
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const DepthRow& row : measured.rows()) {
        const int all = row.pairs + row.silent;
        const double ratio = row.pairs > 0 ? row.ratio / row.pairs : std::nan(""),
                     time = row.microseconds / all;
        table.add_row({row.scene, row.method, fmt::format("{}", all),
                       row.pairs > 0 ? fmt::format("{:.3f}", ratio) : "", fmt::format("{}", row.wrong),
                       fmt::format("{}", row.silent),
                       row.microseconds > 0 ? fmt::format("{:.1f}", time) : ""});
        rows.push_back(
            {{"scene", row.scene},
             {"method", row.method},
             {"pairs", all},
             {"ratio", row.pairs > 0 ? nlohmann::ordered_json(ratio) : nlohmann::ordered_json(nullptr)},
             {"still_overlap", row.wrong},
             {"no_answer", row.silent},
             {"us", time}});
    }
    const Disturbance disturbance = watch.so_far();
    const Machine machine = this_machine();
    fmt::print("{}\n", text_head(run_options, machine, disturbance));
    print_section(run_options, "The way out of an overlap", table);
    auto json = json_head("depth", run_options, machine, disturbance);
    json["depth"] = std::move(rows);
    write_file(run_options, "depth.json", json.dump(2) + "\n");
    return 0;
}

}  // namespace graze::bench
