#include "two_meshes.h"

#include <fmt/format.h>

#include "arguments.h"
#include "graze/io/load.h"
#include "text.h"

namespace graze::app {
namespace {

const std::string& part_name(const PlacedMesh& placed, TriangleId t) {
    const Mesh& mesh = placed.mesh();
    return mesh.parts()[mesh.part_of(mesh.polygon_of(t))].name;
}

}  // namespace

const char* const pose_help =
    "A POSE is one of\n"
    "  x,y,z                     a translation\n"
    "  x,y,z,ax,ay,az,degrees    a rotation about the axis ax,ay,az, then the translation\n"
    "  12 numbers                a 3x4 matrix row by row, the translation in its last column\n";

std::optional<double> TwoMeshes::unit() const {
    const auto of_a = a.mesh().metres_per_unit();
    return of_a ? of_a : b.mesh().metres_per_unit();
}

void TwoMeshesOptions::add_to(CLI::App& command) {
    command.add_option("A", file_a_, "First mesh (STL, OBJ, PLY, OFF, glTF, graze and others)")
        ->required()
        ->type_name("FILE");
    command.add_option("B", file_b_, "Second mesh")->required()->type_name("FILE");
    command.add_option("--pose-a", pose_a_, "Where the first mesh is")->type_name("POSE");
    command.add_option("--pose-b", pose_b_, "Where the second mesh is")->type_name("POSE");
    command.add_option("--unit", unit_, "Unit of files that do not say it")
        ->type_name("mm|cm|m|in|ft|METRES");
    command.add_option("--threads", threads_, "Threads to build trees with; 0 is one per processor")
        ->type_name("COUNT")
        ->capture_default_str();
    import_.add_to(command);
}

TwoMeshes TwoMeshesOptions::load(Session& session) const {
    const Pose pose_a = parse_pose("--pose-a", pose_a_), pose_b = parse_pose("--pose-b", pose_b_);
    LoadOptions loading;
    import_.apply_to(loading);
    if (unit_) loading.unit = parse_unit("--unit", *unit_);
    loading.progress = &session.progress;
    loading.threads = Threads(parse_count("--threads", threads_, 0, 1024));
    TwoMeshes meshes{{file_a_, graze::load(file_a_, loading), pose_a},
                     {file_b_, graze::load(file_b_, loading), pose_b}};
    stop_if_interrupted(session);
    const auto unit_a = meshes.a.mesh().metres_per_unit(), unit_b = meshes.b.mesh().metres_per_unit();
    if (unit_a && unit_b && *unit_a != *unit_b)
        throw Error(
            fmt::format("one mesh is in {} and the other in {}", unit_name(*unit_a), unit_name(*unit_b)),
            file_b_, "save both in the same unit");
    return meshes;
}

Json to_json(const PlacedMesh& placed) {
    Json rows = Json::array();
    for (const auto& row : placed.pose.matrix()) rows.push_back(row);
    return {{"file", placed.file},
            {"triangles", placed.mesh().triangle_count()},
            {"closed", placed.shape.closed_surface().closed()},
            {"pose", std::move(rows)}};
}

Json triangle_json(const PlacedMesh& placed, TriangleId t) {
    return {{"triangle", t}, {"polygon", placed.mesh().polygon_of(t)}, {"part", part_name(placed, t)}};
}

std::string triangle_text(const PlacedMesh& placed, TriangleId t) {
    std::string text = fmt::format("triangle {}", t);
    if (!placed.mesh().all_triangles()) text += fmt::format(", polygon {}", placed.mesh().polygon_of(t));
    if (const std::string& part = part_name(placed, t); !part.empty())
        text += fmt::format(", part '{}'", printable(part));
    return text;
}

}  // namespace graze::app
