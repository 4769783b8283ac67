// A separate program that reads a file: started, limited, read from, and always ended.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/progress.h"
#include "graze/io/detail/open_descriptor.h"
#include "graze/io/import/detail/import_sandbox.h"
#include "graze/io/load.h"

namespace graze::inline v1::detail {

// The allowed memory did not suffice.
struct ImportOutOfMemory : Error {
    using Error::Error;
};

// The program to start.
struct ImportProgram {
    std::filesystem::path path;
    std::vector<std::string> arguments;
    std::string format;  // format that the program reads, with its version, for messages
    // Memory is limited by what the program holds, looked at while it runs, instead of its address space: V8
    // reserves far more than it uses. Between two looks it may hold more.
    bool watch_memory = false;
};

// Runs without a shell, in a process group of its own. Of the open files of this process it gets only the
// file that it reads, its end of a pipe, and a socket for answers; it gets almost nothing of the environment.
// The program enters a sandbox (import_sandbox.h) before it reads the file. Nothing changes in this process,
// so that any number of threads may do this at once. The destructor ends the program and all processes that
// it started. Throws Error without the file's name.
class ImportChild {
  public:
    // `input` is the open file. The memory of `limits` is above 0.
    ImportChild(const ImportProgram& program, int input, const ImportLimits& limits,
                const Progress* progress);
    ~ImportChild();
    ImportChild(const ImportChild&) = delete;
    ImportChild& operator=(const ImportChild&) = delete;

    // The next bytes of its output, exactly as many as `into` can hold. Throws Error when cancelled, at a
    // limit, and when the program ends early, saying how.
    void pull(std::span<std::byte> into);

    // Sends bytes to the socket for answers; throws as pull does.
    void send(std::span<const std::byte> bytes);

  private:
    void limit_resources() const;
    void refill();
    void check_output();
    void wait_for(int descriptor, short event);
    void check_memory();
    void end();  // kills and reaps
    [[noreturn]] void ended_too_soon();
    int reap_soon();  // returns the exit status; kills the program if it does not end by itself

    std::string name_, format_;
    std::uint64_t memory_;
    bool watch_memory_;
    double seconds_;
    std::chrono::steady_clock::time_point deadline_, last_look_{};
    const Progress* progress_;
    pid_t process_ = -1;  // -1: none, or reaped
    OpenDescriptor pipe_, answers_;
    std::vector<std::byte> buffer_;
    std::size_t position_ = 0;
    std::uint64_t received_ = 0, next_look_ = 16 << 20;
};

// The meaning of a limit of 0: three quarters of the machine's memory.
std::uint64_t default_import_memory();

// For tests: importers that are started from now on behave as if the kernel had no more protection than this.
// The protection can only be lowered.
void lower_import_protection(const ImportProtection& most);

}  // namespace graze::inline v1::detail
