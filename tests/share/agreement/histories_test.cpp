// Random histories of everything that peers can write, carried about piece by piece, out of order and by
// copies, with so little kept that records, claims and verdicts are dropped all the time: in the end all know
// the same, and nobody has heard a verdict twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "graze/base/random.h"
#include "tests/share/agreement/exchange.h"
#include "tests/soak.h"

namespace graze::test {
namespace {

class AgreementHistory {
  public:
    AgreementHistory(std::uint64_t seed, std::size_t records_most, std::size_t verdicts_kept)
        : random_(seed) {
        AgreementOptions options;
        options.records_kept = 2;
        options.records_most = records_most;
        options.verdicts_kept = verdicts_kept;
        for (std::uint32_t i = 1; i <= 4; ++i) peers_.emplace_back(PeerId{i, 1}, options);
        heard_.resize(peers_.size());
        for (Agreement& peer : peers_) ids_.push_back(make_object(peer));
        ids_.push_back(peers_[0].create("stone", {}, {}, group_bit(0), true));
        exchange_all(peers_);
    }

    // `changes`: how many of ten steps change hands; many of them, and claims are forgotten.
    void run(int steps, int changes) {
        for (int i = 0; i < steps; ++i) {
            const std::size_t p = random_.below(peers_.size());
            if (random_.below(2) == 0) {
                deliver(p, random_.below(peers_.size()));
            } else if (static_cast<int>(random_.below(10)) < changes) {
                change_hands(peers_[p]);
            } else {
                write(peers_[p]);
            }
            listen();
        }
        exchange_all(peers_);
        listen();
    }

    void expect_agreement(const std::string& what) const {
        for (const Agreement& peer : peers_) {
            EXPECT_EQ(peer.counts(), peers_[0].counts()) << what;
            EXPECT_EQ(peer.digest(), peers_[0].digest()) << what;
            for (const SharedId& id : ids_) {
                const AgreedObject &mine = *peer.find(id), &theirs = *peers_[0].find(id);
                EXPECT_EQ(mine.ownership, theirs.ownership) << what;
                EXPECT_EQ(mine.claims, theirs.claims) << what;
                EXPECT_EQ(mine.removed, theirs.removed) << what;
                ASSERT_EQ(mine.launched.has_value(), theirs.launched.has_value()) << what;
                if (!mine.launched) continue;
                EXPECT_EQ(mine.launched->state.position, theirs.launched->state.position) << what;
            }
        }
        EXPECT_EQ(twice_, 0) << what;
    }
    std::size_t verdicts() const { return heard_[0].size(); }
    std::size_t most_claims() const {
        std::size_t most = 0;
        for (const SharedId& id : ids_) most = std::max(most, peers_[0].find(id)->claims.size());
        return most;
    }
    std::size_t removed() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(ids_, [&](const SharedId& id) { return peers_[0].find(id)->removed; }));
    }

  private:
    SharedId any_id() { return ids_[random_.below(ids_.size())]; }
    bool owns(const Agreement& peer, const SharedId& id) const {
        return !peer.find(id)->removed && peer.find(id)->ownership.owner == peer.self();
    }

    void change_hands(Agreement& peer) {
        const SharedId id = any_id();
        if (owns(peer, id)) {
            peer.hand_over(id, random_.below(6) == 0 ? PeerId{} : peers_[random_.below(4)].self());
        } else if (!peer.find(id)->removed) {
            peer.adopt(id);  // from whoever it thinks has it
        }
    }

    void write(Agreement& peer) {
        const SharedId id = any_id();
        const std::uint64_t what = random_.below(200);
        if (what == 0 && owns(peer, id)) {
            peer.remove(id);
        } else if (what < 60 && owns(peer, id)) {
            MovingState state;
            state.position = {static_cast<double>(++launches_), 0, 0};
            peer.launch(id, state);
        } else {
            const SharedId other = any_id();
            if (other != id && peer.arbiter({id, other}) == peer.self()) judge_contact(peer, {id, other});
        }
    }

