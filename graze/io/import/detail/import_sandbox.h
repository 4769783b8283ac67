// The sandbox of programs that import files: restricts them once they have started. Both libgraze and the
// importers are built from this file; it uses nothing else of the library.
#pragma once

#include <string>

namespace graze::inline v1::detail {

// What the kernel offers, beside the resource limits that every system has.
struct ImportProtection {
    bool seccomp = false;  // a filter for system calls
    int landlock = 0;      // the version of its interface; 0: none

    friend bool operator==(const ImportProtection&, const ImportProtection&) = default;
};

inline constexpr ImportProtection all_import_protection{true, 1000};

// On this machine. Only detects, installs nothing.
ImportProtection available_import_protection();

ImportProtection lesser(const ImportProtection& a, const ImportProtection& b);

// A description for people.
std::string described(const ImportProtection& protection);

// What runs in the sandbox. Machine code that V8 makes while it runs needs memory that can be executed, and
// its event loop a few more system calls.
enum class ImportRuntime { native, v8 };

// For the rest of this process's life: no descriptor can be opened any more (no file, socket, pipe or
// device), no process started, inspected or signalled, no memory made executable (but for V8). Open
// descriptors stay open. Uses the available mechanisms up to `most`. Threads that run already are covered but
// by Landlock, which knows only the caller. False if an available mechanism fails: then the process must not
// go on.
[[nodiscard]] bool enter_import_sandbox(const ImportProtection& most = all_import_protection,
                                        ImportRuntime runtime = ImportRuntime::native);

}  // namespace graze::inline v1::detail
