// Saved shapes from anyone, their checksums not looked at, and then once more with all checksums made right:
// refused with an Error, or a shape that can be asked anything without crashing or hanging.
//
// An input that starts as saved shapes do is taken as a file. Any other is a list of changes to a good one,
// which stays good when the format changes: the first byte says to which, then four bytes each say where and
// what.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "graze/base/error.h"
#include "graze/io/saved_shape.h"
#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "tests/fuzz/mesh_checks.h"
#include "tests/io/saved/saved_files.h"

namespace {

using namespace graze;

using graze::fuzz::require;

Mesh polygons() {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 3}, {1, 1, -3}};
    soup.corners = {3, 2, 1, 0, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 1, 5, 1, 2, 5, 2, 3, 5, 3, 0, 5};
    soup.corner_counts = {4, 3, 3, 3, 3, 3, 3, 3, 3};
    soup.parts = {{"floor", 0, 1}, {"sides", 1, 8}};
    soup.metres_per_unit = 0.001;
    return Mesh(std::move(soup));
}

std::string saved(const Mesh& mesh) {
    std::string content;
    format_shape(Shape(mesh), content);
    return content;
}

const std::array<std::string, 4>& good_files() {
    static const std::array files{saved(make_box({1, 1, 1})), saved(polygons()),
                                  saved(make_torus(2, 0.5, 12, 6)),
                                  saved(Mesh({{1, 2, 3}, {2, 2, 3}, {1, 3, 3}}, {{0, 1, 2}}))};
    return files;
}

std::string changed(std::span<const std::uint8_t> input) {
    std::string content = good_files()[input[0] % good_files().size()];
    for (std::size_t i = 1; i + 3 < input.size(); i += 4) {
        const std::size_t at = (input[i] | static_cast<std::size_t>(input[i + 1]) << 8) % content.size();
        const bool replace = (input[i + 3] & 1) != 0;
        content[at] = static_cast<char>(replace ? input[i + 2] : content[at] + input[i + 2]);
    }
    return content;
}

void ask(const Shape& shape, const Shape& box) {
    const Vec3 size = shape.mesh().box().size(), corner = shape.mesh().box().lower;
    const std::array poses{Pose(), Pose::translation(size * 0.5), Pose::translation(corner)};
    for (const Pose& pose : poses) {
        for (const Shape& other : {shape, box}) {
            const QueryOptions options{.budget = Budget::of_tests(20000)};
            const std::size_t most_a = shape.mesh().triangle_count(), most_b = other.mesh().triangle_count();
            visit_intersecting_triangles(
                shape, Pose(), other, pose,
                [&](TriangleId a, TriangleId b) {
                    require(a < most_a && b < most_b);
                    return true;
                },
                options);
            const Witness w = witness(shape, Pose(), other, pose);
            require(w.found() == intersects(shape, Pose(), other, pose));
            require(!w.found() || (w.feature_a.index < most_a && w.feature_b.index < most_b));
            relation(shape, Pose(), other, pose, OpenMeshes::as_surfaces, options);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::span input(data, size);
    const std::string content = data[0] == 0x89 ? std::string(input.begin(), input.end()) : changed(input);
    std::string right = content;
    graze::test::mend_saved_checksums(right);
    static const Shape box(make_box({1, 1, 1}));
    for (const bool verify : {false, true}) {
        SavedShapeOptions options;
        options.verify_checksum = verify;
        try {
            ask(parse_shape(std::as_bytes(std::span(verify ? right : content)), "fuzz", options), box);
        } catch (const Error& e) {
            graze::fuzz::check_error(e);
            require(!e.mend().empty());
        }
    }
    return 0;
}
