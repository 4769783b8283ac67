// What the shapes, objects and scenes of `graze generate` have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "command.h"
#include "graze/mesh/assembly.h"
#include "graze/tree/shape.h"
#include "report.h"

namespace graze::app {

// The most triangles that can be asked for; more would need gigabytes.
inline constexpr std::uint32_t most_triangles = 20'000'000;

inline constexpr const char* generate_exit_codes =
    "\n\nExit codes: 0 written; 2 error; 3 interrupted, nothing written.";

struct GenerateOptions {
    std::string output;
    bool ascii = false, json = false;
    std::string radius = "1", triangles = "2048";
    std::string size = "1", divisions = "1";
    std::string ring_radius = "1", tube_radius = "0.25", around_ring = "64", around_tube = "32";
    std::string seed = "1", level, floors = "1", degrees = "0", movers = "20", object = "figure",
                copies = "10";
    bool list = false, primitive = false;
    std::string bore = "0.5", height = "1", sides = "64";
};

// The options -o, --ascii and --json; and one whose value is parsed later.
void add_output_options(CLI::App& shape, GenerateOptions& options);
void add_text_option(CLI::App& shape, const std::string& name, std::string& value, const std::string& type,
                     const std::string& description);

// Writes the mesh and reports it; `more` goes into the JSON.
Exit write_generated(Session& session, const GenerateOptions& options, const std::string& shape,
                     const Mesh& mesh, const Json& more = Json::object());
Exit write_generated(Session& session, const GenerateOptions& options, const std::string& shape,
                     const Assembly& assembly, const Json& more = Json::object());

// Writes a shape that is not a mesh, which only .graze files can hold.
Exit write_primitive(Session& session, const GenerateOptions& options, const std::string& name,
                     const Shape& shape);

// Adds --list, and a subcommand for each object of graze/models/objects.h that has no subcommand of its own.
void add_generated_objects(CLI::App& command, Actions& actions,
                           const std::shared_ptr<GenerateOptions>& options);

// Assemblies with a seed: maze-boxes, room and cage.
void add_generated_scenes(CLI::App& command, Actions& actions,
                          const std::shared_ptr<GenerateOptions>& options);
// Meshes that bend, as animations.
void add_generated_bending(CLI::App& command, Actions& actions,
                           const std::shared_ptr<GenerateOptions>& options);
// The matrix of a pose row by row, as --pose takes it.
Json numbers_of(const Pose& pose);
// motion, with a subcommand for each kind.
void add_generated_motions(CLI::App& command, Actions& actions);
// Where graze was built with hands: the kind grasp.
void add_generated_grasp(CLI::App& motion, Actions& actions);
// There as well: hand.
void add_generated_hand(CLI::App& generate, Actions& actions);

}  // namespace graze::app
