// Files that third-party libraries read, in separate programs: a crash or exploit there does not affect this
// process.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/open_descriptor.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/system_message.h"
#include "graze/io/detail/text.h"
#include "graze/io/import/detail/import_child.h"
#include "graze/io/import/detail/import_folder.h"
#include "graze/io/import/detail/import_gate.h"
#include "graze/io/import/detail/import_sandbox.h"
#include "graze/io/import/detail/import_stream.h"

namespace graze::inline v1 {
namespace detail {
namespace {

namespace fs = std::filesystem;

struct Importer {
    const char* program;
    const char* mend;
};

constexpr Importer assimp{"graze-import-assimp", "build graze with Assimp (Debian: libassimp-dev)"};
constexpr Importer occt{"graze-import-occt",
                        "build graze with Open CASCADE (Debian: libocct-data-exchange-dev)"};
constexpr Importer threemf{"graze-import-3mf",
                           "build graze with libzip and pugixml (Debian: libzip-dev, libpugixml-dev)"};
constexpr Importer web_ifc{"graze-import-ifc",
                           "build graze with Node.js 18 or later and npm, which fetches web-ifc"};

struct ImportKind {
    const Importer& importer;
    const char* name;  // in the importer's arguments
};

ImportKind kind_of(Format format) {
    switch (format) {
        case Format::step:
            return {occt, "step"};
        case Format::iges:
            return {occt, "iges"};
        case Format::threemf:
            return {threemf, "3mf"};
        case Format::ifc:
            return {web_ifc, "ifc"};
        default:
            return {assimp, "other"};
    }
}

// Folders of an installation, and of a build.
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

std::optional<fs::path> place_of(const Importer& importer) {
    for (const fs::path& folder : folders()) {
        std::error_code error;
        if (fs::is_regular_file(folder / importer.program, error)) return folder / importer.program;
    }
    return std::nullopt;
}

fs::path find(const Importer& importer) {
    if (const std::optional<fs::path> place = place_of(importer)) return *place;
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

// The name of the format in messages.
std::string format_name(const fs::path& file, Format format) {
    if (format == Format::step) return "STEP";
    if (format == Format::iges) return "IGES";
    if (format == Format::threemf) return "3MF";
    if (format == Format::ifc) return "IFC";
    std::string name = file.extension().string();
    name.erase(0, 1);
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name.empty() ? "it" : printable(name);
}

// What a file says of itself in its first bytes, for messages: nothing is believed but letters and digits.
std::string version_after(std::string_view head, std::string_view key) {
    const std::size_t found = head.find(key);
    if (found == head.npos) return {};
    head.remove_prefix(found + key.size());
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n('\""), head.size()));
    const auto is_plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    };
    return {head.begin(), std::ranges::find_if_not(head.substr(0, 60), is_plain)};
}

// "IFC (schema IFC4X3_ADD2)", "FBX 7400", "DAE 1.4.1".
std::string format_and_version(const fs::path& file, Format format, int input) {
    std::string name = format_name(file, format), head(4096, '\0');
    const ssize_t n = ::pread(input, head.data(), head.size(), 0);
    head.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    if (const std::string schema = version_after(head, "FILE_SCHEMA"); !schema.empty())
        return name.append(" (schema ").append(schema).append(")");
    if (head.starts_with("Kaydara FBX Binary") && head.size() > 26) {
        std::uint32_t version = 0;
        std::memcpy(&version, head.data() + 23, sizeof version);
        return name.append(" ").append(std::to_string(version));
    }
    for (const char* const element : {"<COLLADA", "<X3D", "<amf"}) {
        const std::size_t start = head.find(element);
        if (start == head.npos) continue;
        const std::string version = version_after(std::string_view(head).substr(start), " version=");
        if (!version.empty()) return name.append(" ").append(version);
    }
    return name;
}

OpenDescriptor open_import(const fs::path& file) {
    OpenDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!opened.is_open()) throw Error("cannot be opened: " + system_message(errno));
    return opened;
}

// The importer waits for the file, so it is sent while it is read.
void give_file(ImportFolder& folder, const std::string& name, ImportChild& child) {
    const ImportFolder::Found found = folder.find(name);
    child.send(std::as_bytes(std::span(&found.answer, 1)));
    if (found.answer != ImportAnswer::given) return;
    child.send(std::as_bytes(std::span(&found.size, 1)));
    std::vector<std::byte> block(1 << 16);
    for (std::uint64_t left = found.size; left > 0;) {
        const ssize_t n = ::read(found.content.number(), block.data(),
                                 static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), left)));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            throw Error("names a file that cannot be read: " + printable(name), {},
                        "try again when nobody writes to it");
        child.send(std::span(block).first(static_cast<std::size_t>(n)));
        left -= static_cast<std::uint64_t>(n);
    }
}

}  // namespace

PartsFile read_imported(const fs::path& file, Format format, const LoadOptions& options) {
    check(options.tessellation);
    const auto& [importer, usual_kind] = kind_of(format);
    const std::string kind = format == Format::ifc && options.ifc_spaces ? "ifc-spaces" : usual_kind;
    // Only the file name of the path: the importer needs the extension.
    const fs::path found = find(importer);
    const OpenDescriptor input = open_import(file);
    const ImportProgram program{found,
                                {kind, decimal(options.tessellation.deflection.value_or(0)),
                                 decimal(options.tessellation.angle), file.filename().string()},
                                format_and_version(file, format, input.number()),
                                format == Format::ifc};
    const auto read_with = [&](std::uint64_t memory) {
        const ImportGate::Place place = import_gate().enter(memory, options.progress);
        if (options.progress) options.progress->report("importing", 0, 0);
        ImportFolder folder(file, options.allow_outside);
        ImportLimits limits = options.import_limits;
        limits.memory = memory;
        ImportChild child(program, input.number(), limits, options.progress);
        return read_import_stream([&](std::span<std::byte> into) { child.pull(into); }, options.unit,
                                  options.progress,
                                  [&](const std::string& name) { give_file(folder, name, child); });
    };
    if (options.import_limits.memory > 0) return read_with(options.import_limits.memory);
    const ImportGate& gate = import_gate();
    if (gate.share() < gate.memory()) {
        try {
            return read_with(gate.share());
        } catch (const ImportOutOfMemory&) {  // NOLINT: the importer gets another chance
        }
    }
    return read_with(gate.memory());  // with no other importer running
}

}  // namespace detail

std::vector<std::string> imported_formats() {
    using namespace detail;
    std::vector<std::string> found;
    for (const auto& [format, name] : {std::pair(Format::step, "STEP"), std::pair(Format::iges, "IGES"),
                                       std::pair(Format::ifc, "IFC"), std::pair(Format::threemf, "3MF"),
                                       std::pair(Format::other, "FBX, Collada and what else Assimp reads")})
        if (place_of(kind_of(format).importer)) found.emplace_back(name);
    return found;
}

std::string import_protection() {
    return detail::described(detail::available_import_protection());
}

}  // namespace graze::inline v1
