// graze generate tablecloth, swirling-cloth, walk-in-shirt and walk-in-dress: meshes that bend, as
// animations.
#include "arguments.h"
#include "generate.h"
#include "graze/io/save_bending.h"
#include "graze/models/bending.h"
#include "text.h"

namespace graze::app {
namespace {

struct BendingWish {
    std::string triangles, keys = "21";
};

Exit write_bending(Session& session, const GenerateOptions& options, const std::string& name,
                   const BendingScene& scene) {
    std::vector<BendingPart> parts;
    Json meshes = Json::array();
    for (const KeyedMesh& keyed : scene.meshes) {
        parts.push_back({keyed.name, keyed.mesh, {keyed.keys.begin(), keyed.keys.end()}});
        meshes.push_back({{"name", keyed.name}, {"triangles", keyed.mesh.triangle_count()}});
    }
    stop_if_interrupted(session);
    SaveOptions save;
    save.progress = &session.progress;
    save_bending(parts, scene.times, options.output, save);
    session.progress.clear();
    if (options.json) {
        session.out.write(dump({{"schema", "graze.generate/1"},
                                {"shape", name},
                                {"output",
                                 {{"file", options.output},
                                  {"triangles", scene.triangle_count()},
                                  {"keys", scene.times.size()},
                                  {"seconds", scene.times.back()},
                                  {"meshes", std::move(meshes)}}}}));
    } else {
        session.out.write(field(session.style, "written", session.style.bold(printable(options.output))) +
                          field(session.style, "triangles", with_thousands(scene.triangle_count())) +
                          field(session.style, "keys", with_thousands(scene.times.size())));
    }
    return Exit::fine;
}

}  // namespace

void add_generated_bending(CLI::App& command, Actions& actions,
                           const std::shared_ptr<GenerateOptions>& options) {
    const auto add = [&](const std::string& name, const std::string& description,
                         const std::string& triangles, BendingScene (*make)(const BendingOptions&)) {
        CLI::App& scene = *command.add_subcommand(name, description);
        add_output_options(scene, *options);
        const auto wish = std::make_shared<BendingWish>();
        wish->triangles = triangles;
        add_text_option(scene, "--triangles", wish->triangles, "COUNT", "Triangles wanted, of all meshes");
        add_text_option(scene, "--keys", wish->keys, "COUNT", "Key frames, evenly spaced");
        scene.footer("Example:\n  graze generate " + name + " --triangles " + triangles + " -o " + name +
                     ".glb" + generate_exit_codes);
        actions[&scene] = [options, name, wish, make](Session& session) {
            const BendingOptions wanted{parse_count("--triangles", wish->triangles, 500, most_triangles),
                                        parse_count("--keys", wish->keys, 2, 10'000)};
            return write_bending(session, *options, name, make(wanted));
        };
    };
    add("tablecloth", "Write an animated cloth that sinks onto a table", "8000", make_tablecloth);
    add("swirling-cloth", "Write an animated cloth that is wrung and meets itself", "16000",
        make_swirling_cloth);
    add("walk-in-shirt", "Write an animated figure that walks in a shirt", "32000", make_walk_in_shirt);
    add("walk-in-dress", "Write an animated figure that walks in a dress", "65000", make_walk_in_dress);
}

}  // namespace graze::app
