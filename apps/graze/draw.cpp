// graze draw: a picture of meshes and assemblies.
#include "graze/render/draw.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "arguments.h"
#include "assembly_input.h"
#include "command.h"
#include "draw_arguments.h"
#include "graze/base/error.h"
#include "remarks.h"
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

struct DrawRequest {
    AssemblyInput input;
    std::vector<std::string> opacities, colors;
    std::string output, size = "1200x800", from = "iso", up, background, section, crease = "30";
    std::string threads = "0";
    bool edges = false, perspective = false, orthographic = false, json = false;
};

// "-o model.obj" would overwrite what was meant to be drawn.
void check_output_name(const std::string& name) {
    const std::string extension = std::filesystem::path(name).extension().string();
    if (extension != ".png" && extension != ".PNG")
        throw Error("does not end in .png", name, "pictures are written as PNG: name the file so");
}

DrawOptions drawing_of(const DrawRequest& options) {
    DrawOptions drawing;
    const PictureSize size = parse_picture_size("--size", options.size);
    drawing.width = size.width;
    drawing.height = size.height;
    if (!options.background.empty())
        std::tie(drawing.background_top, drawing.background_bottom) =
            parse_background("--background", options.background);
    if (!options.section.empty()) drawing.section = parse_section("--section", options.section);
    drawing.threads = Threads(parse_count("--threads", options.threads, 0, 1024));
    return drawing;
}

std::vector<DrawItem> items_of(const Assembly& assembly, const DrawRequest& options) {
    std::vector<DrawItem> items = draw_items(assembly);
    const double crease = parse_number_between("--crease", options.crease, 0, 180);
    for (DrawItem& item : items) {
        item.edges = options.edges;
        item.crease_degrees = crease;
    }
    for (const std::string& text : options.colors) {
        const PartSetting setting = parse_part_setting(text);
        const Color color = parse_color_option("--color", setting.value);
        for (const std::size_t i : matching_parts("--color", setting.pattern, assembly))
            items[i].color = color;
    }
    for (const std::string& text : options.opacities) {
        const PartSetting setting = parse_part_setting(text);
        const double opacity = parse_number_between("--opacity", setting.value, 0, 1);
        for (const std::size_t i : matching_parts("--opacity", setting.pattern, assembly))
            items[i].opacity = opacity;
    }
    return items;
}

Axis up_axis(const DrawRequest& options, const Assembly& assembly) {
    if (options.up.empty()) return assembly.up.value_or(Axis::z);
    return parse_choice<Axis>("--up", options.up, {{"x", Axis::x}, {"y", Axis::y}, {"z", Axis::z}});
}

Camera camera_of(const DrawRequest& options, const Assembly& assembly, std::span<const DrawItem> items,
                 const DrawOptions& drawing) {
    const LookFrom look = parse_look_from("--from", options.from, up_axis(options, assembly));
    FitOptions how;
    how.up = look.up;
    how.projection = options.orthographic ? Projection::orthographic : Projection::perspective;
    how.section = drawing.section;
    return fit(items, look.from, drawing.width, drawing.height, how);
}

