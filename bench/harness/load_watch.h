// Did anybody else use the machine while we were timing?
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace graze::bench {

// Seconds that all processors of the machine together were busy, stolen time of a virtual machine included,
// from the text of /proc/stat. None if the text is not of that form.
std::optional<double> busy_seconds(std::string_view proc_stat, double ticks_per_second);

struct Disturbance {
    // Processors that others kept busy on average while we ran; none where the system does not say.
    std::optional<double> foreign_cores;
    double seconds = 0;  // how long we watched

    // Others took more than 5 % of one processor, beyond the two ticks that /proc/stat may be off.
    bool disturbed() const;
    std::string mark() const;  // "", "disturbed (0.87 cores of foreign load)" or "load unknown"
};

// Watches from its construction on.
class LoadWatch {
  public:
    LoadWatch();
    Disturbance so_far() const;

  private:
    std::chrono::steady_clock::time_point start_;
    std::optional<double> busy_;
    double own_;
};

}  // namespace graze::bench
