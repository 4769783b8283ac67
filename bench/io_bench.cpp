// Reading and writing files: graze beside Assimp (if compiled with GRAZE_BENCH_ASSIMP and linked with it).
//   io_bench [triangles]
// Writes a sphere to a temporary folder in each format and reads it back; minimum over five runs, files in
// the page cache, one thread. Assimp gets the same work as graze: read, and for STL join equal vertices. Then
// the shape of the sphere: built, saved and loaded.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>

#include "graze/base/error.h"
#include "graze/io/load.h"
#include "graze/io/save.h"
#include "graze/io/saved_shape.h"
#include "graze/mesh/generate.h"

#if defined(GRAZE_BENCH_ASSIMP) && __has_include(<assimp/Importer.hpp>)
#define HAVE_ASSIMP 1
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace {

constexpr int repeats = 5;

// The least of each over the repeats. On a machine that is busy otherwise, processor time is the fair one.
struct Seconds {
    double wall = std::numeric_limits<double>::infinity(), processor = wall;
};

Seconds best_seconds(const std::function<void()>& work) {
    Seconds best;
    for (int i = 0; i < repeats; ++i) {
        const std::clock_t processor = std::clock();
        const auto wall = std::chrono::steady_clock::now();
        work();
        best.wall = std::min(best.wall,
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count());
        best.processor =
            std::min(best.processor, static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC);
    }
    return best;
}

struct Size {
    std::uint64_t triangles = 0, vertices = 0;
};

Size read_with_graze(const std::filesystem::path& file) {
    const graze::Loaded loaded = graze::load_mesh(file);
    return {loaded.mesh.triangle_count(), loaded.mesh.vertices().size()};
}

#ifdef HAVE_ASSIMP
Size read_with_assimp(const std::filesystem::path& file) {
    Assimp::Importer importer;
    const aiScene* const scene =
        importer.ReadFile(file.string(), aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
    if (!scene) throw graze::Error(importer.GetErrorString());
    Size size;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
        size.triangles += scene->mMeshes[m]->mNumFaces;
        size.vertices += scene->mMeshes[m]->mNumVertices;
    }
    return size;
}
#endif

class TemporaryFolder {
  public:
    TemporaryFolder()
        : path_(std::filesystem::temp_directory_path() / ("graze-io-bench-" + std::to_string(::getpid()))) {
        std::filesystem::create_directory(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

void print(const char* what, const Seconds& t, double megabytes) {
    std::printf("   %-13s %8.1f ms wall %8.1f ms processor %6.0f MB/s\n", what, t.wall * 1e3,
                t.processor * 1e3, megabytes / t.processor);
}

void compare(const graze::Mesh& mesh, const std::filesystem::path& file, const char* title, bool ascii) {
    graze::SaveOptions options;
    options.ascii = ascii;
    const Seconds write = best_seconds([&] { graze::save_mesh(mesh, file, options); });
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    const Size ours = read_with_graze(file);
    if (ours.triangles != mesh.triangle_count()) throw graze::Error("graze lost triangles", file.string());
    const Seconds read = best_seconds([&] { read_with_graze(file); });
    std::printf("%s, %.1f MB\n", title, megabytes);
    print("graze writes", write, megabytes);
    print("graze reads", read, megabytes);
#ifdef HAVE_ASSIMP
    const Size theirs = read_with_assimp(file);
    if (theirs.triangles != ours.triangles) throw graze::Error("Assimp has other triangles", file.string());
    const Seconds assimp = best_seconds([&] { read_with_assimp(file); });
    print("Assimp reads", assimp, megabytes);
    std::printf("   Assimp / graze: %.1f (processor time)\n", assimp.processor / read.processor);
#endif
}

void compare_saved_shape(const graze::Mesh& mesh, const std::filesystem::path& file) {
    const graze::Shape shape(mesh);
    const Seconds build = best_seconds([&] { const graze::Shape built(mesh); });
    const Seconds hash = best_seconds([&] { graze::content_hash(mesh); });
    const Seconds save = best_seconds([&] { graze::save_shape(shape, file); });
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    std::printf("saved shape, %.1f MB\n", megabytes);
    std::printf("   build %.1f ms, of it the content hash %.1f ms (processor time)\n", build.processor * 1e3,
                hash.processor * 1e3);
    print("save", save, megabytes);
    for (const bool map : {false, true}) {
        for (const bool verify : {true, false}) {
            graze::SavedShapeOptions options;
            options.map = map;
            options.verify_checksum = verify;
            if (graze::load_shape(file, options).content_hash() != shape.content_hash())
                throw graze::Error("is another shape", file.string());
            const Seconds load = best_seconds([&] { graze::load_shape(file, options); });
            print(map ? "map" : "load", load, megabytes);
            std::printf("      checksum %s; build / this: %.1f (processor time)\n",
                        verify ? "verified" : "off", build.processor / load.processor);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const unsigned long triangles = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1'000'000;
        const graze::Mesh sphere = graze::make_sphere(1, static_cast<std::uint32_t>(triangles));
        std::printf("sphere of %zu triangles, %zu vertices; minimum of %d runs\n", sphere.triangle_count(),
                    sphere.vertices().size(), repeats);
        const TemporaryFolder folder;
        compare(sphere, folder.path() / "sphere.stl", "STL binary", false);
        compare(sphere, folder.path() / "sphere-text.stl", "STL text", true);
        compare(sphere, folder.path() / "sphere.obj", "OBJ", false);
        compare_saved_shape(sphere, folder.path() / "sphere.graze");
        return 0;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "io_bench: %s\n", e.what());
        return 2;
    }
}
