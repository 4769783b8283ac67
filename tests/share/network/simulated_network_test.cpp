#include "graze/share/network/simulated_network.h"

#include <gtest/gtest.h>

#include <string>

#include "graze/base/error.h"

namespace graze::test {
namespace {

std::vector<std::byte> datagram(std::uint8_t number) {
    return {std::byte{number}, std::byte{7}};
}

// Everything that arrives at the second end while the first sends one datagram per millisecond.
std::string deliveries(const NetworkOptions& options, int count = 1000) {
    SimulatedNetwork network(options);
    Transport &a = network.add(), &b = network.add(3.5);
    std::string heard;
    Datagram got;
    for (int i = 0; i < count + 2000; ++i) {
        if (i < count) a.send(b.address(), datagram(static_cast<std::uint8_t>(i)));
        network.advance(0.001);
        while (b.receive(got)) heard += std::to_string(i) + ":" + std::to_string(int(got.bytes[0])) + " ";
    }
    return heard;
}

TEST(SimulatedNetwork, is_the_same_for_the_same_seed) {
    NetworkOptions options{0.05, 0.02, 0.1, 0.05, 0.05, 7};
    const std::string first = deliveries(options);
    EXPECT_EQ(first, deliveries(options));
    options.seed = 8;
    EXPECT_NE(first, deliveries(options));
}

TEST(SimulatedNetwork, loses_and_doubles_as_often_as_it_says_and_never_comes_early) {
    SimulatedNetwork network({0.1, 0.05, 0.2, 0.1, 0, 3});
    Transport &a = network.add(), &b = network.add();
    for (int i = 0; i < 10000; ++i) a.send(b.address(), datagram(1));
    network.advance(0.0999);
    Datagram got;
    EXPECT_FALSE(b.receive(got));
    network.advance(0.0502);
    int arrived = 0;
    while (b.receive(got)) ++arrived;
    EXPECT_EQ(got.from, a.address());
    EXPECT_NEAR(arrived, 9000, 200);
    EXPECT_NEAR(static_cast<double>(network.counts().lost), 2000, 150);
    EXPECT_NEAR(static_cast<double>(network.counts().duplicated), 1000, 120);
    EXPECT_EQ(network.counts(a.address()).bytes, 20000);
    EXPECT_EQ(network.counts(b.address()).datagrams, 0);
}

TEST(SimulatedNetwork, without_jitter_keeps_the_order_and_with_reordering_does_not) {
    const auto falls = [](const NetworkOptions& options) {
        SimulatedNetwork network(options);
        Transport &a = network.add(), &b = network.add();
        int last = -1, falling = 0;
        Datagram got;
        for (int i = 0; i < 400; ++i) {
            if (i < 200) a.send(b.address(), datagram(static_cast<std::uint8_t>(i)));
            network.advance(0.01);
            while (b.receive(got)) {
                falling += int(got.bytes[0]) < last;
                last = int(got.bytes[0]);
            }
        }
        return falling;
    };
    EXPECT_EQ(falls({0.1, 0, 0, 0, 0, 1}), 0);
    EXPECT_GT(falls({0.1, 0, 0, 0, 0.2, 1}), 5);
}

TEST(SimulatedNetwork, cuts_what_a_partition_separates_and_what_the_dead_send) {
    SimulatedNetwork network({0.1, 0, 0, 0, 0, 1});
    Transport &a = network.add(), &b = network.add(), &c = network.add();
    Datagram got;
    a.send(b.address(), datagram(1));
    network.partition({0, 1, 1});  // while it is in the air
    c.send(b.address(), datagram(2));
    network.advance(0.2);
    ASSERT_TRUE(b.receive(got));
    EXPECT_EQ(got.from, c.address());
    EXPECT_FALSE(b.receive(got));
    network.partition({});
    a.send(b.address(), datagram(3));
    network.advance(0.2);
    EXPECT_TRUE(b.receive(got));
    network.kill(a.address());
    a.send(b.address(), datagram(4));
    network.advance(0.2);
    EXPECT_FALSE(b.receive(got));
    EXPECT_EQ(network.counts().cut, 2);
}

TEST(SimulatedNetwork, has_clocks_that_differ_and_refuses_what_makes_no_sense) {
    SimulatedNetwork network;
    const Transport &a = network.add(-2), &b = network.add(5);
    network.advance(1);
    EXPECT_EQ(a.now(), -1);
    EXPECT_EQ(b.now(), 6);
    EXPECT_THROW(SimulatedNetwork({0, 0, 1.5, 0, 0, 1}), Error);
    EXPECT_THROW(SimulatedNetwork({-1, 0, 0, 0, 0, 1}), Error);
}

}  // namespace
}  // namespace graze::test
