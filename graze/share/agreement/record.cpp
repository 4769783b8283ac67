#include "graze/share/agreement/record.h"

#include <algorithm>
#include <cmath>

namespace graze::inline v1 {
namespace {

constexpr std::uint32_t max_objects_of_a_peer = 65'536;

bool names_object(const SharedId& id) {
    return !id.creator.nobody() && id.number > 0 && id.number <= max_objects_of_a_peer;
}

struct RecordProblem {
    const PeerId& origin;

    std::string operator()(const CreatedRecord& r) const {
        if (r.id.creator != origin) return "a peer makes an object in another's name";
        if (!r.owner.nobody() && r.owner != origin) return "a new object belongs to somebody else";
        if (r.name.size() > max_shared_name) return "the name of an object is too long";
        return is_valid(r.state) ? "" : "a new object is nowhere";
    }
    std::string operator()(const OwnedRecord& r) const {
        if (r.to.epoch < 2 || r.to.owner == r.from) return "an object changes hands to nobody new";
        return r.from == origin || r.to.owner == origin ? ""
                                                        : "a peer gives away what belongs to somebody else";
    }
    std::string operator()(const RemovedRecord&) const { return {}; }
    std::string operator()(const LaunchedRecord& r) const {
        return is_valid(r.state) ? "" : "an object is launched from nowhere";
    }
    std::string operator()(const Verdict& v) const {
        if (!(v.pair.a < v.pair.b)) return "a verdict is not about two objects";
        if (arbiter_of(v.owner_a, v.owner_b) != origin) return "a peer judges that is not the arbiter";
        const bool numbers = is_in_range(v.a.position) && is_in_range(v.a.velocity) &&
                             is_in_range(v.b.position) && is_in_range(v.b.velocity) && is_in_range(v.normal);
        return numbers && std::isfinite(v.time) && v.episode > 0 ? "" : "a verdict is without sense";
    }
};

bool names_objects(const RecordContent& content) {
    if (const auto* verdict = std::get_if<Verdict>(&content))
        return names_object(verdict->pair.a) && names_object(verdict->pair.b);
    return std::visit(
        [](const auto& r) {
            if constexpr (requires { r.id; }) return names_object(r.id);
            return true;
        },
        content);
}

}  // namespace

PeerId arbiter_of(const Ownership& a, const Ownership& b) {
    if (a.owner.nobody() || b.owner.nobody() || a.owner == b.owner) return {};
    if (a.epoch != b.epoch) return a.epoch > b.epoch ? a.owner : b.owner;
    return std::min(a.owner, b.owner);
}

VerdictRank rank_of(const Verdict& v) {
    return {std::uint64_t{v.owner_a.epoch} + v.owner_b.epoch, v.owner_a.epoch,
            arbiter_of(v.owner_a, v.owner_b), v.episode};
}

std::string problem_of(const Record& record) {
    if (record.origin.nobody()) return "a record is nobody's";
    if (!names_objects(record.content)) return "a record names no object, or one too many of its maker";
    return std::visit(RecordProblem{record.origin}, record.content);
}

}  // namespace graze::inline v1
