// Files that other people's libraries read, in programs of their own: whatever a file does to those, it does
// not do to us.
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/import_child.h"
#include "graze/io/detail/import_stream.h"
#include "graze/io/detail/readers.h"

namespace graze::inline v1::detail {
namespace {

namespace fs = std::filesystem;

struct Importer {
    const char* program;
    const char* mend;
};

constexpr Importer assimp{"graze-import-assimp", "build graze with Assimp (Debian: libassimp-dev)"};
constexpr Importer occt{"graze-import-occt",
                        "build graze with Open CASCADE (Debian: libocct-data-exchange-dev)"};

// Of what was installed, and of a build folder.
std::vector<fs::path> folders() {
    if (const char* const chosen = std::getenv("GRAZE_IMPORTERS"); chosen && *chosen) return {chosen};
    std::vector<fs::path> found;
    std::error_code error;
    if (const fs::path self = fs::read_symlink("/proc/self/exe", error); !error) {
        const fs::path here = self.parent_path();
        found.insert(found.end(), {here, here.parent_path() / "libexec" / "graze"});
    }
#ifdef GRAZE_LIBEXEC_DIR
    found.emplace_back(GRAZE_LIBEXEC_DIR);
#endif
    return found;
}

fs::path find(const Importer& importer) {
    for (const fs::path& folder : folders()) {
        std::error_code error;
        if (fs::is_regular_file(folder / importer.program, error)) return folder / importer.program;
    }
    throw Error("cannot be read without the program " + std::string(importer.program), {},
                std::string(importer.mend) + ", or say its folder in GRAZE_IMPORTERS");
}

// Exact, and the same in every locale.
std::string decimal(double value) {
    std::array<char, 32> text;
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

void check(const Tessellation& tessellation) {
    const auto is_positive = [](double v) { return v > 0 && v <= max_coordinate; };
    if (tessellation.deflection && !is_positive(*tessellation.deflection))
        throw Error("the deflection is not a length above 0");
    if (!is_positive(tessellation.angle)) throw Error("the angle of tessellation is not above 0");
}

}  // namespace

PartsFile read_imported(const fs::path& file, Format format, const LoadOptions& options) {
    check(options.tessellation);
    const Importer& importer = format == Format::other ? assimp : occt;
    const std::string kind = format == Format::step ? "step" : format == Format::iges ? "iges" : "other";
    const std::vector<std::string> arguments{kind, decimal(options.tessellation.deflection.value_or(0)),
                                             decimal(options.tessellation.angle), file.string()};
    if (options.progress) options.progress->report("importing", 0, 0);
    ImportChild child(find(importer), arguments, options.import_limits, options.progress);
    return read_import_stream([&](std::span<std::byte> into) { child.pull(into); }, options.unit,
                              options.progress);
}

}  // namespace graze::inline v1::detail
