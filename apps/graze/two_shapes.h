// What commands about two shapes share: which they are, where they are, and how their features are named.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/query/contact.h"
#include "graze/tree/shape.h"
#include "import_options.h"
#include "report.h"

namespace graze::app {

struct PlacedShape {
    std::string name;  // of the file, or the option with its value: "--box 2x1x0.5"
    bool from_file = true;
    Shape shape;
    Pose pose;

    const Mesh& mesh() const { return shape.mesh(); }
    Triangle world(TriangleId t) const { return pose(mesh().triangle(t)); }
    // Primitives are.
    bool closed() const { return !shape.is_mesh() || shape.closed_surface().closed(); }
};

struct TwoShapes {
    PlacedShape a, b;
    // Metres per unit of both: of the one that says it, if only one does; else what --unit says.
    std::optional<double> unit;

    bool are_meshes() const { return a.shape.is_mesh() && b.shape.is_mesh(); }
};

class TwoShapesOptions {
  public:
    enum class Takes { meshes, any_kind };
    // `any_kind` adds the options of primitives. Files and primitives count in the order in which they are
    // given: the first is A, the second B.
    void add_to(CLI::App& command, Takes takes);
    // Throws Error if there are not two, if the two are in different units, or if one is not a mesh where
    // only meshes are taken.
    TwoShapes load(Session& session) const;
    Threads threads() const;  // as typed; throws Error

  private:
    struct Given;
    std::vector<Given> given() const;
    PlacedShape load_one(const Given& which, const LoadOptions& loading) const;
    // Makes a mesh its hull if that is what was asked for.
    static void take_hull(const Given& which, PlacedShape& placed);

    const CLI::App* command_ = nullptr;
    Takes takes_ = Takes::meshes;
    std::string file_a_, file_b_, pose_a_ = "0,0,0", pose_b_ = "0,0,0", threads_ = "0";
    std::vector<std::vector<std::string>> values_;  // of the options of primitives()
    std::vector<const CLI::Option*> files_, primitives_;
    std::optional<std::string> unit_;
    ImportOptions import_;
};

// What the help of such a command says about poses, and about primitives.
extern const char* const pose_help;
extern const char* const primitive_help;

Json to_json(const PlacedShape& placed);
Json triangle_json(const PlacedShape& placed, TriangleId t);  // with its polygon and part
std::string triangle_text(const PlacedShape& placed, TriangleId t);
// Of a mesh, the triangle; of other kinds, the feature, or none for a point inside.
Json feature_json(const PlacedShape& placed, FeatureId feature);
std::string feature_text(const PlacedShape& placed, FeatureId feature);

// Throws Error: the question is not answered for these kinds of shapes.
[[noreturn]] void refuse_kinds(const TwoShapes& shapes);

}  // namespace graze::app
