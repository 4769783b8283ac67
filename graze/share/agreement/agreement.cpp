#include "graze/share/agreement/agreement.h"

#include <algorithm>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t claims_kept = 64;

bool has_claim(const AgreedObject& object, const Ownership& claim) {
    return std::ranges::find(object.claims, claim) != object.claims.end();
}

// Claims so old that they are forgotten: what rests on them cannot count any more. By rank, not by epoch
// alone: which claims are kept must not depend on the order in which they came.
bool is_forgotten(const AgreedObject& object, const Ownership& claim) {
    return object.claims.size() >= claims_kept && object.claims.front().outranks(claim);
}
bool is_known(const AgreedObject& object, const Ownership& claim) {
    return has_claim(object, claim) || is_forgotten(object, claim);
}

}  // namespace

Agreement::Agreement(PeerId self, const AgreementOptions& options) : self_(self), options_(options) {
    if (self.nobody()) throw Error("peer number 0 is nobody", "shared world", "number peers from 1");
}

const AgreedObject* Agreement::find(const SharedId& id) const {
    const auto it = objects_.find(id);
    return it == objects_.end() ? nullptr : &it->second;
}

AgreedObject& Agreement::own(const SharedId& id) {
    const auto it = objects_.find(id);
    if (it == objects_.end() || it->second.removed) throw Error("there is no such object", "shared world");
    if (it->second.ownership.owner != self_)
        throw Error("the object belongs to somebody else", "shared world", "ask its owner for it first");
    return it->second;
}

SharedId Agreement::create(const std::string& name, const ContentHash& shape, const MovingState& state,
                           Groups groups, bool scene) {
    const SharedId id{self_, created_ + 1};
    const CreatedRecord record{id, scene ? PeerId{} : self_, name, shape, groups, state};
    if (const std::string problem = problem_of({self_, 1, record}); !problem.empty())
        throw Error(problem, "shared world");
    ++created_;
    write(record);
    return id;
}

void Agreement::remove(const SharedId& id) {
    write(RemovedRecord{id, own(id).ownership.epoch});
}

void Agreement::hand_over(const SharedId& id, const PeerId& to) {
    const Ownership before = own(id).ownership;
    if (to != self_) write(OwnedRecord{id, self_, {to, before.epoch + 1}});
}

void Agreement::adopt(const SharedId& id) {
    const AgreedObject* const object = find(id);
    if (object == nullptr || object->removed) throw Error("there is no such object", "shared world");
    const Ownership before = object->ownership;
    if (before.owner == self_) return;
    if (!before.owner.nobody() && !options_.adoption)
        throw Error("the object belongs to somebody else", "shared world", "ask its owner for it first");
    write(OwnedRecord{id, before.owner, {self_, before.epoch + 1}});
}

void Agreement::launch(const SharedId& id, const MovingState& state) {
    if (!is_valid(state)) throw Error("a state has numbers that are none", "shared world");
    write(LaunchedRecord{id, own(id).ownership.epoch, state});
}

PeerId Agreement::arbiter(const SharedPair& pair) const {
    const AgreedObject *const a = find(pair.a), *const b = find(pair.b);
    if (a == nullptr || b == nullptr || a->removed || b->removed) return {};
    return arbiter_of(a->ownership, b->ownership);
}

std::vector<Verdict> Agreement::verdicts(const SharedPair& pair) const {
    std::vector<Verdict> result;
    if (const auto it = verdicts_.find(pair); it != verdicts_.end())
        for (const auto& [rank, verdict] : it->second) result.push_back(verdict);
    return result;
}

const Verdict& Agreement::judge(Verdict verdict) {
    if (arbiter(verdict.pair) != self_) throw Error("only the arbiter of a pair judges", "shared world");
    verdict.owner_a = objects_.at(verdict.pair.a).ownership;
    verdict.owner_b = objects_.at(verdict.pair.b).ownership;
    auto& of_pair = verdicts_[verdict.pair];
    verdict.episode = 1;
    for (const auto& [rank, other] : of_pair) verdict.episode = std::max(verdict.episode, rank.episode + 1);
    write(verdict);
    return of_pair.at(rank_of(verdict));
}

void Agreement::write(RecordContent content) {
    Record record{self_, counts_[self_] + 1, std::move(content)};
    if (const std::string problem = problem_of(record); !problem.empty())
        throw Error(problem, "shared world");
    Origin& origin = origins_[self_];
    apply(record);
    ++counts_[self_];
    keep(origin, record);
    take_waiting();  // others' records may have waited for this one
}

Agreement::Heard Agreement::hear(const Record& record) {
    if (record.origin.nobody() || record.number == 0) return Heard::refused;
    // Nobody else can tell this peer what it wrote; what an earlier session wrote has another origin.
    if (record.origin == self_) return record.number <= counts_[self_] ? Heard::known : Heard::refused;
    const auto known = counts_.find(record.origin);
    if (known == counts_.end() && counts_.size() >= options_.peers_most) return Heard::refused;
    std::uint64_t& count = known == counts_.end() ? counts_[record.origin] : known->second;
    if (record.number <= count) return Heard::known;
    Origin& origin = origins_[record.origin];
    if (record.number > count + options_.waiting_most) return Heard::refused;
    origin.waiting.try_emplace(record.number, record);
    const std::uint64_t before = count;
    take_waiting();
    return counts_[record.origin] >= record.number && before < record.number ? Heard::news : Heard::too_early;
}

