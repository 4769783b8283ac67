// Prints a hash of each of some trees. Compiled by several compilers with several flags, together with what
// builds trees, it has to print the same (same_trees.py).
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/tree/wide_tree.h"
#include "tests/tree/meshes.h"

namespace graze {
namespace {

// FNV-1a.
class Hash {
  public:
    template <class T>
    void add(std::span<const T> values) {
        for (const T& value : values) {
            unsigned char bytes[sizeof(T)];
            std::memcpy(bytes, &value, sizeof(T));
            for (const unsigned char byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3u;
        }
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

// Numbers in [-1, 1), from a plain linear congruence.
class Numbers {
  public:
    explicit Numbers(std::uint64_t seed) : state_(seed) {}
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
    }

  private:
    std::uint64_t state_;
};

// Triangles anywhere, of all sizes; some flat, some equal.
Mesh soup(std::uint32_t count, std::uint64_t seed, const Vec3& middle, double size) {
    Numbers numbers(seed);
    const auto some = [&] {
        const double x = numbers.next(), y = numbers.next(), z = numbers.next();
        return Vec3{x, y, z};
    };
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 at = some();
        const double extent = std::ldexp(0.1, -static_cast<int>(i % 20));
        for (int k = 0; k < 3; ++k) vertices.push_back(middle + (at + some() * extent) * size);
        if (i % 20 == 7) vertices.back() = vertices[3 * i];
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        if (i % 50 == 9) triangles.back() = triangles[i - 5];
    }
    return Mesh(vertices, triangles);
}

Mesh equal_triangles(std::uint32_t count) {
    return Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<std::array<VertexId, 3>>(count, {0, 1, 2}));
}

void print(const char* name, const Mesh& mesh) {
    std::printf("%-10s", name);
    for (const BuildEffort effort : {BuildEffort::fast, BuildEffort::normal, BuildEffort::best}) {
        const WideTree tree(mesh, {.effort = effort});
        Hash hash;
        hash.add(tree.nodes());
        hash.add(tree.leaves());
        hash.add(tree.support().values());
        hash.add(std::span<const double>(tree.origin_and_unit()));
        hash.add(std::span<const float>(tree.half_and_zero()));
        std::printf(" %016llx", static_cast<unsigned long long>(hash.value()));
    }
    std::printf("\n");
}

}  // namespace
}  // namespace graze

int main() {
    using namespace graze;
    print("sphere", make_sphere(3, 5000));
    print("torus", make_torus(2, 0.5, 60, 31));
    print("thin torus", make_torus(100, 0.01, 100, 12));
    print("box", make_box({1, 2, 3}, 7));
    print("plate", make_box({1, 1e-7, 3}, 7));
    print("tube", make_tube(1, 0.999, 5, 101));
    print("soup", soup(3000, 1, {0, 0, 0}, 1));
    print("far soup", soup(500, 2, {1e6, -3e5, 7e7}, 1));
    print("small soup", soup(500, 3, {1e-305, 0, 0}, 1e-300));
    print("large soup", soup(500, 4, {0, 1e99, 0}, 1e98));
    print("shrinking", test::make_shrinking_triangles());
    print("equal", equal_triangles(1000));
    print("few", soup(7, 5, {0, 0, 0}, 1));
}
