#include "page_options.h"

#include "arguments.h"
#ifdef GRAZE_HAS_REPORT
#include "graze/report/clash_page.h"
#endif

namespace graze::app {
namespace {

constexpr std::uint32_t most_pictures = 100'000;
constexpr const char* built_without =
    "report.html is not written, for this graze was built without it; clashes.json has everything";

}  // namespace

void PageOptions::add_to(CLI::App& command) {
    command.add_flag("--no-report", none, "With -o: write clashes.json, but no report.html");
    command.add_option("--pictures", pictures, "With -o: how many findings get a picture in report.html")
        ->type_name("COUNT")
        ->capture_default_str();
}

void PageOptions::check() const {
    parse_count("--pictures", pictures, 0, most_pictures);
}

#ifdef GRAZE_HAS_REPORT

void PageOptions::write(const Assembly& assembly, const ClashReport& report,
                        const std::filesystem::path& folder, const Threads& threads,
                        TerminalProgress& progress) const {
    constexpr std::uint32_t pictures_if_interrupted = 10;
    if (!wanted(report)) return;
    if (!has_clash_page()) {
        complain(built_without);
        return;
    }
    ClashPageOptions options;
    options.pictures = parse_count("--pictures", pictures, 0, most_pictures);
    options.threads = threads;
    if (progress.cancelled())
        options.pictures = std::min<std::size_t>(options.pictures, pictures_if_interrupted);
    else
        options.progress = &progress;
    save_clash_page(assembly, report, folder / "report.html", options);
    progress.clear();
}

#else

void PageOptions::write(const Assembly& /*assembly*/, const ClashReport& report,
                        const std::filesystem::path& /*folder*/, const Threads& /*threads*/,
                        TerminalProgress& /*progress*/) const {
    if (wanted(report)) complain(built_without);
}

#endif

}  // namespace graze::app
