// What a user should know about the files before trusting the answer.
#pragma once

#include <string>
#include <vector>

#include "assembly_input.h"
#include "graze/clash/clash_report.h"
#include "graze/io/load_assembly.h"

namespace graze::app {

// Of files that were turned, so that all have the same axis upwards.
std::vector<std::string> remarks_on_axes(const LoadedAssembly& loaded);

// Sentences: a unit that is not the file's own, files that were turned, sizes that cannot be meant, a single
// part. `report` is that of the files, which note_files has noted.
std::vector<std::string> remarks_on(const LoadedAssembly& loaded, const ClashReport& report,
                                    const AssemblyInput& input);

}  // namespace graze::app
