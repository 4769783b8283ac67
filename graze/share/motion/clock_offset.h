// How far another peer's clock is ahead of ours, from messages that echo one another (NTP; Mills 1991).
#pragma once

#include <array>
#include <cstddef>
#include <limits>

namespace graze::inline v1 {

// One question and its answer: sent and received by our clock, heard and answered by theirs.
struct ClockSample {
    double sent = 0, heard = 0, answered = 0, received = 0;

    double round_trip() const { return (received - sent) - (answered - heard); }
    double offset() const { return ((heard - sent) + (answered - received)) / 2; }
};

// Of the last eight samples the one with the shortest round trip counts: its error is at most half of that,
// and it met the least traffic.
class ClockOffset {
  public:
    // Samples that no honest clock gives (negative times, NaN) are refused.
    bool hear(const ClockSample& sample);
    bool known() const { return count_ > 0; }
    double offset() const { return best().offset(); }  // theirs = ours + offset; 0 before the first sample
    double round_trip() const { return best().round_trip(); }
    double error() const { return known() ? round_trip() / 2 : std::numeric_limits<double>::infinity(); }

  private:
    const ClockSample& best() const;

    std::array<ClockSample, 8> samples_{};
    std::size_t count_ = 0;
};

}  // namespace graze::inline v1
