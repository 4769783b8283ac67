// Reports of clashes from anyone: refused with an Error, or written and read again without a change, and good
// as a baseline.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "graze/base/error.h"
#include "graze/clash/files/baseline.h"
#include "graze/clash/files/clash_csv.h"
#include "graze/clash/files/clash_file.h"

namespace {

using namespace graze;

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ClashReport report;
    try {
        report = parse_clashes(std::string_view(reinterpret_cast<const char*>(data), size), "x.json");
    } catch (const Error& error) {
        require(std::string(error.what()).starts_with("x.json, line "));
        return 0;
    }
    const std::string text = format_clashes(report);
    require(format_clashes(parse_clashes(text, "again")) == text);
    require(!format_csv(report).empty());
    ClashReport now = report;
    compare_with_baseline(now, report, "x.json");
    require(now.findings.size() == now.baseline->added + now.baseline->changed + now.baseline->same);
    return 0;
}
