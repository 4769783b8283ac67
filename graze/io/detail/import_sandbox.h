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

// For the rest of this process's life: no descriptor can be opened any more (no file, socket, pipe or
// device), no process started, inspected or signalled, no memory made executable. Open descriptors stay open.
// Uses the available mechanisms up to `most`. False if an available mechanism fails: then the process must
// not go on.
[[nodiscard]] bool enter_import_sandbox(const ImportProtection& most = all_import_protection);

}  // namespace graze::inline v1::detail
