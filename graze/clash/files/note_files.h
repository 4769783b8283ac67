// Records the files that the parts of a report came from, for assemblies that were read from files.
#pragma once

#include "graze/clash/clash_report.h"
#include "graze/io/load_assembly.h"

namespace graze::inline v1 {

// `report` is about the parts of `loaded`.
void note_files(ClashReport& report, const LoadedAssembly& loaded);

}  // namespace graze::inline v1
