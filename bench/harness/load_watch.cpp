#include "bench/harness/load_watch.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace graze::bench {
namespace {

constexpr double tolerated_cores = 0.05;
constexpr double tick_slack_seconds = 0.02;

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

// With the processes that we started and that have ended.
double own_seconds() {
    double sum = 0;
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    }
    return sum;
}

std::optional<double> machine_busy_seconds() {
    std::ifstream file("/proc/stat");
    std::ostringstream text;
    text << file.rdbuf();
    return busy_seconds(text.str(), static_cast<double>(sysconf(_SC_CLK_TCK)));
}

}  // namespace

std::optional<double> busy_seconds(std::string_view proc_stat, double ticks_per_second) {
    std::istringstream line{std::string(proc_stat.substr(0, proc_stat.find('\n')))};
    std::string label;
    double user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0;
    line >> label >> user >> nice >> system >> idle >> wait >> irq >> softirq >> steal;
    if (!line || label != "cpu" || ticks_per_second <= 0) return {};
    return (user + nice + system + irq + softirq + steal) / ticks_per_second;
}

bool Disturbance::disturbed() const {
    return foreign_cores && *foreign_cores * seconds > tolerated_cores * seconds + tick_slack_seconds;
}

std::string Disturbance::mark() const {
    if (!foreign_cores) return "load unknown";
    return disturbed() ? fmt::format("disturbed ({:.2f} cores of foreign load)", *foreign_cores) : "";
}

LoadWatch::LoadWatch()
    : start_(std::chrono::steady_clock::now()), busy_(machine_busy_seconds()), own_(own_seconds()) {}

Disturbance LoadWatch::so_far() const {
    Disturbance result;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const auto busy = machine_busy_seconds();
    if (busy_ && busy && result.seconds > 0) {
        const double foreign = (*busy - *busy_) - (own_seconds() - own_);
        result.foreign_cores = std::max(0.0, foreign / result.seconds);
    }
    return result;
}

}  // namespace graze::bench
