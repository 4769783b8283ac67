// Saved shapes for tests, and how to spoil them.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/io/saved/detail/saved_format.h"
#include "graze/io/saved_shape.h"
#include "graze/mesh/content_hash.h"

namespace graze::test {

// Polygons, parts, a unit, a vertex that nothing uses, and enough triangles for a few nodes.
inline Mesh two_fans() {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 1}, {9, 9, 9}};
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 4; ++i) soup.vertices.push_back({1.1 * i, 0.9 * row, 0.1 * (4 * row + i)});
    }
    for (VertexId i = 2; i < 13; ++i) {
        soup.corners.insert(soup.corners.end(), {0, i, i + 1});
        soup.corner_counts.push_back(3);
    }
    soup.corners.insert(soup.corners.end(), {2, 5, 13, 10});
    soup.corner_counts.push_back(4);
    soup.parts = {{"fan", 0, 8}, {"", 8, 0}, {"rest \xff", 8, 4}};
    soup.metres_per_unit = 0.001;
    return Mesh(std::move(soup));
}

inline std::string saved(const Shape& shape) {
    std::string content;
    format_shape(shape, content);
    return content;
}

inline Shape parse_saved(std::string_view content, bool verify = true) {
    SavedShapeOptions options;
    options.verify_checksum = verify;
    return parse_shape(std::as_bytes(std::span(content)), "file", options);
}

// Makes the checksums of the sections, then that of header and table, those of the bytes that are there, and
// the content hash that of the mesh, as somebody would who means harm. What leads out of the file stays as it
// is.
inline void mend_saved_checksums(std::string& content) {
    using namespace detail;
    if (content.size() < sizeof(SavedHeader)) return;
    const auto hash = [&](std::size_t offset, std::size_t size) {
        return hash_64(std::as_bytes(std::span(content).subspan(offset, size)));
    };
    SavedHeader header;
    std::memcpy(&header, content.data(), sizeof(header));
    const std::size_t most = (content.size() - sizeof(SavedHeader)) / sizeof(SavedSection);
    const std::size_t count = std::min<std::size_t>(header.section_count, most);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = sizeof(SavedHeader) + i * sizeof(SavedSection);
        SavedSection section;
        std::memcpy(&section, content.data() + at, sizeof(section));
        if (section.offset > content.size() || section.size > content.size() - section.offset) continue;
        section.checksum = hash(section.offset, section.size);
        std::memcpy(content.data() + at, &section, sizeof(section));
    }
    try {
        const ContentHash found = content_hash(parse_saved(content, false).mesh());
        header.hash_high = found.high;
        header.hash_low = found.low;
    } catch (const Error&) {  // it holds no mesh
    }
    header.checksum = 0;
    std::memcpy(content.data(), &header, sizeof(header));
    header.checksum = hash(0, sizeof(SavedHeader) + count * sizeof(SavedSection));
    std::memcpy(content.data(), &header, sizeof(header));
}

// A saved shape whose bytes can be changed by name. Checksums are left as they were.
class SavedBytes {
  public:
    explicit SavedBytes(const Shape& shape) : content(saved(shape)) {}
    std::string content;

    template <typename T>
    T get(std::size_t offset) const {
        T value;
        std::memcpy(&value, content.data() + offset, sizeof(T));
        return value;
    }
    template <typename T>
    void put(std::size_t offset, const T& value) {
        std::memcpy(content.data() + offset, &value, sizeof(T));
    }

    detail::SavedHeader header() const { return get<detail::SavedHeader>(0); }
    std::size_t entry_of(std::string_view tag) const {
        for (std::uint32_t i = 0; i < header().section_count; ++i) {
            const std::size_t at = sizeof(detail::SavedHeader) + i * sizeof(detail::SavedSection);
            if (content.compare(at, 4, tag) == 0) return at;
        }
        throw std::logic_error("no section " + std::string(tag));
    }
    detail::SavedSection section(std::string_view tag) const {
        return get<detail::SavedSection>(entry_of(tag));
    }
    // Where element `index` of a section's array is.
    template <typename T>
    std::size_t place(std::string_view tag, std::size_t index) const {
        return section(tag).offset + index * sizeof(T);
    }
    template <typename T>
    void change(std::string_view tag, std::size_t index, const std::function<void(T&)>& spoil) {
        T value = get<T>(place<T>(tag, index));
        spoil(value);
        put(place<T>(tag, index), value);
    }
    void change_header(const std::function<void(detail::SavedHeader&)>& spoil) {
        auto value = header();
        spoil(value);
        put(0, value);
    }
    void change_entry(std::string_view tag, const std::function<void(detail::SavedSection&)>& spoil) {
        auto value = section(tag);
        spoil(value);
        put(entry_of(tag), value);
    }

    // Adds a section at the end, with its checksums right: what a later version might write.
    void append_section(std::string_view tag, bool required, std::string_view data) {
        using namespace detail;
        SavedHeader h = header();
        std::string table = content.substr(sizeof(SavedHeader), h.section_count * sizeof(SavedSection));
        SavedSection added{{tag[0], tag[1], tag[2], tag[3]},
                           required ? 1u : 0u,
                           0,
                           data.size(),
                           hash_64(std::as_bytes(std::span(data)))};
        table.append(reinterpret_cast<const char*>(&added), sizeof(added));
        std::string sections;
        std::size_t at = sizeof(SavedHeader) + table.size();
        const std::size_t count = ++h.section_count;
        for (std::size_t i = 0; i < count; ++i) {
            SavedSection s;
            std::memcpy(&s, table.data() + i * sizeof(s), sizeof(s));
            const std::string bytes = i + 1 == count ? std::string(data) : content.substr(s.offset, s.size);
            s.offset = aligned(at);
            sections.append(s.offset - at, '\0');
            sections += bytes;
            at = s.offset + s.size;
            std::memcpy(table.data() + i * sizeof(s), &s, sizeof(s));
        }
        h.file_size = at;
        h.checksum = 0;
        std::string front(reinterpret_cast<const char*>(&h), sizeof(h));
        front += table;
        h.checksum = hash_64(std::as_bytes(std::span(front)));
        std::memcpy(front.data(), &h, sizeof(h));
        content = front + sections;
    }
};

}  // namespace graze::test
