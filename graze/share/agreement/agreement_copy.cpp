// What one peer gives another: records one after the other, or the whole state as bytes.
#include <algorithm>

#include "graze/base/detail/hash.h"
#include "graze/share/agreement/agreement.h"
#include "graze/share/network/detail/wire.h"
#include "graze/share/network/message.h"

namespace graze::inline v1 {
namespace {

constexpr std::uint32_t copy_mark = 0x31435a47;  // "GZC1"

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

}  // namespace

bool Agreement::keeps_after(const PeerId& origin, std::uint64_t known) const {
    const auto it = origins_.find(origin);
    return it == origins_.end() || known >= it->second.dropped;
}

std::vector<Record> Agreement::after(const PeerId& origin, std::uint64_t known, std::size_t bytes) const {
    std::vector<Record> result;
    const auto it = origins_.find(origin);
    if (it == origins_.end() || known < it->second.dropped) return result;
    const auto& kept = it->second.kept;
    for (std::size_t i = known - it->second.dropped; i < kept.size(); ++i) {
        const std::size_t size = encoded_size(kept[i]);
        if (size > bytes) break;
        bytes -= size;
        result.push_back(kept[i]);
    }
    return result;
}

void Agreement::forget(const RecordCounts& known_to_all) {
    for (auto& [id, origin] : origins_) {
        const auto known = known_to_all.find(id);
        if (known == known_to_all.end()) continue;
        while (origin.kept.size() > options_.records_kept && origin.dropped < known->second) {
            origin.kept.pop_front();
            ++origin.dropped;
        }
    }
}

std::size_t Agreement::records_in_memory() const {
    std::size_t sum = 0;
    for (const auto& [id, origin] : origins_) sum += origin.kept.size() + origin.waiting.size();
    for (const auto& [pair, verdicts] : verdicts_) sum += verdicts.size();
    return sum;
}

// Counts, then every object as the records that lead to its present state, then verdicts in ascending rank.
std::string Agreement::copy() const {
    std::string bytes;
    detail::WireWriter out(bytes);
    out.u32(copy_mark);
    out.u32(static_cast<std::uint32_t>(counts_.size()));
    for (const auto& [id, count] : counts_) out.peer(id), out.u64(count);
    out.u32(static_cast<std::uint32_t>(objects_.size()));
    for (const auto& [id, object] : objects_) {
        append_record({id.creator, 0, object.created}, bytes);
        out.u8(object.removed ? 1 : 0);
        out.u16(static_cast<std::uint16_t>(object.claims.size()));
        for (const Ownership& claimed : object.claims) out.ownership(claimed);
        out.u8(object.launched ? 1 : 0);
        if (object.launched) append_record({object.ownership.owner, 0, *object.launched}, bytes);
    }
    std::uint32_t count = 0;
    for (const auto& [pair, of_pair] : verdicts_) count += static_cast<std::uint32_t>(of_pair.size());
    out.u32(count);
    for (const auto& [pair, of_pair] : verdicts_)
        for (const auto& [rank, verdict] : of_pair) append_record({rank.arbiter, 0, verdict}, bytes);
    return bytes;
}

namespace {

struct CopiedObject {
    CreatedRecord created;
    bool removed = false;
    std::vector<Ownership> claims;
    std::optional<LaunchedRecord> launched;
};

// A record of this kind and without a problem; spoils the reader otherwise.
template <class Content>
Content read_copied(detail::WireReader& in) {
    Record record = detail::read_record(in);
    auto* const content = std::get_if<Content>(&record.content);
    if (!in.good() || content == nullptr || !problem_of(record).empty()) {
        in.spoil();
        return {};
    }
    return std::move(*content);
}

std::optional<CopiedObject> read_object(detail::WireReader& in) {
    CopiedObject object;
    object.created = read_copied<CreatedRecord>(in);
    object.removed = in.u8() == 1;
    object.claims.resize(in.count_of(12));
    for (Ownership& o : object.claims) o = in.ownership();
    if (in.u8() == 1) object.launched = read_copied<LaunchedRecord>(in);
    if (!in.good() || object.claims.empty()) return {};
    return object;
}

}  // namespace

// As many of higher rank are kept as are kept at all: this one was heard and dropped, or would be.
bool Agreement::has_dropped(const Verdict& v) const {
    const auto of_pair = verdicts_.find(v.pair);
    return of_pair != verdicts_.end() && of_pair->second.size() >= options_.verdicts_kept &&
           rank_of(v) < of_pair->second.begin()->first;
}

bool Agreement::merge(std::span<const std::byte> copy) {
    detail::WireReader in(copy);
    if (in.u32() != copy_mark) return false;
    RecordCounts counts;
    const std::uint32_t peers = in.u32();
    if (std::size_t{peers} * 16 > in.left() || peers > options_.peers_most) return false;
    for (std::uint32_t i = 0; i < peers; ++i) {
        const PeerId id = in.peer();
        counts[id] = in.u64();
    }
    const std::uint32_t object_count = in.u32();
    if (std::size_t{object_count} * detail::smallest_record > in.left()) return false;
    std::vector<CopiedObject> objects;
    for (std::uint32_t i = 0; i < object_count; ++i) {
        std::optional<CopiedObject> object = read_object(in);
        if (!object) return false;
        objects.push_back(std::move(*object));
    }
    const std::uint32_t verdict_count = in.u32();
    if (std::size_t{verdict_count} * detail::smallest_record > in.left()) return false;
    std::vector<Verdict> verdicts;
    for (std::uint32_t i = 0; i < verdict_count; ++i) verdicts.push_back(read_copied<Verdict>(in));
    if (!in.complete() || counts.contains(PeerId{})) return false;
    // All of it was read: now it counts.
    for (const CopiedObject& object : objects) {
        apply_content(object.created.id.creator, object.created);
        AgreedObject& known = objects_.at(object.created.id);
        for (const Ownership& claimed : object.claims) claim(known, claimed);
        // The owner's, as the copy has it; not an older one than was heard from that owner already.
        const PeerId owner = object.claims.back().owner;
        const auto in_copy = counts.find(owner), heard = counts_.find(owner);
        const bool is_news =
            in_copy != counts.end() && (heard == counts_.end() || heard->second < in_copy->second);
        if (object.launched && is_news) apply_content(owner, *object.launched);
        if (object.removed) set_removed(known, {object.created.id, known.ownership.epoch});
    }
    for (const Verdict& verdict : verdicts)
        if (!has_dropped(verdict)) apply_content(rank_of(verdict).arbiter, verdict);
    for (const auto& [id, count] : counts) {
        if (id == self_ || count <= counts_[id]) continue;
        counts_[id] = count;
        Origin& origin = origins_[id];
        origin.kept.clear();
        origin.dropped = count;
    }
    take_waiting();
    return true;
}

std::uint64_t Agreement::digest() const {
    std::string bytes;
    detail::WireWriter out(bytes);
    for (const auto& [id, count] : counts_)
        if (count > 0) out.peer(id), out.u64(count);
    for (const auto& [id, object] : objects_) {
        out.id(id), out.ownership(object.ownership), out.u8(object.removed ? 1 : 0);
        if (object.launched) append_record({object.ownership.owner, 0, *object.launched}, bytes);
    }
    for (const auto& [pair, of_pair] : verdicts_)
        for (const auto& [rank, verdict] : of_pair) append_record({rank.arbiter, 0, verdict}, bytes);
    return detail::hash_64(bytes_of(bytes));
}

}  // namespace graze::inline v1
