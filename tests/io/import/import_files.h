// Importers for tests: the real ones, where they were built, and made-up ones that misbehave.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "graze/io/import/detail/import_protocol.h"
#include "tests/io/files.h"

namespace graze::test {

// Sets GRAZE_IMPORTERS for one test. Not while other threads run.
class ImportersFrom {
  public:
    explicit ImportersFrom(const std::filesystem::path& folder) {
        ::setenv("GRAZE_IMPORTERS", folder.c_str(), 1);
    }
    ~ImportersFrom() { ::unsetenv("GRAZE_IMPORTERS"); }
    ImportersFrom(const ImportersFrom&) = delete;
    ImportersFrom& operator=(const ImportersFrom&) = delete;
};

inline bool has_importer(const std::string& name) {
    return std::filesystem::exists(std::filesystem::path(GRAZE_IMPORTERS_DIR) / name);
}

// A folder with an importer that is a shell script.
class FakeImporter {
  public:
    explicit FakeImporter(const std::string& script, const std::string& name = "graze-import-occt") {
        const std::filesystem::path program = folder_.write(name, "#!/bin/sh\n" + script + "\n");
        ::chmod(program.c_str(), 0755);
        file_ = folder_.write("model.step", "whatever");
    }
    const std::filesystem::path& file() const { return file_; }
    const TemporaryFolder& folder() const { return folder_; }

  private:
    TemporaryFolder folder_;
    ImportersFrom importers_{folder_ / ""};
    std::filesystem::path file_;
};

// A stream as an importer writes it.
class ImportBytes {
  public:
    ImportBytes() { text(detail::import_magic).number(detail::import_version); }

    template <typename T>
    ImportBytes& number(T value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    ImportBytes& text(std::string_view text) {
        bytes_ += text;
        return *this;
    }
    ImportBytes& string(std::string_view text) {
        return number(static_cast<std::uint32_t>(text.size())).text(text);
    }
    ImportBytes& header(double metres_per_unit = 0, detail::ImportUp up = detail::ImportUp::unknown) {
        return number(detail::ImportTag::header)
            .string("made up")
            .number(std::uint8_t{0})
            .number(metres_per_unit)
            .number(up);
    }
    // Of three corners, its last vertex given twice.
    ImportBytes& triangle(double size = 1, std::uint64_t faces = 0) {
        number(detail::ImportTag::mesh)
            .number(std::uint64_t{4})
            .number(std::uint64_t{3})
            .number(std::uint64_t{0})
            .number(faces);
        for (const double c : {0.0, 0.0, 0.0, size, 0.0, 0.0, 0.0, size, 0.0, 0.0, size, 0.0}) number(c);
        for (const std::uint32_t v : {0U, 1U, 3U}) number(v);
        return *this;
    }
    // A bore along z, 3 in radius. Follows a triangle that has faces; the face of each triangle comes after
    // all.
    ImportBytes& face(std::uint8_t kind = 2, double outward = 0.5) {
        number(kind).number(std::uint8_t{1}).number(outward).number(0.0).number(0.25);
        for (const double c : {1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 3.0, 0.0}) number(c);
        return *this;
    }
    ImportBytes& node(std::uint32_t parent, std::string_view name) {
        return number(detail::ImportTag::node).number(parent).string(name);
    }
    ImportBytes& part(std::uint32_t node, std::uint32_t mesh, double scale = 1) {
        number(detail::ImportTag::part).number(node).number(mesh);
        for (int i = 0; i < 12; ++i) number(i % 5 == 0 ? scale : 0.0);
        return *this;
    }
    ImportBytes& end() { return number(detail::ImportTag::end); }

    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

}  // namespace graze::test
