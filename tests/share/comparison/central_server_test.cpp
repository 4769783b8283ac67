#include "graze/share/comparison/central_server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "graze/base/random.h"
#include "graze/share/network/simulated_network.h"
#include "tests/share/party.h"

namespace graze::test {
namespace {

struct CentralHouse {
    CentralHouse(const NetworkOptions& options, bool predict, const std::vector<Vec3>& begins)
        : network(options) {
        Transport& end = network.add();
        server = std::make_unique<CentralServer>(end, CentralOptions{ball_shape()});
        for (std::size_t i = 0; i < begins.size(); ++i)
            clients.push_back(std::make_unique<CentralClient>(
                network.add(), CentralClientOptions{ball_shape(), static_cast<std::uint32_t>(i + 1),
                                                    begins[i], end.address(), predict}));
    }
    template <class Velocity>
    void run(double seconds, const Velocity& velocity) {
        for (int i = 0; i < seconds / frame; ++i) {
            network.advance(frame);
            server->update();
            for (std::size_t c = 0; c < clients.size(); ++c) {
                clients[c]->update();
                clients[c]->act(velocity(c), frame);
            }
        }
    }
    Vec3 truth(std::uint32_t id) const { return server->simulation().objects().at(id).position; }

    SimulatedNetwork network;
    std::unique_ptr<CentralServer> server;
    std::vector<std::unique_ptr<CentralClient>> clients;
};

const std::vector<Vec3> apart{{-3, 0, 0}, {3, 0, 0}};

Vec3 at_each_other(std::size_t client) {
    return {client == 0 ? 1.0 : -1.0, 0, 0};
}
Vec3 at_rest_now(std::size_t) {
    return {};
}

TEST(CentralServer, has_one_truth_that_all_come_to_see) {
    for (const bool predict : {false, true}) {
        CentralHouse house({0.2, 0.02, 0.05, 0.02, 0.02, 4}, predict, apart);
        house.run(6, at_each_other);
        house.run(2, at_rest_now);
        // They stopped one step or less before they would have touched.
        const double gap = house.truth(2).x - house.truth(1).x - 1;
        EXPECT_GT(gap, 0);
        EXPECT_LE(gap, 2 * frame + 1e-6);
        for (std::uint32_t i = 0; i < 2; ++i) {
            EXPECT_EQ(house.clients[i]->own(), house.truth(i + 1));
            EXPECT_EQ(house.clients[i]->other(2 - i), house.truth(2 - i));
        }
    }
}

TEST(CentralServer, without_prediction_own_objects_move_a_round_trip_late) {
    CentralHouse house({0.2, 0, 0, 0, 0, 1}, false, {{0, 0, 0}});
    house.run(1, at_rest_now);
    house.run(0.35, at_each_other);
    EXPECT_EQ(house.clients[0]->own(), (Vec3{0, 0, 0}));
    house.run(0.15, at_each_other);
    EXPECT_GT(house.clients[0]->own().x, 0);
    EXPECT_LT(house.clients[0]->own().x, 0.12);
}

// Same code, same inputs, same order: the server's answer is what was predicted, to the last bit.
TEST(CentralServer, replay_gives_exactly_what_was_predicted_where_nothing_is_in_the_way) {
    CentralHouse house({0.2, 0.05, 0.1, 0.05, 0.05, 9}, true, {{0, 0, 0}});
    Random random(3);
    house.run(1, at_rest_now);
    Vec3 wish;
    int steps = 0;
    house.run(10, [&](std::size_t) {
        if (steps++ % 20 == 0) wish = random.on_sphere();
        return wish;
    });
    EXPECT_GT(house.clients[0]->answers(), 300U);
    EXPECT_EQ(house.clients[0]->corrections(), 0U);
    const Vec3 shown = house.clients[0]->own();
    house.run(2, at_rest_now);
    EXPECT_EQ(house.clients[0]->own(), shown);
    EXPECT_EQ(house.truth(1), shown);
}

TEST(CentralServer, corrects_who_predicted_wrongly) {
    // Each sees the other where it was a while ago, and gets further than the server lets it.
    CentralHouse house({0.2, 0, 0, 0, 0, 1}, true, {{-1, 0, 0}, {1, 0, 0}});
    house.run(1, at_rest_now);
    house.run(2, [](std::size_t c) { return at_each_other(c) * 2; });
    EXPECT_GT(house.clients[0]->corrections() + house.clients[1]->corrections(), 0U);
    const double worst = std::max(house.clients[0]->worst_correction(), house.clients[1]->worst_correction());
    EXPECT_GT(worst, 0.01);
    EXPECT_LT(worst, 2 * 2 * 0.5);  // no more than both approach in a round trip
}

TEST(CentralServer, applies_each_input_once_whatever_the_network_does) {
    CentralHouse house({0.05, 0.02, 0.2, 0.3, 0.2, 5}, true, {{0, 0, 0}});
    house.run(1, at_rest_now);
    const int steps = 600;
    house.run(steps * frame, [](std::size_t) { return Vec3{0.5, 0, 0}; });
    house.run(2, at_rest_now);
    EXPECT_NEAR(house.truth(1).x, 0.5 * frame * steps, 0.5 * frame + 1e-4);
}

TEST(CentralServer, refuses_what_is_no_message_and_who_runs_ahead_of_time) {
    SimulatedNetwork network;
    Transport &end = network.add(), &stranger = network.add(), &fast = network.add(), &liar = network.add();
    CentralServer server(end, {ball_shape()});
    CentralClient client(fast, {ball_shape(), 7, {}, end.address(), true});
    Random random(8);
    for (int i = 0; i < 300; ++i) {
        std::vector<std::byte> bytes(random.below(100));
        for (std::byte& b : bytes) b = static_cast<std::byte>(random.below(256));
        stranger.send(end.address(), bytes);
    }
    network.advance(0.1);
    server.update();
    EXPECT_EQ(server.refused(), 300U);
    EXPECT_TRUE(server.simulation().objects().empty());
    // A hundred seconds of running in one.
    for (int i = 0; i < 400; ++i) {
        client.act({1, 0, 0}, 0.25);
        network.advance(0.0025);
        server.update();
    }
    EXPECT_LT(server.simulation().objects().at(7).position.x, 2);
    EXPECT_GT(server.refused(), 300U);
    const std::uint64_t refused = server.refused();
    CentralClient other(liar, {ball_shape(), 7, {5, 5, 5}, end.address(), true});
    other.act({1, 0, 0}, 0.01);
    network.advance(0.1);
    server.update();
    EXPECT_EQ(server.refused(), refused + 1);
}

// A user who stands still and shoots, from far below, at where another one is shown: how many of the shots
// hit.
struct ShootingRange {
    ShootingRange(const NetworkOptions& options, bool compensate, double view_delay) : network(options) {
        Transport& end = network.add();
        CentralOptions central;
        central.shape = ball_shape();
        central.compensate = compensate;
        server = std::make_unique<CentralServer>(end, central);
        server->on_shot([this](const JudgedShot& s) { judged.push_back(s); });
        for (const std::uint32_t id : {1U, 2U}) {
            CentralClientOptions client;
            client.shape = ball_shape();
            client.id = id;
            client.begin = {0, 0, id == 1 ? -50.0 : 0.0};
            client.server = end.address();
            client.view_delay = id == 1 ? view_delay : 0;
            clients.push_back(std::make_unique<CentralClient>(network.add(), client));
        }
    }
    // The target turns every second; one shot at its middle every half second.
    void run(double seconds, double speed, double aside = 0) {
        for (int i = 0; i < seconds / frame; ++i) {
            network.advance(frame);
            server->update();
            const Vec3 wish = (i / 60) % 2 == 0 ? Vec3{speed, 0, 0} : Vec3{-speed, 0.5 * speed, 0};
            for (const auto& c : clients) c->update();
            clients[1]->act(wish, frame);
            clients[0]->act({}, frame);
            const Vec3 target = clients[0]->other(2);
            if (i < 120 || i % 30 != 7) continue;
            clients[0]->shoot({0, 0, -40}, target + Vec3{0, aside, 0} - Vec3{0, 0, -40});
            ++shots;
        }
        for (int i = 0; i < 120; ++i) {
            network.advance(frame);
            server->update();
            for (const auto& c : clients) c->update(), c->act({}, frame);
        }
    }
    std::size_t hits() const {
        return static_cast<std::size_t>(
            std::ranges::count(judged, 2U, [](const JudgedShot& s) { return s.target; }));
    }

