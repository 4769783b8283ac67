// Rules from anyone: refused with an Error, or applied to parts with whatever names, in either order of a
// pair the same, and never beyond their largest clearance.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "graze/base/error.h"
#include "graze/clash/rules/rules.h"

namespace {

using namespace graze;

void require(bool condition) {
    if (!condition) std::abort();
}

Assembly assembly_with(const std::string& name) {
    Assembly assembly;
    assembly.metres_per_unit = 0.001;
    const auto shared = std::make_shared<const Mesh>();
    for (const std::string path : {"m/screw 1", "m/screw 2", "m/unit 1/nut", "m/unit 1/a\\/b", "x", ""})
        assembly.parts.push_back({path, shared, Pose()});
    assembly.parts.push_back({name, std::make_shared<const Mesh>(), Pose()});
    return assembly;
}

void check(const RuledParts& parts, std::size_t count) {
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b) {
            if (a == b) continue;
            const PairTerms one = parts.terms(a, b), other = parts.terms(b, a);
            require(one.ignored == other.ignored && one.clearance == other.clearance &&
                    one.allowed_depth == other.allowed_depth && one.allowed_by == other.allowed_by);
            require(one.clearance <= parts.largest_clearance(a));
        }
}

}  // namespace

// What follows the last line break is the name of a part as well.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const Assembly assembly = assembly_with(text.substr(std::min(text.rfind('\n') + 1, text.size())));
    try {
        check(RuledParts(parse_rules(text, "rules.txt"), assembly, 1), assembly.parts.size());
    } catch (const Error& error) {
        require(std::string(error.what()).starts_with("rules.txt:"));
    }
    return 0;
}
