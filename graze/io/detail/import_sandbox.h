// The sandbox of programs that import files: what they may still do once they have started. libgraze and the
// importers are both built from this; it uses nothing else of the library.
#pragma once

#include <string>

namespace graze::inline v1::detail {

// What the kernel has for it, beside the limits of resources that every system has.
struct ImportProtection {
    bool seccomp = false;  // a list of the system calls that remain
    int landlock = 0;      // the version of its interface; 0: none

    friend bool operator==(const ImportProtection&, const ImportProtection&) = default;
};

inline constexpr ImportProtection all_import_protection{true, 1000};

// On this machine. Installs nothing.
ImportProtection available_import_protection();

ImportProtection lesser(const ImportProtection& a, const ImportProtection& b);

// In words for people.
std::string described(const ImportProtection& protection);

// For the rest of this process's life: no descriptor can be opened any more (no file, socket, pipe or
// device), no process started, none looked into or signalled, no memory made executable. What is open stays
// so. Uses what is available and not above `most`. False where something that is available cannot be had:
// then the process must not go on.
[[nodiscard]] bool enter_import_sandbox(const ImportProtection& most = all_import_protection);

}  // namespace graze::inline v1::detail
