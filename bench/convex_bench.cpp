// Convex solids: yes or no and signed distances of hulls and boxes, and a hull with a mesh.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/benchmarks.h"
#include "bench/harness/table.h"
#include "bench/harness/timing.h"
#include "bench/methods/convex_method.h"
#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/convex_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/convex_certificate.h"
#include "graze/query/intersect/intersect.h"

namespace graze::bench {
namespace {

// A distance that is off by more than this is counted as an error.
constexpr double error_from = 1e-6;

enum class HowClose : std::uint8_t { separated, touching, penetrating };
constexpr std::array all_of_how_close{HowClose::separated, HowClose::touching, HowClose::penetrating};

std::string name_of(HowClose how) {
    return how == HowClose::separated ? "separated" : how == HowClose::touching ? "touching" : "penetrating";
}

// About as many corners as asked for: random points on a ball, so that each is one.
ConvexHull hull_with(std::size_t corners, Random& r) {
    std::vector<Vec3> points(corners);
    for (Vec3& p : points) p = r.on_sphere();
    return ConvexHull(points);
}

// Moves B along the normal until the signed distance is what it should be, twice, since the closest features
// change on the way. Touching solids are then within rounding of each other.
Pose moved_to(const Shape& a, const Pose& pose_a, const Shape& b, Pose pose_b, double wanted) {
    for (int i = 0; i < 6; ++i) {
        const SignedDistance d = convex_depth(a, pose_a, b, pose_b);
        if (std::abs(d.distance - wanted) < 1e-15) break;
        pose_b = Pose::translation(d.normal * (wanted - d.distance)) * pose_b;
    }
    return pose_b;
}

ConvexPoses poses_for(const Shape& a, const Shape& b, HowClose how, std::size_t count, Random& r) {
    ConvexPoses poses;
    for (std::size_t i = 0; i < count; ++i) {
        const Pose pose_a(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1}));
        const Pose pose_b(r.rotation(), pose_a.translation() + r.on_sphere() * 2.5);
        const double wanted = how == HowClose::separated  ? 0.02 + 0.48 * r.uniform()
                              : how == HowClose::touching ? 0
                                                          : -0.02 - 0.28 * r.uniform();
        poses.emplace_back(pose_a, moved_to(a, pose_a, b, pose_b, wanted));
    }
    return poses;
}

struct ConvexCell {
    std::string method;
    ChunkMinima time;
    std::size_t wrong = 0;    // answers, or distances that are off by more than error_from
    double worst = 0;         // of distances
    std::size_t aborted = 0;  // poses that end the program, which are counted as wrong and not timed
};

struct ConvexRow {
    std::string solids, how, question;
    std::size_t poses = 0;
    std::vector<ConvexCell> cells;  // graze first
};

class ConvexMeasurement {
  public:
    ConvexMeasurement(const RunOptions& run_options, std::size_t poses)
        : run_options_(run_options), count_(poses) {
        methods_.push_back(graze_convex_method());
        for (auto& method : peer_convex_methods()) methods_.push_back(std::move(method));
    }

    template <class A, class B>
    void solids(const std::string& name, const A& a, const B& b, Random& r) {
        const Shape shape_a(a), shape_b(b);
        for (const HowClose how : all_of_how_close) {
            const ConvexPoses poses = poses_for(shape_a, shape_b, how, count_, r);
            std::vector<bool> meet;
            std::vector<double> distances;
            for (const auto& [pose_a, pose_b] : poses) {
                meet.push_back(certified_intersects(shape_a, pose_a, shape_b, pose_b).answer == Answer::yes);
                const SignedDistance d = convex_depth(shape_a, pose_a, shape_b, pose_b);
                if (!(d.at_most - d.at_least <= 1e-12))
                    throw Error(
                        fmt::format("bounds of a signed distance differ by {}", d.at_most - d.at_least), name,
                        "make it a test");
                distances.push_back(d.distance);
            }
            ConvexRow yes{name, name_of(how), "yes or no", poses.size(), {}};
            ConvexRow distance{name, name_of(how), "signed distance", poses.size(), {}};
            for (auto& method : methods_) {
                if (!method->load(a, b)) continue;
                method->prepare(poses);
                yes.cells.push_back(yes_or_no(*method, meet));
                const bool only_depth = method->name().starts_with("libccd") && how != HowClose::penetrating;
                if (method->has_signed_distance() && !only_depth)
                    distance.cells.push_back(signed_distances(*method, distances));
            }
            rows_.push_back(std::move(yes));
            rows_.push_back(std::move(distance));
        }
    }

    void with_mesh(const std::string& name, const ConvexHull& hull, const Mesh& mesh, Random& r) {
        const Shape a(hull), b(mesh);
        for (const HowClose how : {HowClose::separated, HowClose::penetrating}) {
            ConvexPoses poses;
            std::vector<bool> meet;
            while (poses.size() < count_) {
                const Pose pose_a(r.rotation(), r.in_box({-1.6, -1.6, -1.6}, {1.6, 1.6, 1.6}));
                const Pose pose_b(r.rotation(), {});
                const bool yes = intersects(a, pose_a, b, pose_b);
                // Near ones: a mesh far away is dropped at once.
                if (yes != (how == HowClose::penetrating) || (!yes && !within(a, pose_a, b, pose_b, 0.05)))
                    continue;
                poses.emplace_back(pose_a, pose_b);
                meet.push_back(yes);
            }
            ConvexRow row{name, name_of(how), "yes or no", poses.size(), {}};
            for (auto& method : methods_) {
                if (!method->load(hull, mesh)) continue;
                method->prepare(poses);
                row.cells.push_back(yes_or_no(*method, meet));
            }
            rows_.push_back(std::move(row));
        }
    }

