#include "graze/share/agreement/agreement.h"

#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "tests/share/agreement/exchange.h"

namespace graze::test {
namespace {

TEST(Agreement, ranks_claims_by_epoch_and_then_by_the_lower_owner) {
    const PeerId one{1, 1}, two{2, 1};
    EXPECT_TRUE((Ownership{two, 3}.outranks({one, 2})));
    EXPECT_TRUE((Ownership{one, 3}.outranks({two, 3})));
    EXPECT_FALSE((Ownership{two, 3}.outranks({two, 3})));
    EXPECT_EQ(arbiter_of({one, 1}, {two, 1}), one);
    EXPECT_EQ(arbiter_of({one, 1}, {two, 2}), two);
    EXPECT_TRUE(arbiter_of({one, 1}, {one, 2}).nobody());
    EXPECT_TRUE(arbiter_of({one, 1}, {{}, 2}).nobody());
}

TEST(Agreement, is_reached_whatever_the_order_between_peers) {
    Random random(4);
    for (int round = 0; round < 50; ++round) {
        std::vector<Agreement> peers;
        for (std::uint32_t i = 1; i <= 3; ++i) peers.emplace_back(PeerId{i, 1});
        const SharedId a = make_object(peers[0]), b = make_object(peers[1]);
        exchange_all(peers);
        peers[1].hand_over(b, peers[2].self());
        judge_contact(peers[0], {a, b});
        tell(peers[1], peers[2]);
        judge_contact(peers[2], {a, b});  // it has the higher epoch now
        // Every record of every peer to every other, in random order and twice.
        std::vector<std::pair<std::size_t, Record>> all;
        for (const Agreement& from : peers)
            for (const auto& [origin, count] : from.counts())
                for (const Record& record : from.after(origin, 0, 1 << 20))
                    for (std::size_t to = 0; to < peers.size(); ++to)
                        for (int twice = 0; twice < 2; ++twice) all.emplace_back(to, record);
        for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.below(i)]);
        for (const auto& [to, record] : all) peers[to].hear(record);
        for (const Agreement& peer : peers) {
            EXPECT_EQ(peer.digest(), peers[0].digest());
            ASSERT_EQ(peer.verdicts({a, b}).size(), 2);
            EXPECT_EQ(peer.verdicts({a, b}).back().owner_b.owner, peers[2].self());
        }
    }
}

TEST(Agreement, a_verdict_counts_once_and_an_older_epoch_does_not_count_any_more) {
    std::vector<Agreement> peers;
    for (std::uint32_t i = 1; i <= 3; ++i) peers.emplace_back(PeerId{i, 1});
    const SharedId a = make_object(peers[0]), b = make_object(peers[1]);
    exchange_all(peers);
    const Verdict old = judge_contact(peers[0], {a, b});
    peers[1].hand_over(b, peers[2].self());
    tell(peers[1], peers[2]);
    const Verdict newer = judge_contact(peers[2], {a, b});
    EXPECT_LT(rank_of(old), rank_of(newer));
    peers[1].take_events();
    tell(peers[2], peers[1]);
    tell(peers[0], peers[1]);
    tell(peers[0], peers[1]);
    std::vector<bool> counted;
    for (const AgreementEvent& event : peers[1].take_events())
        if (const auto* heard = std::get_if<VerdictHeard>(&event)) counted.push_back(heard->counts);
    EXPECT_EQ(counted, (std::vector<bool>{true, false}));
}

TEST(Agreement, waits_for_what_a_record_rests_on) {
    Agreement one({1, 1}), two({2, 1}), three({3, 1});
    const SharedId ball = make_object(one);
    tell(one, two);
    two.adopt(ball);
    // Which has not heard of the ball.
    EXPECT_EQ(three.hear(two.after(two.self(), 0, 1000).front()), Agreement::Heard::too_early);
    EXPECT_EQ(three.find(ball), nullptr);
    EXPECT_EQ(three.counts().at(two.self()), 0);
    tell(one, three);
    ASSERT_NE(three.find(ball), nullptr);
    EXPECT_EQ(three.find(ball)->ownership.owner, two.self());
}

