// Wavefront OBJ, only its polygons (Wavefront, "Advanced Visualizer", appendix B1). Coordinates are read as
// doubles.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/face_list.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"

namespace graze::inline v1::detail {
namespace {

// Statements about appearance, not shape.
constexpr std::array<std::string_view, 17> appearance{
    "vt",  "vn",       "vp",       "s",     "usemtl",     "mtllib",    "mg",    "usemap", "maplib",
    "lod", "c_interp", "d_interp", "bevel", "shadow_obj", "trace_obj", "ctech", "stech"};

constexpr std::array<std::string_view, 14> free_form{"cstype", "deg",  "bmat", "step", "curv",
                                                     "curv2",  "surf", "parm", "trim", "hole",
                                                     "scrv",   "sp",   "end",  "con"};

class ObjReader {
  public:
    // `objects` may be null.
    ObjReader(SharedArray<std::byte> content, const LoadOptions& options, Objects* objects)
        : content_(std::move(content)),
          cursor_(as_text(content_)),
          size_(content_.size()),
          ticker_(options.progress, "parsing", size_),
          options_(options),
          objects_(objects) {}

    Loaded read() {
        while (!cursor_.at_end()) {
            ticker_.at(cursor_.offset());
            read_statement();
            cursor_.skip_line_end();
        }
        end_part();
        end_object();
        check_largest_index();
        content_ = {};
        if (faces_.count() == 0)
            throw Error("holds no triangles", {}, skipped_.empty() ? "" : "check that it is an OBJ file");
        faces_.move_to(soup_);
        soup_.metres_per_unit = options_.unit;
        Loaded loaded;
        loaded.mesh = Mesh(std::move(soup_), options_.progress);
        loaded.format = "obj";
        loaded.skipped = std::move(skipped_);
        return loaded;
    }

  private:
    // Leaves the cursor at the end of the statement's last line.
    void read_statement() {
        skip_blanks();
        if (at_statement_end()) {
            cursor_.take_line();
            return;
        }
        const std::string_view keyword = take_word();
        if (keyword == "v")
            read_vertex();
        else if (keyword == "f" || keyword == "fo")  // fo: the old name of f
            read_face();
        else if (keyword == "o")
            start_object(take_text());
        else if (keyword == "g")
            start_group(take_text());
        else
            pass_over(keyword);
    }

    void read_vertex() {
        Vec3 p;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            skip_blanks();
            p[axis] = cursor_.take_coordinate();
        }
        soup_.vertices.push_back(p);
        skip_blanks();
        if (!at_statement_end()) read_weight_or_colour();
    }

    // One more number is a weight, which only curves and surfaces use; three or more are a colour.
    void read_weight_or_colour() {
        const double weight = cursor_.take_double();
        skip_blanks();
        if (at_statement_end()) {
            if (weight != 1) count_skipped("vertex weights other than 1");
            return;
        }
        while (!at_statement_end()) {
            cursor_.take_double();
            skip_blanks();
        }
    }

    void read_face() {
        for (skip_blanks(); !at_statement_end(); skip_blanks()) faces_.add_corner(read_corner());
        if (faces_.end_face())
            object_has_faces_ = true;
        else
            count_skipped("faces with fewer than three corners");
    }

    // v, v/t, v//n or v/t/n.
    VertexId read_corner() {
        const Cursor start = cursor_;
        std::int64_t index = 0, ignored = 0;
        bool good = cursor_.take_integer(index);
        if (good && cursor_.skip('/')) {
            const bool texture = cursor_.take_integer(ignored);
            if (cursor_.skip('/'))
                cursor_.take_integer(ignored);  // some programs write "v//" for nothing
            else
                good = texture || ends_word();  // or "v/"
        }
        if (good && ends_word()) return resolve(index);
        Cursor word = start;
        throw Error("expected a corner such as 7, 7/1, 7//3 or 7/1/3, found " + excerpt(word.take_word()),
                    where());
    }

    bool ends_word() const {
        const char c = cursor_.peek();
        return cursor_.at_line_end() || is_blank(c) || c == '\\';
    }

    // Counted from 1, or backwards from the latest vertex. Faces may come before the vertices they name.
    VertexId resolve(std::int64_t index) {
        const auto so_far = static_cast<std::int64_t>(soup_.vertices.size());
        if (index > 0 && index <= std::numeric_limits<VertexId>::max()) {
            if (index > largest_index_) {
                largest_index_ = index;
                largest_index_line_ = cursor_.line();
            }
            return static_cast<VertexId>(index - 1);
        }
        if (index < 0 && so_far + index >= 0) return static_cast<VertexId>(so_far + index);
        if (index == 0) throw Error("vertex index 0 is not allowed (they count from 1)", where());
        throw Error("vertex index " + std::to_string(index) + " is out of range (" + std::to_string(so_far) +
                        " vertices so far)",
                    where());
    }

