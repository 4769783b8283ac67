// A cloth that sinks onto a ball, frame by frame: what the cloth touches, and whether it meets itself.
#include <graze/graze.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    constexpr graze::VertexId side = 60;
    std::vector<graze::Vec3> flat;
    std::vector<std::array<graze::VertexId, 3>> triangles;
    for (graze::VertexId j = 0; j <= side; ++j)
        for (graze::VertexId i = 0; i <= side; ++i)
            flat.push_back({4.0 * i / side - 2, 4.0 * j / side - 2, 2});
    for (graze::VertexId j = 0; j < side; ++j) {
        for (graze::VertexId i = 0; i < side; ++i) {
            const graze::VertexId v = j * (side + 1) + i;
            triangles.push_back({v, v + 1, v + side + 2});
            triangles.push_back({v, v + side + 2, v + side + 1});
        }
    }
    graze::DeformableShape cloth(graze::Mesh(flat, triangles));
    const graze::Shape ball(graze::make_sphere(1, 2000));

    int touching = 0;
    for (int frame = 0; frame <= 10; ++frame) {
        const double sunk = 0.15 * frame;
        std::vector<graze::Vec3> positions = flat;
        for (graze::Vec3& p : positions) p.z -= sunk * (1 + 0.3 * (p.x * p.x + p.y * p.y));  // the rim first
        const graze::Shape& shape = cloth.move_to(positions);
        const double gap = graze::distance(shape, {}, ball, {}).value;
        std::printf("frame %2d: %.3f from the ball, %zu pairs meet\n", frame, gap,
                    graze::self_intersections(shape).size());
        touching += gap == 0 ? 1 : 0;
    }

    // Crumpled: two corners of the cloth are pulled through its middle.
    std::vector<graze::Vec3> crumpled = flat;
    for (graze::Vec3& p : crumpled) p = {std::abs(p.x) * 0.2 + 0.05 * p.y, p.y, 2 + p.x * p.y * 0.3};
    cloth.move_to(crumpled);
    std::printf("crumpled: %s itself\n", graze::self_intersects(cloth.shape()) ? "meets" : "does not meet");
    return touching > 0 && graze::self_intersects(cloth.shape()) ? 0 : 1;
}
