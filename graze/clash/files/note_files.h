// Records the files that the parts of a report came from, for assemblies that were read from files.
#pragma once

#if __has_include("graze/io/load_assembly.h")

#include "graze/clash/clash_report.h"
#include "graze/io/load_assembly.h"

namespace graze::inline v1 {

// `report` is about the parts of `loaded`.
inline void note_files(ClashReport& report, const LoadedAssembly& loaded) {
    report.files.clear();
    for (const AssemblyFile& file : loaded.files) {
        for (std::size_t i = 0; i < file.part_count; ++i)
            report.parts[file.first_part + i].file = report.files.size();
        report.files.push_back(
            {file.file, file.format, file.single_precision, file.part_count, file.skipped});
    }
}

}  // namespace graze::inline v1

#endif
