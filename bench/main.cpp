// graze-bench: graze beside its peers and the seeds' experiments.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <map>
#include <type_traits>

#include "bench/benchmarks.h"

namespace {

std::string joined(int argc, char** argv) {
    std::string command = "graze-bench";
    for (int i = 1; i < argc; ++i) command += std::string(" ") + argv[i];
    return command;
}

void add_common_options(CLI::App& command, graze::bench::RunOptions& run_options) {
    command.add_option("--repeats", run_options.repeats, "the fastest of this many runs counts")
        ->check(CLI::Range(1, 1000));
    command.add_option("--pairs", run_options.pairs, "pairs per row, rounded up to full chunks")
        ->check(CLI::Range(1, 1'000'000'000));
    command.add_option("--out", run_options.out, "folder for the JSON and the plots");
    command.add_flag("--markdown", run_options.markdown, "print tables as Markdown");
}

// How often, and where the results go. `files` says which.
void add_run_options(CLI::App& command, graze::bench::RunOptions& run_options,
                     const char* files = "the JSON") {
    command.add_option("--repeats", run_options.repeats, "the fastest of this many runs counts")
        ->check(CLI::Range(1, 1000));
    command.add_option("--out", run_options.out, std::string("folder for ") + files);
    command.add_flag("--markdown", run_options.markdown, "print tables as Markdown");
}

// What a look takes instead, unless the option is given.
class Quick {
  public:
    void add_to(CLI::App& command, const char* words = "little work and few runs, for a look") {
        app_ = &command;
        command.add_flag("--quick", quick_, words);
    }
    template <class T>
    void instead(const char* option, T& value, const std::type_identity_t<T>& quick_value) const {
        if (quick_ && app_->count(option) == 0) value = quick_value;
    }
    explicit operator bool() const { return quick_; }

  private:
    CLI::App* app_ = nullptr;
    bool quick_ = false;
};

void add_object_options(CLI::App& command, graze::bench::MeshObjectSelection& objects) {
    command.add_option("--data", objects.data, "folder with OBJ files to measure as well");
    command
        .add_option("--objects", objects.names,
                    "only objects whose name contains one of these, separated by commas; doorlock-50k or "
                    "pipes-2M adds "
                    "an object of `graze generate --list`")
        ->delimiter(',');
    command.add_flag("--large", objects.large, "a sphere of a million triangles as well");
}

// A benchmark of objects next to copies of themselves.
template <class Selection>
struct CopiesCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    Selection selection;
    Quick quick;

    void add_to(CLI::App& program, const std::string& name, const std::string& words) {
        run_options.repeats = 5;
        selection.configurations = GRAZE_BENCH_CONFIGURATIONS;
        app = program.add_subcommand(name, words);
        add_run_options(*app, run_options, "the JSON and the plots");
        app->add_option("--directions", selection.counts.directions, "to approach from")
            ->check(CLI::Range(1, 100'000));
        app->add_option("--orientations", selection.counts.orientations, "of the approaching copy")
            ->check(CLI::Range(1, 100'000));
        add_object_options(*app, selection.objects);
        quick.add_to(*app, "few configurations and runs, for a look");
        app->add_option("--configurations", selection.configurations,
                        "folder to keep the configurations in between runs");
    }

    void make_ready() {
        quick.instead("--directions", selection.counts.directions, 5);
        quick.instead("--orientations", selection.counts.orientations, 2);
        quick.instead("--repeats", run_options.repeats, 3);
        if (quick) selection.seconds_per_row = 0.1;
        run_options.pairs = selection.counts.directions * selection.counts.orientations;
    }
};

struct RayCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::RaySelection selection;
    Quick quick;

    void add_to(CLI::App& program) {
        run_options.pairs = 16'384;
        app = program.add_subcommand("ray", "rays at meshes: the first hit, any hit");
        add_run_options(*app, run_options, "the JSON and the plot");
        app->add_option("--rays", run_options.pairs, "of each kind")->check(CLI::Range(1, 10'000'000));
        add_object_options(*app, selection.objects);
        quick.add_to(*app, "few rays and runs, for a look");
    }

    int run() {
        quick.instead("--rays", run_options.pairs, 2048);
        quick.instead("--repeats", run_options.repeats, 3);
        return graze::bench::run_ray_benchmark(run_options, selection);
    }
};

#if defined(GRAZE_BENCH_SPHERES)
struct SpheresCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::SpheresSelection selection;
    Quick quick;

    void add_to(CLI::App& program) {
        run_options.repeats = 3;
        app = program.add_subcommand("spheres",
                                     "inner sphere trees: distances and volumes by the number of spheres");
        add_run_options(*app, run_options, "the JSON and the plots");
        app->add_option("--spheres", selection.spheres, "numbers of spheres, separated by commas")
            ->delimiter(',')
            ->check(CLI::Range(10, 2'000'000));
        app->add_option("--triangles", selection.triangles, "of each object")
            ->check(CLI::Range(100, 20'000'000));
        app->add_option("--poses", selection.poses, "for each overlap and distance")
            ->check(CLI::Range(1, 10'000));
        app->add_option("--packed", selection.packed, "numbers of spheres of packings, separated by commas")
            ->delimiter(',')
            ->check(CLI::Range(10, 2'000'000));
        app->add_option(
            "--packings", selection.packings,
            "folder to keep packings for trees in between runs; without one they are quick and poor");
        app->add_option("--data", selection.data,
                        "folder with OBJ files, of which some are measured as well");
        app->add_option("--only", selection.parts,
                        "packing, hierarchy, volume, choice, budget or path, separated by commas")
            ->delimiter(',')
            ->check(CLI::IsMember({"packing", "hierarchy", "volume", "choice", "budget", "path"}));
        quick.add_to(*app, "few spheres, triangles and poses, for a look");
    }

    int run() {
        quick.instead("--packed", selection.packed, {100, 1'000});
        quick.instead("--spheres", selection.spheres, {200, 1'000});
        quick.instead("--triangles", selection.triangles, 5'000);
        quick.instead("--poses", selection.poses, 3);
        quick.instead("--repeats", run_options.repeats, 1);
        if (quick) {
            selection.raster = 40;
            selection.voxmaps = {{30, 2'000}};
            selection.packed_triangles = 2'000;
            selection.choice_triangles = {500, 5'000};
            selection.path_steps = 10;
        }
        return graze::bench::run_spheres_benchmark(run_options, selection);
    }
};
#endif

#if defined(GRAZE_BENCH_SHARE)
struct ShareCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::ShareSelection selection;
    graze::bench::ShareSoakSelection soak;
    Quick quick;

    void add_to(CLI::App& program) {
        app = program.add_subcommand("share", "shared worlds: error and traffic by latency and loss");
        add_run_options(*app, run_options, "the JSON and the plots");
        app->add_option("--seconds", selection.seconds, "simulated, for each cell of the grid")
            ->check(CLI::Range(1.0, 1e5));
#if defined(GRAZE_BENCH_DDS)
        app->add_option("--processes", soak.processes,
                        "instead: so many processes share a world over DDS on the loopback, in real time")
            ->check(CLI::Range(2, 110));
        app->add_option("--objects", soak.objects_each, "of each process")->check(CLI::Range(1, 1000));
        app->add_option("--logs", soak.logs,
                        "folder for what each process hears, for scripts/check-agreement");
        app->add_option("--rate", soak.rate, "updates per second of each process")
            ->check(CLI::Range(1.0, 1000.0));
#endif
        quick.add_to(*app, "short runs, for a look");
    }

    int run() {
        quick.instead("--seconds", selection.seconds, 5);
#if defined(GRAZE_BENCH_DDS)
        soak.seconds = selection.seconds;
        if (soak.processes > 0) return graze::bench::run_share_soak(run_options, soak);
#endif
        return graze::bench::run_share_benchmark(run_options, selection);
    }
};
#endif

#if defined(GRAZE_BENCH_WORLD)
struct WorldCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::WorldSelection selection;
    Quick quick;
    bool large = false, seeds = false;

    void add_to(CLI::App& program) {
        run_options.repeats = 1;
        app = program.add_subcommand("world", "which of many moving boxes overlap: broad phases");
        add_run_options(*app, run_options, "the JSON and the plots");
        app->add_option("--objects", selection.objects, "numbers of boxes, separated by commas")
            ->delimiter(',')
            ->check(CLI::Range(2, 10'000'000));
        app->add_option("--overlaps", selection.overlaps, "per box, on average, separated by commas")
            ->delimiter(',')
            ->check(CLI::Range(1e-6, 1e6));
        app->add_option("--sizes", selection.sizes, "of boxes: equal, spread; separated by commas")
            ->delimiter(',')
            ->transform(CLI::CheckedTransformer(std::map<std::string, graze::bench::BoxSizes>{
                {"equal", graze::bench::BoxSizes::equal}, {"spread", graze::bench::BoxSizes::spread}}));
        app->add_option("--steps", selection.steps, "of each method in each scene")
            ->check(CLI::Range(1, 1'000'000));
        app->add_option("--endurance", selection.endurance_steps, "steps of the long run")
            ->check(CLI::Range(1'000, 10'000'000));
        app->add_option("--limit", selection.seconds_per_row,
                        "seconds after which a method's run in a scene ends; its row says so")
            ->check(CLI::Range(0.001, 1e6));
        app->add_option("--method", selection.method, "only methods whose name contains this");
        app->add_option("--only", selection.parts, "of the experiments, separated by commas")
            ->delimiter(',')
            ->check(
                CLI::IsMember({"rows", "few", "one", "growth", "choice", "endurance", "pipeline", "seeds"}));
        app->add_flag("--seeds", seeds, "only the flag grid of Gottstein 1994: --only seeds");
        app->add_flag("--large", large, "a million boxes as well, graze alone");
        quick.add_to(*app, "few steps, at most 10000 boxes, for a look");
    }

    int run() {
        quick.instead("--objects", selection.objects, {1'000, 10'000});
        quick.instead("--steps", selection.steps, 30);
        quick.instead("--limit", selection.seconds_per_row, 1.0);
        quick.instead("--endurance", selection.endurance_steps, 2000);
        if (large) selection.objects.push_back(1'000'000);
        if (seeds) selection.parts = {"seeds"};
        return graze::bench::run_world_benchmark(run_options, selection);
    }
};
#endif

#if defined(GRAZE_BENCH_CLASH)
struct ClashCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::ClashSelection selection;
    graze::bench::ClashSelection::Size size = selection.sizes.front();
    Quick quick;
    bool large = false;

    void add_to(CLI::App& program) {
        run_options.repeats = 3;
        app = program.add_subcommand("clash", "every clash of a generated plant");
        add_run_options(*app, run_options);
        app->add_option("--parts", size.parts, "of the plant")->check(CLI::Range(50, 100'000));
        app->add_option("--triangles", size.triangles, "of the plant")->check(CLI::Range(1, 50'000'000));
        app->add_option("--clearance", selection.clearances, "in mm, 0 for none, separated by commas")
            ->delimiter(',')
            ->check(CLI::Range(0.0, 1e6));
        app->add_option("--limit", selection.seconds_per_row,
                        "seconds after which a peer's search ends; its row says so")
            ->check(CLI::Range(0.001, 1e6));
        app->add_flag("--large", large, "10 000 parts and 10 million triangles as well");
        quick.add_to(*app, "a small plant and one run, for a look");
    }

    int run() {
        quick.instead("--parts", size.parts, 300);
        quick.instead("--triangles", size.triangles, 200'000);
        quick.instead("--repeats", run_options.repeats, 1);
        quick.instead("--limit", selection.seconds_per_row, 20.0);
        selection.sizes = {size};
        if (large) selection.sizes.push_back({10'000, 10'000'000});
        return graze::bench::run_clash_benchmark(run_options, selection);
    }
};
#endif

#if defined(GRAZE_BENCH_IO)
struct IoCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::IoSelection selection;
    Quick quick;
    std::string peak_of;
    std::size_t by = 0;

    void add_to(CLI::App& program) {
        run_options.repeats = 5;
        app = program.add_subcommand("io", "reading and writing files, in time and memory");
        add_run_options(*app, run_options);
        app->add_option("--triangles", selection.triangles, "of the sphere that is written and read")
            ->check(CLI::Range(100, 100'000'000));
        quick.add_to(*app, "a small sphere and few runs, for a look");
        // For the benchmark itself, which starts this program again: no help text.
        app->add_option("--peak-of", peak_of)->group("");
        app->add_option("--by", by)->group("");
    }

    int run() {
        quick.instead("--triangles", selection.triangles, 100'000);
        quick.instead("--repeats", run_options.repeats, 2);
        if (!peak_of.empty()) return graze::bench::print_peak_of_reading(peak_of, by);
        return graze::bench::run_io_benchmark(run_options, selection);
    }
};
#endif

#if defined(GRAZE_BENCH_DEFORM)
struct DeformCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::DeformSelection selection;
    graze::bench::KineticSelection kinetic_selection;
    bool kinetic = false;
    Quick quick;

    void add_to(CLI::App& program) {
        run_options.repeats = 15;
        app = program.add_subcommand("deform", "meshes that bend: refitted hierarchies, self-intersections");
        add_run_options(*app, run_options);
        app->add_option("--sides", selection.sides, "of generated cloths, in squares, separated by commas")
            ->delimiter(',')
            ->check(CLI::Range(2, 5'000));
        app->add_option("--frames", selection.frames, "two files with the same triangles")
            ->expected(2)
            ->check(CLI::ExistingFile);
        app->add_flag("--kinetic", kinetic, "kinetic hierarchies and separation lists instead");
        app->add_option("--triangles", kinetic_selection.triangles,
                        "of cloths for --kinetic, separated by commas")
            ->delimiter(',')
            ->check(CLI::Range(100, 1'000'000));
        app->add_option("--keys", kinetic_selection.keys, "key frames, for --kinetic")
            ->check(CLI::Range(2, 1'000));
        quick.add_to(*app, "a small cloth and few runs, for a look");
    }

    int run() {
        quick.instead("--sides", selection.sides, {60});
        quick.instead("--repeats", run_options.repeats, 3);
        quick.instead("--triangles", kinetic_selection.triangles, {1'000, 2'000});
        if (kinetic) return graze::bench::run_kinetic_benchmark(run_options, kinetic_selection);
        return graze::bench::run_deform_benchmark(run_options, selection);
    }
};

struct DeformUpdatesCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::DeformUpdatesSelection selection;
    Quick quick;

    void add_to(CLI::App& program) {
        run_options.repeats = 5;
        app = program.add_subcommand("deform-updates",
                                     "how hierarchies follow bending meshes; contacts in a step");
        add_run_options(*app, run_options);
        app->add_option("--scale", selection.scale, "of the numbers of triangles")
            ->check(CLI::Range(0.01, 10.0));
        app->add_option("--frames", selection.frames, "two files with the same triangles")
            ->expected(2)
            ->check(CLI::ExistingFile);
        quick.add_to(*app, "small meshes and one run, for a look");
    }

    int run() {
        quick.instead("--scale", selection.scale, 0.05);
        quick.instead("--repeats", run_options.repeats, 1);
        return graze::bench::run_deform_updates_benchmark(run_options, selection);
    }
};
#endif

#if defined(GRAZE_BENCH_RENDER)
struct PictureCommand {
    CLI::App* app = nullptr;
    graze::bench::RunOptions run_options;
    graze::bench::PictureSelection selection;
    Quick quick;

    void add_to(CLI::App& program) {
        run_options.repeats = 5;
        app = program.add_subcommand("picture", "drawing a machine and a sphere");
        add_run_options(*app, run_options);
        app->add_option("--triangles", selection.triangles, "of the sphere")
            ->check(CLI::Range(100, 100'000'000));
        app->add_option("--side", selection.side, "of the picture, in pixels")->check(CLI::Range(1, 8192));
        quick.add_to(*app, "a small sphere, a small picture and few runs, for a look");
    }

    int run() {
        quick.instead("--triangles", selection.triangles, 100'000);
        quick.instead("--side", selection.side, 500);
        quick.instead("--repeats", run_options.repeats, 2);
        return graze::bench::run_picture_benchmark(run_options, selection);
    }
};
#endif

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("graze beside its peers and the seeds' experiments", "graze-bench");
    app.require_subcommand(1);

    graze::bench::RunOptions pair_run_options, table31_run_options;
    graze::bench::PairSelection selection;
    pair_run_options.command = table31_run_options.command = joined(argc, argv);
    auto* pair = app.add_subcommand("pair", "two triangles");
    add_common_options(*pair, pair_run_options);
    pair->add_option("--scene", selection.scene, "only this kind of pairs");
    pair->add_option("--method", selection.method, "only methods whose name contains this");
    Quick quick_pair, quick_table31, quick_tree, quick_volume, quick_convex, quick_contacts;
    quick_pair.add_to(*pair);

    table31_run_options.pairs = 1'000'000;
    table31_run_options.repeats = 3;
    auto* table31 =
        app.add_subcommand("table31", "two polygons: table 3.1 of Zachmann 2000 with today's numbers");
    add_common_options(*table31, table31_run_options);
    quick_table31.add_to(*table31);

    CopiesCommand<graze::bench::IntersectSelection> intersect;
    intersect.run_options.command = joined(argc, argv);
    intersect.add_to(app, "intersect", "do two meshes touch: scenario I of Weller 2012");
    intersect.app->add_flag("!--no-growth", intersect.selection.growth,
                            "leave out the spheres of growing resolution");
    constexpr const char* parts = "folder with STL, STEP and glTF files of CAD parts to measure as well";
    intersect.app->add_option("--parts", intersect.selection.parts, parts);

    CopiesCommand<graze::bench::DistanceSelection> distance;
    distance.run_options.command = joined(argc, argv);
    distance.add_to(app, "distance", "how far are two meshes apart");
    distance.app->add_option("--parts", distance.selection.parts, parts);

    CopiesCommand<graze::bench::ContinuousSelection> continuous;
    continuous.run_options.command = joined(argc, argv);
    continuous.add_to(app, "continuous", "when do moving features and meshes meet");
    continuous.app->add_option("--queries", continuous.selection.queries,
                               "folder with queries of features, as Wang et al. 2021 publish them");

    RayCommand ray;
    ray.run_options.command = joined(argc, argv);
    ray.add_to(app);

    graze::bench::RunOptions tree_run_options;
    graze::bench::TreeSelection tree_selection;
    tree_run_options.command = joined(argc, argv);
    tree_selection.configurations = GRAZE_BENCH_CONFIGURATIONS;
    auto* tree = app.add_subcommand("tree", "building the hierarchy, its innermost test, cache and threads");
    add_run_options(*tree, tree_run_options);
    add_object_options(*tree, tree_selection.objects);
    quick_tree.add_to(*tree, "few objects and runs, for a look");

    graze::bench::RunOptions volume_run_options;
    graze::bench::VolumeSelection volume_selection;
    volume_run_options.command = joined(argc, argv);
    auto* volume = app.add_subcommand("volume", "what two solids share, beside building the mesh of it");
    add_run_options(*volume, volume_run_options);
    add_object_options(*volume, volume_selection.objects);
    quick_volume.add_to(*volume, "few objects and runs, for a look");

    graze::bench::RunOptions convex_run_options;
    graze::bench::ConvexSelection convex_selection;
    convex_run_options.command = joined(argc, argv);
    auto* convex = app.add_subcommand("convex", "convex solids: yes or no, signed distances, with a mesh");
    add_run_options(*convex, convex_run_options);
    convex->add_option("--corners", convex_selection.corners, "of the hulls, separated by commas")
        ->delimiter(',')
        ->check(CLI::Range(4, 1'000'000));
    convex->add_option("--poses", convex_selection.poses, "of each state")->check(CLI::Range(1, 1'000'000));
    quick_convex.add_to(*convex);
    graze::bench::RunOptions depth_run_options;
    graze::bench::DepthSelection depth_selection;
    depth_run_options.command = joined(argc, argv);
    depth_run_options.repeats = 3;
    auto* depth =
        app.add_subcommand("depth", "the way out of an overlap, beside depths of peers and backtracking");
    add_run_options(*depth, depth_run_options);
    add_object_options(*depth, depth_selection.objects);
    Quick quick_depth;
    quick_depth.add_to(*depth, "few objects and runs, for a look");

    graze::bench::RunOptions contact_run_options;
    graze::bench::ContactSelection contact_selection;
    contact_run_options.command = joined(argc, argv);
    auto* contact =
        app.add_subcommand("contacts", "all contacts of two meshes, beside the triangles that intersect");
    add_run_options(*contact, contact_run_options);
    add_object_options(*contact, contact_selection.objects);
    quick_contacts.add_to(*contact, "few objects and runs, for a look");

#if defined(GRAZE_BENCH_SLIDING)
    graze::bench::RunOptions sliding_run_options;
    graze::bench::SlidingSelection sliding_selection;
    sliding_run_options.command = joined(argc, argv);
    auto* sliding =
        app.add_subcommand("sliding", "parts that hands of every kind move, beside sliding by static tests");
    add_run_options(*sliding, sliding_run_options);
    sliding->add_option("--triangles", sliding_selection.triangles, "of the gearbox")
        ->check(CLI::Range(1'000, 50'000'000));
    sliding->add_option("--steps", sliding_selection.steps, "of each hand")->check(CLI::Range(1, 100'000));
    graze::bench::RunOptions grasp_run_options;
    graze::bench::GraspSelection grasp_selection;
    grasp_run_options.command = joined(argc, argv);
    auto* grasp = app.add_subcommand("grasp", "hands that take things, and the best hand by brute force");
    add_run_options(*grasp, grasp_run_options);
    grasp->add_option("--triangles", grasp_selection.triangles, "of each thing")
        ->check(CLI::Range(100, 10'000'000));
    grasp->add_option("--grid", grasp_selection.grid, "steps of each joint in the search for the best hand")
        ->check(CLI::Range(1, 200));
    Quick quick_grasp;
    quick_grasp.add_to(*grasp, "coarse things and a coarse grid, for a look");
    Quick quick_sliding;
    quick_sliding.add_to(*sliding, "a small gearbox and short hands, for a look");
#endif
#if defined(GRAZE_BENCH_SPHERES)
    SpheresCommand spheres;
    spheres.run_options.command = joined(argc, argv);
    spheres.add_to(app);
#endif

#if defined(GRAZE_BENCH_SHARE)
    ShareCommand share;
    share.run_options.command = joined(argc, argv);
    share.add_to(app);
#endif

#if defined(GRAZE_BENCH_DEFORM)
    DeformCommand deform;
    deform.run_options.command = joined(argc, argv);
    deform.add_to(app);
    DeformUpdatesCommand deform_updates;
    deform_updates.run_options.command = joined(argc, argv);
    deform_updates.add_to(app);
#endif

#if defined(GRAZE_BENCH_WORLD)
    WorldCommand world;
    world.run_options.command = joined(argc, argv);
    world.add_to(app);
#endif

#if defined(GRAZE_BENCH_CLASH)
    ClashCommand clash;
    clash.run_options.command = joined(argc, argv);
    clash.add_to(app);
#endif

#if defined(GRAZE_BENCH_IO)
    IoCommand io;
    io.run_options.command = joined(argc, argv);
    io.add_to(app);
#endif

#if defined(GRAZE_BENCH_RENDER)
    PictureCommand picture;
    picture.run_options.command = joined(argc, argv);
    picture.add_to(app);
#endif

    CLI11_PARSE(app, argc, argv);
    quick_pair.instead("--pairs", pair_run_options.pairs, 10'000);
    quick_pair.instead("--repeats", pair_run_options.repeats, 3);
    quick_table31.instead("--pairs", table31_run_options.pairs, 20'000);
    quick_table31.instead("--repeats", table31_run_options.repeats, 1);
    quick_tree.instead("--repeats", tree_run_options.repeats, 1);
    quick_tree.instead("--objects", tree_selection.objects.names, {"sphere-10k", "torus-40k"});
    quick_volume.instead("--repeats", volume_run_options.repeats, 3);
    quick_volume.instead("--objects", volume_selection.objects.names, {"sphere-10k", "torus-40k"});
    quick_convex.instead("--repeats", convex_run_options.repeats, 3);
    quick_convex.instead("--poses", convex_selection.poses, 64);
    quick_depth.instead("--repeats", depth_run_options.repeats, 1);
    quick_depth.instead("--objects", depth_selection.objects.names, {"sphere-1k"});
    if (depth->parsed() && quick_depth) depth_selection.convex_pairs = 10;
    quick_contacts.instead("--repeats", contact_run_options.repeats, 3);
    quick_contacts.instead("--objects", contact_selection.objects.names, {"sphere-10k", "torus-40k"});
    try {
        if (convex->parsed()) return graze::bench::run_convex_benchmark(convex_run_options, convex_selection);
#if defined(GRAZE_BENCH_SPHERES)
        if (spheres.app->parsed()) return spheres.run();
#endif
#if defined(GRAZE_BENCH_SHARE)
        if (share.app->parsed()) return share.run();
#endif
#if defined(GRAZE_BENCH_DEFORM)
        if (deform.app->parsed()) return deform.run();
        if (deform_updates.app->parsed()) return deform_updates.run();
#endif
#if defined(GRAZE_BENCH_WORLD)
        if (world.app->parsed()) return world.run();
#endif
#if defined(GRAZE_BENCH_CLASH)
        if (clash.app->parsed()) return clash.run();
#endif
#if defined(GRAZE_BENCH_IO)
        if (io.app->parsed()) return io.run();
#endif
#if defined(GRAZE_BENCH_RENDER)
        if (picture.app->parsed()) return picture.run();
#endif
        if (intersect.app->parsed()) {
            intersect.make_ready();
            return graze::bench::run_intersect_benchmark(intersect.run_options, intersect.selection);
        }
        if (distance.app->parsed()) {
            distance.make_ready();
            return graze::bench::run_distance_benchmark(distance.run_options, distance.selection);
        }
        if (continuous.app->parsed()) {
            continuous.make_ready();
            return graze::bench::run_continuous_benchmark(continuous.run_options, continuous.selection);
        }
        if (ray.app->parsed()) return ray.run();
        if (contact->parsed())
            return graze::bench::run_contact_benchmark(contact_run_options, contact_selection);
#if defined(GRAZE_BENCH_SLIDING)
        if (grasp->parsed()) {
            quick_grasp.instead("--triangles", grasp_selection.triangles, 1'000);
            quick_grasp.instead("--grid", grasp_selection.grid, 10);
            return graze::bench::run_grasp_benchmark(grasp_run_options, grasp_selection);
        }
        if (sliding->parsed()) {
            quick_sliding.instead("--triangles", sliding_selection.triangles, 20'000);
            quick_sliding.instead("--steps", sliding_selection.steps, 20);
            return graze::bench::run_sliding_benchmark(sliding_run_options, sliding_selection);
        }
#endif
        if (volume->parsed()) return graze::bench::run_volume_benchmark(volume_run_options, volume_selection);
        if (depth->parsed()) return graze::bench::run_depth_benchmark(depth_run_options, depth_selection);
        if (tree->parsed()) return graze::bench::run_tree_benchmark(tree_run_options, tree_selection);
        return pair->parsed() ? graze::bench::run_pair_benchmark(pair_run_options, selection)
                              : graze::bench::run_table31_benchmark(table31_run_options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
