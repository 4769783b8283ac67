// A clash report as a page that any browser opens, without a server or a network.
#pragma once

#include <cstddef>

#include "graze/base/file_path.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"

namespace graze::inline v1 {

struct ClashPageOptions {
    std::size_t max_bytes = 30'000'000;  // of the file; at least 2 million
    std::size_t pictures = 20;           // of the worst findings
    Threads threads{};
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"; then there is no file
};

// Writes a page with a table of the findings, the parts in three dimensions, and pictures (docs/report.md).
// `report` must be the report of this assembly. The file never exceeds `max_bytes`, however large the two
// are: parts are decimated except near the worst findings; then curves of the least findings are left out,
// and in the end the least findings themselves and small parts. The page says what was left out. The file is
// written completely or not at all. Throws Error, which names the file; also if graze was built without the
// page (has_clash_page).
void save_clash_page(const Assembly& assembly, const ClashReport& report, const FilePath& file,
                     const ClashPageOptions& options = {});

// False if graze was built without Node, which makes the page.
bool has_clash_page();

}  // namespace graze::inline v1
