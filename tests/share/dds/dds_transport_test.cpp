#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/share/shared_world.h"
#include "tests/share/dds/dds_world.h"
#include "tests/share/party.h"

namespace graze::test {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}
std::string text_of(const Datagram& d) {
    return {reinterpret_cast<const char*>(d.bytes.data()), d.bytes.size()};
}

struct DdsPair {
    DdsTransport a{dds_of_this_test()}, b{dds_of_this_test()};

    bool meet() {
        return comes_true([&] {
            const auto of_a = a.found(), of_b = b.found();
            return std::ranges::find(of_a, b.address()) != of_a.end() &&
                   std::ranges::find(of_b, a.address()) != of_b.end();
        });
    }
};

std::vector<Datagram> all_that_arrived(Transport& t) {
    std::vector<Datagram> result;
    for (Datagram d; t.receive(d);) result.push_back(d);
    return result;
}

TEST(DdsTransport, carries_to_all_and_to_one_and_says_from_whom) {
    DdsPair pair;
    DdsTransport third(dds_of_this_test());
    ASSERT_TRUE(pair.meet());
    ASSERT_TRUE(comes_true([&] { return third.found().size() == 2 && pair.a.found().size() == 2; }));
    ASSERT_TRUE(pair.a.publish(Channel::records, 1, bytes_of("to all")));
    for (DdsTransport* const t : {&pair.b, &third}) {
        Datagram d;
        ASSERT_TRUE(comes_true([&] { return t->receive(d); }));
        EXPECT_EQ(text_of(d), "to all");
        EXPECT_EQ(d.from, pair.a.address());
    }
    // The first ones may go nowhere: whom they are for is not yet known.
    Datagram d;
    ASSERT_TRUE(comes_true([&] {
        pair.a.send(pair.b.address(), bytes_of("to one"));
        return pair.b.receive(d);
    }));
    EXPECT_EQ(text_of(d), "to one");
    EXPECT_EQ(d.from, pair.a.address());
    EXPECT_TRUE(all_that_arrived(third).empty());
    EXPECT_TRUE(all_that_arrived(pair.a).empty());
}

TEST(DdsTransport, keeps_all_records_in_order_and_of_motion_the_newest_of_each_object) {
    DdsPair pair;
    ASSERT_TRUE(pair.meet());
    for (int i = 0; i < 300; ++i) {
        ASSERT_TRUE(pair.a.publish(Channel::records, pair.a.address(), bytes_of("r" + std::to_string(i))));
        pair.a.publish(Channel::motion, static_cast<std::uint64_t>(i % 3), bytes_of("m" + std::to_string(i)));
    }
    std::vector<std::string> records, motion;
    ASSERT_TRUE(comes_true([&] {
        for (const Datagram& d : all_that_arrived(pair.b))
            (text_of(d)[0] == 'r' ? records : motion).push_back(text_of(d));
        return records.size() >= 300 && motion.size() >= 3;
    }));
    ASSERT_EQ(records.size(), 300U);
    for (int i = 0; i < 300; ++i) EXPECT_EQ(records[i], "r" + std::to_string(i));
    // Nobody looked while they were written: of each object the last one is there, and most of the others are
    // not.
    for (const char* newest : {"m297", "m298", "m299"})
        EXPECT_NE(std::ranges::find(motion, newest), motion.end()) << newest;
}

TEST(DdsTransport, gives_records_to_whoever_comes_late_as_many_as_are_kept) {
    DdsOptions options = dds_of_this_test();
    options.records_for_late = 10;
    DdsTransport early(options);
    for (int i = 0; i < 30; ++i)
        ASSERT_TRUE(early.publish(Channel::records, 1, bytes_of("r" + std::to_string(i))));
    DdsTransport late(options);
    std::vector<std::string> heard;
    ASSERT_TRUE(comes_true([&] {
        for (const Datagram& d : all_that_arrived(late)) heard.push_back(text_of(d));
        return heard.size() >= 10;
    }));
    EXPECT_EQ(heard.front(), "r20");
    EXPECT_EQ(heard.back(), "r29");
}

// A client of a gateway chooses keys. As many records are kept of each, so they must not be believed.
TEST(DdsTransport, keeps_no_more_for_whoever_chooses_many_keys) {
    DdsOptions options = dds_of_this_test();
    options.records_for_late = 10;
    DdsTransport early(options);
    for (int i = 0; i < 100; ++i)
        ASSERT_TRUE(early.publish(Channel::records, static_cast<std::uint64_t>(i),
                                  bytes_of("r" + std::to_string(i))));
    DdsTransport late(options);
    std::vector<std::string> heard;
    ASSERT_TRUE(comes_true([&] {
        for (const Datagram& d : all_that_arrived(late)) heard.push_back(text_of(d));
        return !heard.empty() && heard.back() == "r99";
    }));
    EXPECT_EQ(heard.size(), 10U);
    EXPECT_EQ(heard.front(), "r90");
    // Motion that others hear still comes after very many keys, and old ones come again.
    for (std::uint64_t key = 0; key < 5000; ++key) early.publish(Channel::motion, key, bytes_of("m"));
    EXPECT_EQ(early.counts().forgotten, 5000U - 2048U);
    bool again = false;
    ASSERT_TRUE(comes_true([&] {
        early.publish(Channel::motion, 1, bytes_of("again"));
        for (const Datagram& d : all_that_arrived(late)) again = again || text_of(d) == "again";
        return again;
    }));
}

TEST(DdsTransport, worlds_of_other_names_do_not_meet) {
    DdsOptions other = dds_of_this_test();
    other.world += "x";
    DdsPair pair;
    DdsTransport stranger(other);
    ASSERT_TRUE(pair.meet());
    EXPECT_TRUE(stranger.found().empty());
    EXPECT_EQ(pair.a.found().size(), 1U);
}

