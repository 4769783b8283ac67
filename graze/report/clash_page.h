// A clash report as a page that any browser opens, without a server or a network.
#pragma once

#include <cstddef>
#include <filesystem>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

struct ClashPageOptions {
    std::size_t max_bytes = 30'000'000;  // of the file; at least 2 million
    std::size_t pictures = 200;          // of the worst findings
    Threads threads{};
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"; then there is no file
};

// A table of the findings, the parts in three dimensions, pictures (docs/report.md). `report` is of this
// assembly. However large they are, the file is not larger than asked for: parts are decimated, all but what
// is near the worst findings; curves of the least findings, in the end these findings themselves and small
// parts are left out, and the page says so. The file is written completely or not at all. Throws Error,
// naming it; also if graze was built without the page (has_clash_page).
void save_clash_page(const Assembly& assembly, const ClashReport& report, const std::filesystem::path& file,
                     const ClashPageOptions& options = {});

// False if graze was built without Node, which makes the page.
bool has_clash_page();

}  // namespace graze::inline v1
