// Worlds on a transport that reaches everybody with one call, as DDS does, but loses what it likes.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "tests/share/party.h"

namespace graze::test {
namespace {

// An end of the simulated network that publishes to all ends there are.
class PublishingEnd : public Transport {
  public:
    PublishingEnd(Transport& end, const std::set<Address>& all, double refusal, std::uint64_t seed)
        : end_(end), all_(all), refusal_(refusal), random_(seed) {}

    double now() const override { return end_.now(); }
    Address address() const override { return end_.address(); }
    void send(Address to, std::span<const std::byte> bytes) override {
        ++sent;
        if (loses_records) return;  // of those to one peer, all
        end_.send(to, bytes);
    }
    bool receive(Datagram& datagram) override { return end_.receive(datagram); }
    bool publishes() const override { return true; }
    bool publish(Channel channel, std::uint64_t key, std::span<const std::byte> bytes) override {
        if (channel == Channel::records && random_.chance(refusal_)) return false;
        ++published[static_cast<int>(channel)];
        if (channel == Channel::motion) motion_keys.insert(key);
        if (channel == Channel::records && loses_records) return true;
        if (channel == Channel::records && records_late) {
            late_.emplace_back(bytes.begin(), bytes.end());
            return true;
        }
        for (const Address to : all_)
            if (to != address()) end_.send(to, bytes);
        return true;
    }

    void release() {
        for (const auto& bytes : std::exchange(late_, {}))
            for (const Address to : all_)
                if (to != address()) end_.send(to, bytes);
    }

    bool loses_records = false, records_late = false;
    std::uint64_t sent = 0, published[3] = {0, 0, 0};
    std::set<std::uint64_t> motion_keys;

  private:
    Transport& end_;
    const std::set<Address>& all_;
    double refusal_;
    Random random_;
    std::vector<std::vector<std::byte>> late_;
};

struct PublishedParty {
    PublishedParty(const NetworkOptions& options, double refusal, std::uint32_t count) : network(options) {
        for (std::uint32_t i = 0; i < count; ++i) enter(refusal);
    }
    void enter(double refusal) {
        const auto number = static_cast<std::uint32_t>(ends.size() + 1);
        Transport& end = network.add(number);
        all.insert(end.address());
        ends.push_back(std::make_unique<PublishingEnd>(end, all, refusal, number));
        SharedOptions options;
        options.peer = number;
        worlds.push_back(std::make_unique<SharedWorld>(*ends.back(), options));
        number == 1 ? worlds.back()->start() : worlds.back()->join(ends.front()->address());
    }
    template <class Done>
    bool run_until(double most, const Done& done) {
        for (int i = 0; i < most / frame; ++i) {
            network.advance(frame);
            for (const auto& w : worlds) w->update();
            if (done()) return true;
        }
        return false;
    }
    bool all_here() const {
        return std::ranges::all_of(
            worlds, [&](const auto& w) { return w->joined() && w->peers().size() + 1 == worlds.size(); });
    }
    bool agree() const {
        return std::ranges::all_of(worlds, [&](const auto& w) {
            return w->all_know() && w->agreement().digest() == worlds[0]->agreement().digest();
        });
    }

    SimulatedNetwork network;
    std::set<Address> all;
    std::vector<std::unique_ptr<PublishingEnd>> ends;
    std::vector<std::unique_ptr<SharedWorld>> worlds;
};

TEST(PublishedWorld, agrees_though_published_records_are_lost_or_not_taken) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        PublishedParty party({0.05, 0.02, 0.3, 0.1, 0.1, seed}, 0.3, 4);
        ASSERT_TRUE(party.run_until(30, [&] { return party.all_here(); })) << seed;
        Random random(seed);
        for (int round = 0; round < 20; ++round) {
            for (const auto& w : party.worlds)
                w->add(ball_shape(), moving(random.on_sphere() * 3, random.on_sphere() * 2));
            party.run_until(0.3, [] { return false; });
        }
        EXPECT_TRUE(party.run_until(30, [&] { return party.agree(); })) << seed;
        EXPECT_EQ(party.worlds[0]->objects().size(), 80U);
        EXPECT_GT(party.worlds[0]->counts().verdicts, 0U);
    }
}

TEST(PublishedWorld, says_everything_once_for_all_and_next_to_nothing_to_one) {
    PublishedParty party({0.02, 0, 0, 0, 0, 1}, 0, 5);
    ASSERT_TRUE(party.run_until(10, [&] { return party.all_here(); }));
    for (const auto& w : party.worlds) w->add(ball_shape(), moving({}, {1, 0, 0}));
    ASSERT_TRUE(party.run_until(10, [&] {
        return party.agree() && std::ranges::all_of(party.worlds[0]->objects(), [&](const SharedId& id) {
                   return party.worlds[0]->has_shape(id);
               });
    }));
    party.run_until(1, [] { return false; });
    std::vector<std::uint64_t> sent;
    for (const auto& end : party.ends) sent.push_back(end->sent);
    const SharedId id = party.worlds[0]->objects().front();
    const std::uint64_t motions = party.ends[0]->published[1];
    for (int i = 0; i < 10; ++i) {
        party.worlds[0]->move(id, moving({0, 0, static_cast<double>(5 * i)}, {0, 1, 0}));
        party.run_until(0.2, [] { return false; });
    }
    party.run_until(1, [] { return false; });  // what is shown joins what was said
    EXPECT_GE(party.ends[0]->published[1], motions + 10);
    EXPECT_EQ(party.ends[0]->motion_keys.size(), 1U);  // of one object
    for (std::size_t i = 0; i < party.ends.size(); ++i) EXPECT_EQ(party.ends[i]->sent, sent[i]) << i;
    for (const auto& w : party.worlds) {
        EXPECT_NEAR(w->state(id).position.z, 45, 0.5);
        // Clocks are known by the answers in what is said to all.
        if (w == party.worlds[0]) continue;
        EXPECT_NEAR(w->clock_offset(party.worlds[0]->self()), 1.0 - w->self().number, 0.02);
    }
}

