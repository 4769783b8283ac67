#include "graze/report/clash_page.h"

#include <algorithm>
#include <filesystem>

#include "graze/base/error.h"
#include "graze/io/detail/naming.h"
#include "graze/io/detail/output.h"
#include "graze/report/clash_pictures.h"
#include "graze/report/detail/page_clashes.h"
#include "graze/report/detail/page_elements.h"
#include "graze/report/detail/page_pictures.h"
#include "graze/report/detail/report_page.h"
#include "graze/report/page_geometry.h"

namespace graze::inline v1 {
namespace {

using namespace detail;

constexpr std::string_view placeholder = "<!--graze-data-->";
constexpr std::size_t least_bytes = 2'000'000;

class PageWriter {
  public:
    PageWriter(const Assembly& assembly, const ClashReport& report, const ClashPageOptions& options)
        : assembly_(&assembly), report_(&report), options_(&options) {}

    void write(const std::filesystem::path& file) const;

  private:
    std::vector<std::string> pictures() const;
    PageGeometry geometry(std::size_t max_bytes, const PageLeftOut& left_out) const;

    const Assembly* assembly_;
    const ClashReport* report_;
    const ClashPageOptions* options_;
};

std::vector<std::string> PageWriter::pictures() const {
    ClashPictureOptions options;
    options.count = options_->pictures;
    options.threads = options_->threads;
    options.progress = options_->progress;
    return clash_pictures(*assembly_, *report_, options);
}

PageGeometry PageWriter::geometry(std::size_t max_bytes, const PageLeftOut& left_out) const {
    PageGeometryOptions options;
    options.max_bytes = max_bytes;
    options.threads = options_->threads;
    options.progress = options_->progress;
    options.left_out = left_out;
    return page_geometry(*assembly_, *report_, options);
}

// The shares of a page's bytes: pictures get at most a quarter, pictures and table together at most three
// fifths, and the parts the rest.
void PageWriter::write(const std::filesystem::path& file) const {
    const std::string_view page = report_page();
    const std::size_t at = page.find(placeholder);
    if (at == std::string_view::npos)
        throw Error("cannot be written: this graze was built without the page of reports", "",
                    "build it where Node and npm are (scripts/install-deps web), or use clashes.json");
    const std::size_t max_bytes = std::max(options_->max_bytes, least_bytes);
    std::size_t room = max_bytes - std::min(page.size(), least_bytes / 2);
    const PagePictures shown = page_pictures(report_->findings, pictures(), room / 4);
    PageClashes clashes = page_clashes(*report_, room / 5 * 3 - shown.element.size(), options_->progress);
    clashes.left_out.pictures = shown.left_out;
    room -= std::min(room / 5 * 4, shown.element.size() + clashes.element.size());
    PageGeometry parts = geometry(room, clashes.left_out);
    // The compressed size of the header is only an estimate, so the page may come out too large.
    const auto too_much = [&](const std::string& header) {
        const std::size_t size = page.size() + shown.element.size() + clashes.element.size() + header.size() +
                                 parts.blob.size() + 1000;
        return size > max_bytes ? size - max_bytes : 0;
    };
    std::string header = json_element("graze-geometry", parts.header);
    for (int again = 0; again < 4 && too_much(header) > 0; ++again) {
        room -= std::min(room / 2, too_much(header));
        parts = geometry(room, clashes.left_out);
        header = json_element("graze-geometry", parts.header);
    }

    FileOutput output(file);
    output.write(page.substr(0, at));
    output.write(clashes.element);
    output.write(shown.element);
    output.write(header);
    output.write(R"(<script type="text/plain" id="graze-blob">)");
    output.write(parts.blob);
    output.write(element_end);
    output.write(page.substr(at + placeholder.size()));
    output.finish();
}

}  // namespace

bool has_clash_page() {
    return !report_page().empty();
}

void save_clash_page(const Assembly& assembly, const ClashReport& report, const FilePath& given,
                     const ClashPageOptions& options) {
    const std::filesystem::path file = given;
    naming(file.string(), [&] { PageWriter(assembly, report, options).write(file); });
}

}  // namespace graze::inline v1
