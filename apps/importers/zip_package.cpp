#include "zip_package.h"

#include <zip.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "stream_writer.h"

namespace graze::importers {
namespace {

// Text of numbers shrinks to a tenth, very regular text to a fiftieth; a bomb to a thousandth.
constexpr std::uint64_t most_ratio = 200, always_allowed = 64 << 20;

[[noreturn]] void refuse_package(const std::string& what) {
    throw ImportError{"its zip archive cannot be read: " + what, "save it again"};
}

std::string message_of(zip_error_t* error) {
    std::string text = zip_error_strerror(error);
    zip_error_fini(error);
    return text;
}

}  // namespace

ZipPackage::ZipPackage(std::string_view bytes) : left_(std::max(bytes.size() * most_ratio, always_allowed)) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    if (!source) refuse_package(message_of(&error));
    archive_ = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (!archive_) {
        zip_source_free(source);
        refuse_package(message_of(&error));
    }
}

ZipPackage::~ZipPackage() {
    if (archive_) zip_discard(archive_);
}

std::optional<std::string> ZipPackage::content(const std::string& name) {
    const zip_int64_t entry = zip_name_locate(archive_, name.c_str(), ZIP_FL_NOCASE);
    if (entry < 0) return {};
    return unpacked(static_cast<std::uint64_t>(entry));
}

std::optional<std::string> ZipPackage::first_ending_in(std::string_view ending) {
    const zip_int64_t count = zip_get_num_entries(archive_, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const char* const name = zip_get_name(archive_, static_cast<std::uint64_t>(i), 0);
        if (name && std::string_view(name).ends_with(ending)) return unpacked(static_cast<std::uint64_t>(i));
    }
    return {};
}

// The stated size is not believed: the file is unpacked block by block.
std::string ZipPackage::unpacked(std::uint64_t entry) {
    constexpr std::size_t block = 1 << 18;
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive_, entry, 0),
                                                                 zip_fclose);
    if (!file) refuse_package(zip_strerror(archive_));
    std::string content;
    for (;;) {
        const std::size_t done = content.size();
        content.resize(done + block);
        const zip_int64_t n = zip_fread(file.get(), content.data() + done, block);
        if (n < 0) refuse_package(zip_file_strerror(file.get()));
        content.resize(done + static_cast<std::size_t>(n));
        if (n == 0) return content;
        if (static_cast<std::uint64_t>(n) > left_)
            throw ImportError{"unpacks to more than " + std::to_string(most_ratio) + " times its size",
                              "unpack it, and pack it again without what is not needed"};
        left_ -= static_cast<std::uint64_t>(n);
    }
}

}  // namespace graze::importers