TEST(PublishedWorld, gives_a_newcomer_everything) {
    PublishedParty party({0.05, 0.02, 0.2, 0, 0, 5}, 0.1, 2);
    ASSERT_TRUE(party.run_until(30, [&] { return party.all_here(); }));
    for (int i = 0; i < 30; ++i) party.worlds[i % 2]->add(ball_shape(), moving({2.0 * i, 0, 0}, {}));
    ASSERT_TRUE(party.run_until(30, [&] { return party.agree(); }));
    party.enter(0.1);
    EXPECT_TRUE(party.run_until(30, [&] { return party.all_here() && party.agree(); }));
    EXPECT_EQ(party.worlds[2]->objects().size(), 30U);
}

TEST(PublishedWorld, sends_to_those_alone_who_are_interested_if_they_are_few) {
    PublishedParty party({0.02, 0, 0, 0, 0, 1}, 0, 5);
    ASSERT_TRUE(party.run_until(10, [&] { return party.all_here(); }));
    for (std::size_t i = 2; i < 5; ++i)
        party.worlds[i]->set_interest({{{100, 100, 100}, {101, 101, 101}}, ~Groups{0}});
    party.run_until(2, [] { return false; });
    const SharedId id = party.worlds[0]->add(ball_shape(), moving({}, {1, 0, 0}));
    party.run_until(2, [] { return false; });
    const std::uint64_t motions = party.ends[0]->published[1];
    party.worlds[0]->move(id, moving({0, 7, 0}, {}));
    party.run_until(1, [] { return false; });
    EXPECT_EQ(party.ends[0]->published[1], motions);
    EXPECT_NEAR(party.worlds[1]->state(id).position.y, 7, 1e-6);
    EXPECT_LT(party.worlds[4]->state(id).position.y, 1);
}

// What was ended too early before: a peer said that all know the same while others had said that they know
// more, or came back to life because its last records arrived after its farewell.
TEST(PublishedWorld, does_not_say_that_all_know_while_somebody_has_said_that_it_knows_more) {
    PublishedParty party({0.02, 0, 0, 0, 0, 1}, 0, 3);
    ASSERT_TRUE(party.run_until(10, [&] { return party.all_here() && party.agree(); }));
    party.network.set_options({0.02, 0, 0, 0, 0, 1});
    // The third one's records get lost, but not what it says about them.
    party.ends[2]->loses_records = true;
    party.worlds[2]->add(ball_shape(), moving({}, {}));
    const auto counts = [&](std::size_t i) { return party.worlds[i]->agreement().counts(); };
    bool said_more = false;
    for (int i = 0; i < 60; ++i) {
        party.run_until(frame, [] { return false; });
        if (counts(0) == counts(2) || i < 30) continue;
        said_more = true;
        EXPECT_FALSE(party.worlds[0]->all_know()) << i;
    }
    EXPECT_TRUE(said_more);
    party.ends[2]->loses_records = false;
    EXPECT_TRUE(party.run_until(5, [&] { return party.agree(); }));
}

TEST(PublishedWorld, who_has_said_farewell_is_gone_though_its_last_records_come_later) {
    PublishedParty party({0.02, 0, 0, 0, 0, 1}, 0, 3);
    ASSERT_TRUE(party.run_until(10, [&] { return party.all_here(); }));
    const SharedId id = party.worlds[2]->add(ball_shape(), moving({}, {}));
    ASSERT_TRUE(party.run_until(10, [&] { return party.agree(); }));
    std::vector<PeerGone> gone;
    int came = 0;
    party.worlds[0]->on_event([&](const SharedEvent& e) {
        if (const auto* const one = std::get_if<PeerGone>(&e)) gone.push_back(*one);
        came += std::holds_alternative<PeerCame>(e) ? 1 : 0;
    });
    party.ends[2]->records_late = true;  // after the farewell
    party.worlds[2]->leave();
    party.run_until(0.1, [] { return false; });
    party.ends[2]->release();
    party.run_until(4, [] { return false; });
    ASSERT_EQ(gone.size(), 1U);
    EXPECT_TRUE(gone[0].said_so);
    EXPECT_EQ(came, 0);
    EXPECT_EQ(party.worlds[0]->peers().size(), 1U);
    // What it wrote last has been heard all the same: its object belongs to the scene, to whom it was given.
    EXPECT_TRUE(party.worlds[0]->ownership(id).owner.nobody());
    EXPECT_TRUE(party.worlds[1]->ownership(id).owner.nobody());
}

}  // namespace
}  // namespace graze::test
