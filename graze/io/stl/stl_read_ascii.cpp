// Text STL: any number of
//   solid [name] / { facet normal x y z / outer loop / vertex x y z (3 times) / endloop / endfacet } /
//   endsolid [name]
// with keywords in any case and any white space between words; only names run to the end of their line.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/detail/readers.h"
#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/stl/detail/facet_welder.h"
#include "graze/io/stl/detail/point_texts.h"

namespace graze::inline v1::detail {
namespace {

class AsciiStlReader {
  public:
    explicit AsciiStlReader(std::string_view content, const LoadOptions& options)
        : cursor_(content),
          welder_(content.size() / 200),  // an ordinary facet has 200 to 300 characters
          ticker_(options.progress, "parsing", content.size()),
          options_(options) {}

    Loaded read() {
        while (take_keyword()) {
            if (!is("solid")) refuse_instead_of("\"solid\"");
            read_solid();
        }
        Loaded loaded = welder_.finish(std::move(parts_), options_);
        loaded.format = "stl (ascii)";
        return loaded;
    }

  private:
    void read_solid() {
        const std::size_t first = welder_.facet_count();
        MeshPart part{take_name(), static_cast<PolygonId>(first), 0};
        const std::string start = "solid " + excerpt(part.name) + " of " + cursor_.where();
        while (true) {
            cursor_.skip_space();
            if (cursor_.take_word("facet")) {
                read_facet();
                continue;
            }
            if (!take_keyword())
                throw Error("the file ends inside " + start + "; it is truncated", cursor_.where());
            if (is("endsolid")) break;
            if (!is("facet")) refuse_instead_of("\"facet\" or \"endsolid\"");
            read_facet();
        }
        take_name();
        part.polygon_count = static_cast<PolygonId>(welder_.facet_count() - first);
        parts_.push_back(std::move(part));
    }

    void read_facet() {
        ticker_.at(cursor_.offset());
        skip_normal();
        expect("loop");
        Vec3* const corner = welder_.next_facet();
        for (int i = 0; i < 3; ++i) {
            expect("vertex");
            corner[i] = read_point();
        }
        expect("endloop");
        expect("endfacet");
    }

    Vec3 read_point() {
        cursor_.skip_blanks();
        const std::string_view line = cursor_.peek_line(longest_point);
        PointTexts::Entry& known = points_->place_of(line);
        if (!line.empty() && known.text == line) {
            cursor_.advance(line.size());
            return known.point;
        }
        const std::uint64_t start = cursor_.offset();
        Vec3 point;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cursor_.skip_space();
            point[axis] = cursor_.take_coordinate();
        }
        // Only if the line holds nothing but the point.
        if (cursor_.offset() == start + line.size()) known = {line, point};
        return point;
    }

    // "normal x y z outer". Normals are irrelevant to shape and are often "nan" or missing.
    void skip_normal() {
        const Cursor start = cursor_;
        cursor_.skip_space();
        if (cursor_.take_word("normal")) {
            for (int axis = 0; axis < 3; ++axis) {
                cursor_.skip_space();
                cursor_.take_word();
            }
            cursor_.skip_space();
            if (cursor_.take_word("outer")) return;
        }
        cursor_ = start;
        for (int words = 0; words < 5 && take_keyword(); ++words)
            if (is("outer")) return;
        refuse_instead_of("\"outer loop\"");
    }

    std::string take_name() {
        cursor_.skip_blanks();
        return std::string(trimmed(cursor_.take_line()));
    }

    bool take_keyword() {
        cursor_.skip_space();
        word_ = cursor_.take_word();
        return !word_.empty();
    }
    bool is(std::string_view keyword) const { return equal_ignoring_case(word_, keyword); }
    void expect(std::string_view keyword) {
        cursor_.skip_space();
        if (cursor_.take_word(keyword)) return;  // keywords not in lower case take the slow path
        take_keyword();
        if (!is(keyword)) refuse_instead_of(excerpt(keyword));
    }
    [[noreturn]] void refuse_instead_of(const std::string& expected) const {
        throw Error(
            "expected " + expected + ", found " + (word_.empty() ? "the end of the file" : excerpt(word_)),
            cursor_.where(), word_.empty() ? "the file is truncated" : "");
    }

    static constexpr std::size_t longest_point = 128;

    Cursor cursor_;
    std::unique_ptr<PointTexts> points_ = std::make_unique<PointTexts>();
    FacetWelder welder_;
    Ticker ticker_;
    const LoadOptions& options_;
    std::string_view word_;
    std::vector<MeshPart> parts_;
};

}  // namespace

Loaded read_ascii_stl(std::string_view content, const LoadOptions& options) {
    return AsciiStlReader(content, options).read();
}

}  // namespace graze::inline v1::detail
