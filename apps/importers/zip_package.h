// The files in a zip archive, whose bytes come from a stranger.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct zip;

namespace graze::importers {

// Throws ImportError for what is not an archive, for encrypted and damaged files, and for archives that
// unpack to far more than they are: whatever sizes they state, no more is unpacked than that.
class ZipPackage {
  public:
    explicit ZipPackage(std::string_view bytes);  // `bytes` outlives the package
    ~ZipPackage();
    ZipPackage(const ZipPackage&) = delete;
    ZipPackage& operator=(const ZipPackage&) = delete;

    // The file of this name, in upper or lower case; none if there is none.
    std::optional<std::string> content(const std::string& name);
    // The first file whose name ends so.
    std::optional<std::string> first_ending_in(std::string_view ending);

  private:
    std::string unpacked(std::uint64_t entry);

    zip* archive_ = nullptr;
    std::uint64_t left_;  // bytes that may still be unpacked
};

}  // namespace graze::importers
