// PLY as text: an element per line, its values in the order of the header. Values may continue in the next
// line; but a line must not hold more than its element.
#include <utility>

#include "graze/io/detail/text.h"
#include "graze/io/detail/ticker.h"
#include "graze/io/ply/detail/ply_mesh.h"
#include "graze/io/ply/detail/ply_read.h"

namespace graze::inline v1::detail {
namespace {

class AsciiPlyReader {
  public:
    AsciiPlyReader(const PlyHeader& header, const PlyPlan& plan, SharedArray<std::byte> content,
                   const LoadOptions& options)
        : header_(header),
          plan_(plan),
          content_(std::move(content)),
          cursor_(as_text(content_).substr(header.size), header.lines + 1),
          ticker_(options.progress, "parsing", content_.size() - header.size),
          options_(options) {}

    Loaded read() {
        read_ply_elements(header_, plan_, *this);
        cursor_.skip_space();
        const std::uint64_t trailing = content_.size() - header_.size - cursor_.offset();
        content_ = {};  // making the mesh may take as much memory
        Loaded loaded = mesh_.finish(header_, plan_, options_);
        if (trailing > 0) loaded.skipped.push_back({"trailing bytes", trailing});
        loaded.format = "ply (ascii)";
        return loaded;
    }

    void read_vertices(const PlyElement& element) {
        mesh_.vertices.reserve(plan_.vertex_count);
        if (element.properties.size() == 3 && plan_.x == 0 && plan_.y == 1 && plan_.z == 2) {
            for (std::uint64_t i = 0; i < element.count; ++i) read_plain_vertex();
            return;
        }
        for (std::uint64_t i = 0; i < element.count; ++i) {
            Vec3 p;
            read_element(element, [&](std::size_t property) {
                double* const axis = property == plan_.x   ? &p.x
                                     : property == plan_.y ? &p.y
                                     : property == plan_.z ? &p.z
                                                           : nullptr;
                if (axis) *axis = cursor_.take_coordinate();
                return axis != nullptr;
            });
            mesh_.vertices.push_back(p);
        }
    }

    void read_faces(const PlyElement& element) {
        // A corner takes at least two characters, in large files six or more.
        mesh_.faces.reserve(std::min(3 * element.count, (content_.size() - header_.size) / 2));
        read_elements(element, [&](std::size_t property) {
            if (property != plan_.face_corners) return false;
            read_list([&](auto index) { mesh_.faces.add_corner(ply_vertex(index, plan_.vertex_count)); },
                      element.properties[property].type);
            mesh_.end_face();
            return true;
        });
    }

    void read_strips(const PlyElement& element) {
        read_elements(element, [&](std::size_t property) {
            if (property != plan_.strip_corners) return false;
            PlyStrip strip(mesh_, plan_.vertex_count);
            read_list([&](auto index) { strip.add(index); }, element.properties[property].type);
            return true;
        });
    }

    void pass_over(const PlyElement& element) {
        if (element.properties.empty()) return;  // it has no lines
        read_elements(element, [](std::size_t) { return false; });
    }

  private:
    void read_plain_vertex() {
        ticker_.at(cursor_.offset());
        Vec3 p;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cursor_.skip_space();
            p[axis] = cursor_.take_coordinate();
        }
        mesh_.vertices.push_back(p);
        end_element();
    }

    template <typename Use>
    void read_elements(const PlyElement& element, Use&& use) {
        for (std::uint64_t i = 0; i < element.count; ++i) read_element(element, use);
    }

    // use(property) reads the value and returns true, or the value is skipped.
    template <typename Use>
    void read_element(const PlyElement& element, Use&& use) {
        ticker_.at(cursor_.offset());
        for (std::size_t property = 0; property < element.properties.size(); ++property) {
            cursor_.skip_space();
            if (!use(property)) pass_over_value(element.properties[property]);
        }
        end_element();
    }

    void end_element() {
        cursor_.skip_blanks();
        if (!cursor_.at_line_end())
            throw Error(
                "there are more values in the line than its element has: " + excerpt(cursor_.take_word()),
                cursor_.where());
    }

    template <typename Use>
    void read_list(Use&& use, PlyType type) {
        const std::uint64_t count = take_count();
        for (std::uint64_t i = 0; i < count; ++i) {
            cursor_.skip_space();
            try {
                if (type >= PlyType::float32)
                    use(cursor_.take_double());
                else
                    use(take_whole("an index"));
            } catch (const Error& e) {
                if (e.where().empty()) throw e.within(cursor_.where());
                throw;
            }
        }
    }

    std::uint64_t take_count() {
        const std::int64_t count = take_whole("a number of items");
        if (count < 0) throw Error("a list has " + std::to_string(count) + " items", cursor_.where());
        return static_cast<std::uint64_t>(count);
    }

    std::int64_t take_whole(const char* what) {
        const Cursor start = cursor_;
        std::int64_t value = 0;
        if (cursor_.take_integer(value) && (cursor_.at_line_end() || is_blank(cursor_.peek()))) return value;
        cursor_ = start;
        refuse_word(what);
    }

    void pass_over_value(const PlyProperty& property) {
        if (!property.count_of) {
            pass_over_word();
            return;
        }
        const std::uint64_t count = take_count();
        for (std::uint64_t i = 0; i < count; ++i) {
            cursor_.skip_space();
            pass_over_word();
        }
    }
    void pass_over_word() {
        if (cursor_.take_word().empty()) refuse_word("a number");
    }

    [[noreturn]] void refuse_word(const std::string& expected) {
        const std::string_view word = cursor_.take_word();
        throw Error(
            "expected " + expected + ", found " + (word.empty() ? "the end of the file" : excerpt(word)),
            cursor_.where(), word.empty() ? "the file is truncated" : "");
    }

    const PlyHeader& header_;
    const PlyPlan& plan_;
    SharedArray<std::byte> content_;
    Cursor cursor_;
    Ticker ticker_;
    const LoadOptions& options_;
    PlyMesh mesh_;
};

}  // namespace

Loaded read_ascii_ply(const PlyHeader& header, const PlyPlan& plan, SharedArray<std::byte> content,
                      const LoadOptions& options) {
    return AsciiPlyReader(header, plan, std::move(content), options).read();
}

}  // namespace graze::inline v1::detail
