// Packing bytes into text: compressed (zlib), then base64.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

// A zlib stream (RFC 1950), fed piece by piece.
class Deflater {
  public:
    Deflater();
    ~Deflater();
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    void add(std::string_view bytes);
    // The number of bytes given to add().
    std::size_t bytes_in() const { return bytes_in_; }
    // The number of compressed bytes so far.
    std::size_t bytes_out() const { return result_.size(); }
    // How long finish() would be now, at most. Flushes, which costs a few bytes.
    std::size_t size_if_finished();
    std::string finish();

  private:
    void run(int flush);
    struct Stream;
    std::unique_ptr<Stream> stream_;
    std::string result_;
    std::size_t bytes_in_ = 0;
};

// RFC 4648, with padding.
std::string base64(std::string_view bytes);
constexpr std::size_t base64_size(std::size_t bytes) {
    return (bytes + 2) / 3 * 4;
}

}  // namespace graze::inline v1::detail
