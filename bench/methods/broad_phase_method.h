// One way to find out which of many moving boxes overlap, made comparable with the others.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/plot.h"
#include "graze/world/broad_phase/broad_phase.h"

namespace graze::bench {

// Set-ups that take n² steps must not hold up a run.
class Deadline {
  public:
    using Clock = std::chrono::steady_clock;
    explicit Deadline(double seconds)
        : end_(Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}
    bool passed() const { return Clock::now() >= end_; }

  private:
    Clock::time_point end_;
};

class BroadPhaseMethod {
  public:
    BroadPhaseMethod(std::string name, Tone tone) : name_(std::move(name)), tone_(tone) {}
    BroadPhaseMethod(const BroadPhaseMethod&) = delete;
    BroadPhaseMethod& operator=(const BroadPhaseMethod&) = delete;
    virtual ~BroadPhaseMethod() = default;

    const std::string& name() const { return name_; }
    Tone tone() const { return tone_; }

    // Forgets what was and takes these boxes, numbered from 0 on in this order, all inside `world`; what
    // finding all pairs for the first time costs belongs to it. Not timed. False if it was not done in time.
    virtual bool set_up(std::span<const NumberedBox> boxes, const FloatBox& world,
                        const Deadline& deadline) = 0;
    // Timed: gives objects new boxes and appends every pair of overlapping boxes of which at least one moved,
    // each once, the smaller number first.
    virtual void step(std::span<const NumberedBox> moved, std::vector<IdPair>& pairs) = 0;
    // Frees everything, so that one method's memory is not in the way of the next.
    virtual void clear() = 0;

  private:
    std::string name_;
    Tone tone_;
};

inline IdPair ordered_pair(std::uint32_t a, std::uint32_t b) {
    return a < b ? IdPair{a, b} : IdPair{b, a};
}

// Which of the objects moved in the current step, for peers that know only how to tell all pairs.
class MovedMarks {
  public:
    void reset(std::size_t objects) {
        marks_.assign(objects, 0);
        step_ = 0;
    }
    void mark(std::span<const NumberedBox> moved) {
        ++step_;
        for (const NumberedBox& m : moved) marks_[m.id] = step_;
        all_ = moved.size() == marks_.size();
    }
    bool either(std::uint32_t a, std::uint32_t b) const {
        return all_ || marks_[a] == step_ || marks_[b] == step_;
    }
    bool has_moved(std::uint32_t id) const { return marks_[id] == step_; }

  private:
    std::vector<std::uint32_t> marks_;
    std::uint32_t step_ = 0;
    bool all_ = false;
};

using BroadPhaseMethods = std::vector<std::unique_ptr<BroadPhaseMethod>>;

// Each of graze's kinds that exists, its tree first; then the peers that were found when the benchmark was
// built.
BroadPhaseMethods graze_broad_phase_methods();
BroadPhaseMethods broad_phase_methods();

// Each in a file of its own that is built only where the peer is installed.
void add_bullet_broad_phases(BroadPhaseMethods& methods);
void add_fcl_broad_phases(BroadPhaseMethods& methods);
void add_ode_broad_phases(BroadPhaseMethods& methods);

}  // namespace graze::bench
