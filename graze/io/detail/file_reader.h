// A regular file, read from front to back, or in pieces.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace graze::inline v1::detail {

// Reads and does not map, because a mapped file that shrinks kills the program (file_bytes.h maps if the
// caller wants it). All functions throw Error without the file's name.
class FileReader {
  public:
    // Throws for files that are missing, empty, not readable, a folder, or not a regular file (a pipe could
    // block for ever).
    explicit FileReader(const std::filesystem::path& file);
    // The same for a descriptor that is open for reading; takes ownership.
    explicit FileReader(int descriptor);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    // The size when the file was opened. Bytes appended later are not read.
    std::uint64_t size() const { return size_; }

    int descriptor() const { return descriptor_; }

    // Equal for all names of one file.
    struct Identity {
        std::uint64_t device = 0, number = 0;
        friend auto operator<=>(const Identity&, const Identity&) = default;
    };
    Identity identity() const { return identity_; }

    // The next bytes, exactly as many as `into` can hold.
    void read(std::span<std::byte> into);
    // Sets the position of the next byte to be read.
    void go_to(std::uint64_t position);

  private:
    void examine();

    int descriptor_ = -1;
    Identity identity_;
    std::uint64_t size_ = 0, position_ = 0;
};

}  // namespace graze::inline v1::detail
