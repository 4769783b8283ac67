// Every schedule of a small world: three owners, two objects, judging, a hand-over, and up to two faults (a
// peer dies, a peer is cut off), with single records on their way in any order. The code that is explored is
// that of the library, not a model of it.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <unordered_set>

#include "graze/base/detail/hash.h"
#include "tests/share/agreement/exchange.h"
#include "tests/soak.h"

namespace graze::test {
namespace {

struct ExploredPeer {
    Agreement agreement;
    bool alive = true;
    VerdictRank last{};                // of the verdicts that counted
    std::vector<VerdictRank> heard{};  // all, in the order of hearing
};

struct ExploredWorld {
    std::vector<ExploredPeer> peers;
    SharedPair pair;
    int cut_off = -1;  // this peer is alone
    int judgements = 0, hand_overs = 0, adoptions = 0, faults = 0, copies = 0, rejoins = 0;
    std::string way;  // how it came to this

    bool reaches(std::size_t a, std::size_t b) const {
        const auto cut = static_cast<std::size_t>(cut_off);
        return peers[a].alive && peers[b].alive && (cut_off < 0 || (a != cut && b != cut));
    }
};

struct ExplorationLimits {
    int judgements = 2, hand_overs = 1, adoptions = 1, faults = 2, copies = 0, rejoins = 0;
};

class AgreementExplorer {
  public:
    explicit AgreementExplorer(const ExplorationLimits& limits) : limits_(limits) {
        ExploredWorld start;
        std::vector<Agreement> agreements;
        for (std::uint32_t i = 1; i <= 3; ++i) agreements.emplace_back(PeerId{i, 1});
        start.pair = {make_object(agreements[0]), make_object(agreements[1])};
        exchange_all(agreements);
        for (Agreement& agreement : agreements) {
            agreement.take_events();
            start.peers.push_back({agreement});
        }
        visit(std::move(start));
        while (!open_.empty() && problem_.empty()) {
            const ExploredWorld world = std::move(open_.back());
            open_.pop_back();
            expand(world);
        }
    }
    std::size_t states() const { return seen_.size(); }
    std::size_t disputed() const { return disputed_; }
    const std::string& problem() const { return problem_; }

  private:
    void fail(const ExploredWorld& world, const std::string& what) {
        if (problem_.empty()) problem_ = what + ", after" + world.way;
    }

    // What a peer has learned; the promises about verdicts.
    void listen(ExploredWorld& world, std::size_t at) {
        ExploredPeer& peer = world.peers[at];
        for (const AgreementEvent& event : peer.agreement.take_events()) {
            const auto* heard = std::get_if<VerdictHeard>(&event);
            if (heard == nullptr) continue;
            const VerdictRank rank = rank_of(heard->verdict);
            if (std::ranges::find(peer.heard, rank) != peer.heard.end())
                fail(world, "a verdict applied twice");
            if (heard->counts != (peer.heard.empty() || peer.last < rank))
                fail(world, "an older verdict counted");
            if (heard->counts) peer.last = rank;
            peer.heard.push_back(rank);
        }
    }

    void visit(ExploredWorld world) {
        std::string key;
        for (const ExploredPeer& p : world.peers) {
            key += std::to_string(p.agreement.digest()) + (p.alive ? "+" : "-") +
                   std::to_string(p.agreement.records_in_memory()) + "/" +
                   std::to_string(p.agreement.self().session);
        }
        for (const int n : {world.cut_off, world.judgements, world.hand_overs, world.adoptions, world.faults,
                            world.copies, world.rejoins})
            key += "," + std::to_string(n);
        if (!seen_.insert(detail::hash_64(std::as_bytes(std::span(key)))).second) return;
        check(world);
        open_.push_back(std::move(world));
    }

    // Were all faults over now, would the living agree?
    void check(const ExploredWorld& world) {
        std::vector<Agreement> living;
        std::set<std::string> held;
        for (const ExploredPeer& p : world.peers) {
            if (!p.alive) continue;
            living.push_back(p.agreement);
            for (const Verdict& v : p.agreement.verdicts(world.pair)) held.insert(name(v));
        }
        if (living.empty()) return;
        exchange_all(living);
        std::size_t owners = 0;
        for (const Agreement& agreement : living) {
            if (agreement.digest() != living[0].digest()) fail(world, "peers do not agree");
            std::set<std::string> kept;
            for (const Verdict& v : agreement.verdicts(world.pair)) kept.insert(name(v));
            if (!std::ranges::includes(kept, held)) fail(world, "a verdict that a living peer held is lost");
            owners += agreement.find(world.pair.a)->ownership.owner == agreement.self();
        }
        if (owners > 1) fail(world, "two owners");
        const PeerId arbiter = living[0].arbiter(world.pair);
        for (const Agreement& agreement : living)
            if (agreement.arbiter(world.pair) != arbiter) fail(world, "two arbiters");
        disputed_ += held.size() > 1;
    }

    static std::string name(const Verdict& v) {
        return std::to_string(v.owner_a.owner.number) + "." + std::to_string(v.owner_a.epoch) + "-" +
               std::to_string(v.owner_b.owner.number) + "." + std::to_string(v.owner_b.epoch) + "#" +
               std::to_string(v.episode);
    }

    // A step: what happens, to a copy of the world.
    template <class Action>
    void step(const ExploredWorld& world, const std::string& what, const Action& action) {
        ExploredWorld next = world;
        next.way += " " + what;
        action(next);
        for (std::size_t i = 0; i < next.peers.size(); ++i) listen(next, i);
        visit(std::move(next));
    }

