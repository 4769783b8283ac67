#include "graze/share/network/message.h"

#include <gtest/gtest.h>

#include "graze/base/random.h"
#include "tests/share/network/messages.h"

namespace graze::test {
namespace {

TEST(ShareMessage, comes_back_as_it_was_whatever_its_kind) {
    for (const Message& message : some_messages()) {
        const auto bytes = encoded(message);
        ASSERT_LE(bytes.size(), max_datagram);
        const DecodedMessage back = decoded(bytes);
        ASSERT_TRUE(back.message) << back.problem;
        EXPECT_EQ(back.message->from, message.from);
        EXPECT_EQ(back.message->sent, message.sent);
        EXPECT_EQ(back.message->content.index(), message.content.index());
        EXPECT_EQ(encoded(*back.message), bytes);
    }
    const auto back = decoded(encoded(some_messages()[1])).message;
    const auto& motion = std::get<MotionMessage>(back->content);
    EXPECT_EQ(motion.updates[0].state.position, some_state(9.5).position);
    EXPECT_EQ(motion.updates[0].state.time, 9.5);
    EXPECT_EQ(motion.updates[1].state.time, 10);
    EXPECT_EQ(motion.updates[1].id, (SharedId{{2, 1}, 4}));
}

TEST(ShareMessage, that_is_cut_or_has_more_behind_it_is_refused_with_a_sentence) {
    for (const Message& message : some_messages()) {
        auto bytes = encoded(message);
        for (std::size_t n = 0; n < bytes.size(); ++n) {
            const DecodedMessage cut = decoded(std::span(bytes).first(n));
            EXPECT_FALSE(cut.message);
            EXPECT_FALSE(cut.problem.empty());
        }
        bytes.push_back(std::byte{0});
        EXPECT_FALSE(decoded(bytes).message);
    }
    EXPECT_EQ(decoded(std::vector<std::byte>(2000)).problem, "a datagram is longer than any message");
    auto newer = encoded(some_messages()[0]);
    newer[2] = std::byte{9};
    EXPECT_NE(decoded(newer).problem.find("version 9"), std::string::npos);
}

// Whatever comes is refused, or means something that can be said again.
TEST(ShareMessage, with_damaged_bytes_is_refused_or_means_something) {
    Random random(21);
    int taken = 0;
    for (int i = 0; i < 20000; ++i) {
        auto bytes = encoded(some_messages()[random.below(8)]);
        for (std::uint64_t n = 1 + random.below(3); n > 0; --n)
            bytes[random.below(bytes.size())] = static_cast<std::byte>(random.below(256));
        const DecodedMessage back = decoded(bytes);
        EXPECT_NE(back.message.has_value(), !back.problem.empty());
        if (!back.message) continue;
        ++taken;
        const auto again = encoded(*back.message);
        ASSERT_TRUE(decoded(again).message);
        EXPECT_EQ(encoded(*decoded(again).message), again);
    }
    EXPECT_GT(taken, 1000);
}

TEST(ShareMessage, rounds_a_state_as_its_receiver_reads_it) {
    MovingState state = some_state(1);
    state.velocity = {0.1, 0.2, 0.3};
    Message message{{1, 1}, 5, MotionMessage{{{{{1, 1}, 1}, 1, state}}}};
    const auto back = decoded(encoded(message)).message;
    const MovingState& read = std::get<MotionMessage>(back->content).updates[0].state;
    EXPECT_EQ(read.velocity, rounded_for_sending(state).velocity);
    EXPECT_EQ(read.position, state.position);
}

}  // namespace
}  // namespace graze::test
