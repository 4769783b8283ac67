#include "graze/io/import/detail/import_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/open_below.h"
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
      })) {}

ImportFolder::Found ImportFolder::find(const std::string& name) {
    constexpr std::uint32_t most = 10'000;
    if (++asked_ > most) throw Error("names more than 10000 other files");
    if (!names_files_ || name.empty() || name.find('\0') != name.npos) return {};
    NamedFile named = allow_outside_ ? find_anywhere(folder_ / name) : find_below(folder_, name);
    // Importers look for missing files in other folders, too: that alone is no reason to refuse a model.
    // About files outside, an untrusted file learns no more than that they exist.
    std::error_code ignored;
    if (named.outside && std::filesystem::exists(folder_ / name, ignored))
        return {ImportAnswer::outside, {}, 0};
    struct stat status{};
    if (!named.content.is_open() || ::fstat(named.content.number(), &status) != 0) return {};
    return {ImportAnswer::given, std::move(named.content), static_cast<std::uint64_t>(status.st_size)};
}

}  // namespace graze::inline v1::detail
