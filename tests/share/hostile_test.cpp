// A stranger on the network, and a member that lies: refused with a sentence, and nobody else is hurt.
#include <gtest/gtest.h>

#include "graze/base/random.h"
#include "tests/share/party.h"

namespace graze::test {
namespace {

// Two honest peers with a ball each, and an end of the network that says what it likes.
class Hostile : public ::testing::Test {
  protected:
    explicit Hostile(const SharedOptions& options = {}) : party_({0.02, 0, 0, 0, 0, 1}, options) {
        party_.enter(1);
        party_.enter(2);
        EXPECT_TRUE(party_.run_until(10, [&] { return party_[2].joined(); }));
        ball_ = party_[1].add(ball_shape(), at_rest({0, 0, 0}), {.name = "ball"});
        party_.run(2);
        stranger_ = &party_.network().add();
    }

    void say(const Message& message) {
        for (std::uint32_t i = 1; i <= 2; ++i) stranger_->send(party_.member(i).address, encoded(message));
    }
    void introduce(const PeerId& as) { say({as, stranger_->now(), StatusMessage{}}); }
    Message from(const PeerId& who, MessageContent content) const {
        return {who, stranger_->now(), std::move(content)};
    }

    std::string last_refusal(std::uint32_t peer) {
        const auto all = party_.member(peer).take<Refused>();
        return all.empty() ? "" : all.back().problem;
    }
    void expect_unhurt() {
        EXPECT_EQ(party_[1].ownership(ball_).owner, party_[1].self());
        EXPECT_EQ(party_[2].ownership(ball_).owner, party_[1].self());
        EXPECT_LT(length(party_[2].state(ball_).position), 1e-9);
        // And they still hear one another.
        const SharedId more = party_[2].add(ball_shape(), at_rest({5, 0, 0}));
        party_.run(1);
        EXPECT_TRUE(party_[1].contains(more));
    }

