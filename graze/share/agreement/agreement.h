// One peer's part in the agreement about a shared world: the records that it has heard of, and what follows
// from them. Neither time nor network is in here: a caller carries records from peer to peer, as often and in
// whatever order it likes. Peers that have heard of the same records agree.
//
// Why they agree: each peer's records are taken in the order in which that peer wrote them; a record waits
// until those have come that it rests on (the object, the claims to it); and what is known of an object or a
// pair is the highest of all claims or verdicts, in an order that follows from themselves. So the result does
// not depend on the order between peers. tests/share/agreement explores this.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "graze/share/agreement/record.h"

namespace graze::inline v1 {

struct AgreementOptions {
    // Peers may take over what belongs to somebody who seems to be gone. Without it, only an owner gives
    // objects away: nobody can lie about ownership, and objects of a crashed peer stay where they are.
    bool adoption = true;
    std::size_t records_kept = 256;   // of each peer, after all have them
    std::size_t records_most = 4096;  // of each peer, whoever has them; those who miss more get a copy
    std::size_t waiting_most = 256;   // of each peer, that came too early
    std::size_t verdicts_kept = 32;   // of each pair, the highest
    std::size_t peers_most = 1024;    // that records may come from
};

// What has changed, in the order in which it did.
struct OwnerChanged {
    SharedId id;
    Ownership before, now;
};
struct VerdictHeard {
    Verdict verdict;
    // The highest about its pair: its outcome counts. Otherwise it came after a verdict of a higher epoch,
    // and is kept for the order of events only.
    bool counts = true;
};
struct RecordRefused {
    PeerId origin;
    std::string problem;
};
using AgreementEvent =
    std::variant<CreatedRecord, RemovedRecord, OwnerChanged, LaunchedRecord, VerdictHeard, RecordRefused>;

struct AgreedObject {
    CreatedRecord created;
    Ownership ownership;
    bool removed = false;
    std::optional<LaunchedRecord> launched;  // of the present epoch
    std::vector<Ownership> claims;           // the recent ones, ascending by rank
};

class Agreement {
  public:
    explicit Agreement(PeerId self, const AgreementOptions& options = {});

    PeerId self() const { return self_; }

    // This peer's own records. Throw Error where this peer may not write them.
    SharedId create(const std::string& name, const ContentHash& shape, const MovingState& state,
                    Groups groups = group_bit(0), bool scene = false);
    void remove(const SharedId& id);
    void hand_over(const SharedId& id, const PeerId& to);  // to nobody: it becomes part of the scene
    void adopt(const SharedId& id);                        // from the scene, or from a peer that is gone
    void launch(const SharedId& id, const MovingState& state);
    // Gives the verdict its owners and its episode. Only the arbiter may.
    const Verdict& judge(Verdict verdict);

    // Records of all peers.
    enum class Heard { news, known, too_early, refused };
    Heard hear(const Record& record);
    const RecordCounts& counts() const { return counts_; }
    // Records of `origin` after the first `known`, at most as many as fit into `bytes`. None if they are no
    // longer kept: then copy() is the way.
    std::vector<Record> after(const PeerId& origin, std::uint64_t known, std::size_t bytes) const;
    bool keeps_after(const PeerId& origin, std::uint64_t known) const;
    // Drops records that everybody has.
    void forget(const RecordCounts& known_to_all);

    // The whole of what is known, as bytes, and what another knows added to it. `merge` never throws; false
    // if the bytes are not a copy.
    std::string copy() const;
    bool merge(std::span<const std::byte> copy);

    std::vector<AgreementEvent> take_events();

    const AgreedObject* find(const SharedId& id) const;  // null: never heard of
    const std::map<SharedId, AgreedObject>& objects() const { return objects_; }
    PeerId arbiter(const SharedPair& pair) const;  // nobody: the pair needs none
    // In ascending rank; the last one counts.
    std::vector<Verdict> verdicts(const SharedPair& pair) const;
    std::size_t pair_count() const { return verdicts_.size(); }

    // Equal for peers that know the same.
    std::uint64_t digest() const;
    std::size_t records_in_memory() const;

  private:
    struct Origin {
        std::uint64_t dropped = 0;  // records that are no longer kept
        std::deque<Record> kept;
        std::map<std::uint64_t, Record> waiting;
    };
    enum class Step { done, waits };

    void write(RecordContent content);
    Step apply(const Record& record);
    Step apply_content(const PeerId& origin, const CreatedRecord& r);
    Step apply_content(const PeerId& origin, const OwnedRecord& r);
    Step apply_content(const PeerId& origin, const RemovedRecord& r);
    Step apply_content(const PeerId& origin, const LaunchedRecord& r);
    Step apply_content(const PeerId& origin, const Verdict& v);
    bool take_next(const PeerId& id, Origin& origin);
    void take_waiting();
    void keep(Origin& origin, const Record& record) const;
    void claim(AgreedObject& object, const Ownership& claimed);
    void set_removed(AgreedObject& object, const RemovedRecord& r);
    bool has_dropped(const Verdict& v) const;
    AgreedObject& own(const SharedId& id);

    PeerId self_;
    AgreementOptions options_;
    RecordCounts counts_;
    std::map<PeerId, Origin> origins_;
    std::map<SharedId, AgreedObject> objects_;
    std::map<SharedPair, std::map<VerdictRank, Verdict>> verdicts_;
    std::vector<AgreementEvent> events_;
    std::uint32_t created_ = 0;
};

}  // namespace graze::inline v1
