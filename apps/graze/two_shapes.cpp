#include "two_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arguments.h"
#include "graze/io/load.h"
#include "primitives.h"
#include "shape_facts.h"
#include "text.h"

namespace graze::app {
namespace {

const std::string& part_name(const PlacedShape& placed, TriangleId t) {
    const Mesh& mesh = placed.mesh();
    return mesh.parts()[mesh.part_of(mesh.polygon_of(t))].name;
}

const char* feature_word(FeatureId::Kind kind) {
    switch (kind) {
        case FeatureId::Kind::vertex:
            return "corner";
        case FeatureId::Kind::edge:
            return "edge";
        case FeatureId::Kind::face:
            return "face";
        case FeatureId::Kind::none:
            break;
    }
    return "none";
}

}  // namespace

const char* const pose_help =
    "A POSE is one of\n"
    "  x,y,z                     a translation\n"
    "  x,y,z,ax,ay,az,degrees    a rotation about the axis ax,ay,az, then the translation\n"
    "  12 numbers                a 3x4 matrix row by row, the translation in its last column\n";

const char* const primitive_help =
    "Files and primitives (--box) are A and B in the order in which they are given. Primitives are solids: "
    "what lies inside one has points in common with it. Their lengths have a unit (20x10x5mm) or are in the "
    "unit of the other file.\n\n";

// A file, the hull of one, or a primitive, as given.
struct TwoShapesOptions::Given {
    std::string name, file;  // no file: a primitive
    bool as_hull = false;
    MakeShape make;  // of a primitive
};

void TwoShapesOptions::add_to(CLI::App& command, Takes takes) {
    command_ = &command;
    takes_ = takes;
    const bool any_kind = takes == Takes::any_kind;
    const std::string formats = " (STL, OBJ, PLY, OFF, glTF, graze and others)";
    const auto add_file = [&](const char* name, std::string& value, const std::string& description) {
        CLI::Option* const option = command.add_option(name, value, description)->type_name("FILE");
        option->required(!any_kind);
        files_.push_back(option);
    };
    add_file(
        "A", file_a_,
        any_kind ? "First shape: a file" + formats + ", or a primitive (--box)" : "First mesh" + formats);
    add_file("B", file_b_, any_kind ? "Second shape" : "Second mesh");
    if (any_kind) {
        values_.resize(primitives().size());
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const Primitive& primitive = primitives()[i];
            primitives_.push_back(command.add_option(primitive.option, values_[i], primitive.description)
                                      ->type_name(primitive.type)
                                      ->allow_extra_args(false));
        }
    }
    const std::string what = any_kind ? "shape" : "mesh";
    command.add_option("--pose-a", pose_a_, "Where the first " + what + " is")->type_name("POSE");
    command.add_option("--pose-b", pose_b_, "Where the second " + what + " is")->type_name("POSE");
    command.add_option("--unit", unit_, "The unit of the coordinates, whatever the file says")
        ->type_name("mm|cm|m|in|ft|METRES");
    command.add_option("--threads", threads_, "Threads to build trees with; 0 is one per processor")
        ->type_name("COUNT")
        ->capture_default_str();
    import_.add_to(command);
}

std::vector<TwoShapesOptions::Given> TwoShapesOptions::given() const {
    std::vector<Given> all;
    std::vector<std::size_t> used(primitives_.size(), 0);
    for (const CLI::Option* option : command_->parse_order()) {
        if (std::ranges::find(files_, option) != files_.end()) {
            const std::string& name = option->results().at(0);
            all.push_back({name, name, false, {}});
            continue;
        }
        const auto found = std::ranges::find(primitives_, option);
        if (found == primitives_.end()) continue;
        const auto i = static_cast<std::size_t>(found - primitives_.begin());
        const std::string value = option->results().at(used[i]++);
        const Primitive& primitive = primitives()[i];
        const std::string name = fmt::format("{} {}", primitive.option, value);
        if (primitive.parse == nullptr)
            all.push_back({value, value, true, {}});
        else
            all.push_back({name, {}, false, primitive.parse(primitive.option, value)});
    }
    const std::string& command = command_->get_name();
    if (all.size() < 2)
        throw Error(
            all.empty() ? "A and B are missing" : "B is missing", command,
            fmt::format("give a file or a primitive (--box) for each, see 'graze {} --help'", command));
    if (all.size() > 2)
        throw Error(fmt::format("'{}' is one shape too many", all[2].name), command, "compare two at a time");
    return all;
}

PlacedShape TwoShapesOptions::load_one(const Given& which, const LoadOptions& loading) const {
    if (which.file.empty()) return {which.name, false, {}, {}};
    PlacedShape placed{which.name, true, graze::load(which.file, loading), {}};
    if (which.as_hull && !placed.shape.is_mesh() && placed.shape.as<ConvexHull>() == nullptr)
        throw Error(fmt::format("is a shape of the kind {}", placed.shape.kind().name()), which.name,
                    "--hull takes a mesh");
    if (takes_ == Takes::meshes && !placed.shape.is_mesh())
        throw Error(fmt::format("is a shape of the kind {}, and this command is about meshes",
                                placed.shape.kind().name()),
                    which.name, "give a mesh");
    return placed;
}