// The next record of one peer, if it is here and need not wait.
bool Agreement::take_next(const PeerId& id, Origin& origin) {
    std::uint64_t& count = counts_[id];
    const auto next = origin.waiting.begin();
    if (next == origin.waiting.end() || next->first > count + 1) return false;
    if (next->first <= count) {  // a copy has overtaken it
        origin.waiting.erase(next);
        return true;
    }
    // A record that cannot be one is counted, so that those after it are heard, and does nothing, everywhere.
    if (const std::string problem = problem_of(next->second); !problem.empty()) {
        events_.emplace_back(RecordRefused{id, problem});
    } else if (apply(next->second) == Step::waits) {
        return false;
    }
    ++count;
    keep(origin, next->second);
    origin.waiting.erase(next);
    return true;
}

void Agreement::take_waiting() {
    for (bool any = true; any;) {
        any = false;
        for (auto& [id, origin] : origins_)
            while (take_next(id, origin)) any = true;
    }
}

void Agreement::keep(Origin& origin, const Record& record) const {
    origin.kept.push_back(record);
    if (origin.kept.size() > options_.records_most) {
        origin.kept.pop_front();
        ++origin.dropped;
    }
}

Agreement::Step Agreement::apply(const Record& record) {
    return std::visit([&](const auto& content) { return apply_content(record.origin, content); },
                      record.content);
}

Agreement::Step Agreement::apply_content(const PeerId&, const CreatedRecord& r) {
    const auto [it, fresh] = objects_.try_emplace(r.id);
    if (!fresh) return Step::done;  // a copy had it
    it->second.created = r;
    it->second.ownership = {r.owner, 1};
    it->second.claims.push_back(it->second.ownership);
    events_.emplace_back(r);
    return Step::done;
}

Agreement::Step Agreement::apply_content(const PeerId& origin, const OwnedRecord& r) {
    const auto it = objects_.find(r.id);
    if (it == objects_.end()) return Step::waits;
    AgreedObject& object = it->second;
    if (is_forgotten(object, r.to)) return Step::done;
    if (!is_known(object, {r.from, r.to.epoch - 1})) return Step::waits;
    const bool given = origin == r.from, taken = r.from.nobody() || options_.adoption;
    if (!given && !taken) {
        events_.emplace_back(RecordRefused{origin, "a peer takes what belongs to somebody else"});
        return Step::done;
    }
    claim(object, r.to);
    return Step::done;
}

void Agreement::claim(AgreedObject& object, const Ownership& claimed) {
    if (has_claim(object, claimed)) return;
    const auto place =
        std::ranges::find_if(object.claims, [&](const Ownership& o) { return o.outranks(claimed); });
    object.claims.insert(place, claimed);
    if (object.claims.size() > claims_kept) object.claims.erase(object.claims.begin());
    if (!claimed.outranks(object.ownership)) return;
    const Ownership before = object.ownership;
    object.ownership = claimed;
    object.launched.reset();
    if (!object.removed) events_.emplace_back(OwnerChanged{object.created.id, before, claimed});
}

// A launch that came before does not count any more, as one that comes after does not.
void Agreement::set_removed(AgreedObject& object, const RemovedRecord& r) {
    if (object.removed) return;
    object.removed = true;
    object.launched.reset();
    events_.emplace_back(r);
}

Agreement::Step Agreement::apply_content(const PeerId& origin, const RemovedRecord& r) {
    const auto it = objects_.find(r.id);
    if (it == objects_.end()) return Step::waits;
    AgreedObject& object = it->second;
    if (!is_known(object, {origin, r.epoch})) return Step::waits;
    set_removed(object, r);
    return Step::done;
}

Agreement::Step Agreement::apply_content(const PeerId& origin, const LaunchedRecord& r) {
    const auto it = objects_.find(r.id);
    if (it == objects_.end()) return Step::waits;
    AgreedObject& object = it->second;
    const Ownership claimed{origin, r.epoch};
    if (!is_known(object, claimed)) return Step::waits;
    if (object.ownership != claimed || object.removed) return Step::done;  // somebody else has it by now
    object.launched = r;
    events_.emplace_back(r);
    return Step::done;
}

Agreement::Step Agreement::apply_content(const PeerId&, const Verdict& v) {
    const auto a = objects_.find(v.pair.a), b = objects_.find(v.pair.b);
    if (a == objects_.end() || b == objects_.end()) return Step::waits;
    if (!is_known(a->second, v.owner_a) || !is_known(b->second, v.owner_b)) return Step::waits;
    auto& of_pair = verdicts_[v.pair];
    const VerdictRank rank = rank_of(v);
    const bool counts = of_pair.empty() || of_pair.rbegin()->first < rank;
    if (!of_pair.try_emplace(rank, v).second) return Step::done;  // heard before, in a copy
    events_.emplace_back(VerdictHeard{v, counts});
    if (of_pair.size() > options_.verdicts_kept) of_pair.erase(of_pair.begin());
    return Step::done;
}

std::vector<AgreementEvent> Agreement::take_events() {
    return std::exchange(events_, {});
}

}  // namespace graze::inline v1
