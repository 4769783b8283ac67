// Reads bytes from front to back, from memory or through a buffer from a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/file_reader.h"

namespace graze::inline v1::detail {

class ByteStream {
  public:
    explicit ByteStream(std::span<const std::byte> content)
        : next_(content.data()), end_(next_ + content.size()) {}
    // `head` was already read from the file, `left` bytes are still to be read.
    ByteStream(FileReader& reader, std::span<const std::byte> head, std::uint64_t left)
        : reader_(&reader), buffer_(head.begin(), head.end()), unread_(left) {
        next_ = buffer_.data();
        end_ = next_ + buffer_.size();
    }
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;

    std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - next_) + unread_; }

    // The next `count` bytes, contiguous; valid until the next call. Throws Error if there are fewer.
    const std::byte* take(std::uint64_t count) {
        if (static_cast<std::uint64_t>(end_ - next_) < count) refill(count);
        const std::byte* const here = next_;
        next_ += count;
        return here;
    }

    void skip(std::uint64_t count) {
        while (count > 0) {
            const std::uint64_t n = std::min<std::uint64_t>(count, block);
            take(n);
            count -= n;
        }
    }

  private:
    static constexpr std::size_t block = std::size_t{1} << 18;  // stays in the second-level cache

    void refill(std::uint64_t count) {
        if (left() < count) throw Error("the file is truncated", {}, "check that it is complete");
        const auto kept = static_cast<std::size_t>(end_ - next_);
        const auto more = static_cast<std::size_t>(
            std::min<std::uint64_t>(unread_, std::max<std::uint64_t>(block, count - kept)));
        if (kept > 0) std::memmove(buffer_.data(), next_, kept);
        buffer_.resize(kept + more);
        reader_->read(std::span(buffer_).subspan(kept));
        unread_ -= more;
        next_ = buffer_.data();
        end_ = next_ + buffer_.size();
    }

    FileReader* reader_ = nullptr;
    std::vector<std::byte> buffer_;
    const std::byte *next_ = nullptr, *end_ = nullptr;
    std::uint64_t unread_ = 0;
};

}  // namespace graze::inline v1::detail