    SimulatedNetwork network;
    std::unique_ptr<CentralServer> server;
    std::vector<std::unique_ptr<CentralClient>> clients;
    std::vector<JudgedShot> judged;
    std::size_t shots = 0;
};

TEST(LagCompensation, hits_what_was_aimed_at_whatever_the_latency) {
    for (const double latency : {0.02, 0.1, 0.3}) {
        ShootingRange range({latency, 0.01, 0.05, 0.05, 0.05, 6}, true, 0.1);
        range.run(20, 3);
        ASSERT_GT(range.shots, 30U);
        EXPECT_EQ(range.judged.size(), range.shots);  // each once, whatever the network does
        EXPECT_EQ(range.hits(), range.shots) << latency;
        // And the shooter is told.
        std::size_t told = 0;
        for (const CentralHit& h : range.clients[0]->take_hits()) told += h.target == 2 ? 1 : 0;
        EXPECT_EQ(told, range.shots);
        EXPECT_TRUE(range.clients[0]->take_hits().empty());
    }
}

TEST(LagCompensation, does_not_make_hits_of_shots_that_were_aimed_past) {
    ShootingRange range({0.2, 0, 0, 0, 0, 1}, true, 0.1);
    range.run(10, 3, 0.6);  // a radius is 0.5
    ASSERT_GT(range.shots, 10U);
    EXPECT_EQ(range.hits(), 0U);
}

TEST(LagCompensation, is_what_makes_them_hit) {
    ShootingRange with({0.2, 0, 0, 0, 0, 1}, true, 0.1), without({0.2, 0, 0, 0, 0, 1}, false, 0.1);
    with.run(10, 3), without.run(10, 3);
    EXPECT_EQ(with.hits(), with.shots);
    EXPECT_LT(without.hits(), without.shots / 4);  // the target has gone on for half a second
}

TEST(LagCompensation, hits_around_corners_and_says_so) {
    ShootingRange range({0.2, 0, 0, 0, 0, 1}, true, 0.1);
    range.run(10, 3);
    std::size_t corners = 0;
    for (const JudgedShot& s : range.judged) {
        EXPECT_NEAR(s.rewound, 0.5, 3 * frame);  // there, back, and the delay of the view
        EXPECT_LE(s.target_moved, 3 * 1.12 * (s.rewound + frame));
        corners += s.around_the_corner ? 1 : 0;
    }
    EXPECT_GT(corners, range.judged.size() / 2);
}

TEST(LagCompensation, looks_back_only_so_far_and_never_ahead) {
    SimulatedNetwork network;
    Transport &end = network.add(), &one = network.add(), &two = network.add();
    CentralOptions options;
    options.shape = ball_shape();
    options.rewind_most = 0.5;
    CentralServer server(end, options);
    std::vector<JudgedShot> judged;
    server.on_shot([&](const JudgedShot& s) { judged.push_back(s); });
    // It shows others a very long time ago, or in the future.
    CentralClient liar(one, {ball_shape(), 1, {0, 0, -50}, end.address(), true, 100});
    CentralClient seer(two, {ball_shape(), 2, {0, 0, 50}, end.address(), true, -100});
    for (int i = 0; i < 120; ++i) {
        network.advance(frame);
        server.update();
        for (CentralClient* const c : {&liar, &seer}) {
            c->update();
            if (i == 60) c->shoot({0, 0, -40}, {0, 0, 1});
            c->act({}, frame);
        }
    }
    ASSERT_EQ(judged.size(), 2U);
    EXPECT_DOUBLE_EQ(judged[0].rewound, 0.5);
    EXPECT_EQ(judged[1].rewound, 0);
    EXPECT_EQ(judged[0].target, 2U);
}

TEST(PlaceHistory, knows_where_objects_were_between_two_moments) {
    PlaceHistory history(1);
    EXPECT_FALSE(history.at(0, 1));
    for (int i = 0; i <= 40; ++i) history.add(0.1 * i, 1, {static_cast<double>(i), 0, 0});
    history.add(4.0, 2, {7, 0, 0});
    history.add(3.9, 2, {9, 9, 9});  // too late
    EXPECT_DOUBLE_EQ(history.at(3.55, 1)->x, 35.5);
    EXPECT_DOUBLE_EQ(history.at(9, 1)->x, 40);
    EXPECT_EQ(*history.at(9, 2), (Vec3{7, 0, 0}));
    EXPECT_FALSE(history.at(3.5, 2));
    EXPECT_FALSE(history.at(3.5, 3));
    EXPECT_LE(history.oldest(), 3.0);  // all of the last second, and no more than one before
    EXPECT_GE(history.oldest(), 2.9 - 1e-9);
    EXPECT_DOUBLE_EQ(history.at(0, 1)->x, history.at(history.oldest(), 1)->x);
}

}  // namespace
}  // namespace graze::test