    void expand(const ExploredWorld& world) {
        for (std::size_t p = 0; p < world.peers.size(); ++p) {
            if (!world.peers[p].alive) {
                rejoin(world, p);
                continue;
            }
            const std::string who = std::to_string(p + 1);
            const Agreement& mine = world.peers[p].agreement;
            if (world.judgements < limits_.judgements && mine.arbiter(world.pair) == mine.self())
                step(world, who + " judges", [&](ExploredWorld& w) {
                    ++w.judgements;
                    judge_contact(w.peers[p].agreement, w.pair);
                });
            for (const SharedId& id : {world.pair.a, world.pair.b}) own_or_adopt(world, p, who, id);
            for (std::size_t q = 0; q < world.peers.size(); ++q)
                if (q != p && world.reaches(p, q)) deliver(world, p, q);
            if (world.faults < limits_.faults) fault(world, p, who);
        }
        if (world.cut_off >= 0) step(world, "heal", [](ExploredWorld& w) { w.cut_off = -1; });
    }

    void own_or_adopt(const ExploredWorld& world, std::size_t p, const std::string& who, const SharedId& id) {
        const PeerId owner = world.peers[p].agreement.find(id)->ownership.owner;
        const PeerId self = world.peers[p].agreement.self();
        const std::size_t at = owner.number - 1;
        // An earlier session of somebody is gone for good.
        const bool gone = world.peers[at].agreement.self() != owner || !world.reaches(p, at);
        if (owner == self && world.hand_overs < limits_.hand_overs) {
            const PeerId to = world.peers[(p + 2) % 3].agreement.self();
            step(world, who + " gives " + std::to_string(id.creator.number), [&](ExploredWorld& w) {
                ++w.hand_overs;
                w.peers[p].agreement.hand_over(id, to);
            });
        } else if (owner != self && world.adoptions < limits_.adoptions && gone) {
            step(world, who + " adopts " + std::to_string(id.creator.number), [&](ExploredWorld& w) {
                ++w.adoptions;
                w.peers[p].agreement.adopt(id);
            });
        }
    }

    void deliver(const ExploredWorld& world, std::size_t p, std::size_t q) {
        const Agreement &from = world.peers[p].agreement, &to = world.peers[q].agreement;
        for (const auto& [origin, count] : from.counts()) {
            const auto known = to.counts().find(origin);
            const std::uint64_t has = known == to.counts().end() ? 0 : known->second;
            if (has >= count) continue;
            const std::vector<Record> next = from.after(origin, has, 1 << 20);
            if (next.empty()) continue;
            // One that came before comes once more, as networks do: it must change nothing.
            step(world,
                 std::to_string(p + 1) + ">" + std::to_string(q + 1) + ":" + std::to_string(origin.number),
                 [&](ExploredWorld& w) {
                     Agreement& receiver = w.peers[q].agreement;
                     receiver.hear(next.front());
                     const std::uint64_t digest = receiver.digest();
                     receiver.hear(next.front());
                     if (receiver.digest() != digest) fail(w, "a doubled record changed something");
                 });
        }
        if (world.copies < limits_.copies)
            step(world, std::to_string(p + 1) + " copied to " + std::to_string(q + 1), [&](ExploredWorld& w) {
                ++w.copies;
                const std::string copy = from.copy();
                if (!w.peers[q].agreement.merge(std::as_bytes(std::span(copy))))
                    fail(w, "a copy was refused");
            });
    }

    void fault(const ExploredWorld& world, std::size_t p, const std::string& who) {
        step(world, who + " dies", [&](ExploredWorld& w) {
            ++w.faults;
            w.peers[p].alive = false;
        });
        if (world.cut_off < 0)
            step(world, who + " cut off", [&](ExploredWorld& w) {
                ++w.faults;
                w.cut_off = static_cast<int>(p);
            });
    }

    void rejoin(const ExploredWorld& world, std::size_t p) {
        for (std::size_t q = 0; q < world.peers.size(); ++q) {
            if (!world.peers[q].alive || world.rejoins >= limits_.rejoins) continue;
            if (world.cut_off == static_cast<int>(q) || world.cut_off == static_cast<int>(p)) continue;
            step(world, std::to_string(p + 1) + " rejoins at " + std::to_string(q + 1),
                 [&](ExploredWorld& w) {
                     ++w.rejoins;
                     const PeerId before = w.peers[p].agreement.self();
                     w.peers[p] = {Agreement({before.number, before.session + 1})};
                     const std::string copy = w.peers[q].agreement.copy();
                     w.peers[p].agreement.merge(std::as_bytes(std::span(copy)));
                 });
        }
    }

    ExplorationLimits limits_;
    std::unordered_set<std::uint64_t> seen_;
    std::vector<ExploredWorld> open_;
    std::size_t disputed_ = 0;
    std::string problem_;
};

TEST(AgreementExplorer, finds_no_schedule_in_which_peers_disagree) {
    ExplorationLimits limits;
    limits.faults = soak_factor() > 1 ? 2 : 1;
    const AgreementExplorer explorer(limits);
    EXPECT_EQ(explorer.problem(), "");
    EXPECT_GT(explorer.states(), 1000);
    EXPECT_GT(explorer.disputed(), 100);  // two verdicts of one contact are among them
    std::printf("%zu states, %zu with several verdicts\n", explorer.states(), explorer.disputed());
}

TEST(AgreementExplorer, nor_with_two_faults_one_judgement_a_copy_and_a_rejoining_peer) {
    ExplorationLimits limits{1, soak_factor() > 1 ? 1 : 0, 1, 2, 1, 1};
    const AgreementExplorer explorer(limits);
    EXPECT_EQ(explorer.problem(), "");
    EXPECT_GT(explorer.states(), 1000);
    std::printf("%zu states, %zu with several verdicts\n", explorer.states(), explorer.disputed());
}

}  // namespace
}  // namespace graze::test
