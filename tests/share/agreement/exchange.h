// Peers that exchange records by hand.
#pragma once

#include <vector>

#include "graze/share/agreement/agreement.h"

namespace graze::test {

inline SharedId make_object(Agreement& peer) {
    return peer.create("", {}, {});
}

inline Verdict judge_contact(Agreement& peer, const SharedPair& pair) {
    Verdict verdict;
    verdict.pair = pair;
    verdict.normal = {1, 0, 0};
    return peer.judge(verdict);
}

// All records that `from` has and `to` has not; whether there were any.
inline bool tell(const Agreement& from, Agreement& to) {
    bool any = false;
    for (const auto& [origin, count] : from.counts()) {
        const auto known = to.counts().find(origin);
        const std::uint64_t has = known == to.counts().end() ? 0 : known->second;
        if (has < count && !from.keeps_after(origin, has)) {  // as a shared world does it
            const std::string copy = from.copy();
            return to.merge(std::as_bytes(std::span(copy)));
        }
        for (const Record& r : from.after(origin, has, 1 << 20)) any |= to.hear(r) == Agreement::Heard::news;
    }
    return any;
}

inline void exchange_all(std::vector<Agreement>& peers) {
    for (bool any = true; any;) {
        any = false;
        for (Agreement& from : peers)
            for (Agreement& to : peers)
                if (&from != &to) any |= tell(from, to);
    }
}

}  // namespace graze::test
