// graze check: do two meshes have a point in common?
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "graze/query/brute_force.h"
#include "graze/query/triangle_pair.h"
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

struct Options {
    std::string file_a, file_b, pose_a = "0,0,0", pose_b = "0,0,0", threads = "0";
    bool all = false, json = false;
};

// Pairs beyond this many are counted but not listed: two heaps of the same triangle have millions of
// millions.
constexpr std::uint64_t most_listed_pairs = 10'000'000;

struct Placed {
    std::string file;
    Mesh mesh;
    Pose pose;

    Triangle world(TriangleId t) const { return pose(mesh.triangle(t)); }
    const MeshPart& part_of(TriangleId t) const { return mesh.parts()[mesh.part_of(mesh.polygon_of(t))]; }
};

struct Answer {
    Placed a, b;
    BruteForceResult found;

    TriangleIntersection common(const TrianglePair& pair) const {
        return intersection(a.world(pair.a), b.world(pair.b));
    }
    double undecided_share() const {
        const FilterCounts& n = found.counts;
        return n.pairs == 0 ? 0 : static_cast<double>(n.undecided) / static_cast<double>(n.pairs);
    }
    // This question is about surfaces. One mesh inside the other has no point in common with it; where that
    // may be so the user hears about it.
    const char* possibly_inside() const {
        if (found.touching()) return nullptr;
        const Box box_a = a.pose(a.mesh.box()), box_b = b.pose(b.mesh.box());
        if (box_a.contains(box_b.lower) && box_a.contains(box_b.upper)) return "b_in_a";
        if (box_b.contains(box_a.lower) && box_b.contains(box_a.upper)) return "a_in_b";
        return nullptr;
    }
};

const char* name(CommonKind kind) {
    switch (kind) {
        case CommonKind::none:
            return "none";
        case CommonKind::point:
            return "point";
        case CommonKind::segment:
            return "segment";
        case CommonKind::polygon:
            return "polygon";
    }
    return "none";
}

const char* name(Feature::Kind kind) {
    switch (kind) {
        case Feature::Kind::corner:
            return "corner";
        case Feature::Kind::edge:
            return "edge";
        case Feature::Kind::face:
            return "face";
    }
    return "face";
}

Json feature_json(const Feature& feature) {
    return {{"kind", name(feature.kind)}, {"index", feature.index}};
}

Json placed_json(const Placed& placed) {
    Json rows = Json::array();
    for (const auto& row : placed.pose.matrix()) rows.push_back(row);
    return {{"file", placed.file}, {"triangles", placed.mesh.triangle_count()}, {"pose", std::move(rows)}};
}

Json triangle_json(const Placed& placed, TriangleId t) {
    return {{"triangle", t}, {"polygon", placed.mesh.polygon_of(t)}, {"part", placed.part_of(t).name}};
}

Json pair_json(const Answer& answer, const TrianglePair& pair) {
    const TriangleIntersection common = answer.common(pair);
    Json points = Json::array();
    for (const CommonPoint& p : common.points())
        points.push_back({{"position", to_json(p.position)},
                          {"on_a", feature_json(p.on_a)},
                          {"on_b", feature_json(p.on_b)}});
    return {{"a", triangle_json(answer.a, pair.a)},
            {"b", triangle_json(answer.b, pair.b)},
            {"kind", name(common.kind)},
            {"coplanar", common.coplanar},
            {"points", std::move(points)}};
}

