// Sends what an importer has read to the library that started it (graze/io/import/detail/import_protocol.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io/import/detail/import_protocol.h"

namespace graze::importers {

using detail::ImportUp;
using detail::no_node;

using Matrix = std::array<std::array<double, 4>, 3>;  // rows; the last column is the translation
inline constexpr Matrix identity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
Matrix product(const Matrix& outer, const Matrix& inner);

// A face of a solid that was cut into triangles; as graze::SurfaceFace.
enum class FaceKind : std::uint8_t { other, plane, cylinder, cone, sphere };
struct Face {
    FaceKind kind = FaceKind::other;
    bool concave = false;
    double outward = 0, inward = 0, tolerance = 0;
    std::array<double, 3> point{}, axis{};
    double radius = 0, slope = 0;
};

struct Mesh {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::uint32_t> corners;
    std::vector<std::uint32_t> corner_counts;  // empty: all are triangles
    std::vector<Face> faces;                   // empty: not known; only where all are triangles
    std::vector<std::uint32_t> face_of_triangle;

    bool empty() const { return corners.empty(); }
};

// What is wrong with the file, and how to mend it: the one sentence that the user reads.
struct ImportError {
    std::string problem, mend;
};

// Ends the program without a word if nobody listens any more.
class StreamWriter {
  public:
    explicit StreamWriter(int descriptor);

    void unit(double metres);  // that the file states, where the header's is another; before it
    void header(std::string_view format, bool single_precision, double metres_per_unit, ImportUp up);
    void progress(std::uint64_t done, std::uint64_t total);
    std::uint32_t mesh(const Mesh& mesh);                             // its number
    std::uint32_t node(std::uint32_t parent, std::string_view name);  // its number
    void part(std::uint32_t node, std::uint32_t mesh, const Matrix& world_from_part);
    void attribute(std::string_view name, std::string_view value);  // of the part before it
    void skipped(std::string_view what, std::uint64_t count);       // nothing if 0
    void error(const ImportError& error);
    void end();

    // The content of another file, by its name relative to the one that is read. The library decides.
    struct Answer {
        detail::ImportAnswer kind = detail::ImportAnswer::missing;
        std::string content;
    };
    Answer ask_for_file(std::string_view name);

  private:
    template <typename T>
    void put(const T& value) {
        put_bytes(&value, sizeof value);
    }
    template <typename T>
    void put_array(std::span<const T> values) {
        put_bytes(values.data(), values.size_bytes());
    }
    void put_face(const Face& face);
    void put_string(std::string_view text);
    void put_bytes(const void* data, std::size_t size);
    void flush();

    int descriptor_;
    std::vector<char> buffer_;
    std::uint32_t meshes_ = 0, nodes_ = 0;
};

// What the library gives an importer to do.
struct Task {
    std::string kind;       // "step", "iges" or "other"
    double deflection = 0;  // metres; 0: the importer chooses
    double angle = 0;       // radians
    std::string file;       // its name, without the folder
    std::string_view content;
};

// The main function of an importer: reads the arguments, keeps what libraries print out of the stream, enters
// the sandbox, and turns whatever `import` throws into a sentence.
int run(int argc, char** argv, void (*import)(const Task& task, StreamWriter& writer));

}  // namespace graze::importers
