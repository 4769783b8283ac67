// What commands about two meshes share: which they are, where they are, and how their triangles are named.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>

#include "graze/tree/shape.h"
#include "import_options.h"
#include "report.h"

namespace graze::app {

struct PlacedMesh {
    std::string file;
    Shape shape;
    Pose pose;

    const Mesh& mesh() const { return shape.mesh(); }
    Triangle world(TriangleId t) const { return pose(mesh().triangle(t)); }
};

struct TwoMeshes {
    PlacedMesh a, b;

    // Metres per unit of both: of the one that says it, if only one does.
    std::optional<double> unit() const;
};

class TwoMeshesOptions {
  public:
    void add_to(CLI::App& command);
    // Throws Error if the two are in different units.
    TwoMeshes load(Session& session) const;

  private:
    std::string file_a_, file_b_, pose_a_ = "0,0,0", pose_b_ = "0,0,0", threads_ = "0";
    std::optional<std::string> unit_;
    ImportOptions import_;
};

// What the help of such a command says about poses.
extern const char* const pose_help;

Json to_json(const PlacedMesh& placed);
Json triangle_json(const PlacedMesh& placed, TriangleId t);  // with its polygon and part
std::string triangle_text(const PlacedMesh& placed, TriangleId t);

}  // namespace graze::app
