// Time per item as the minimum over repeats.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace graze::bench {

template <class Work>
double nanoseconds_of(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

// What reading the clock adds to that: the least of many tries with no work at all.
double clock_nanoseconds();

// The work is cut into chunks that fit the L2 cache, every chunk is timed once per repeat, and the fastest
// time of each chunk counts. Repeats go around the chunks, not the other way: by the time a chunk comes round
// again the branch predictor has forgotten it, so that data-dependent branches cost what they cost on fresh
// data.
class ChunkMinima {
  public:
    void add(std::size_t chunk, std::size_t items, double nanoseconds);

    // Nanoseconds per item over all chunks; 0 if nothing was timed.
    double per_item() const;
    std::size_t items() const;

  private:
    struct Chunk {
        std::size_t items = 0;
        double nanoseconds = 0;
    };
    std::vector<Chunk> chunks_;
};

}  // namespace graze::bench