std::string hex(const Color& color) {
    return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

Json camera_json(const Camera& camera) {
    Json json{{"projection", camera.projection == Projection::perspective ? "perspective" : "orthographic"},
              {"eye", to_json(camera.eye)},
              {"target", to_json(camera.target)},
              {"up", to_json(camera.up)}};
    if (camera.projection == Projection::perspective) {
        json["field_of_view_degrees"] = camera.field_of_view_degrees;
    } else {
        json["view_height"] = camera.view_height;
    }
    return json;
}

Json drawn_json(const DrawRequest& options, const LoadedAssembly& loaded, std::span<const DrawItem> items,
                const DrawOptions& drawing, const Camera& camera) {
    Json files = Json::array(), parts = Json::array();
    for (const AssemblyFile& file : loaded.files)
        files.push_back({{"file", file.file}, {"format", file.format}, {"skipped", to_json(file.skipped)}});
    for (std::size_t i = 0; i < items.size(); ++i)
        parts.push_back({{"path", loaded.assembly.parts[i].path},
                         {"triangles", items[i].mesh->triangle_count()},
                         {"color", hex(items[i].color)},
                         {"opacity", items[i].opacity * items[i].color.a / 255}});
    return {{"schema", "graze.draw/1"}, {"file", options.output}, {"width", drawing.width},
            {"height", drawing.height}, {"files", files},         {"camera", camera_json(camera)},
            {"parts", std::move(parts)}};
}

std::string drawn_text(const Style& style, const DrawRequest& options, const LoadedAssembly& loaded,
                       std::span<const DrawItem> items, const DrawOptions& drawing) {
    std::uint64_t triangles = 0;
    for (const DrawItem& item : items) triangles += item.mesh->triangle_count();
    std::string text = field(style, "written", style.bold(printable(options.output))) +
                       field(style, "pixels", fmt::format("{} x {}", drawing.width, drawing.height)) +
                       field(style, "parts", with_thousands(items.size())) +
                       field(style, "triangles", with_thousands(triangles));
    for (const AssemblyFile& file : loaded.files)
        for (const Skipped& s : file.skipped)
            text += field(
                style, "skipped",
                fmt::format("{}: {} {}", printable(file.file), with_thousands(s.count), printable(s.what)));
    return text;
}

Exit run_draw(Session& session, const DrawRequest& options) {
    check_output_name(options.output);
    if (options.perspective && options.orthographic)
        throw Error("--perspective and --orthographic exclude each other", "draw", "give one of them");
    DrawOptions drawing = drawing_of(options);
    drawing.progress = &session.progress;
    // Wrong words are found before a long file is read.
    static_cast<void>(parse_look_from("--from", options.from, Axis::z));
    const LoadedAssembly loaded = options.input.read(session, drawing.threads);
    for (const std::string& remark : remarks_on_axes(loaded)) complain(remark);
    const std::vector<DrawItem> items = items_of(loaded.assembly, options);
    const Camera camera = camera_of(options, loaded.assembly, items, drawing);
    const Picture picture = draw(items, camera, drawing);
    stop_if_interrupted(session);
    save_png(picture, options.output);
    session.progress.clear();
    session.out.write(options.json ? dump(drawn_json(options, loaded, items, drawing, camera))
                                   : drawn_text(session.style, options, loaded, items, drawing));
    return Exit::fine;
}

void add_options(CLI::App& command, DrawRequest& options) {
    command
        .add_option("FILE", options.input.files,
                    "Files to draw together (STL, OBJ, PLY, OFF, glTF, graze and others)")
        ->required()
        ->type_name("FILE");
    command.add_option("-o,--output", options.output, "Picture to write; its name ends in .png")
        ->required()
        ->type_name("FILE");
    const auto add = [&](const std::string& name, std::string& value, const std::string& type,
                         const std::string& description) {
        command.add_option(name, value, description)->type_name(type)->capture_default_str();
    };
    const auto add_list = [&](const std::string& name, std::vector<std::string>& values,
                              const std::string& type, const std::string& description) {
        command.add_option(name, values, description)->type_name(type)->allow_extra_args(false);
    };
    add("--size", options.size, "WIDTHxHEIGHT", "Pixels of the picture");
    add("--from", options.from, "iso|front|back|left|right|top|bottom|X,Y,Z",
        "Where to look from: a view's name, or the direction from the middle to the eye");
    add("--up", options.up, "x|y|z", "Which axis points up (default: what the files say, else z)");
    command.add_flag("--edges", options.edges, "Draw creases, borders and outlines as thin dark lines");
    add("--crease", options.crease, "DEGREES",
        "Angle between triangles beyond which there is a crease; 0 shades every triangle flat");
    add_list("--color", options.colors, "PATTERN=COLOR",
             "Colour of the parts whose name or path fits (* stands for any text); a colour alone is for "
             "all. May be given several times, the last one counts");
    add_list("--opacity", options.opacities, "PATTERN=NUMBER",
             "The same for how opaque they are, from 0 (left out) to 1");
    command.add_flag("--perspective", options.perspective, "What is far away is smaller (default)");
    command.add_flag("--orthographic", options.orthographic, "Parallel lines stay parallel");
    add("--section", options.section, "X,Y,Z,NX,NY,NZ",
        "Leave out everything beyond the plane through X,Y,Z in the direction NX,NY,NZ");
    add("--background", options.background, "COLOR|COLOR,COLOR|none",
        "One colour, two from top to bottom, or none (default: a light grey)");
    add("--parts", options.input.parts, part_choices, part_choices_help);
    options.input.import.add_to(command);
    add("--threads", options.threads, "COUNT", "Threads to use; 0 is one per processor");
    command.add_flag("--json", options.json, "Print one JSON object (schema graze.draw/1)");
}

}  // namespace

void add_draw(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand("draw", "Draw a picture of meshes and assemblies");
    auto options = std::make_shared<DrawRequest>();
    add_options(command, *options);
    command.footer(
        "Needs neither a display nor a graphics card. The same input gives the same picture on every machine "
        "and with any number of threads.\n"
        "\n"
        "Examples:\n"
        "  graze draw machine.obj -o machine.png --edges\n"
        "  graze draw machine.obj -o inside.png --opacity 'housing=0.3' --color '*bolt*=#c04040'\n"
        "  graze draw cow.obj -o cow.png --up y --from 1,0.5,2 --size 800x800\n"
        "  graze draw plate.stl shaft.stl -o top.png --from top --orthographic --background white\n"
        "\n"
        "Exit codes: 0 written; 2 error; 3 interrupted, nothing written.");
    actions[&command] = [options](Session& session) { return run_draw(session, *options); };
}

}  // namespace graze::app
