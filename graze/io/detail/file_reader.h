// A regular file, read from front to back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace graze::inline v1::detail {

// Reads and does not map, for a mapped file that shrinks kills the program (file_bytes.h maps where the
// caller asks for it). All functions throw Error without the file's name.
class FileReader {
  public:
    // Refuses what is missing, empty, not readable, a folder, or not a regular file (a pipe could block for
    // ever).
    explicit FileReader(const std::filesystem::path& file);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    // When it was opened. What is appended later is not read.
    std::uint64_t size() const { return size_; }

    int descriptor() const { return descriptor_; }

    // The next bytes, exactly as many as `into` has room for.
    void read(std::span<std::byte> into);

  private:
    int descriptor_ = -1;
    std::uint64_t size_ = 0, position_ = 0;
};

}  // namespace graze::inline v1::detail
