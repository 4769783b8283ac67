// Assimp: floats. By itself it repeats a vertex for every face (STL, OBJ); joining equal ones, as graze has
// them, is a step of its own.
#include <assimp/postprocess.h>

#include <assimp/scene.h>
#include <assimp/version.h>
#include <filesystem>

#include <assimp/Importer.hpp>

#include "bench/methods/file_method.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

template <unsigned steps>
std::uint64_t read_with_assimp(const std::filesystem::path& file) {
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(file.string(), aiProcess_Triangulate | steps);
    if (scene == nullptr) throw Error(importer.GetErrorString(), file.string());
    std::uint64_t triangles = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) triangles += scene->mMeshes[m]->mNumFaces;
    return triangles;
}

}  // namespace

std::vector<FileMethod> assimp_file_methods() {
    const std::string name = "Assimp " + std::to_string(aiGetVersionMajor()) + "." +
                             std::to_string(aiGetVersionMinor()) + "." + std::to_string(aiGetVersionPatch());
    return {{name, read_with_assimp<0>},
            {name + ", joined", read_with_assimp<aiProcess_JoinIdenticalVertices>}};
}

}  // namespace graze::bench