void TwoShapesOptions::take_hull(const Given& which, PlacedShape& placed) {
    if (!which.as_hull || !placed.shape.is_mesh()) return;
    try {
        placed.shape = Shape(ConvexHull(placed.mesh()));
    } catch (const Error& e) {
        throw e.within(which.name);
    }
}

Threads TwoShapesOptions::threads() const {
    return Threads(parse_count("--threads", threads_, 0, 1024));
}

TwoShapes TwoShapesOptions::load(Session& session) const {
    const Pose pose_a = parse_pose("--pose-a", pose_a_), pose_b = parse_pose("--pose-b", pose_b_);
    LoadOptions loading;
    import_.apply_to(loading);
    if (unit_) loading.unit = parse_unit("--unit", *unit_);
    loading.progress = &session.progress;
    loading.threads = threads();
    const std::vector<Given> which = given();
    TwoShapes shapes{load_one(which[0], loading), load_one(which[1], loading), {}};
    stop_if_interrupted(session);
    const auto unit_a = shapes.a.mesh().metres_per_unit(), unit_b = shapes.b.mesh().metres_per_unit();
    if (unit_a && unit_b && *unit_a != *unit_b)
        throw Error(
            fmt::format("one mesh is in {} and the other in {}", unit_name(*unit_a), unit_name(*unit_b)),
            shapes.b.name, "save both in the same unit");
    shapes.unit = unit_a ? unit_a : unit_b ? unit_b : loading.unit;
    const auto to_units = [&](const PlacedShape& primitive, const PlacedShape& other) {
        return [&](const Length& length) {
            if (length.metres_per_unit && !shapes.unit && !other.from_file)
                throw Error("has a unit, and nothing says the unit of this comparison", primitive.name,
                            "say it (--unit mm), or give lengths without a unit");
            return in_file_units(length, shapes.unit, primitive.name, other.name);
        };
    };
    take_hull(which[0], shapes.a);
    take_hull(which[1], shapes.b);
    if (which[0].make) shapes.a.shape = which[0].make(to_units(shapes.a, shapes.b));
    if (which[1].make) shapes.b.shape = which[1].make(to_units(shapes.b, shapes.a));
    shapes.a.pose = pose_a;
    shapes.b.pose = pose_b;
    return shapes;
}

Json to_json(const PlacedShape& placed) {
    Json json{{"file", placed.from_file ? Json(placed.name) : Json(nullptr)},
              {"kind", placed.shape.kind().name()}};
    if (placed.shape.is_mesh()) {
        json["triangles"] = placed.mesh().triangle_count();
    } else {
        json.update(primitive_json(placed.shape));
    }
    json["closed"] = placed.closed();
    Json rows = Json::array();
    for (const auto& row : placed.pose.matrix()) rows.push_back(row);
    json["pose"] = std::move(rows);
    return json;
}

Json triangle_json(const PlacedShape& placed, TriangleId t) {
    return {{"triangle", t}, {"polygon", placed.mesh().polygon_of(t)}, {"part", part_name(placed, t)}};
}

std::string triangle_text(const PlacedShape& placed, TriangleId t) {
    std::string text = fmt::format("triangle {}", t);
    if (!placed.mesh().all_triangles()) text += fmt::format(", polygon {}", placed.mesh().polygon_of(t));
    if (const std::string& part = part_name(placed, t); !part.empty())
        text += fmt::format(", part '{}'", printable(part));
    return text;
}

Json feature_json(const PlacedShape& placed, FeatureId feature) {
    if (placed.shape.is_mesh()) return triangle_json(placed, feature.index);
    if (feature.kind == FeatureId::Kind::none) return {{"feature", nullptr}};
    return {{"feature", {{"kind", feature_word(feature.kind)}, {"index", feature.index}}}};
}

std::string feature_text(const PlacedShape& placed, FeatureId feature) {
    if (placed.shape.is_mesh()) return triangle_text(placed, feature.index);
    if (feature.kind == FeatureId::Kind::none) return "inside";
    constexpr std::array<const char*, OrientedBox::face_count> box_faces{"-x", "+x", "-y", "+y", "-z", "+z"};
    if (placed.shape.oriented_box() != nullptr && feature.kind == FeatureId::Kind::face &&
        feature.index < box_faces.size())
        return fmt::format("face {}", box_faces[feature.index]);
    return fmt::format("{} {}", feature_word(feature.kind), feature.index);
}

void refuse_kinds(const TwoShapes& shapes) {
    throw Error(fmt::format("this is not answered for the kinds {} and {}", shapes.a.shape.kind().name(),
                            shapes.b.shape.kind().name()),
                shapes.a.name + ", " + shapes.b.name, "give a mesh for one of them");
}

}  // namespace graze::app
