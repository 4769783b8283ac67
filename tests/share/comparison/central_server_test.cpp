#include "graze/share/comparison/central_server.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace graze::test
