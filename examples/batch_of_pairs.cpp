// Many pairs at once: a SIMD filter decides nearly all of them, exact arithmetic the few it leaves open.
#include <graze/graze.h>
#include <graze/query/triangle/triangle_batch.h>

#include <bit>
#include <cstdint>
#include <cstdio>

int main() {
    const graze::Mesh ring = graze::make_torus(1.0, 0.25, 24, 12);
    const graze::Mesh ball = graze::make_sphere(0.5, 500);
    const graze::Pose at_the_tube = graze::Pose::translation({1, 0, 0});

    graze::TriangleBatch batch;
    graze::FilterCounts counts;
    std::uint64_t hits = 0, hits_one_by_one = 0;
    for (graze::TriangleId i = 0; i < ring.triangle_count(); ++i) {
        for (graze::TriangleId j = 0; j < ball.triangle_count(); ++j) {
            const graze::Triangle a = ring.triangle(i), b = at_the_tube(ball.triangle(j));
            hits_one_by_one += graze::intersects(a, b);
            batch.add(a, b);
            if (!batch.full()) continue;
            hits += static_cast<std::uint64_t>(std::popcount(batch.decide(&counts)));
            batch.clear();
        }
    }
    hits += static_cast<std::uint64_t>(std::popcount(batch.decide(&counts)));

    std::printf("%llu pairs of triangles, %llu intersect; the filter left %llu to exact arithmetic\n",
                static_cast<unsigned long long>(counts.pairs), static_cast<unsigned long long>(hits),
                static_cast<unsigned long long>(counts.undecided));

    const bool as_expected = hits > 0 && hits == hits_one_by_one &&
                             counts.pairs == ring.triangle_count() * ball.triangle_count() &&
                             counts.undecided < counts.pairs / 10;
    if (!as_expected)
        std::printf("surprise: one by one, %llu intersect\n",
                    static_cast<unsigned long long>(hits_one_by_one));
    return as_expected ? 0 : 1;
}
