// Two balls grow. Where they collide, both go back: collisions come in order of time, while things happen.
#include <graze/deform/separation/kinetic_separation_list.h>
#include <graze/graze.h>

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    const graze::Mesh ball = graze::make_sphere(1, 2000);
    const std::size_t count = ball.vertices().size();
    std::vector<graze::Vec3> left(count), right(count), left_to(count), right_to(count);
    for (std::size_t v = 0; v < count; ++v) {
        const graze::Vec3 p = ball.vertices()[v];
        left[v] = p + graze::Vec3{-1.25, 0, 0};
        right[v] = p + graze::Vec3{1.25, 0.01, 0.02};
        left_to[v] = left[v] + p * 0.5;
        right_to[v] = right[v] + p * 0.5;
    }
    const std::vector<std::array<graze::VertexId, 3>> triangles(ball.triangles().begin(),
                                                                ball.triangles().end());
    graze::KineticSeparationList list(graze::Mesh(left, triangles), graze::Mesh(right, triangles));

    list.step_to(left_to, right_to);
    double first = 2;
    const auto go_back = [&](const graze::KineticCollision& c) {
        first = std::min(first, c.time);
        for (const graze::VertexId v : ball.triangles()[c.a.index])
            list.redirect(graze::KineticSide::a, v, left[v]);
        for (const graze::VertexId v : ball.triangles()[c.b.index])
            list.redirect(graze::KineticSide::b, v, right[v]);
    };
    for (const double time : {0.25, 0.5, 0.75, 1.0}) {
        list.advance(time, go_back);
        std::printf("%.2f: %llu collisions, %zu pairs of triangles intersect\n", time,
                    static_cast<unsigned long long>(list.counts().collisions),
                    list.intersecting_triangles().size());
    }
    std::printf("first at %.6f; %llu changes of the list\n", first,
                static_cast<unsigned long long>(list.counts().changes()));
    return list.counts().collisions > 0 && first > 0.4 && first < 0.6 ? 0 : 1;
}
