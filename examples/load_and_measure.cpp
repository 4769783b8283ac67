// From a mesh to a file and back: what is in it, how large it is, and what the file could not hold.
#include <graze/graze.h>

#include <cstdio>
#include <filesystem>

namespace {

void describe(const graze::Loaded& part, const std::filesystem::path& file) {
    const graze::Vec3 size = part.mesh.box().size();
    std::printf("%s: %s, %zu triangles, %zu vertices, %g x %g x %g\n", file.c_str(), part.format.c_str(),
                part.mesh.triangle_count(), part.mesh.vertices().size(), size.x, size.y, size.z);
}

}  // namespace

int main() {
    const std::filesystem::path as_stl = "box.stl", as_obj = "box.obj";
    try {
        // A tenth is not a binary float: STL rounds it and says so, OBJ keeps every bit.
        const graze::Mesh box = graze::make_box({0.1, 20, 30});
        const graze::Saved stl = graze::save_mesh(box, as_stl);
        const graze::Saved obj = graze::save_mesh(box, as_obj);
        std::printf("rounded coordinates: %llu in STL, %llu in OBJ\n",
                    static_cast<unsigned long long>(stl.rounded_coordinates),
                    static_cast<unsigned long long>(obj.rounded_coordinates));

        const graze::Loaded from_stl = graze::load_mesh(as_stl), from_obj = graze::load_mesh(as_obj);
        describe(from_stl, as_stl);
        describe(from_obj, as_obj);

        const bool as_expected = stl.rounded_coordinates > 0 && obj.rounded_coordinates == 0 &&
                                 from_obj.mesh.box() == box.box() && from_stl.mesh.triangle_count() == 12 &&
                                 from_stl.mesh.vertices().size() == 8;
        if (!as_expected) std::printf("surprise\n");
        return as_expected ? 0 : 1;
    } catch (const graze::Error& error) {
        std::printf("%s\n", error.what());
        return 1;
    }
}
