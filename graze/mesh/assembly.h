// Named parts, each with a pose: the input of clash reports and scenes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/progress.h"
#include "graze/mesh/mesh.h"
#include "graze/mesh/stitch.h"

namespace graze::inline v1 {

// What the source says of a part beside its shape ("GlobalId", "2O2Fr$t4X7Zf8NOew3FNr2"). In UTF-8.
struct Attribute {
    std::string name, value;
    friend bool operator==(const Attribute&, const Attribute&) = default;
};

struct Part {
    std::string path;                  // unique in its assembly, for example "gearbox/shaft"
    std::shared_ptr<const Mesh> mesh;  // never null; equal parts share one
    Pose world_from_part{};
    std::vector<Attribute> attributes{};     // in the order of the source; names may repeat
    std::optional<StitchReport> stitched{};  // none: was closed, or stitch_parts was not called
};

enum class Axis : std::uint8_t { x, y, z };

// A flat list, in the order of the source.
struct Assembly {
    std::vector<Part> parts;
    std::optional<double> metres_per_unit;  // of all meshes and poses; none: the source does not say
    std::optional<Axis> up;                 // none: the source does not say, or its files disagree
};

// Paths are names joined by "/", from the outermost to the part's own. A "/" or "\" that is part of a name
// has a "\" before it; a "\" before anything else stands for itself.
std::string join_path(std::string_view parent, std::string_view name);  // `name` as it is, `parent` a path
std::vector<std::string> split_path(std::string_view path);             // the names as they are

// All parts as one mesh in the world, with a MeshPart of each part's path. Throws Error if that is more than
// a mesh can hold.
Mesh merged(const Assembly& assembly);

// The inverse: splits `mesh` into meshes of some of its parts each. Part i goes to piece `piece_of_part[i]`,
// keeps its name, and follows the parts before it in that piece. A piece has only the vertices that its
// polygons use, in their order of first use. Time and memory grow with the mesh and the number of pieces, not
// with their product. `piece_of_part` has the size of mesh.parts(). Reports the stage "splitting"; cancelling
// raises Error "cancelled".
std::vector<Mesh> split(const Mesh& mesh, std::span<const std::uint32_t> piece_of_part,
                        Progress* progress = nullptr);

}  // namespace graze::inline v1
