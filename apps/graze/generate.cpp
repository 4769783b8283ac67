// graze generate: meshes by formula, to try things out with.
#include <fmt/format.h>

#include <utility>

#include "arguments.h"
#include "command.h"
#include "generate.h"
#include "generate_gearbox.h"
#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/machine.h"

namespace graze::app {
namespace {

void check_triangle_count(std::uint64_t triangles, const std::string& where) {
    if (triangles > most_triangles)
        throw Error(fmt::format("that would be {} triangles, and {} is the most", triangles, most_triangles),
                    where, "choose smaller numbers");
}

Mesh sphere(const GenerateOptions& options) {
    const double radius = parse_length("--radius", options.radius);
    return make_sphere(radius, parse_count("--triangles", options.triangles, 8, most_triangles));
}

Mesh box(const GenerateOptions& options) {
    const Vec3 size = parse_size("--size", options.size);
    const std::uint32_t divisions = parse_count("--divisions", options.divisions, 1, most_triangles);
    check_triangle_count(std::uint64_t{12} * divisions * divisions, "--divisions");
    return make_box(size, divisions);
}

Mesh torus(const GenerateOptions& options) {
    const double ring = parse_length("--ring-radius", options.ring_radius);
    const double tube = parse_length("--tube-radius", options.tube_radius);
    if (!(tube < ring))
        throw Error("the tube is as thick as the ring, which would cross itself", "--tube-radius",
                    "give less than --ring-radius");
    const std::uint32_t around_ring = parse_count("--around-ring", options.around_ring, 3, most_triangles);
    const std::uint32_t around_tube = parse_count("--around-tube", options.around_tube, 3, most_triangles);
    check_triangle_count(std::uint64_t{2} * around_ring * around_tube, "--around-ring and --around-tube");
    return make_torus(ring, tube, around_ring, around_tube);
}

Mesh cylinder(const GenerateOptions& options) {
    const double radius = parse_length("--radius", options.radius);
    const double height = parse_length("--height", options.height);
    const std::uint32_t sides = parse_count("--sides", options.sides, 3, most_triangles);
    check_triangle_count(std::uint64_t{4} * sides, "--sides");
    return make_cylinder(radius, height, sides);
}

Mesh tube(const GenerateOptions& options) {
    const double radius = parse_length("--radius", options.radius);
    const double bore = parse_length("--bore", options.bore);
    if (!(bore < radius)) throw Error("the bore is as wide as the tube", "--bore", "give less than --radius");
    const double height = parse_length("--height", options.height);
    const std::uint32_t sides = parse_count("--sides", options.sides, 3, most_triangles);
    check_triangle_count(std::uint64_t{8} * sides, "--sides");
    return make_tube(radius, bore, height, sides);
}

Exit run_generate(Session& session, const GenerateOptions& options, const std::string& shape,
                  Mesh (*make)(const GenerateOptions&)) {
    return write_generated(session, options, shape, make(options));
}

Exit run_box(Session& session, const GenerateOptions& options) {
    if (!options.primitive) return run_generate(session, options, "box", box);
    return write_primitive(session, options, "box",
                           Shape(OrientedBox(parse_size("--size", options.size) * 0.5)));
}

Json planted_json(const PlantedContact& contact) {
    const char* relation = contact.kind == PlantedContact::Kind::overlapping ? "overlapping"
                           : contact.kind == PlantedContact::Kind::inside    ? "a_in_b"
                                                                             : "touching";
    return {{"relation", relation}, {"a", contact.a}, {"b", contact.b}};
}

Exit run_machine(Session& session, const GenerateOptions& options) {
    const Machine machine = make_machine();
    Json planted = Json::array();
    for (const PlantedContact& contact : machine.contacts) planted.push_back(planted_json(contact));
    return write_generated(session, options, "machine", machine.assembly, {{"planted", std::move(planted)}});
}

}  // namespace

void add_generate(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "generate", "Write a shape, an object, a scene or a motion, to try things out with");
    command.require_subcommand(0, 1);
    command.footer(std::string("Examples:\n"
                               "  graze generate sphere -o ball.stl\n"
                               "  graze generate box --size 2,1,0.5 -o plate.obj\n"
                               "  graze generate machine -o machine.obj\n"
                               "  graze generate torus --ring-radius 3 -o ring.stl --ascii\n"
                               "  graze generate pipes --triangles 120000 --seed 7 -o pipes.glb\n"
                               "  graze generate --list") +
                   generate_exit_codes);
    auto options = std::make_shared<GenerateOptions>();
    const auto add_shape = [&](const std::string& name, const std::string& description,
                               const std::string& example,
                               Mesh (*make)(const GenerateOptions&)) -> CLI::App& {
        CLI::App& shape = *command.add_subcommand(name, description);
        add_output_options(shape, *options);
        shape.footer("Example:\n  graze generate " + name + " " + example + generate_exit_codes);
        actions[&shape] = [options, name, make](Session& session) {
            return run_generate(session, *options, name, make);
        };
        return shape;
    };

