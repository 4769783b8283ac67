#include "graze/report/detail/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "graze/base/error.h"

namespace graze::inline v1::detail {

struct Deflater::Stream {
    z_stream z{};
};

Deflater::Deflater() : stream_(std::make_unique<Stream>()) {
    if (deflateInit(&stream_->z, Z_DEFAULT_COMPRESSION) != Z_OK)
        throw Error("there is no memory to compress with");
}

Deflater::~Deflater() {
    deflateEnd(&stream_->z);
}

void Deflater::run(int flush) {
    std::array<char, 1U << 16U> buffer{};
    z_stream& z = stream_->z;
    do {
        z.next_out = std::bit_cast<Bytef*>(buffer.data());
        z.avail_out = static_cast<uInt>(buffer.size());
        deflate(&z, flush);
        result_.append(buffer.data(), buffer.size() - z.avail_out);
    } while (z.avail_out == 0);
}

void Deflater::add(std::string_view bytes) {
    constexpr std::size_t at_once = std::size_t{1} << 30;
    bytes_in_ += bytes.size();
    while (!bytes.empty()) {
        const std::string_view piece = bytes.substr(0, at_once);
        // zlib's interface lacks a const here; zlib never writes to its input.
        stream_->z.next_in = const_cast<Bytef*>(std::bit_cast<const Bytef*>(piece.data()));
        stream_->z.avail_in = static_cast<uInt>(piece.size());
        run(Z_NO_FLUSH);
        bytes.remove_prefix(piece.size());
    }
}

std::size_t Deflater::size_if_finished() {
    constexpr std::size_t end = 16;  // an empty block and the checksum
    run(Z_SYNC_FLUSH);
    return result_.size() + end;
}

std::string Deflater::finish() {
    run(Z_FINISH);
    return std::move(result_);
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text(base64_size(bytes.size()), '=');
    char* to = text.data();
    for (std::size_t i = 0; i < bytes.size(); i += 3, to += 4) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k <= count; ++k) to[k] = digits[bits >> (18 - 6 * k) & 63U];
    }
    return text;
}

}  // namespace graze::inline v1::detail
