#include "graze/share/rehearsal/rehearsal.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "graze/base/error.h"
#include "graze/share/rehearsal/object_driver.h"

namespace graze::inline v1 {
namespace {

// The side of the smallest cube of at least so many unit cubes.
double cube_side(std::uint32_t count) {
    std::uint64_t side = 2;
    while (side * side * side < count) ++side;
    return static_cast<double>(side);
}

}  // namespace

class Rehearsal::State {
  public:
    struct Member {
        Address address = 0, host = 0;
        std::uint32_t session = 1;
        double clock = 0;
        std::unique_ptr<SharedWorld> world;
        ObjectDriver driver{{}};
        std::map<SharedPair, std::set<VerdictRank>> heard;  // of this session
        SharedCounts before;                                // of earlier sessions
    };

    explicit State(const RehearsalOptions& wanted)
        : options(wanted), network(wanted.network), random(wanted.seed), members(wanted.owners) {
        if (options.owners == 0 || options.owners > 250 || options.objects > 100'000 || options.shape.empty())
            throw Error("needs 1 to 250 owners, up to 100 000 objects and a shape", "rehearsal");
        const double diagonal = rehearsed_size(options.shape);
        if (!(options.rate >= 1 && options.rate <= 10'000))
            throw Error("1 to 10 000 updates per second", "rehearsal");
        if (!(options.speed > 0)) options.speed = diagonal;
        if (!(options.arena > 0)) options.arena = 2.5 * diagonal * cube_side(options.objects);
        for (std::uint32_t i = 0; i < options.owners; ++i) {
            members[i].clock = options.clocks * (2 * random.uniform() - 1);
            enter(i);
        }
    }

    void enter(std::uint32_t i) {
        Member& m = members[i];
        SharedOptions shared = options.shared;
        shared.peer = i + 1;
        shared.session = m.session++;
        Transport& end = network.add(m.clock);
        m.address = end.address();
        m.heard.clear();
        m.driver = ObjectDriver({options.motion, options.arena, options.speed});
        m.world = std::make_unique<SharedWorld>(end, shared);
        m.world->on_event([this, &m, self = PeerId{shared.peer, shared.session}](const SharedEvent& e) {
            if (options.each_event) options.each_event(self, e);
            if (const auto* applied = std::get_if<VerdictApplied>(&e)) {
                const VerdictRank rank = rank_of(applied->verdict);
                twice += m.heard[applied->verdict.pair].insert(rank).second ? 0 : 1;
                all[applied->verdict.pair].insert(rank);
            }
            m.driver.hear(e);
        });
        if (!join_somebody(m)) m.world->start();
    }

    // False: there is nobody.
    bool join_somebody(Member& m) {
        const auto host = std::ranges::find_if(members, [&](const Member& other) {
            return &other != &m && other.world && other.world->joined();
        });
        if (host == members.end()) return false;
        m.host = host->address;
        m.world->join(m.host);
        return true;
    }

    bool is_alive(Address address) const {
        return std::ranges::any_of(members, [&](const Member& m) { return m.world && m.address == address; });
    }

    // On a grid, so that nothing overlaps at the begin if there is room for it.
    Vec3 place(std::uint32_t n) const {
        const auto side = static_cast<std::uint32_t>(cube_side(options.objects));
        const double cell = options.arena / side;
        const std::uint32_t x = n % side, y = n / side % side, z = n / side / side;
        const Vec3 at{double(x), double(y), double(z)};
        return (at + Vec3{0.5, 0.5, 0.5}) * cell - Vec3{1, 1, 1} * (options.arena / 2);
    }

    void add_objects(std::uint32_t i) {
        Member& m = members[i];

        for (std::uint32_t n = i; n < options.objects; n += options.owners) {
            MovingState state;
            state.position = place(n);
            if (options.motion == RehearsedMotion::straight)
                state.velocity = random.on_sphere() * (options.speed * random.uniform(0.5, 1));
            numbered.push_back(
                m.world->add(options.shape, state, {.name = "object " + std::to_string(n + 1)}));
        }
    }

    void step() {
        network.advance(1 / options.rate);
        for (Member& m : members) {
            if (!m.world) continue;
            m.world->update();
            if (m.world->joined()) {
                m.driver.drive(*m.world, random, network.time(), settled);
            } else if (!is_alive(m.host)) {
                join_somebody(m);  // whoever was asked for the world has died
            }
        }
        measure();
    }

    // Where owners have their objects, and where others see them.
    void measure() {
        if (!measuring) return;
        ++frames;
        std::vector<std::pair<Vec3, std::size_t>> places;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (!members[i].world) continue;
            const SharedWorld& world = *members[i].world;
            for (const SharedId& id : world.objects()) {
                if (world.role(id) != Role::own) continue;
                const MovingState state = world.state(id);
                places.emplace_back(state.position, i);
                largest_speed = std::max(largest_speed, length(state.velocity));
                const Member& watcher = members[(i + 1) % members.size()];
                if (!watcher.world || &watcher == &members[i] || !watcher.world->contains(id)) continue;
                const double error = length(watcher.world->state(id).position - state.position);
                errors += error;
                ++error_count;
                worst_error = std::max(worst_error, error);
            }
        }
        every_frame += places.size() * (members.size() - 1);
        const Sphere* const ball = options.shape.as<Sphere>();
        if (ball == nullptr) return;
        std::ranges::sort(places, {}, [](const auto& p) { return p.first.x; });
        const double touch = 2 * ball->radius;
        for (std::size_t a = 0; a < places.size(); ++a)
            for (std::size_t b = a + 1; b < places.size() && places[b].first.x - places[a].first.x < touch;
                 ++b)
                if (places[a].second != places[b].second)
                    worst_overlap =
                        std::max(worst_overlap, touch - length(places[b].first - places[a].first));
    }

    SharedCounts sum() const {
        SharedCounts total;
        for (const Member& m : members)
            for (const SharedCounts* c : {&m.before, m.world ? &m.world->counts() : nullptr}) {
                if (c == nullptr) continue;
                total.motion_updates += c->motion_updates;
                total.corrections += c->corrections, total.superseded += c->superseded;
                total.owners_corrected += c->owners_corrected, total.refused += c->refused;
                total.worst_delay = std::max(total.worst_delay, c->worst_delay);
            }
        return total;
    }

    // Verdicts that a living peer has heard, and another living peer does not know.
    std::uint64_t lost() const {
        std::uint64_t count = 0;
        std::map<SharedPair, std::set<VerdictRank>> held;
        for (const Member& m : members)
            if (m.world)
                for (const auto& [pair, ranks] : m.heard) held[pair].insert(ranks.begin(), ranks.end());
        for (const Member& m : members) {
            if (!m.world || !m.world->joined()) continue;
            for (const auto& [pair, ranks] : held) {
                std::set<VerdictRank> known;
                for (const Verdict& v : m.world->agreement().verdicts(pair)) known.insert(rank_of(v));
                if (known.size() >= options.shared.agreement.verdicts_kept)
                    continue;  // older ones are dropped
                count += static_cast<std::uint64_t>(
                    std::ranges::count_if(ranks, [&](const VerdictRank& r) { return !known.contains(r); }));
            }
        }
        return count;
    }

    bool agreed() const {
        std::optional<std::uint64_t> first;
        for (const Member& m : members) {
            if (!m.world) continue;
            if (!m.world->joined()) return false;
            const std::uint64_t digest = m.world->agreement().digest();
            if (first.value_or(digest) != digest) return false;
            first = digest;
        }
        return true;
    }

    RehearsalOptions options;
    SimulatedNetwork network;
    Random random;
    std::vector<Member> members;
    std::vector<SharedId> numbered;
    std::map<SharedPair, std::set<VerdictRank>> all;
    std::uint64_t twice = 0, frames = 0, every_frame = 0, error_count = 0, bytes_before = 0,
                  datagrams_before = 0, updates_before = 0;
    double worst_overlap = 0, largest_speed = 0, errors = 0, worst_error = 0, gathered = 0;
    bool measuring = false, settled = false;
};

Rehearsal::Rehearsal(const RehearsalOptions& options) : state_(std::make_unique<State>(options)) {}
Rehearsal::~Rehearsal() = default;

bool Rehearsal::gather(double seconds) {
    State& s = *state_;
    const auto all_here = [&] {
        return std::ranges::all_of(s.members, [&](const State::Member& m) {
            return m.world->joined() && m.world->peers().size() + 1 == s.members.size();
        });
    };
    const double end = s.network.time() + seconds;
    while (!all_here()) {
        if (s.network.time() > end) return false;
        s.step();
    }
    for (std::uint32_t i = 0; i < s.members.size(); ++i) s.add_objects(i);
    const auto all_seen = [&] {
        return std::ranges::all_of(s.members, [&](const State::Member& m) {
            const auto ids = m.world->objects();
            return ids.size() == s.numbered.size() &&
                   std::ranges::all_of(ids, [&](const SharedId& id) { return m.world->has_shape(id); });
        });
    };
    while (!all_seen()) {
        if (s.network.time() > end) return false;
        s.step();
    }
    s.measuring = true;
    s.gathered = s.network.time();
    s.bytes_before = s.network.counts().bytes;
    s.datagrams_before = s.network.counts().datagrams;
    s.updates_before = s.sum().motion_updates;
    return true;
}

void Rehearsal::step() {
    state_->step();
}
void Rehearsal::run(double seconds) {
    const auto steps = static_cast<std::uint64_t>(std::llround(seconds * state_->options.rate));
    for (std::uint64_t i = 0; i < steps; ++i) step();
}

void Rehearsal::settle() {
    state_->settled = true;
    state_->measuring = false;
}

void Rehearsal::kill(std::uint32_t owner) {
    State::Member& m = state_->members.at(owner);
    if (!m.world) return;
    state_->network.kill(m.address);
    const SharedCounts& c = m.world->counts();
    m.before.motion_updates += c.motion_updates, m.before.corrections += c.corrections;
    m.before.superseded += c.superseded, m.before.owners_corrected += c.owners_corrected;
    m.before.refused += c.refused, m.before.worst_delay = std::max(m.before.worst_delay, c.worst_delay);
    m.world.reset();
}
void Rehearsal::rejoin(std::uint32_t owner) {
    if (!state_->members.at(owner).world) state_->enter(owner);
}
void Rehearsal::partition(const std::vector<int>& group_of_owner) {
    std::vector<int> groups;
    for (std::size_t i = 0; i < group_of_owner.size(); ++i) {
        const Address address = state_->members.at(i).address;
        if (groups.size() < address) groups.resize(address, 0);
        groups[address - 1] = group_of_owner[i];
    }
    state_->network.partition(groups);
}
void Rehearsal::hand_over(std::uint32_t owner, std::uint32_t to) {
    const State::Member &from = state_->members.at(owner), &receiver = state_->members.at(to);
    if (!from.world || !receiver.world || owner == to) return;
    for (const SharedId& id : from.world->objects())
        if (from.world->role(id) == Role::own) return from.world->hand_over(id, receiver.world->self());
}
void Rehearsal::grab(std::uint32_t owner, std::uint32_t object) {
    const State::Member& m = state_->members.at(owner);
    if (!m.world || !m.world->joined() || state_->numbered.empty()) return;
    const SharedId id = state_->numbered[object % state_->numbered.size()];
    if (m.world->contains(id)) m.world->grab(id);
}
bool Rehearsal::alive(std::uint32_t owner) const {
    return state_->members.at(owner).world != nullptr;
}
bool Rehearsal::agreed() const {
    return state_->agreed();
}
const SharedWorld* Rehearsal::world(std::uint32_t owner) const {
    return state_->members.at(owner).world.get();
}

std::string Rehearsal::problem() const {
    if (state_->twice > 0) return "a verdict was applied twice";
    if (state_->lost() > 0) return "a verdict was lost";
    return state_->agreed() ? "" : "peers do not agree";
}

RehearsalReport Rehearsal::report() const {
    const State& s = *state_;
    RehearsalReport r;
    r.seconds = s.network.time() - s.gathered;
    for (const auto& [pair, ranks] : s.all) r.verdicts += ranks.size();
    r.pairs_judged = s.all.size();
    r.agreed = s.agreed();
    r.applied_twice = s.twice;
    r.lost = s.lost();
    const SharedCounts sum = s.sum();
    r.corrections = sum.corrections, r.superseded = sum.superseded, r.owners_corrected = sum.owners_corrected;
    r.refused = sum.refused, r.worst_delay = sum.worst_delay;
    r.worst_overlap = s.worst_overlap;
    r.largest_speed = s.largest_speed;
    // Both approach for as long as the last motion of the other took to come, and the verdict to go.
    const NetworkOptions& n = s.options.network;
    const double late = r.worst_delay + n.latency + n.jitter + 3 / s.options.rate;
    r.explained_overlap = 2 * r.largest_speed * late + s.options.shared.proximity.error_threshold;
    r.motion_updates = sum.motion_updates - s.updates_before;
    r.every_frame = s.every_frame;
    r.bytes = s.network.counts().bytes - s.bytes_before;
    r.datagrams = s.network.counts().datagrams - s.datagrams_before;
    r.mean_error = s.error_count > 0 ? s.errors / static_cast<double>(s.error_count) : 0;
    r.worst_error = s.worst_error;
    return r;
}

}  // namespace graze::inline v1
