#include "bench/harness/machine.h"

#include <fmt/format.h>
#include <hwy/targets.h>
#include <sys/utsname.h>

#include <fstream>
#include <thread>

namespace graze::bench {
namespace {

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("model name", 0) != 0) continue;
        const auto value = line.find(": ");
        if (value != std::string::npos) return line.substr(value + 2);
    }
    return "unknown processor";
}

std::string operating_system() {
    utsname names{};
    return uname(&names) == 0 ? fmt::format("{} {} {}", names.sysname, names.release, names.machine)
                              : "unknown system";
}

std::string compiler_name() {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown compiler";
#endif
}

}  // namespace

std::string Machine::one_line() const {
    return fmt::format("{}, {} cores, {}; {} {}; {}", cpu, cores, system, compiler, flags, instruction_set);
}

Machine this_machine() {
    // Highway numbers its targets so that the lowest bit is the best.
    const auto targets = hwy::SupportedAndGeneratedTargets();
    return {.cpu = cpu_model(),
            .cores = std::thread::hardware_concurrency(),
            .system = operating_system(),
            .compiler = compiler_name(),
            .flags = GRAZE_BENCH_FLAGS,
            .instruction_set = targets.empty() ? "no SIMD" : hwy::TargetName(targets.front())};
}

}  // namespace graze::bench
