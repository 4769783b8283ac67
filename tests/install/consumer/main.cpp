// A user of an installed graze, compiled with flags that graze itself does not know of.
#include <graze/base/float_rounding.h>
#include <graze/base/random.h>
#include <graze/graze.h>

#include <atomic>
#include <cmath>
#include <cstdio>

namespace {

int failures = 0;

void expect(bool claim, const char* text) {
    if (claim) return;
    std::printf("not so: %s\n", text);
    ++failures;
}

// Contraction to fused multiply-add, which the compiler may do here, would change the last bits of all three
// coordinates. The expected ones are those of IEEE arithmetic, each operation rounded once, computed
// elsewhere.
void world_vertices_do_not_depend_on_the_users_flags(const graze::Pose& pose) {
    const graze::Vec3 world = pose(graze::Vec3{2.42, 1.75, 1.73});
    expect(world == graze::Vec3{-0x1.fbaa317b17acbp-3, 0x1.37aa7e04ec6ddp+0, 0x1.e4c0d743a4f67p+3},
           "a world vertex has the bits of law 1");
}

void triangles_that_share_a_corner_touch(const graze::Pose& pose) {
    const graze::Vec3 shared{2.42, 1.75, 1.73};
    const graze::Triangle a{{shared, {3, 1.75, 1.5}, {3, 2, 1.75}}};
    graze::Triangle b{{shared, {2, 1.75, 1.5}, {2, 2, 1.75}}};
    expect(graze::intersects(pose(a), pose(b)), "triangles with a common corner touch at any pose");
    expect(graze::intersection(pose(a), pose(b)).kind == graze::CommonKind::point, "and in that corner only");

    b[0].x = std::nextafter(shared.x, 0.0);
    expect(!graze::intersects(a, b), "one unit in the last place apart is apart");
}

// Computed in the header, and in the library where fusing would change the bits.
void floats_and_random_numbers_do_not_depend_on_the_users_flags() {
    double values[2] = {0.1, 0.3};
    for (double& v : values) v += graze::Random(1).below(1) == 0 ? 0.0 : 1.0;  // not known when compiling
    float up[2], down[2];
    for (int i = 0; i < 2; ++i)
        up[i] = graze::rounded_up(values[i]), down[i] = graze::rounded_down(values[i]);
    expect(up[0] == 0x1.99999ap-4f && down[0] == 0x1.999998p-4f, "0.1 is rounded outwards");
    expect(up[1] == 0x1.333334p-2f && down[1] == 0x1.333332p-2f, "0.3 is rounded outwards");
    graze::Random random(7);
    random.uniform();
    expect(random.uniform(-0.3, 0.8) == 0x1.b243bef0cf6p-8, "a random number is not fused");
}

void threads_work() {
    std::atomic<int> sum = 0;
    graze::parallel_for(graze::Threads(2), 100, 7, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) sum += static_cast<int>(i);
    });
    expect(sum == 4950, "a parallel loop covers its range");
}

}  // namespace

int main() {
    const graze::Pose pose(graze::Pose::Matrix{{{-0.70802919708, 0.087591240876, 0.700729927007, 0.1},
                                                {0.613138686131, -0.416058394161, 0.671532846715, -0.7},
                                                {0.350364963504, 0.905109489051, 0.240875912409, 12.3}}});
    world_vertices_do_not_depend_on_the_users_flags(pose);
    triangles_that_share_a_corner_touch(pose);
    floats_and_random_numbers_do_not_depend_on_the_users_flags();
    threads_work();
    expect(graze::make_box({1, 2, 3}).triangle_count() == 12, "a box has twelve triangles");
    return failures;
}