TEST(Agreement, gives_a_newcomer_a_copy_and_goes_on_from_there) {
    std::vector<Agreement> peers;
    AgreementOptions options;
    options.records_kept = 1;
    for (std::uint32_t i = 1; i <= 2; ++i) peers.emplace_back(PeerId{i, 1}, options);
    const SharedId a = make_object(peers[0]), b = make_object(peers[1]), c = make_object(peers[1]);
    exchange_all(peers);
    for (int i = 0; i < 5; ++i) judge_contact(peers[0], {a, b});
    peers[1].remove(c);
    exchange_all(peers);
    peers[0].forget(peers[0].counts());
    EXPECT_FALSE(peers[0].keeps_after(peers[0].self(), 0));
    Agreement late({3, 1});
    const std::string copy = peers[0].copy();
    ASSERT_TRUE(late.merge(std::as_bytes(std::span(copy))));
    EXPECT_EQ(late.digest(), peers[0].digest());
    EXPECT_TRUE(late.find(c)->removed);
    judge_contact(peers[0], {a, b});
    peers.push_back(late);
    exchange_all(peers);
    EXPECT_EQ(peers[2].digest(), peers[0].digest());
    EXPECT_EQ(peers[2].verdicts({a, b}).size(), 6);
    // A damaged copy changes nothing.
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        std::string damaged = copy;
        damaged[random.below(damaged.size())] ^= static_cast<char>(1 + random.below(255));
        damaged.resize(random.chance(0.5) ? damaged.size() : random.below(damaged.size()));
        Agreement other({4, 1});
        const bool taken = other.merge(std::as_bytes(std::span(damaged)));
        EXPECT_TRUE(taken || other.objects().empty());
    }
}

TEST(Agreement, refuses_lies_with_a_sentence_and_hears_the_rest) {
    AgreementOptions strict;
    strict.adoption = false;
    Agreement honest({1, 1}, strict);
    const PeerId liar{9, 1};
    const SharedId ball = make_object(honest);
    honest.take_events();
    const std::vector<RecordContent> lies{
        OwnedRecord{ball, {1, 1}, {liar, 2}},               // takes what is another's
        OwnedRecord{ball, {1, 1}, {{5, 1}, 2}},             // gives away what is another's
        CreatedRecord{{{5, 1}, 1}, {}, "", {}, 1, {}},      // in another's name
        CreatedRecord{{liar, 1}, {5, 1}, "", {}, 1, {}},    // to another's debit
        CreatedRecord{{liar, 70'000}, liar, "", {}, 1, {}}  // too many
    };
    std::uint64_t number = 0;
    for (const RecordContent& lie : lies)
        EXPECT_EQ(honest.hear({liar, ++number, lie}), Agreement::Heard::news);
    std::size_t refused = 0;
    for (const AgreementEvent& event : honest.take_events()) {
        const auto* refusal = std::get_if<RecordRefused>(&event);
        ASSERT_NE(refusal, nullptr);
        EXPECT_FALSE(refusal->problem.empty());
        ++refused;
    }
    EXPECT_EQ(refused, lies.size());
    EXPECT_EQ(honest.find(ball)->ownership, (Ownership{{1, 1}, 1}));
    EXPECT_EQ(honest.hear({liar, ++number, CreatedRecord{{liar, 1}, liar, "mine", {}, 1, {}}}),
              Agreement::Heard::news);
    EXPECT_EQ(honest.objects().size(), 2);
    // Somebody who never owned it claims to have, and judges: this waits for ever, in bounded memory.
    Verdict verdict;
    verdict.pair = {ball, {liar, 1}};
    verdict.owner_a = {{1, 1}, 1}, verdict.owner_b = {liar, 5}, verdict.episode = 1;
    for (int i = 0; i < 5000; ++i) honest.hear({liar, ++number, verdict});
    EXPECT_TRUE(honest.verdicts(verdict.pair).empty());
    EXPECT_LE(honest.records_in_memory(), 300);
    EXPECT_EQ(honest.hear({{1, 1}, 99, lies[0]}), Agreement::Heard::refused);  // in its own name
}

TEST(Agreement, keeps_a_bounded_number_of_everything) {
    AgreementOptions options;
    options.records_most = 100;
    options.verdicts_kept = 8;
    Agreement one({1, 1}, options), two({2, 1}, options);
    const SharedId a = make_object(one), b = make_object(two);
    tell(two, one);
    for (int i = 0; i < 1000; ++i) judge_contact(one, {a, b});
    EXPECT_LE(one.records_in_memory(), 100 + 1 + 8);
    EXPECT_EQ(one.verdicts({a, b}).back().episode, 1000);
    for (std::uint32_t i = 0; i < 5000; ++i)
        one.hear({{10 + i, 1}, 1, CreatedRecord{{{10 + i, 1}, 1}, {10 + i, 1}, "", {}, 1, {}}});
    EXPECT_LE(one.counts().size(), 1024);
}

TEST(Agreement, throws_where_a_peer_may_not_write) {
    Agreement one({1, 1}), two({2, 1});
    const SharedId ball = make_object(one);
    tell(one, two);
    EXPECT_THROW(two.remove(ball), Error);
    EXPECT_THROW(two.hand_over(ball, {3, 1}), Error);
    EXPECT_THROW(two.launch(ball, {}), Error);
    EXPECT_THROW(judge_contact(two, {ball, ball}), Error);
    EXPECT_THROW(Agreement({0, 1}), Error);
}

}  // namespace
}  // namespace graze::test
