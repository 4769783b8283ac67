#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <filesystem>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/output.h"
#include "graze/render/detail/palette.h"
#include "graze/render/picture.h"

namespace graze::inline v1 {
namespace {

// What libpng's callbacks share with the function that called it. libpng is C and leaves by longjmp: no
// object with a destructor may be alive between the two, so everything that has one lives here.
struct PngJob {
    std::string bytes;
    std::string problem;
    std::vector<png_byte> row;
    png_structp png = nullptr;
    png_infop info = nullptr;

    PngJob() = default;
    PngJob(const PngJob&) = delete;
    PngJob& operator=(const PngJob&) = delete;
    ~PngJob() { png_destroy_write_struct(&png, &info); }
};

void remember_problem(png_structp png, png_const_charp message) {
    static_cast<PngJob*>(png_get_error_ptr(png))->problem = message;
    png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*message*/) {}

void append_bytes(png_structp png, png_bytep data, std::size_t size) {
    try {
        static_cast<PngJob*>(png_get_io_ptr(png))->bytes.append(std::bit_cast<const char*>(data), size);
    } catch (const std::exception&) {  // must not pass through C
        png_error(png, "out of memory");
    }
}

void flush_nothing(png_structp /*png*/) {}

void fill_row(std::span<const Color> colors, bool alpha, std::vector<png_byte>& row) {
    png_byte* to = row.data();
    for (const Color& c : colors) {
        *to++ = c.r;
        *to++ = c.g;
        *to++ = c.b;
        if (alpha) *to++ = c.a;
    }
}

// True if all went well.
bool encode_indexed(const Picture& picture, const detail::IndexedColors& indexed,
                    const std::vector<png_color>& palette, PngJob& job) {
    if (setjmp(png_jmpbuf(job.png)) != 0) return false;
    png_set_write_fn(job.png, &job, append_bytes, flush_nothing);
    png_set_compression_level(job.png, 9);
    png_set_filter(job.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_IHDR(job.png, job.info, picture.width(), picture.height(), 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(job.png, job.info, palette.data(), static_cast<int>(palette.size()));
    png_write_info(job.png, job.info);
    for (std::uint32_t y = 0; y < picture.height(); ++y)
        png_write_row(job.png, &indexed.index[std::size_t{y} * picture.width()]);
    png_write_end(job.png, nullptr);
    return true;
}

void start(PngJob& job) {
    job.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, remember_problem, ignore_warning);
    if (job.png != nullptr) job.info = png_create_info_struct(job.png);
    if (job.info == nullptr) throw Error("there is no memory to write a PNG");
}

// True if all went well.
bool encode(const Picture& picture, bool alpha, PngJob& job) {
    if (setjmp(png_jmpbuf(job.png)) != 0) return false;
    png_set_write_fn(job.png, &job, append_bytes, flush_nothing);
    png_set_IHDR(job.png, job.info, picture.width(), picture.height(), 8,
                 alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(job.png, job.info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(job.png, job.info);
    for (std::uint32_t y = 0; y < picture.height(); ++y) {
        fill_row(picture.row(y), alpha, job.row);
        png_write_row(job.png, job.row.data());
    }
    png_write_end(job.png, nullptr);
    return true;
}

}  // namespace

std::string png_bytes(const Picture& picture) {
    const bool alpha = std::ranges::any_of(picture.pixels(), [](const Color& c) { return c.a != 255; });
    PngJob job;
    job.row.resize(std::size_t{picture.width()} * (alpha ? 4 : 3));
    start(job);
    if (!encode(picture, alpha, job)) throw Error("cannot be written as PNG: " + job.problem);
    return std::move(job.bytes);
}

std::string indexed_png_bytes(const Picture& picture, unsigned colors) {
    const detail::IndexedColors indexed = detail::index_colors(picture, colors);
    std::vector<png_color> palette;
    for (const Color& c : indexed.palette) palette.push_back({c.r, c.g, c.b});
    PngJob job;
    start(job);
    if (!encode_indexed(picture, indexed, palette, job))
        throw Error("cannot be written as PNG: " + job.problem);
    return std::move(job.bytes);
}

void save_png(const Picture& picture, const FilePath& given) {
    const std::filesystem::path file = given;
    detail::naming(file.string(), [&] {
        detail::FileOutput output(file);
        output.write(png_bytes(picture));
        output.finish();
    });
}

}  // namespace graze::inline v1
