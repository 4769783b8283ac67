// Reading and writing files, in processor time and memory, graze beside Assimp on the same files; shapes
// saved with their trees; several files, and what is found out about one, on several threads. Files are in
// the page cache.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

#include "bench/benchmarks.h"
#include "bench/harness/peak_memory.h"
#include "bench/harness/timing.h"
#include "bench/methods/file_method.h"
#include "graze/base/error.h"
#include "graze/io/load_assembly.h"
#include "graze/io/save.h"
#include "graze/io/saved_shape.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"
#include "tests/io/temporary_folder.h"

namespace graze::bench {
namespace {

using test::TemporaryFolder;

// The least processor time over the repeats, in milliseconds: what others do on the machine matters less to
// it than to the time on the wall.
double processor_milliseconds(std::size_t repeats, const std::function<void()>& work) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < repeats; ++i) {
        const std::clock_t start = std::clock();
        work();
        least = std::min(least, static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC);
    }
    return least;
}

double megabytes_of(const std::filesystem::path& file) {
    return static_cast<double>(std::filesystem::file_size(file)) / 1e6;
}

// ---- The files

// Most PLY files hold floats; graze writes doubles.
void save_float_ply(const Mesh& mesh, const std::filesystem::path& file) {
    std::string content = fmt::format(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\nproperty float y\n"
        "property float z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
        mesh.vertices().size(), mesh.triangle_count());
    const auto put = [&](std::uint32_t bits) {
        for (int i = 0; i < 4; ++i) content += static_cast<char>(bits >> (8 * i) & 0xff);
    };
    for (const Vec3& v : mesh.vertices())
        for (const double c : {v.x, v.y, v.z}) put(std::bit_cast<std::uint32_t>(static_cast<float>(c)));
    for (const auto& triangle : mesh.triangles()) {
        content += '\3';
        for (const VertexId corner : triangle) put(corner);
    }
    std::ofstream(file, std::ios::binary) << content;
}

struct FileKind {
    const char* title;
    const char* file;
    void (*save)(const Mesh& mesh, const std::filesystem::path& file);
    bool by_graze = true;        // the writer is graze's
    bool in_every_build = true;  // read by every build of graze
};

template <bool ascii>
void save(const Mesh& mesh, const std::filesystem::path& file) {
    SaveOptions options;
    options.ascii = ascii;
    save_mesh(mesh, file, options);
}

constexpr FileKind kinds[] = {{"STL binary", "binary.stl", save<false>},
                              {"STL text", "text.stl", save<true>},
                              {"OBJ", "sphere.obj", save<false>},
                              {"PLY binary, floats", "floats.ply", save_float_ply, false},
                              {"PLY binary, doubles", "doubles.ply", save<false>},
                              {"PLY text", "text.ply", save<true>},
                              {"OFF", "sphere.off", save<false>},
                              {"GLB", "sphere.glb", save<false>, true, false}};

bool can_be_read(const std::filesystem::path& file) {
    try {
        load_mesh(file);
        return true;
    } catch (const Error& e) {
        fmt::print(stderr, "left out: {}\n", e.what());
        return false;
    }
}

std::string measure_writing(const RunOptions& run_options, const Mesh& mesh, const TemporaryFolder& folder,
                            nlohmann::ordered_json& json) {
    Table table({{"file", Align::left}, {"MB"}, {"ms"}, {"MB/s"}});
    for (const FileKind& kind : kinds) {
        fmt::print(stderr, "writing: {}\n", kind.title);
        const std::filesystem::path file = folder / kind.file;
        const double time =
            processor_milliseconds(kind.by_graze ? run_options.repeats : 1, [&] { kind.save(mesh, file); });
        if (!kind.by_graze) continue;
        const double size = megabytes_of(file);
        table.add_row({kind.title, fmt::format("{:.1f}", size), fmt::format("{:.1f}", time),
                       fmt::format("{:.0f}", size / time * 1000)});
        json["writing"].push_back({{"file", kind.title}, {"mb", size}, {"ms", time}});
    }
    return section_text(run_options, fmt::format("Writing a sphere of {} triangles", mesh.triangle_count()),
                        table);
}