    void check_largest_index() const {
        if (largest_index_ > static_cast<std::int64_t>(soup_.vertices.size()))
            throw Error("vertex index " + std::to_string(largest_index_) + " is out of range (" +
                            std::to_string(soup_.vertices.size()) + " vertices in the file)",
                        "line " + std::to_string(largest_index_line_));
    }

    // A part is a run of faces of one object and group, "object/group" if it has both names.
    void start_object(std::string name) {
        end_part();
        end_object();
        in_object_ = true;
        object_ = name;
        if (objects_) objects_->names.push_back(name);
        part_name_ = std::move(name);
    }
    void start_group(const std::string& name) {
        std::string full = object_.empty() || name.empty() ? object_ + name : object_ + '/' + name;
        if (full == part_name_) return;  // files repeat the group whenever the material changes
        end_part();
        part_name_ = std::move(full);
        // A long name before very many groups would otherwise take unbounded memory.
        names_size_ += object_.size();
        if (names_size_ > 4 * size_)
            throw Error("the names of its parts take more memory than the file", where(),
                        "shorten the objects' names");
    }
    void end_part() {
        const std::size_t first =
            soup_.parts.empty() ? 0 : soup_.parts.back().first_polygon + soup_.parts.back().polygon_count;
        const std::size_t end = faces_.count();
        if (end > std::numeric_limits<PolygonId>::max()) return;  // Mesh throws for it
        if (end == first) return;
        soup_.parts.push_back(
            {part_name_, static_cast<PolygonId>(first), static_cast<PolygonId>(end - first)});
        if (objects_) objects_->of_part.push_back(static_cast<std::uint32_t>(objects_->names.size()));
    }
    void end_object() {
        if (in_object_ && !object_has_faces_) count_skipped("objects without faces");
        object_has_faces_ = false;
    }

    void pass_over(std::string_view keyword) {
        if (std::ranges::find(appearance, keyword) == appearance.end()) {
            if (keyword == "l")
                count_skipped("line elements");
            else if (keyword == "p")
                count_skipped("point elements");
            else if (std::ranges::find(free_form, keyword) != free_form.end())
                count_skipped("curve and surface statements");
            else
                count_unknown(keyword);
        }
        for (skip_blanks(); !at_statement_end(); skip_blanks()) take_word();
        cursor_.take_line();
    }

    void count_skipped(std::string_view what) {
        for (Skipped& s : skipped_) {
            if (s.what == what) {
                ++s.count;
                return;
            }
        }
        skipped_.push_back({std::string(what), 1});
    }
    // A foreign file may have any number of different keywords.
    void count_unknown(std::string_view keyword) {
        const std::string what = "unknown statements " + excerpt(keyword);
        const auto known = [&](const Skipped& s) { return s.what == what; };
        count_skipped(
            skipped_.size() < 16 || std::ranges::any_of(skipped_, known) ? what : "other unknown statements");
    }

    // A backslash directly after the word, at the end of the line, continues the line, like a backslash after
    // a blank.
    std::string_view take_word() {
        std::string_view word = cursor_.take_word();
        if (word.ends_with('\\') && cursor_.at_line_end() && !cursor_.at_end()) {
            word.remove_suffix(1);
            cursor_.skip_line_end();
        }
        return word;
    }

    // The rest of the statement, with continued line breaks replaced by blanks.
    std::string take_text() {
        std::string text(cursor_.take_line());
        while (text.ends_with('\\') && !cursor_.at_end()) {
            text.back() = ' ';
            cursor_.skip_line_end();
            text += cursor_.take_line();
        }
        return std::string(trimmed(text));
    }

    void skip_blanks() {
        cursor_.skip_blanks();
        while (cursor_.peek() == '\\' && cursor_.skip_continuation()) cursor_.skip_blanks();
    }
    bool at_statement_end() const { return cursor_.at_line_end() || cursor_.peek() == '#'; }
    std::string where() const { return cursor_.where(); }

    SharedArray<std::byte> content_;
    Cursor cursor_;
    std::size_t size_, names_size_ = 0;
    Ticker ticker_;
    const LoadOptions& options_;
    Objects* objects_;
    PolygonSoup soup_;
    FaceList faces_;
    std::int64_t largest_index_ = 0;
    std::uint64_t largest_index_line_ = 0;
    std::string object_, part_name_;
    bool in_object_ = false, object_has_faces_ = false;
    std::vector<Skipped> skipped_;
};

}  // namespace

Loaded read_obj(SharedArray<std::byte> content, const LoadOptions& options, Objects* objects) {
    if (looks_binary(as_text(content)))
        throw Error("is not an OBJ file: it is not text", {}, "check that it is an OBJ file and complete");
    return ObjReader(std::move(content), options, objects).read();
}

}  // namespace graze::inline v1::detail
