// The long comparison with CGAL's exact kernels: graze-differential [pairs] [seed] [threads]. Exit code 1 on
// any difference.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>

#include "graze/base/threads.h"
#include "graze/query/triangle/triangle_batch.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/exact/cgal_reference.h"
#include "tests/exact/pair_families.h"

namespace graze::test {
namespace {

// One piece: a run of pairs with a seed of its own, through the single pair, the swapped pair, the batch and,
// for a hundredth of them, the full intersection.
constexpr std::uint64_t piece_size = 64 * 64;

struct Tally {
    std::uint64_t pairs = 0, hits = 0, differences = 0, sets = 0;
    FilterCounts filter;
};

void report_difference(const TrianglePair& p, PairFamily family, std::uint64_t seed, const char* what) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    std::printf("DIFFERENCE in %s: family %s, seed %llu\n", what, name_of(family).data(),
                static_cast<unsigned long long>(seed));
    for (const Triangle* t : {&p.a, &p.b}) {
        for (const Vec3& v : t->corner) std::printf("  %a %a %a\n", v.x, v.y, v.z);
    }
}

Tally run_piece(PairFamily family, std::uint64_t seed) {
    Random random(seed);
    Tally tally;
    const auto differ = [&](const TrianglePair& p, const char* what) {
        if (tally.differences++ == 0) report_difference(p, family, seed, what);
    };
    TriangleBatch batch;
    for (std::uint64_t i = 0; i < piece_size; ++i) {
        const TrianglePair p = make_pair(family, random);
        const bool expected =
            family == PairFamily::mixed ? cgal_intersects_rational(p.a, p.b) : cgal_intersects(p.a, p.b);
        ++tally.pairs;
        tally.hits += expected;
        if (intersects(p.a, p.b) != expected) differ(p, "intersects(a, b)");
        if (intersects(p.b, p.a) != expected) differ(p, "intersects(b, a)");
        batch.add(p.a, p.b);
        if (batch.full()) {
            // Each bit was compared above through intersects(), so compare with that.
            const std::uint64_t hits = batch.decide(&tally.filter);
            for (std::size_t k = 0; k < batch.size(); ++k) {
                if ((hits >> k & 1) != (intersects(batch.a(k), batch.b(k)) ? 1u : 0u))
                    differ({batch.a(k), batch.b(k)}, "batch");
            }
            batch.clear();
        }
        if (i % 100 == 0) {
            const TriangleIntersection mine = intersection(p.a, p.b);
            const CgalIntersection theirs = cgal_intersection(p.a, p.b, mine.points());
            ++tally.sets;
            if (mine.kind != theirs.kind || mine.points().size() != theirs.corner_count)
                differ(p, "intersection(a, b)");
        }
    }
    return tally;
}

int run(std::uint64_t pairs, std::uint64_t seed, unsigned threads) {
    const std::uint64_t families = all_pair_families.size();
    const std::uint64_t pieces =
        std::max<std::uint64_t>(1, (pairs + piece_size * families - 1) / (piece_size * families));
    const Threads pool(threads, ThreadBackend::standard);
    Tally total;
    std::printf("%-16s %12s %12s %12s %12s %11s\n", "family", "pairs", "intersect", "sets", "undecided",
                "differences");
    for (const PairFamily family : all_pair_families) {
        const Tally t = parallel_reduce(
            pool, pieces, 1, Tally{},
            [&](std::size_t i, std::size_t) {
                return run_piece(family, seed + i * families + static_cast<std::uint64_t>(family));
            },
            [](Tally a, const Tally& b) {
                a.pairs += b.pairs, a.hits += b.hits, a.differences += b.differences, a.sets += b.sets;
                a.filter += b.filter;
                return a;
            });
        std::printf("%-16s %12llu %12llu %12llu %11.2f%% %11llu\n", name_of(family).data(),
                    static_cast<unsigned long long>(t.pairs), static_cast<unsigned long long>(t.hits),
                    static_cast<unsigned long long>(t.sets),
                    100.0 * static_cast<double>(t.filter.undecided) / static_cast<double>(t.filter.pairs),
                    static_cast<unsigned long long>(t.differences));
        std::fflush(stdout);
        total.pairs += t.pairs;
        total.differences += t.differences;
    }
    std::printf("%llu pairs compared with CGAL, %llu differences (seed %llu)\n",
                static_cast<unsigned long long>(total.pairs),
                static_cast<unsigned long long>(total.differences), static_cast<unsigned long long>(seed));
    return total.differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int argc, char** argv) try {
    const auto argument = [&](int i, std::uint64_t otherwise) {
        return argc > i ? std::stoull(argv[i]) : otherwise;
    };
    return graze::test::run(argument(1, 10'000'000), argument(2, 1), static_cast<unsigned>(argument(3, 0)));
} catch (const std::exception& e) {
    std::fprintf(stderr, "graze-differential: %s (usage: graze-differential [pairs] [seed] [threads])\n",
                 e.what());
    return 2;
}
