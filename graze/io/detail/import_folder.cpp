#include "graze/io/detail/import_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "graze/base/error.h"
#include "graze/io/detail/text.h"

namespace graze::inline v1::detail {
namespace {

// Formats with models of more than one file, as Assimp reads them.
constexpr std::array formats_of_files{".lws", ".irr", ".md3", ".mdl", ".mesh", ".md5mesh", ".smd", ".q3o"};

}  // namespace

ImportFolder::ImportFolder(const std::filesystem::path& file, bool allow_outside)
    : folder_(file.has_parent_path() ? file.parent_path() : "."),
      allow_outside_(allow_outside),
      names_files_(std::ranges::any_of(formats_of_files, [&](const char* extension) {
          return equal_ignoring_case(file.extension().string(), extension);
      })) {
    std::error_code error;
    resolved_folder_ = std::filesystem::canonical(folder_, error);  // empty on failure: nothing is below
}

bool ImportFolder::is_below(const std::filesystem::path& resolved) const {
    if (resolved_folder_.empty()) return false;
    return std::ranges::mismatch(resolved_folder_, resolved).in1 == resolved_folder_.end();
}

ImportFolder::Found ImportFolder::find(const std::string& name) {
    constexpr std::uint32_t most = 10'000;
    if (++asked_ > most) throw Error("names more than 10000 other files");
    if (!names_files_ || name.empty() || name.find('\0') != name.npos) return {};
    // First with O_PATH, without opening, because opening a pipe or a device has side effects. The file that
    // is then examined, and opened by its number, is the same whatever happens to names meanwhile.
    const OpenDescriptor place(::open((folder_ / name).c_str(), O_PATH | O_CLOEXEC));
    struct stat status{};
    if (!place.is_open() || ::fstat(place.number(), &status) != 0) return {};
    const std::filesystem::path by_number = "/proc/self/fd/" + std::to_string(place.number());
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::read_symlink(by_number, error);
    // About files outside, an untrusted file learns no more than that.
    if (!allow_outside_ && (error || !is_below(resolved))) return {ImportAnswer::outside, {}, 0};
    if (!S_ISREG(status.st_mode)) return {};
    OpenDescriptor content(::open(by_number.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!content.is_open()) return {};
    return {ImportAnswer::given, std::move(content), static_cast<std::uint64_t>(status.st_size)};
}

}  // namespace graze::inline v1::detail
