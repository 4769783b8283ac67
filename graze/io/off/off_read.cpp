// OFF, the Object File Format of Geomview (geomview.org, "OFF Files"), as text: the word OFF, numbers of
// vertices, faces and edges, a vertex per line, then a face per line: the number of corners, the corners, and
// perhaps a colour. Letters before OFF say what else a vertex has; only "4" and "n" affect its position.
#include <limits>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/detail/face_list.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"

namespace graze::inline v1::detail {
namespace {

// The letters before "OFF"; nullopt if the word is another.
std::optional<std::string_view> off_letters(std::string_view word) {
    if (!word.ends_with("OFF")) return {};
    std::string_view rest = word;
    for (const std::string_view letter : {"ST", "C", "N", "4", "n"})
        if (rest.starts_with(letter)) rest.remove_prefix(letter.size());
    if (rest != "OFF") return {};
    return word.substr(0, word.size() - 3);
}

class OffReader {
  public:
    OffReader(SharedArray<std::byte> content, const LoadOptions& options)
        : content_(std::move(content)),
          cursor_(as_text(content_)),
          ticker_(options.progress, "parsing", content_.size()),
          options_(options) {}

    Loaded read() {
        read_head();
        read_vertices();
        for (std::uint64_t i = 0; i < face_count_; ++i) read_face();
        skip_to_value();
        const std::uint64_t trailing = content_.size() - cursor_.offset();
        content_ = {};  // making the mesh may take as much memory
        Loaded loaded;
        loaded.format = "off";
        if (small_faces_ > 0) loaded.skipped.push_back({"faces with fewer than three corners", small_faces_});
        if (trailing > 0) loaded.skipped.push_back({"trailing bytes", trailing});
        if (faces_.count() == 0)
            throw Error(face_count_ == 0
                            ? "holds no faces, only " + std::to_string(vertices_.size()) + " points"
                            : "holds no triangles");
        PolygonSoup soup;
        soup.vertices = std::move(vertices_);
        faces_.move_to(soup);
        soup.metres_per_unit = options_.unit;
        loaded.mesh = Mesh(std::move(soup), options_.progress);
        return loaded;
    }

  private:
    void read_head() {
        skip_to_value();
        const Cursor start = cursor_;
        const std::string_view word = cursor_.take_word();
        if (const auto letters = off_letters(word)) {
            refuse_other_kinds(*letters);
            more_per_vertex_ = !letters->empty();
            cursor_.skip_blanks();
            const Cursor here = cursor_;
            if (cursor_.take_word() == "BINARY")
                throw Error("is a binary OFF file; only text is read", {}, "save it as text");
            cursor_ = here;
        } else {
            cursor_ = start;  // the word may be missing
            if (word.empty() || word.front() < '0' || word.front() > '9')
                throw Error("is not an OFF file: it starts neither with OFF nor with a number", {},
                            "check that it is an OFF file and complete");
        }
        vertex_count_ = take_count("the number of vertices");
        face_count_ = take_count("the number of faces");
        cursor_.skip_blanks();
        if (!at_line_end()) take_count("the number of edges");  // often wrong or missing, and of no use
        end_line();
        // A vertex takes at least "0 0 0", a face "3 0 0 0", and a line end. The counts that pass are
        // reserved.
        if (vertex_count_ > content_.size() / 6 || face_count_ > content_.size() / 2)
            throw Error("as it says, it would hold " + std::to_string(vertex_count_) + " vertices and " +
                            std::to_string(face_count_) + " faces, more than fit into its size",
                        cursor_.where(), "check that the file is complete");
    }

    static void refuse_other_kinds(std::string_view letters) {
        if (letters.find('4') != std::string_view::npos)
            throw Error("has vertices of four coordinates (4OFF); only three are read");
        if (letters.find('n') != std::string_view::npos)
            throw Error("has vertices of any number of coordinates (nOFF); only three are read");
    }

    void read_vertices() {
        vertices_.reserve(vertex_count_);
        for (std::uint64_t i = 0; i < vertex_count_; ++i) {
            ticker_.at(cursor_.offset());
            Vec3 p;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                skip_to_value();
                p[axis] = cursor_.take_coordinate();
            }
            vertices_.push_back(p);
            cursor_.skip_blanks();
            if (more_per_vertex_)
                cursor_.take_line();  // a normal, a colour, texture coordinates
            else if (!at_line_end())
                throw Error("there are more than three numbers in the line of a vertex", cursor_.where(),
                            "if they are a colour or normal, begin the file with COFF or NOFF");
        }
    }

    void read_face() {
        ticker_.at(cursor_.offset());
        const std::uint64_t corners = take_count("the number of corners");
        for (std::uint64_t i = 0; i < corners; ++i) {
            const std::uint64_t vertex = take_count("the index of a vertex");
            if (vertex >= vertex_count_)
                throw Error("vertex index " + std::to_string(vertex) + " is out of range (" +
                                std::to_string(vertex_count_) + " vertices, counted from 0)",
                            cursor_.where());
            faces_.add_corner(static_cast<VertexId>(vertex));
        }
        if (!faces_.end_face()) ++small_faces_;
        cursor_.take_line();  // a colour
    }

    std::uint64_t take_count(const char* what) {
        skip_to_value();
        const Cursor start = cursor_;
        std::int64_t value = 0;
        if (cursor_.take_integer(value) && value >= 0 && (at_line_end() || is_blank(cursor_.peek())))
            return static_cast<std::uint64_t>(value);
        Cursor word = start;
        const std::string_view found = word.take_word();
        throw Error(std::string("expected ") + what + ", found " +
                        (found.empty() ? "the end of the file" : excerpt(found)),
                    start.where(), found.empty() ? "the file is truncated" : "");
    }

    // Skips blanks, line ends and comments.
    void skip_to_value() {
        cursor_.skip_space();
        while (cursor_.peek() == '#') {
            cursor_.take_line();
            cursor_.skip_space();
        }
    }
    bool at_line_end() const { return cursor_.at_line_end() || cursor_.peek() == '#'; }
    void end_line() {
        cursor_.skip_blanks();
        if (!at_line_end())
            throw Error("expected the end of the line, found " + excerpt(cursor_.take_word()),
                        cursor_.where());
    }

    SharedArray<std::byte> content_;
    Cursor cursor_;
    Ticker ticker_;
    const LoadOptions& options_;
    bool more_per_vertex_ = false;
    std::uint64_t vertex_count_ = 0, face_count_ = 0, small_faces_ = 0;
    std::vector<Vec3> vertices_;
    FaceList faces_;
};

}  // namespace

bool is_off(std::string_view content) {
    Cursor cursor(content);
    return off_letters(cursor.take_word()).has_value();
}

Loaded read_off(SharedArray<std::byte> content, const LoadOptions& options) {
    return OffReader(std::move(content), options).read();
}

}  // namespace graze::inline v1::detail