    const std::vector<ConvexRow>& rows() const { return rows_; }

  private:
    static constexpr std::size_t chunk_poses = 64;

    template <class Ask>
    void time(ConvexCell& cell, std::size_t count, const Ask& ask) const {
        for (std::size_t repeat = 0; repeat < run_options_.repeats; ++repeat)
            for (std::size_t first = 0; first < count; first += chunk_poses) {
                const std::size_t end = std::min(count, first + chunk_poses);
                const double ns = nanoseconds_of([&] {
                    for (std::size_t i = first; i < end; ++i) ask(i);
                });
                cell.time.add(first / chunk_poses, end - first, ns);
            }
    }

    ConvexCell yes_or_no(ConvexMethod& method, const std::vector<bool>& truth) {
        ConvexCell cell{.method = method.name(), .time = {}};
        for (std::size_t i = 0; i < truth.size(); ++i) cell.wrong += method.meets(i) != truth[i] ? 1 : 0;
        if (cell.wrong > 0 && method.name() == "graze")
            throw Error(fmt::format("{} answers of graze have a certificate of the opposite", cell.wrong),
                        "bench convex", "make it a test");
        std::size_t yes = 0;
        time(cell, truth.size(), [&](std::size_t i) { yes += method.meets(i) ? 1 : 0; });
        sink_ += static_cast<double>(yes);
        return cell;
    }

    // Does the method come back from this pose? Asked of a copy of the program.
    static bool comes_back(ConvexMethod& method, std::size_t pose) {
        const pid_t child = fork();
        if (child == 0) {
            if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
            method.signed_distance(pose);
            _exit(0);
        }
        int status = 0;
        return child < 0 || (waitpid(child, &status, 0) == child && WIFEXITED(status));
    }

    ConvexCell signed_distances(ConvexMethod& method, const std::vector<double>& truth) {
        ConvexCell cell{.method = method.name(), .time = {}};
        std::vector<bool> left_out(truth.size(), false);
        for (std::size_t i = 0; i < truth.size() && method.may_abort(); ++i)
            if (!comes_back(method, i)) left_out[i] = true, ++cell.wrong, ++cell.aborted;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            if (left_out[i]) continue;
            const double off = std::abs(method.signed_distance(i) - truth[i]);
            if (!(off <= error_from)) ++cell.wrong;
            cell.worst = std::isnan(off) ? off : std::max(cell.worst, off);
        }
        time(cell, truth.size(), [&](std::size_t i) {
            if (!left_out[i]) sink_ += method.signed_distance(i);
        });
        return cell;
    }

    RunOptions run_options_;
    std::size_t count_;
    ConvexMethods methods_;
    std::vector<ConvexRow> rows_;
    double sink_ = 0;  // so that no answer is left out
};

Table table_of(const std::vector<ConvexRow>& rows, const std::string& question) {
    const bool distances = question != "yes or no";
    std::vector<Column> columns{
        {"solids", Align::left}, {"", Align::left}, {"method", Align::left}, {"ns"}, {"/ graze"}, {"wrong"}};
    if (distances) columns.push_back({"largest error"});
    Table table(columns);
    for (const ConvexRow& row : rows) {
        if (row.question != question) continue;
        for (const ConvexCell& cell : row.cells) {
            const bool first = &cell == &row.cells.front();
            std::vector<std::string> cells{
                first ? row.solids : "",
                first ? row.how : "",
                cell.method,
                fmt::format("{:.0f}", cell.time.per_item()),
                fmt::format("{:.2f}", cell.time.per_item() / row.cells.front().time.per_item()),
                fmt::format("{} of {}", cell.wrong, row.poses) +
                    (cell.aborted > 0 ? fmt::format(", {} aborted", cell.aborted) : "")};
            if (distances) cells.push_back(first ? "below 1e-12" : fmt::format("{:.0e}", cell.worst));
            table.add_row(std::move(cells));
        }
    }
    return table;
}

nlohmann::ordered_json json_of(const ConvexRow& row) {
    nlohmann::ordered_json json{
        {"solids", row.solids}, {"state", row.how}, {"question", row.question}, {"poses", row.poses}};
    for (const ConvexCell& cell : row.cells)
        json["methods"].push_back({{"name", cell.method},
                                   {"ns", cell.time.per_item()},
                                   {"wrong", cell.wrong},
                                   {"aborted", cell.aborted},
                                   {"largest_error", cell.worst}});
    return json;
}

}  // namespace

int run_convex_benchmark(const RunOptions& run_options, const ConvexSelection& selection) {
    const LoadWatch watch;
    Random r(27);
    ConvexMeasurement measurement(run_options, selection.poses);
    for (const std::size_t corners : selection.corners)
        measurement.solids(fmt::format("hulls of {}", corners), hull_with(corners, r), hull_with(corners, r),
                           r);
    measurement.solids("boxes", OrientedBox({0.5, 0.7, 0.9}), OrientedBox({1.0, 0.3, 0.6}), r);
    for (const std::size_t corners : selection.corners) {
        const ConvexHull hull = hull_with(corners, r);
        std::vector<Vec3> small;
        for (const Vec3& p : hull.corners()) small.push_back(p * 0.25);
        measurement.with_mesh(fmt::format("hull of {}, torus of 40 000 triangles", corners),
                              ConvexHull(small), make_torus(1, 0.4, 200, 100), r);
    }
    nlohmann::ordered_json rows;
    for (const ConvexRow& row : measurement.rows()) rows["rows"].push_back(json_of(row));
    publish(
        "convex", run_options, watch,
        section_text(run_options, "Do they meet?", table_of(measurement.rows(), "yes or no")) +
            section_text(run_options, "The signed distance", table_of(measurement.rows(), "signed distance")),
        rows);
    return 0;
}

}  // namespace graze::bench