TEST(DdsTransport, refuses_options_that_cannot_be_with_a_sentence) {
    const auto problem = [](const auto& change) {
        DdsOptions options = dds_of_this_test();
        change(options);
        try {
            const DdsTransport t(options);
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_NE(problem([](DdsOptions& o) { o.domain = 1000; }).find("domain 1000"), std::string::npos);
    EXPECT_NE(problem([](DdsOptions& o) { o.world = "a<b"; }).find("name of a world"), std::string::npos);
    EXPECT_NE(problem([](DdsOptions& o) { o.peers = {"</Peers>"}; }).find("address"), std::string::npos);
    EXPECT_NE(problem([](DdsOptions& o) { o.security = "/no/such"; }).find("missing"), std::string::npos);
}

TEST(DdsTransport, does_not_send_what_is_too_long) {
    DdsPair pair;
    ASSERT_TRUE(pair.meet());
    EXPECT_FALSE(pair.a.publish(Channel::records, 1, std::vector<std::byte>(max_datagram + 1)));
    ASSERT_TRUE(pair.a.publish(Channel::records, 1, std::vector<std::byte>(max_datagram)));
    Datagram d;
    ASSERT_TRUE(comes_true([&] { return pair.b.receive(d); }));
    EXPECT_EQ(d.bytes.size(), max_datagram);
}

// The whole: three peers over DDS, one of them late; balls collide, and all know the same.
TEST(SharedWorldOverDds, agrees_about_collisions_and_newcomers_get_everything) {
    DdsTransport ends[3] = {DdsTransport(dds_of_this_test()), DdsTransport(dds_of_this_test()),
                            DdsTransport(dds_of_this_test())};
    std::vector<std::unique_ptr<SharedWorld>> worlds;
    for (std::uint32_t i = 0; i < 3; ++i) {
        SharedOptions options;
        options.peer = i + 1;
        worlds.push_back(std::make_unique<SharedWorld>(ends[i], options));
    }
    const auto update_until = [&](const auto& done) {
        return comes_true([&] {
            for (const auto& w : worlds) w->update();
            return done();
        });
    };
    worlds[0]->start();
    worlds[1]->join(ends[0].address());
    ASSERT_TRUE(update_until([&] { return worlds[1]->joined() && worlds[0]->peers().size() == 1; }));
    worlds[0]->add(ball_shape(), moving({-1.5, 0, 0}, {4, 0, 0}));
    worlds[1]->add(ball_shape(), moving({1.5, 0, 0}, {-4, 0, 0}));
    const auto verdicts = [&](std::size_t i) { return worlds[i]->counts().verdicts; };
    ASSERT_TRUE(update_until([&] { return verdicts(0) > 0 && verdicts(1) > 0; }));
    worlds[2]->join(ends[0].address());
    ASSERT_TRUE(update_until([&] {
        return worlds[2]->joined() && worlds[2]->peers().size() == 2 &&
               worlds[2]->agreement().digest() == worlds[0]->agreement().digest() &&
               worlds[1]->agreement().digest() == worlds[0]->agreement().digest();
    }));
    EXPECT_EQ(worlds[2]->objects().size(), 2U);
    ASSERT_TRUE(update_until([&] {
        return std::ranges::all_of(worlds[2]->objects(),
                                   [&](const SharedId& id) { return worlds[2]->has_shape(id); });
    }));
    for (const DdsTransport& t : ends) EXPECT_EQ(t.counts().not_taken, 0U);
}

// Noise on every topic, in other peers' names as well.
TEST(SharedWorldOverDds, goes_on_while_a_stranger_floods_all_topics) {
    DdsTransport ends[2] = {DdsTransport(dds_of_this_test()), DdsTransport(dds_of_this_test())};
    DdsTransport stranger(dds_of_this_test());
    std::vector<std::unique_ptr<SharedWorld>> worlds;
    for (std::uint32_t i = 0; i < 2; ++i) {
        SharedOptions options;
        options.peer = i + 1;
        worlds.push_back(std::make_unique<SharedWorld>(ends[i], options));
    }
    Random random(11);
    std::uint64_t said = 0;
    const auto update_until = [&](const auto& done) {
        return comes_true([&] {
            for (int i = 0; i < 20; ++i) {
                std::vector<std::byte> noise(random.below(max_datagram + 1));
                for (std::byte& b : noise) b = static_cast<std::byte>(random.below(256));
                if (i % 4 == 0) noise = encoded({{1 + i % 3U, 1}, 1e9, MotionMessage{}});
                said += stranger.publish(static_cast<Channel>(i % 3), random.below(100), noise) ? 1 : 0;
                stranger.send(ends[i % 2].address(), noise);
            }
            for (const auto& w : worlds) w->update();
            return done();
        });
    };
    worlds[0]->start();
    worlds[1]->join(ends[0].address());
    ASSERT_TRUE(update_until([&] { return worlds[1]->joined() && worlds[0]->peers().size() == 1; }));
    worlds[0]->add(ball_shape(), moving({-1.5, 0, 0}, {4, 0, 0}));
    worlds[1]->add(ball_shape(), moving({1.5, 0, 0}, {-4, 0, 0}));
    ASSERT_TRUE(update_until([&] {
        return worlds[0]->counts().verdicts > 0 && worlds[1]->counts().verdicts > 0 &&
               worlds[0]->all_know() && worlds[0]->agreement().digest() == worlds[1]->agreement().digest();
    }));
    EXPECT_GT(said, 0U);
    EXPECT_GT(worlds[0]->counts().refused, 0U);
    EXPECT_EQ(worlds[0]->peers(), std::vector<PeerId>{worlds[1]->self()});
}

}  // namespace
}  // namespace graze::test
