// The finished portions of a run in a file, so that a killed run can continue:
//
//   header    magic (8 bytes), version (8), key of the job (16), XXH3 of these (8)
//   records   size of the content (8 bytes), XXH3 of size and content (8), content: a PortionResult as bytes
//
// Records are only ever appended. A torn or damaged record and all records after it are ignored.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "graze/clash/distribute/portion.h"
#include "graze/mesh/content_hash.h"

namespace graze::inline v1::detail {

class Checkpoint {
  public:
    // Opens the file or creates it. Calls `take` for every finished portion of the same job in the file.
    // `take` returns false for an invalid portion; this portion and all that follow are cut off. A file of
    // another job, or of another format, is overwritten, which is logged. Throws Error if the file cannot be
    // written, or another run uses it. `fresh`: takes nothing, and overwrites the file.
    Checkpoint(std::filesystem::path file, const ContentHash& key, bool fresh,
               const std::function<bool(PortionResult&&)>& take);
    ~Checkpoint();  // writes what was added to the disk
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    // Not from several threads at once. If writing fails, which is logged, the run continues without
    // checkpoint.
    void add(const PortionResult& result);

  private:
    void refuse_foreign(std::string_view content) const;
    std::uint64_t take_back(const std::string& content, const ContentHash& key,
                            const std::function<bool(PortionResult&&)>& take) const;
    void begin(const ContentHash& key);
    void append(const std::string& bytes);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::chrono::steady_clock::time_point last_sync_;
};

}  // namespace graze::inline v1::detail
