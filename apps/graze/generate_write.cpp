// Writing what graze generate has made, and the options for that.
#include <filesystem>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "generate.h"
#include "graze/base/error.h"
#include "graze/io/saved_shape.h"
#include "graze/mesh/assembly.h"
#include "shape_facts.h"
#include "text.h"

namespace graze::app {
namespace {

SaveOptions with_progress(Session& session) {
    SaveOptions save;
    save.progress = &session.progress;
    return save;
}

// A file that keeps parts gets them as parts.
Saved save_with_parts(Session& session, const Mesh& mesh, const GenerateOptions& options) {
    const auto parts = mesh.parts();
    if (parts.size() < 2 || !keeps_assemblies(options.output))
        return write_mesh(session, mesh, options.output, options.ascii);
    std::vector<std::uint32_t> piece_of_part(parts.size());
    std::iota(piece_of_part.begin(), piece_of_part.end(), 0u);
    std::vector<Mesh> pieces = split(mesh, piece_of_part, &session.progress);
    Assembly assembly{{}, mesh.metres_per_unit(), {}};
    for (std::size_t i = 0; i < parts.size(); ++i)
        assembly.parts.push_back(
            {join_path("", parts[i].name), std::make_shared<const Mesh>(std::move(pieces[i])), {}});
    return save_assembly(assembly, options.output, with_progress(session));
}

Exit report(Session& session, const GenerateOptions& options, const std::string& shape, const Mesh& mesh,
            const Losses& losses, const Json& more) {
    session.progress.clear();
    if (options.json) {
        Json document{{"schema", "graze.generate/1"},
                      {"shape", shape},
                      {"output", written_json(mesh, options.output)},
                      {"not_kept", to_json(losses)}};
        document.update(more);
        session.out.write(dump(document));
    } else {
        session.out.write(written_text(session.style, mesh, options.output) + to_text(session.style, losses));
    }
    return Exit::fine;
}

}  // namespace

Exit write_generated(Session& session, const GenerateOptions& options, const std::string& shape,
                     const Mesh& mesh, const Json& more) {
    const Losses losses{save_with_parts(session, mesh, options), mesh.metres_per_unit(), {}};
    return report(session, options, shape, mesh, losses, more);
}

Exit write_generated(Session& session, const GenerateOptions& options, const std::string& shape,
                     const Assembly& assembly, const Json& more) {
    const Mesh mesh = merged(assembly);
    if (!keeps_assemblies(options.output)) return write_generated(session, options, shape, mesh, more);
    stop_if_interrupted(session);
    const Losses losses{
        save_assembly(assembly, options.output, with_progress(session)), mesh.metres_per_unit(), {}};
    return report(session, options, shape, mesh, losses, more);
}

Exit write_primitive(Session& session, const GenerateOptions& options, const std::string& name,
                     const Shape& shape) {
    if (std::filesystem::path(options.output).extension() != ".graze")
        throw Error("cannot hold a primitive, only triangles", options.output,
                    "name a .graze file, or leave out --primitive");
    stop_if_interrupted(session);
    save_shape(shape, options.output, &session.progress);
    session.progress.clear();
    if (options.json) {
        Json output{{"file", options.output}, {"kind", shape.kind().name()}};
        output.update(primitive_json(shape));
        session.out.write(
            dump({{"schema", "graze.generate/1"}, {"shape", name}, {"output", std::move(output)}}));
    } else {
        session.out.write(field(session.style, "written", session.style.bold(printable(options.output))) +
                          field(session.style, "kind", shape.kind().name()));
    }
    return Exit::fine;
}

void add_output_options(CLI::App& shape, GenerateOptions& options) {
    shape
        .add_option("-o,--output", options.output,
                    "File to write; its extension (.stl, .obj, .glb, .graze, ...) says the format")
        ->required()
        ->type_name("FILE");
    shape.add_flag("--ascii", options.ascii, "Write STL as text with all digits instead of binary floats");
    shape.add_flag("--json", options.json, "Print one JSON object (schema graze.generate/1)");
}

void add_text_option(CLI::App& shape, const std::string& name, std::string& value, const std::string& type,
                     const std::string& description) {
    shape.add_option(name, value, description)->type_name(type)->capture_default_str();
}

}  // namespace graze::app
