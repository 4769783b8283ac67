#include "bench/harness/timing.h"

#include <algorithm>

namespace graze::bench {

double clock_nanoseconds() {
    static const double least = [] {
        double best = nanoseconds_of([] {});
        for (int i = 0; i < 100'000; ++i) best = std::min(best, nanoseconds_of([] {}));
        return best;
    }();
    return least;
}

void ChunkMinima::add(std::size_t chunk, std::size_t items, double nanoseconds) {
    if (items == 0) return;
    if (chunk >= chunks_.size()) chunks_.resize(chunk + 1);
    Chunk& best = chunks_[chunk];
    best.nanoseconds = best.items == 0 ? nanoseconds : std::min(best.nanoseconds, nanoseconds);
    best.items = items;
}

double ChunkMinima::per_item() const {
    double nanoseconds = 0;
    for (const Chunk& chunk : chunks_) nanoseconds += chunk.nanoseconds;
    const std::size_t count = items();
    return count == 0 ? 0 : nanoseconds / static_cast<double>(count);
}

std::size_t ChunkMinima::items() const {
    std::size_t count = 0;
    for (const Chunk& chunk : chunks_) count += chunk.items;
    return count;
}

}  // namespace graze::bench
