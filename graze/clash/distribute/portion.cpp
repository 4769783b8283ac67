#include "graze/clash/distribute/portion.h"

#include <limits>

#include "graze/base/error.h"
#include "graze/clash/files/detail/finding_bytes.h"

namespace graze::inline v1 {

std::string to_bytes(const PortionResult& result) {
    std::string content;
    detail::ByteWriter out(content);
    out.count(result.portion);
    out.count(result.compared);
    out.count(result.findings.size());
    for (const ClashFinding& finding : result.findings) write_finding(out, finding);
    return content;
}

PortionResult portion_from_bytes(std::span<const std::byte> bytes) {
    detail::ByteReader in(bytes);
    const std::uint64_t portion = in.count();
    if (portion > std::numeric_limits<std::uint32_t>::max())
        throw Error("have a number that no portion has", "findings as bytes");
    PortionResult result;
    result.portion = static_cast<std::uint32_t>(portion);
    result.compared = in.count();
    constexpr std::size_t smallest_finding = 5 + 3 * sizeof(double) + 1;
    result.findings.resize(in.count_of(smallest_finding));
    for (ClashFinding& finding : result.findings) finding = read_finding(in);
    if (!in.at_end()) throw Error("go on behind their end", "findings as bytes");
    return result;
}

}  // namespace graze::inline v1