    SharedParty party_;
    SharedId ball_;
    Transport* stranger_ = nullptr;
};

TEST_F(Hostile, floods_of_noise_are_counted_and_dropped) {
    Random random(5);
    for (int frame_number = 0; frame_number < 60; ++frame_number) {
        for (int i = 0; i < 200; ++i) {
            std::vector<std::byte> noise(random.below(max_datagram + 1));
            for (std::byte& b : noise) b = static_cast<std::byte>(random.below(256));
            if (noise.size() > 3 && random.chance(0.7))
                noise[0] = std::byte{0x47}, noise[1] = std::byte{0x5a}, noise[2] = std::byte{1};
            stranger_->send(party_.member(1).address, noise);
        }
        party_.step();
    }
    EXPECT_GT(party_[1].counts().refused, 10'000);
    expect_unhurt();
}

TEST_F(Hostile, nobody_speaks_in_anothers_name) {
    MovingState away = at_rest({100, 0, 0});
    away.time = stranger_->now() + 0.1;
    say(from(party_[1].self(), MotionMessage{{{ball_, 1, away}}}));
    party_.run(0.2);
    EXPECT_EQ(last_refusal(2), "a message comes in another peer's name");
    EXPECT_EQ(last_refusal(1), "somebody else uses this peer's number");
    say(from(party_[1].self(), Goodbye{}));
    party_.run(0.2);
    EXPECT_EQ(party_[2].peers().size(), 1);
    expect_unhurt();
}

TEST_F(Hostile, a_member_cannot_move_what_is_not_its_own_nor_lie_about_time) {
    const PeerId liar{66, 1};
    introduce(liar);
    party_.run(0.2);
    MovingState away = at_rest({100, 0, 0});
    away.time = stranger_->now();
    say(from(liar, MotionMessage{{{ball_, 1, away}}}));
    party_.run(0.2);
    EXPECT_EQ(last_refusal(2), "a peer moves what belongs to somebody else");
    // Its own object, from an hour ago and from tomorrow.
    say(from(liar, RecordsMessage{{{liar, 1, CreatedRecord{{liar, 1}, liar, "", {}, 1, {}}}}}));
    party_.run(0.2);
    ASSERT_TRUE(party_[1].contains({liar, 1}));
    for (const double lie : {-3600.0, 86400.0}) {
        away.time = stranger_->now() + lie;
        say(from(liar, MotionMessage{{{{liar, 1}, 1, away}}}));
        party_.run(0.1);
        EXPECT_EQ(last_refusal(1), "a motion comes from another time");
    }
    StatusMessage wrong_clock;
    wrong_clock.echo_sent = 1e9, wrong_clock.echo_age = -5;
    say(from(liar, wrong_clock));
    party_.run(0.1);
    EXPECT_EQ(last_refusal(1), "a clock runs as no clock does");
    expect_unhurt();
}

TEST_F(Hostile, forged_records_of_somebody_who_is_here_are_not_believed) {
    const PeerId liar{66, 1}, victim = party_[1].self();
    introduce(liar);
    party_.run(0.3);
    const std::uint64_t next = party_[1].agreement().counts().at(victim) + 1;
    say(from(liar, RecordsMessage{{{victim, next, OwnedRecord{ball_, victim, {liar, 2}}}}}));
    party_.run(0.5);
    expect_unhurt();
}

TEST_F(Hostile, shapes_that_are_too_large_or_not_what_they_should_be_are_refused) {
    const PeerId liar{66, 1};
    introduce(liar);
    party_.run(0.2);
    const ContentHash large{1, 2}, wrong{3, 4};
    say(from(liar, RecordsMessage{{{liar, 1, CreatedRecord{{liar, 1}, liar, "", large, 1, {}}},
                                   {liar, 2, CreatedRecord{{liar, 2}, liar, "", wrong, 1, {}}}}}));
    for (int i = 0; i < 60; ++i) {
        say(from(liar, BlobPiece{large, std::uint64_t{1} << 40, 0, std::vector<std::byte>(blob_piece_size)}));
        say(from(liar, BlobPiece{wrong, 100, 0, std::vector<std::byte>(100)}));
        if (i % 10 == 0) introduce(liar);
        party_.step();
    }
    std::vector<std::string> problems;
    for (const Refused& r : party_.member(1).take<Refused>()) problems.push_back(r.problem);
    EXPECT_NE(std::ranges::find(problems, "a shape or a copy is larger than is allowed here"),
              problems.end());
    EXPECT_GE(problems.size(), 2);
    EXPECT_FALSE(party_[1].has_shape({liar, 1}));
    EXPECT_FALSE(party_[1].has_shape({liar, 2}));
    expect_unhurt();
}

TEST_F(Hostile, floods_of_peers_and_records_find_limits) {
    // Ten thousand identities, each with a log that has no beginning.
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        const PeerId liar{100 + i, 1};
        introduce(liar);
        RecordsMessage records;
        for (std::uint64_t n = 2; n < 12; ++n)
            records.records.push_back({liar, n, CreatedRecord{{liar, 1}, liar, "", {}, 1, {}}});
        say(from(liar, std::move(records)));
        if (i % 200 == 0) party_.step();
    }
    party_.run(1);
    EXPECT_LE(party_[1].peers().size(), 256);
    EXPECT_LE(party_[1].agreement().counts().size(), 1024);
    EXPECT_LE(party_[1].agreement().records_in_memory(), 1024 * 256);
    EXPECT_EQ(party_[1].objects().size(), 1);
    expect_unhurt();
}

class StrictHostile : public Hostile {
  protected:
    StrictHostile() : Hostile(strict()) {}
    static SharedOptions strict() {
        SharedOptions options;
        options.agreement.adoption = false;
        return options;
    }
};

TEST_F(StrictHostile, without_adoption_nobody_takes_what_is_not_given) {
    const PeerId liar{66, 1};
    introduce(liar);
    party_.run(0.2);
    say(from(liar, RecordsMessage{{{liar, 1, OwnedRecord{ball_, party_[1].self(), {liar, 2}}}}}));
    party_.run(0.3);
    EXPECT_EQ(last_refusal(1), "a peer takes what belongs to somebody else");
    expect_unhurt();
}

}  // namespace
}  // namespace graze::test
