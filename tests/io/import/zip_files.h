// Zip archives for tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace graze::test {

using ZipFiles = std::vector<std::pair<std::string, std::string>>;

inline std::uint32_t crc32_of(const std::string& bytes) {
    std::uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ (crc % 2 == 1 ? 0xedb88320U : 0);
    }
    return ~crc;
}

inline void append_number(std::string& to, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i) & 0xff);
}

// An archive of files that are stored as they are.
inline std::string zipped(const ZipFiles& files) {
    std::string local, central;
    for (const auto& [name, content] : files) {
        const auto size = static_cast<std::uint32_t>(content.size());
        std::string fields;  // from the version on, as in both headers
        append_number(fields, 20, 2);
        append_number(fields, 0, 4);  // flags, method
        append_number(fields, 0x21 << 16, 4);
        append_number(fields, crc32_of(content), 4);
        append_number(fields, size, 4);
        append_number(fields, size, 4);
        append_number(fields, static_cast<std::uint32_t>(name.size()), 2);
        append_number(fields, 0, 2);
        central += std::string("PK\x01\x02\x14\0", 6) + fields + std::string(10, '\0');
        append_number(central, static_cast<std::uint32_t>(local.size()), 4);
        central += name;
        local.append("PK\x03\x04").append(fields).append(name).append(content);
    }
    std::string end = "PK\x05\x06" + std::string(4, '\0');
    append_number(end, static_cast<std::uint32_t>(files.size()), 2);
    append_number(end, static_cast<std::uint32_t>(files.size()), 2);
    append_number(end, static_cast<std::uint32_t>(central.size()), 4);
    append_number(end, static_cast<std::uint32_t>(local.size()), 4);
    append_number(end, 0, 2);
    return local + central + end;
}

}  // namespace graze::test