    void deliver(std::size_t p, std::size_t q) {
        if (p == q) return;
        const Agreement& from = peers_[p];
        Agreement& to = peers_[q];
        if (random_.below(8) == 0) {
            const std::string copy = from.copy();
            EXPECT_TRUE(to.merge(std::as_bytes(std::span(copy))));
            return;
        }
        for (const auto& [origin, count] : from.counts()) {
            const auto known = to.counts().find(origin);
            const std::uint64_t has = known == to.counts().end() ? 0 : known->second;
            if (random_.below(2) == 0 || has >= count) continue;
            std::vector<Record> records = from.after(origin, has, 1 << 20);
            for (std::size_t i = records.size(); i > 1; --i)
                if (random_.below(4) == 0) std::swap(records[i - 1], records[random_.below(i)]);
            records.resize(random_.below(records.size() + 1));
            for (const Record& r : records) to.hear(r);
        }
    }

    void listen() {
        for (std::size_t i = 0; i < peers_.size(); ++i)
            for (const AgreementEvent& event : peers_[i].take_events())
                if (const auto* heard = std::get_if<VerdictHeard>(&event)) {
                    const Verdict& v = heard->verdict;
                    const VerdictRank rank = rank_of(v);
                    twice_ += heard_[i]
                                      .insert(std::tuple(v.pair, rank.epochs, rank.epoch_a, rank.arbiter,
                                                         rank.episode))
                                      .second
                                  ? 0
                                  : 1;
                }
    }

    Random random_;
    std::vector<Agreement> peers_;
    std::vector<SharedId> ids_;
    std::vector<std::set<std::tuple<SharedPair, std::uint64_t, std::uint32_t, PeerId, std::uint32_t>>> heard_;
    int launches_ = 0, twice_ = 0;
};

TEST(AgreementHistories, of_everything_end_in_the_same_state) {
    std::size_t verdicts = 0, removed = 0;
    const auto count = 150 * static_cast<std::uint64_t>(soak_factor());
    for (std::uint64_t seed = 1; seed <= count && !::testing::Test::HasFailure(); ++seed) {
        AgreementHistory history(seed, 4 + seed % 40, 1 + seed % 5);
        history.run(120, 1 + static_cast<int>(seed % 5));
        history.expect_agreement("seed " + std::to_string(seed));
        verdicts += history.verdicts(), removed += history.removed();
    }
    EXPECT_GT(verdicts, 500);
    EXPECT_GT(removed, 5);
}

TEST(AgreementHistories, in_which_objects_change_hands_more_often_than_claims_are_kept) {
    std::size_t claims = 0;
    const auto count = 6 * static_cast<std::uint64_t>(soak_factor());
    for (std::uint64_t seed = 1; seed <= count && !::testing::Test::HasFailure(); ++seed) {
        AgreementHistory history(seed, 40 + 500 * (seed % 2), 4);
        history.run(2000, 9);
        history.expect_agreement("seed " + std::to_string(seed));
        claims = std::max(claims, history.most_claims());
    }
    EXPECT_EQ(claims, 64);
}

// What ended runs in disagreement before: an older copy took a newer launch back, a launch of somebody else
// came in the owner's name, and of a removed object the order of records decided.
TEST(Agreement, a_copy_that_is_behind_takes_no_launch_back) {
    std::vector<Agreement> peers;
    for (std::uint32_t i = 1; i <= 3; ++i) peers.emplace_back(PeerId{i, 1});
    const SharedId id = make_object(peers[0]);
    MovingState state;
    state.position = {1, 0, 0};
    peers[0].launch(id, state);
    tell(peers[0], peers[1]);
    state.position = {2, 0, 0};
    peers[0].launch(id, state);
    tell(peers[0], peers[2]);
    const std::string behind = peers[1].copy();
    ASSERT_TRUE(peers[2].merge(std::as_bytes(std::span(behind))));
    EXPECT_EQ(peers[2].find(id)->launched->state.position.x, 2);
    tell(peers[0], peers[1]);
    EXPECT_EQ(peers[1].digest(), peers[2].digest());
}

TEST(Agreement, a_launch_and_a_removal_that_cross_give_the_same_in_either_order) {
    std::vector<Agreement> peers;
    for (std::uint32_t i = 1; i <= 4; ++i) peers.emplace_back(PeerId{i, 1});
    const SharedId id = make_object(peers[0]);
    exchange_all(peers);
    peers[1].adopt(id);  // it thinks that the owner is gone
    peers[1].launch(id, {});
    peers[0].remove(id);
    tell(peers[1], peers[2]), tell(peers[0], peers[2]);
    tell(peers[0], peers[3]), tell(peers[1], peers[3]);
    EXPECT_EQ(peers[2].counts(), peers[3].counts());
    EXPECT_EQ(peers[2].digest(), peers[3].digest());
}

}  // namespace
}  // namespace graze::test
