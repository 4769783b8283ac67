// Output that several subcommands share: fields of text, meshes and losses as JSON.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "graze/io/load.h"
#include "graze/io/load_assembly.h"
#include "graze/io/save.h"

namespace graze::app {

using Json = nlohmann::ordered_json;

// "  label             value", the second and further lines with an empty label.
std::string field(const Style& style, std::string_view label, std::string_view value);

// A field of three lines, one for each axis.
std::string box_text(const Style& style, const Box& box);

// Indented, with a newline at its end; bytes that are not UTF-8 become U+FFFD.
std::string dump(const Json& document);
std::string dump_line(const Json& value);  // the same without line breaks

Json to_json(const Vec3& v);   // [x, y, z]
Json to_json(const Box& box);  // {"lower", "upper"}, or null if empty
Json to_json(const std::vector<Skipped>& skipped);

// Reads a mesh with the session's progress shown.
Loaded read_mesh(Session& session, const std::filesystem::path& file, LoadOptions options = {});

// Says on standard error that a file was not read in the unit that it states.
void tell_of_unit(const std::string& file, std::optional<double> stated, std::optional<double> taken);

// A part's path as its file has it: without the file's own name. Empty for a part without a name.
std::string path_in_file(const Part& part, const AssemblyFile& file);

// Throws Error if the user has interrupted the program.
void stop_if_interrupted(const Session& session);

// What a written file has lost of its source.
struct Losses {
    Saved saved;
    std::optional<double> metres_per_unit;  // of the mesh; kept by graze files only
    std::vector<Skipped> skipped;           // already when the source was read
    std::uint64_t curved_faces = 0;         // of which the new file has triangles only
};
std::uint64_t curved_faces_of(const Mesh& mesh);
Json to_json(const Losses& losses);
std::string to_text(const Style& style, const Losses& losses);  // a field for each; empty if nothing was lost

// Writes the mesh and reports it, as text or as a part of JSON ("file", "vertices", "triangles", "polygons").
Saved write_mesh(Session& session, const Mesh& mesh, const std::filesystem::path& file, bool ascii);
Json written_json(const Mesh& mesh, const std::filesystem::path& file);
std::string written_text(const Style& style, const Mesh& mesh, const std::filesystem::path& file);

}  // namespace graze::app
