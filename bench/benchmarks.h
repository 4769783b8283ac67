// The benchmarks of graze-bench. Each prints its tables, writes JSON and plots, and returns the exit code: 0,
// or 2 if methods that claim to be exact disagree.
#pragma once

#include <filesystem>
#include <string>
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
};

// Two meshes close to each other: graze and the peers.
int run_intersect_benchmark(const RunOptions& run_options, const IntersectSelection& selection);

struct DistanceSelection {
    MeshObjectSelection objects;
    ConfigurationCounts counts{10, 4};
    std::filesystem::path configurations;
    double seconds_per_row = 10;
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

struct SpheresSelection {
    std::vector<std::size_t> spheres{2'000, 20'000, 200'000};
    std::uint32_t triangles = 1'000'000;
    std::size_t poses = 20;        // of each distance and each overlap
    std::uint32_t raster = 300;    // points along the longest side for the packing
    std::uint32_t voxels = 100;    // cells along the longest side of the voxmap
    std::size_t points = 100'000;  // of the pointshell
};

// Inner sphere trees: volumes, distances and budgets over the number of spheres, beside the exact queries and
// points against voxels; what the source prints is judged.
int run_spheres_benchmark(const RunOptions& run_options, const SpheresSelection& selection);

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
