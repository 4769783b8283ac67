// A cloth is thrown at a ball so fast that it has passed the ball one frame later: what touches first, and
// when.
#include <graze/graze.h>

#include <array>
#include <cstdio>
#include <vector>

int main() {
    constexpr graze::VertexId side = 30;
    std::vector<graze::Vec3> before, after;
    std::vector<std::array<graze::VertexId, 3>> triangles;
    for (graze::VertexId j = 0; j <= side; ++j) {
        for (graze::VertexId i = 0; i <= side; ++i) {
            const double x = 4.0 * i / side - 2, y = 4.0 * j / side - 2;
            before.push_back({x, y, 3});
            after.push_back({x * 0.8, y * 0.9, -3 + 0.2 * x * y});
        }
    }
    for (graze::VertexId j = 0; j < side; ++j) {
        for (graze::VertexId i = 0; i < side; ++i) {
            const graze::VertexId v = j * (side + 1) + i;
            triangles.push_back({v, v + 1, v + side + 2});
            triangles.push_back({v, v + side + 2, v + side + 1});
        }
    }
    graze::DeformableShape cloth(graze::Mesh(before, triangles));
    const graze::Shape ball(graze::make_sphere(1, 2000));
    const auto at_rest = ball.mesh().vertices();

    // Frame by frame, nothing touches.
    const bool touches_before = graze::intersects(cloth.shape(), {}, ball, {});
    const auto all = graze::step_contacts(cloth.shape(), after, ball, at_rest);
    const auto first = graze::first_contacts(cloth.shape(), after, ball, at_rest);
    if (first.empty()) return 1;
    std::printf("%zu contacts, %zu of them first, at %.6f of the step\n", all.size(), first.size(),
                first.front().at_least);
    const bool touches_itself = graze::touches_in_step(cloth.shape(), after) == graze::Answer::yes;
    std::printf("meanwhile the cloth %s itself\n", touches_itself ? "touches" : "does not touch");

    // A step that ends just before is free of contacts.
    const double share = 0.999 * first.front().at_least;
    std::vector<graze::Vec3> stopped = before;
    for (std::size_t v = 0; v < stopped.size(); ++v) stopped[v] += (after[v] - before[v]) * share;
    const bool free = graze::touches_in_step(cloth.shape(), stopped, ball, at_rest) == graze::Answer::no;
    const bool touches_after = graze::intersects(cloth.move_to(after), {}, ball, {});
    return !touches_before && !touches_after && free ? 0 : 1;
}