// Pairs are written one by one: as one document, millions of them would take gigabytes.
void write_json(Output& out, const Answer& answer, bool all) {
    const BruteForceResult& found = answer.found;
    const char* inside = answer.possibly_inside();
    Json document{{"schema", "graze.check/1"},
                  {"touching", found.touching()},
                  {"a", placed_json(answer.a)},
                  {"b", placed_json(answer.b)},
                  {"possibly_inside", inside != nullptr ? Json(inside) : Json(nullptr)},
                  {"filter",
                   {{"pairs", found.counts.pairs},
                    {"apart", found.counts.apart},
                    {"intersecting", found.counts.intersecting},
                    {"undecided", found.counts.undecided},
                    {"undecided_share", answer.undecided_share()}}},
                  {"first", found.pairs.empty() ? Json(nullptr) : pair_json(answer, found.pairs.front())}};
    if (all) document["pair_count"] = found.pair_count;
    std::string text = dump(document);
    if (!all) {
        out.write(text);
        return;
    }
    text.erase(text.size() - 3);  // "\n}\n": the list of pairs comes before it
    out.write(text + ",\n  \"pairs\": [");
    const char* separator = "\n    ";
    for (const TrianglePair& pair : found.pairs) {
        out.write(separator + dump_line(pair_json(answer, pair)));
        separator = ",\n    ";
    }
    out.write(found.pairs.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

std::string to_text(const Feature& feature) {
    return feature.kind == Feature::Kind::face ? "face"
                                               : fmt::format("{} {}", name(feature.kind), feature.index);
}

std::string triangle_text(const Placed& placed, TriangleId t) {
    std::string text = fmt::format("triangle {}", t);
    if (!placed.mesh.all_triangles()) text += fmt::format(", polygon {}", placed.mesh.polygon_of(t));
    if (const std::string& part = placed.part_of(t).name; !part.empty())
        text += fmt::format(", part '{}'", printable(part));
    return text;
}

// Coordinates stand in columns.
std::vector<std::string> point_lines(const TriangleIntersection& common) {
    std::array<std::size_t, 3> width{};
    for (const CommonPoint& p : common.points())
        for (std::size_t i = 0; i < 3; ++i) width[i] = std::max(width[i], number(p.position[i]).size());
    std::vector<std::string> lines;
    for (const CommonPoint& p : common.points()) {
        std::string line;
        for (std::size_t i = 0; i < 3; ++i) line += fmt::format("{:>{}}  ", number(p.position[i]), width[i]);
        lines.push_back(line + fmt::format(" on {} of A, {} of B", to_text(p.on_a), to_text(p.on_b)));
    }
    return lines;
}

std::string first_pair_text(const Style& style, const Answer& answer) {
    const TrianglePair pair = answer.found.pairs.front();
    const TriangleIntersection common = answer.common(pair);
    std::string text =
        field(style, "first pair", "A  " + triangle_text(answer.a, pair.a)) +
        field(style, "", "B  " + triangle_text(answer.b, pair.b)) +
        field(style, "have in common",
              fmt::format("a {}{}", name(common.kind), common.coplanar ? " (coplanar triangles)" : ""));
    for (const std::string& line : point_lines(common)) text += field(style, "", line);
    return text;
}

std::string to_text(const Style& style, const Answer& answer, bool all) {
    const BruteForceResult& found = answer.found;
    std::string text = found.touching() ? style.yellow("touching: the meshes have a point in common")
                                        : style.green("apart: the meshes have no point in common");
    text += "\n" + field(style, "A", printable(answer.a.file)) + field(style, "B", printable(answer.b.file));
    if (all) text += field(style, "pairs", with_thousands(found.pair_count));
    if (found.touching()) text += first_pair_text(style, answer);
    if (const std::string_view inside = answer.possibly_inside() == nullptr ? "" : answer.possibly_inside();
        !inside.empty())
        text += field(style, "note",
                      inside == "b_in_a"
                          ? "B's box lies within A's: B may be inside A, its surface is not touched"
                          : "A's box lies within B's: A may be inside B, its surface is not touched");
    const FilterCounts& counts = found.counts;
    text += field(style, "compared", count_of(counts.pairs, "triangle pair") + " whose boxes overlap");
    if (counts.pairs > 0)
        text += field(style, "",
                      fmt::format("{} left to exact arithmetic ({:.3g} %)", with_thousands(counts.undecided),
                                  100 * answer.undecided_share()));
    return text;
}

Exit run(Session& session, const Options& options) {
    const Pose pose_a = parse_pose("--pose-a", options.pose_a),
               pose_b = parse_pose("--pose-b", options.pose_b);
    BruteForceOptions search;
    search.first_only = !options.all;
    search.max_pairs = options.json ? most_listed_pairs : 1;
    search.threads = Threads(parse_count("--threads", options.threads, 0, 1024));
    search.progress = &session.progress;

    Answer answer{{options.file_a, read_mesh(session, options.file_a).mesh, pose_a},
                  {options.file_b, read_mesh(session, options.file_b).mesh, pose_b},
                  {}};
    answer.found = find_intersections_brute_force(answer.a.mesh, pose_a, answer.b.mesh, pose_b, search);
    session.progress.clear();
    if (!answer.found.complete) {
        complain(answer.found.touching()
                     ? "interrupted; the meshes have points in common, but not all were looked at"
                     : "interrupted; no common point was found so far");
        return Exit::incomplete;
    }
    if (options.json) {
        write_json(session.out, answer, options.all);
    } else {
        session.out.write(to_text(session.style, answer, options.all));
    }
    return answer.found.touching() ? Exit::found : Exit::fine;
}

}  // namespace

void add_check(CLI::App& program, Actions& actions) {
    CLI::App& command =
        *program.add_subcommand("check", "Say whether two meshes have a point in common, and where");
    auto options = std::make_shared<Options>();
    command.add_option("A", options->file_a, "First mesh (STL or OBJ)")->required()->type_name("FILE");
    command.add_option("B", options->file_b, "Second mesh")->required()->type_name("FILE");
    command.add_option("--pose-a", options->pose_a, "Where the first mesh is")->type_name("POSE");
    command.add_option("--pose-b", options->pose_b, "Where the second mesh is")->type_name("POSE");
    command.add_flag("--all", options->all, "Find every pair of triangles, not only the first");
    command.add_option("--threads", options->threads, "Threads to use; 0 is one per processor")
        ->type_name("COUNT")
        ->capture_default_str();
    command.add_flag("--json", options->json,
                     "Print one JSON object (schema graze.check/1); with --all, every pair");
    command.footer(
        "The answer is exact for the coordinates in the files, and touching counts. It is about surfaces: a "
        "mesh that "
        "lies inside another without reaching its surface has no point in common with it.\n"
        "\n"
        "A POSE is one of\n"
        "  x,y,z                     a translation\n"
        "  x,y,z,ax,ay,az,degrees    a rotation about the axis ax,ay,az, then the translation\n"
        "  12 numbers                a 3x4 matrix row by row, the translation in its last column\n"
        "\n"
        "Examples:\n"
        "  graze check gear.stl shaft.stl\n"
        "  graze check gear.stl shaft.stl --pose-b 0.1,0,0\n"
        "  graze check gear.stl shaft.stl --pose-b 0,0,5,0,0,1,90 --all --json\n"
        "\n"
        "Exit codes: 0 no common point; 1 they touch; 2 error; 3 interrupted.");
    actions[&command] = [options](Session& session) { return run(session, *options); };
}

}  // namespace graze::app
