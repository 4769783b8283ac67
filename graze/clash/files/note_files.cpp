#include "graze/clash/files/note_files.h"

namespace graze::inline v1 {

void note_files(ClashReport& report, const LoadedAssembly& loaded) {
    report.files.clear();
    for (const AssemblyFile& file : loaded.files) {
        for (std::size_t i = 0; i < file.part_count; ++i)
            report.parts[file.first_part + i].file = report.files.size();
        report.files.push_back({file.file, file.format, file.single_precision, file.part_count, file.skipped,
                                file.metres_per_unit, file.stated_unit, file.turned});
    }
}

}  // namespace graze::inline v1