std::string measure_reading(const RunOptions& run_options, const Mesh& mesh, const TemporaryFolder& folder,
                            nlohmann::ordered_json& json) {
    const std::vector<FileMethod> methods = file_methods();
    Table table({{"file", Align::left},
                 {"MB"},
                 {"read by", Align::left},
                 {"ms"},
                 {"MB/s"},
                 {"of graze"},
                 {"peak memory / file"}});
    for (const FileKind& kind : kinds) {
        fmt::print(stderr, "reading: {}\n", kind.title);
        const std::filesystem::path file = folder / kind.file;
        if (!kind.in_every_build && !can_be_read(file)) continue;
        const double size = megabytes_of(file);
        double by_graze = 0;
        for (std::size_t m = 0; m < methods.size(); ++m) {
            if (methods[m].read(file) != mesh.triangle_count())
                throw Error(methods[m].name + " has other triangles than were written", file.string());
            const double time = processor_milliseconds(run_options.repeats, [&] { methods[m].read(file); });
            if (m == 0) by_graze = time;
            const auto peak = static_cast<double>(number_printed_by_this_program(
                {"io", "--peak-of", file.string(), "--by", std::to_string(m)}));
            const double memory = peak / (size * 1e6);
            table.add_row({kind.title, fmt::format("{:.1f}", size), methods[m].name,
                           fmt::format("{:.1f}", time), fmt::format("{:.0f}", size / time * 1000),
                           fmt::format("{:.2f}", time / by_graze), fmt::format("{:.2f}", memory)});
            json["reading"].push_back({{"file", kind.title},
                                       {"mb", size},
                                       {"by", methods[m].name},
                                       {"ms", time},
                                       {"of_graze", time / by_graze},
                                       {"peak_memory_of_file", memory}});
        }
    }
    return section_text(run_options, fmt::format("Reading a sphere of {} triangles", mesh.triangle_count()),
                        table);
}

// ---- Saved shapes

std::string measure_saved_shape(const RunOptions& run_options, const Mesh& mesh,
                                const TemporaryFolder& folder, nlohmann::ordered_json& json) {
    fmt::print(stderr, "saved shape\n");
    const std::filesystem::path file = folder / "sphere.graze";
    const Shape shape(mesh);
    save_shape(shape, file);
    Table table({{"", Align::left}, {"ms"}, {"building / this"}});
    const double build = processor_milliseconds(run_options.repeats, [&] { const Shape built(mesh); });
    const auto add = [&](const std::string& what, double time) {
        table.add_row({what, fmt::format("{:.1f}", time), fmt::format("{:.1f}", build / time)});
        json["saved_shape"].push_back({{"what", what}, {"ms", time}});
    };
    add("building it, one thread", build);
    add("its content hash", processor_milliseconds(run_options.repeats, [&] { content_hash(mesh); }));
    add("saving", processor_milliseconds(run_options.repeats, [&] { save_shape(shape, file); }));
    for (const bool map : {false, true}) {
        for (const bool verify : {true, false}) {
            SavedShapeOptions options;
            options.map = map;
            options.verify_checksum = verify;
            if (load_shape(file, options).content_hash() != shape.content_hash())
                throw Error("is another shape", file.string());
            add(fmt::format("{}{}", map ? "mapping" : "loading", verify ? "" : ", checksum off"),
                processor_milliseconds(run_options.repeats, [&] { load_shape(file, options); }));
        }
    }
    return section_text(
        run_options,
        fmt::format("The shape of the same sphere, {:.1f} MB as a saved shape", megabytes_of(file)), table);
}

// ---- Several threads

double least_milliseconds(std::size_t repeats, const std::function<void()>& work) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < repeats; ++i) least = std::min(least, nanoseconds_of(work) / 1e6);
    return least;
}