    CLI::App& a_sphere = add_shape("sphere", "Write a sphere around the origin",
                                   "--radius 20 --triangles 100000 -o ball.stl", sphere);
    add_text_option(a_sphere, "--radius", options->radius, "LENGTH", "Radius");
    add_text_option(
        a_sphere, "--triangles", options->triangles, "COUNT",
        "Triangles wanted; the sphere has the nearest number that a subdivided octahedron allows");

    CLI::App& a_box = add_shape("box", "Write a box around the origin", "--size 2,1,0.5 -o plate.obj", box);
    add_text_option(a_box, "--size", options->size, "X,Y,Z", "Lengths of the edges, or one for a cube");
    add_text_option(a_box, "--divisions", options->divisions, "COUNT", "Quadrangles along each edge");
    a_box.add_flag("--primitive", options->primitive,
                   "Write a solid box instead of triangles; to a .graze file, which check and distance take");
    actions[&a_box] = [options](Session& session) { return run_box(session, *options); };

    CLI::App& a_torus = add_shape("torus", "Write a ring around the z axis",
                                  "--ring-radius 3 --tube-radius 0.5 -o ring.stl", torus);
    add_text_option(a_torus, "--ring-radius", options->ring_radius, "LENGTH",
                    "From the axis to the middle of the tube");
    add_text_option(a_torus, "--tube-radius", options->tube_radius, "LENGTH", "Radius of the tube");
    add_text_option(a_torus, "--around-ring", options->around_ring, "COUNT", "Segments around the ring");
    add_text_option(a_torus, "--around-tube", options->around_tube, "COUNT", "Segments around the tube");

    CLI::App& a_cylinder =
        add_shape("cylinder", "Write a cylinder around the z axis, the origin in its middle",
                  "--radius 5 --height 40 -o pin.stl", cylinder);
    CLI::App& a_tube = add_shape("tube", "Write a tube around the z axis, the origin in its middle",
                                 "--radius 8 --bore 5 --height 12 -o bush.stl", tube);
    for (CLI::App* shape : {&a_cylinder, &a_tube}) {
        add_text_option(*shape, "--radius", options->radius, "LENGTH", "Radius of the outside");
        if (shape == &a_tube)
            add_text_option(a_tube, "--bore", options->bore, "LENGTH", "Radius of the bore");
        add_text_option(*shape, "--height", options->height, "LENGTH", "Length along the axis");
        add_text_option(*shape, "--sides", options->sides, "COUNT", "Sides of the prism that it is");
    }

    CLI::App& a_machine =
        *command.add_subcommand("machine", "Write a little machine of 17 parts with 3 clashes in it");
    add_output_options(a_machine, *options);
    a_machine.footer(
        std::string("Part names need OBJ. With --json the output says which pairs clash and touch.\n\n"
                    "Example:\n  graze generate machine -o machine.obj && graze clash machine.obj") +
        generate_exit_codes);
    actions[&a_machine] = [options](Session& session) { return run_machine(session, *options); };

    add_generated_scenes(command, actions, options);
    add_generated_bending(command, actions, options);
    add_generated_motions(command, actions);
#ifdef GRAZE_HAS_SLIDE
    add_generated_hand(command, actions);
#endif
    add_generated_objects(command, actions, options);
    add_generate_gearbox(command, actions);
}

}  // namespace graze::app
