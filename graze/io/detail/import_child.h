// A program that reads a file for us: started, limited, listened to, and always brought to an end.
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
#include "graze/io/detail/import_sandbox.h"
#include "graze/io/detail/open_descriptor.h"
#include "graze/io/load.h"

namespace graze::inline v1::detail {

// What was allowed did not suffice.
struct ImportOutOfMemory : Error {
    using Error::Error;
};

// What to start.
struct ImportProgram {
    std::filesystem::path path;
    std::vector<std::string> arguments;
    std::string format;  // that it reads, for messages
};

// Runs without a shell, in a process group of its own, with nothing of ours open but the file that it reads,
// its end of a pipe, and a socket for answers; with next to nothing of our environment. It puts itself into a
// sandbox (import_sandbox.h) before it looks at the file. Changes nothing in this process, so that any number
// of threads may do this at once. When the object goes, the program and what it started are gone too. Throws
// Error without the file's name.
class ImportChild {
  public:
    // `input` is the open file. Of `limits`, the memory is above 0.
    ImportChild(const ImportProgram& program, int input, const ImportLimits& limits,
                const Progress* progress);
    ~ImportChild();
    ImportChild(const ImportChild&) = delete;
    ImportChild& operator=(const ImportChild&) = delete;

    // The next bytes that it writes, exactly as many as `into` has room for. Throws Error when cancelled, at
    // a limit, and when it ends before that, saying how.
    void pull(std::span<std::byte> into);

    // Sends bytes to where it reads answers; throws as pull does.
    void send(std::span<const std::byte> bytes);

  private:
    void limit_resources() const;
    void refill();
    void check_output();
    void wait_for(int descriptor, short event) const;
    void end();  // kills and reaps
    [[noreturn]] void ended_too_soon();
    int reap_soon();  // its status; kills it if it does not end by itself

    std::string name_, format_;
    std::uint64_t memory_;
    double seconds_;
    std::chrono::steady_clock::time_point deadline_;
    const Progress* progress_;
    pid_t process_ = -1;  // -1: none, or reaped
    OpenDescriptor pipe_, answers_;
    std::vector<std::byte> buffer_;
    std::size_t position_ = 0;
    std::uint64_t received_ = 0, next_look_ = 16 << 20;
};

// What a limit of 0 stands for: three quarters of the memory that the machine has.
std::uint64_t default_import_memory();

// For tests: importers that are started from now on do as if the kernel had no more than this. It can only
// take away.
void lower_import_protection(const ImportProtection& most);

}  // namespace graze::inline v1::detail