std::string measure_threads(const RunOptions& run_options, const Mesh& mesh, const TemporaryFolder& folder,
                            nlohmann::ordered_json& json) {
    fmt::print(stderr, "several files\n");
    const std::vector<std::filesystem::path> files(8, folder / "sphere.obj");
    Table table({{"threads", Align::left}, {"ms on the wall"}});
    for (const unsigned count : {1u, 2u}) {
        LoadAssemblyOptions options;
        options.load.threads = Threads(count);
        if (load_assembly(files, options).assembly.parts.size() != files.size())
            throw Error("an assembly of eight spheres has other parts");
        const double least = least_milliseconds(run_options.repeats, [&] { load_assembly(files, options); });
        table.add_row({fmt::format("{}", count), fmt::format("{:.0f}", least)});
        json["threads"].push_back({{"threads", count}, {"ms", least}});
    }
    return section_text(run_options,
                        fmt::format("Eight OBJ files of {} triangles as an assembly", mesh.triangle_count()),
                        table);
}

// What `graze info` asks of a mesh. `mesh` and the same without shared vertices, as in an STL file.
std::string measure_facts(const RunOptions& run_options, const Mesh& mesh, nlohmann::ordered_json& json) {
    fmt::print(stderr, "topology and measures\n");
    std::vector<Vec3> corners;
    std::vector<std::array<VertexId, 3>> apart;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        for (const Vec3& corner : mesh.triangle(t).corner) corners.push_back(corner);
        apart.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    const Mesh soup(std::move(corners), std::move(apart));
    const Threads one, two(2);
    const Topology serial(mesh), parallel(mesh, {.threads = two});
    if (serial.edge_count() != parallel.edge_count() || serial.edge_count() != Topology(soup).edge_count())
        throw Error("the topology of a sphere depends on threads");
    if (solid_measures(mesh).volume != solid_measures(mesh, two).volume)
        throw Error("the volume of a sphere depends on threads");
    Table table({{"", Align::left}, {"ms, one thread"}, {"two threads"}, {"gain"}});
    const auto add = [&](const std::string& what, const std::function<void(const Threads&)>& work) {
        const double alone = least_milliseconds(run_options.repeats, [&] { work(one); });
        const double both = least_milliseconds(run_options.repeats, [&] { work(two); });
        table.add_row({what, fmt::format("{:.0f}", alone), fmt::format("{:.0f}", both),
                       fmt::format("{:.2f}", alone / both)});
        json["facts"].push_back({{"what", what}, {"ms", alone}, {"ms_two_threads", both}});
    };
    add("topology", [&](const Threads& threads) { const Topology t(mesh, {.threads = threads}); });
    add("topology, no shared vertices",
        [&](const Threads& threads) { const Topology t(soup, {.threads = threads}); });
    add("is it closed?", [&](const Threads& threads) { const ClosedSurface s(mesh, threads); });
    add("area and its centroid", [&](const Threads& threads) { surface_measures(mesh, threads); });
    add("volume, centre and inertia",
        [&](const Threads& threads) { solid_measures(mesh, serial.surface(), threads); });
    return section_text(run_options,
                        fmt::format("What there is to know about a sphere of {} triangles, on the wall",
                                    mesh.triangle_count()),
                        table);
}

}  // namespace

int run_io_benchmark(const RunOptions& run_options, const IoSelection& selection) {
    const LoadWatch watch;
    const TemporaryFolder folder;
    const Mesh sphere = make_sphere(1, selection.triangles);
    nlohmann::ordered_json results;
    results["triangles"] = sphere.triangle_count();
    std::string sections;
    sections += measure_writing(run_options, sphere, folder, results);
    sections += measure_reading(run_options, sphere, folder, results);
    sections += measure_saved_shape(run_options, sphere, folder, results);
    sections += measure_threads(run_options, sphere, folder, results);
    sections += measure_facts(run_options, sphere, results);
    publish("io", run_options, watch, sections, results);
    return 0;
}

int print_peak_of_reading(const std::filesystem::path& file, std::size_t method) {
    const std::vector<FileMethod> methods = file_methods();
    if (method >= methods.size()) throw Error("there is no such method", "--by");
    const std::uint64_t before = peak_resident_bytes();
    methods[method].read(file);
    fmt::print("{}\n", peak_resident_bytes() - before);
    return 0;
}

}  // namespace graze::bench
