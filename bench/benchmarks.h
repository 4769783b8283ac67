// The benchmarks of graze-bench. Each prints its tables, writes JSON and plots, and returns the exit code: 0,
// or 2 if methods that claim to be exact disagree.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bench/harness/report.h"
#include "bench/scenes/close_configurations.h"
#include "bench/scenes/mesh_objects.h"
#include "bench/scenes/moving_boxes.h"

namespace graze::bench {

struct PairSelection {
    std::string scene;   // empty: all
    std::string method;  // only methods whose name contains this; empty: all
};

// Two triangles: graze, the seeds' tests and the peers.
int run_pair_benchmark(const RunOptions& run_options, const PairSelection& selection);

// Table 3.1 of Zachmann 2000 with today's numbers, and where its break-even lies now.
int run_table31_benchmark(const RunOptions& run_options);

struct IntersectSelection {
    MeshObjectSelection objects;
    ConfigurationCounts counts;
    std::filesystem::path configurations;  // folder to keep them in
    double seconds_per_row = 10;           // a method that has taken longer on a row is not repeated there
    bool growth = true;                    // graze on spheres of growing resolution
    std::filesystem::path parts;           // folder with STL, STEP and glTF files of CAD parts
};

// Two meshes close to each other: graze and the peers.
int run_intersect_benchmark(const RunOptions& run_options, const IntersectSelection& selection);

struct DistanceSelection {
    MeshObjectSelection objects;
    ConfigurationCounts counts{10, 4};
    std::filesystem::path configurations;
    double seconds_per_row = 10;
    std::filesystem::path parts;
};

// How far two meshes are apart: graze and the peers, at several distances and along a path.
int run_distance_benchmark(const RunOptions& run_options, const DistanceSelection& selection);

struct RaySelection {
    MeshObjectSelection objects;
};

// What rays hit: graze and the peers. `run_options.pairs` rays of each kind.
int run_ray_benchmark(const RunOptions& run_options, const RaySelection& selection);

struct TreeSelection {
    MeshObjectSelection objects;
    std::filesystem::path configurations;
};

// What building with each effort costs and gives, the innermost test, the cache, several threads.
int run_tree_benchmark(const RunOptions& run_options, const TreeSelection& selection);

struct VolumeSelection {
    MeshObjectSelection objects;
};

// The volume that two copies of a solid share: graze beside peers that build the mesh of it.
int run_volume_benchmark(const RunOptions& run_options, const VolumeSelection& selection);

struct ConvexSelection {
    std::vector<std::size_t> corners{20, 100, 1000};  // of the hulls
    std::size_t poses = 512;                          // of each state
};

// Convex solids with each other and with a mesh: yes or no, signed distances, beside the peers.
int run_convex_benchmark(const RunOptions& run_options, const ConvexSelection& selection);
struct ContinuousSelection {
    MeshObjectSelection objects;
    ConfigurationCounts counts{10, 2};
    std::filesystem::path configurations;
    double seconds_per_row = 10;
    std::filesystem::path queries;  // folder with the queries of Wang et al. 2021; empty: none
};

// When moving features and moving meshes meet: graze, samples with bisection, and the peers.
int run_continuous_benchmark(const RunOptions& run_options, const ContinuousSelection& selection);

struct DepthSelection {
    MeshObjectSelection objects;
    int convex_pairs = 100;
};

// How far a solid must be moved so that two do not overlap: graze beside the peers' depths and backtracking.
int run_depth_benchmark(const RunOptions& run_options, const DepthSelection& selection);

struct ContactSelection {
    MeshObjectSelection objects;
};

// All contacts of two copies, beside the list of their intersecting triangles.
int run_contact_benchmark(const RunOptions& run_options, const ContactSelection& selection);

struct DeformSelection {
    std::vector<std::uint32_t> sides{100, 214};  // of generated cloths, in squares
    std::vector<std::filesystem::path>
        frames;  // two files with the same triangles; none: generated cloths only
};

// Meshes that bend: refitted hierarchies and self-intersections, beside the peers.
int run_deform_benchmark(const RunOptions& run_options, const DeformSelection& selection);

struct DeformUpdatesSelection {
    double scale = 1;                           // of the numbers of triangles
    std::vector<std::filesystem::path> frames;  // two files with the same triangles, for contacts in a step
};

// How hierarchies follow bending meshes from frame to frame, and contacts within steps.
int run_deform_updates_benchmark(const RunOptions& run_options, const DeformUpdatesSelection& selection);

struct KineticSelection {
    std::vector<std::uint32_t> triangles{2'000, 8'000,
                                         16'000};  // of cloths; walking figures have four times as many
    std::uint32_t keys = 21;
};

// Kinetic hierarchies and separation lists, beside refits and swept searches: over sizes and frame rates.
int run_kinetic_benchmark(const RunOptions& run_options, const KineticSelection& selection);

struct SpheresSelection {
    std::vector<std::size_t> spheres{2'000, 20'000, 200'000};
    std::uint32_t triangles = 1'000'000;
    std::size_t poses = 20;      // of each distance and each overlap
    std::uint32_t raster = 300;  // points along the longest side for packings that need not be good
    // Cells along the longest side of a voxmap, and points of the pointshell.
    std::vector<std::pair<std::uint32_t, std::size_t>> voxmaps{{50, 25'000}, {100, 100'000}, {200, 400'000}};
    std::vector<std::size_t> packed{1'000, 10'000, 100'000};  // spheres of packings
    std::uint32_t packed_triangles = 100'000;                 // of the objects that are packed
    std::vector<std::uint32_t> choice_triangles{1'000, 4'000, 16'000, 64'000, 256'000, 1'000'000};
    std::uint32_t path_steps = 100;  // between two keys of a path
    std::filesystem::path packings;  // folder to keep packings in between runs; empty: none are kept
    std::filesystem::path data;      // folder with OBJ files; empty: generated objects only
    // packing, hierarchy, volume, choice, budget, path; empty: all
    std::vector<std::string> parts;
};

// Inner sphere trees: volumes, distances and budgets over the number of spheres, beside the exact queries and
// points against voxels; what the source prints is judged.
int run_spheres_benchmark(const RunOptions& run_options, const SpheresSelection& selection);

struct ShareSelection {
    double seconds = 60;  // of each cell of the grid
};

// Shared worlds: the experiments of Ohlenburg 2003, appendix A, and error against traffic against jerk over
// loss and latency; what the source claims is judged.
int run_share_benchmark(const RunOptions& run_options, const ShareSelection& selection);

struct ShareSoakSelection {
    std::uint32_t processes = 0, objects_each = 1;
    double seconds = 60, rate = 30;
    std::string logs;  // a folder for what each process hears; empty: none
};

// So many processes that share a world over DDS on the loopback: processor time, delays of verdicts, and
// whether all know the same in the end. 1 if not.
int run_share_soak(const RunOptions& run_options, const ShareSoakSelection& selection);

struct SlidingSelection {
    std::uint64_t triangles = 400'000;  // of the gearbox
    std::uint32_t steps = 100;          // of each hand
    std::uint64_t seed = 1;
};

// Held parts that follow hands of every kind: what a step costs, and how far behind the hand the part stays;
// beside it, sliding by static tests.
int run_sliding_benchmark(const RunOptions& run_options, const SlidingSelection& selection);

struct GraspSelection {
    std::uint32_t triangles = 20'000;  // of each thing
    std::uint32_t grid = 40;           // steps of each joint in the search for the best hand
};

// Hands that take things: what a frame costs, and the difference to the best hand by brute force. 2 if a link
// of a hand ever meets a thing.
int run_grasp_benchmark(const RunOptions& run_options, const GraspSelection& selection);

struct WorldSelection {
    std::vector<std::size_t> objects{1'000, 10'000, 100'000};
    std::vector<double> overlaps{0.1, 1, 10};  // per box
    std::vector<BoxSizes> sizes{BoxSizes::equal, BoxSizes::spread};
    std::size_t steps = 300;
    std::size_t endurance_steps = 10'000;
    double seconds_per_row = 10;     // of one method in one scene
    std::string method;              // only methods whose name contains this; empty: all
    std::vector<std::string> parts;  // rows, few, one, growth, endurance, seeds; empty: all
};

// Which of many moving boxes overlap: graze's broad phases, the peers' and a grid of the seeds.
int run_world_benchmark(const RunOptions& run_options, const WorldSelection& selection);

struct ClashSelection {
    struct Size {
        std::uint32_t parts;
        std::uint64_t triangles;
    };
    std::vector<Size> sizes{{2'000, 2'000'000}};
    std::vector<double> clearances{0, 1};  // mm; 0: none is asked
    double seconds_per_row = 600;          // for the pairs of a method, which its row says
};

// Every clash of generated plants: graze and the peers.
int run_clash_benchmark(const RunOptions& run_options, const ClashSelection& selection);

struct PictureSelection {
    std::uint32_t triangles = 1'000'000;
    std::uint32_t side = 1000;  // of the picture, in pixels
};

// Pictures of the machine and of a sphere.
int run_picture_benchmark(const RunOptions& run_options, const PictureSelection& selection);

struct IoSelection {
    std::uint32_t triangles = 1'000'000;
};

// Files read and written in processor time and memory, saved shapes, several files on several threads.
int run_io_benchmark(const RunOptions& run_options, const IoSelection& selection);

// Prints how many bytes of memory one way of reading takes at its peak: run by the above in processes of
// their own.
int print_peak_of_reading(const std::filesystem::path& file, std::size_t method);

}  // namespace graze::bench
