#include "graze/world/prediction/alarms.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "graze/base/error.h"
#include "graze/world/prediction/velocity.h"

namespace graze::inline v1 {

class Alarms::State {
  public:
    State(const World& given, AlarmCallback called, const AlarmOptions& chosen)
        : world(&given), callback(std::move(called)), options(chosen), scheduler(chosen.scheduling) {}

    struct Tracked {
        ObjectId id;
        VelocityEstimate velocity;
        Box box;
        std::uint64_t version = 0;
        bool is_known = false;
        bool moves = false;
        bool gone = false;
        std::uint32_t watches = 0;  // number of watches that name the object
    };
    // Objects that a watch names; the second is no_object for watch_all.
    struct Sides {
        std::uint32_t a, b;
    };

    std::uint32_t track(ObjectId id);
    void look_at(std::uint32_t number, double now);
    void advance(double now);
    void forget_gone();
    void note(WatchId watch, Sides sides);
    ObjectId id_of(std::uint32_t number) const {
        return number == no_object ? ObjectId{} : tracked[number].id;
    }

    const World* world;
    AlarmCallback callback;
    AlarmOptions options;
    LeadTimeScheduler scheduler;
    // Objects have numbers of their own, because an index may name another object at the next call, and
    // watches must not transfer to it.
    std::vector<Tracked> tracked;
    std::vector<std::uint32_t> free_numbers;
    // By index: the number of the object that was tracked last, or no_object.
    std::vector<std::uint32_t> number_of;
    std::map<WatchId, Sides> watched;
    std::optional<double> last_time;
    bool all = false;         // some object is watched against all others
    double longest_lead = 0;  // of these watches
    // The volumes that objects sweep within longest_lead, for these watches.
    std::unique_ptr<BroadPhase> swept_boxes = make_broad_phase(BroadPhaseKind::bvh);
    std::vector<NumberedMotion> moved;
    std::vector<NumberedBox> new_swept_boxes;
};

std::uint32_t Alarms::State::track(ObjectId id) {
    if (number_of.size() <= id.index) number_of.resize(id.index + std::size_t{1}, no_object);
    std::uint32_t& number = number_of[id.index];
    if (number != no_object && tracked[number].id == id) return number;
    if (free_numbers.empty()) {
        free_numbers.push_back(static_cast<std::uint32_t>(tracked.size()));
        tracked.push_back({{}, VelocityEstimate(options.velocity_window), {}});
    }
    number = free_numbers.back();
    free_numbers.pop_back();
    tracked[number] = {id, VelocityEstimate(options.velocity_window), {}};
    return number;
}

void Alarms::State::note(WatchId watch, Sides sides) {
    watched[watch] = sides;
    for (const std::uint32_t number : {sides.a, sides.b})
        if (number != no_object) ++tracked[number].watches;
}

// Numbers of removed objects are reused when their end has been reported and no watch names them.
void Alarms::State::forget_gone() {
    std::vector<std::uint32_t> left;
    for (std::uint32_t i = 0; i < tracked.size(); ++i) {
        Tracked& object = tracked[i];
        if (!object.gone || object.watches != 0) continue;
        if (number_of[object.id.index] == i) number_of[object.id.index] = no_object;
        object = {{}, VelocityEstimate(options.velocity_window), {}};
        free_numbers.push_back(i);
        left.push_back(i);
    }
    swept_boxes->remove(left);
}

// Objects that rest and have not changed cost nothing but this check.
void Alarms::State::look_at(std::uint32_t number, double now) {
    Tracked& object = tracked[number];
    const bool here = world->contains(object.id);
    const std::uint64_t version = here ? world->version(object.id) : 0;
    if (object.is_known && object.version == version && !object.moves) return;
    const Box box = here ? world->box(object.id) : Box{};
    if (!box.empty()) object.velocity.observe(now, box);
    const MovingBox motion(box, box.empty() ? Vec3{} : object.velocity.velocity());
    moved.push_back({number, motion});
    if (all) {
        const Box before = object.is_known && !object.box.empty() ? object.box : box;
        new_swept_boxes.push_back(
            {number,
             box.empty() ? FloatBox{} : rounded_outwards(swept_bounds(before, motion, longest_lead))});
    }
    object.box = box;
    object.version = version;
    object.moves = motion.velocity() != Vec3{};
    object.is_known = true;
    object.gone = !here;
}

void Alarms::State::advance(double now) {
    // Throws before anything is recorded that would never be reported.
    if (!std::isfinite(now) || (last_time && now < *last_time))
        throw Error("alarms cannot be advanced to " + std::to_string(now), {}, "time goes forwards");
    last_time = now;
    moved.clear();
    new_swept_boxes.clear();
    if (all)
        for (const ObjectId id : world->objects()) track(id);
    for (std::uint32_t i = 0; i < tracked.size(); ++i)
        if (tracked[i].id != ObjectId{}) look_at(i, now);
    swept_boxes->place(new_swept_boxes);
    std::vector<LeadEvent> events;
    scheduler.advance(now, moved, events,
                      [this](std::uint32_t, const Box& region, std::vector<std::uint32_t>& ids) {
                          swept_boxes->overlapping(rounded_outwards(region), ids);
                      });
    std::vector<Alarm> alarms;
    for (const LeadEvent& e : events)
        alarms.push_back({e.kind, e.watch, id_of(e.a), id_of(e.b), e.time, e.contact});
    std::ranges::stable_sort(alarms, [](const Alarm& p, const Alarm& q) {
        return std::tie(p.time, p.a, p.b) < std::tie(q.time, q.a, q.b);
    });
    forget_gone();
    if (!callback) return;
    for (const Alarm& alarm : alarms) callback(alarm);
}

Alarms::Alarms(const World& world, AlarmCallback callback, const AlarmOptions& options)
    : state_(std::make_unique<State>(world, std::move(callback), options)) {}
Alarms::Alarms(Alarms&&) noexcept = default;
Alarms& Alarms::operator=(Alarms&&) noexcept = default;
Alarms::~Alarms() = default;

WatchId Alarms::watch(ObjectId a, ObjectId b, const WatchOptions& options) {
    // Throws for objects that are not in the world.
    for (const ObjectId id : {a, b}) state_->world->shape(id);
    const State::Sides sides{state_->track(a), state_->track(b)};
    const WatchId watch = state_->scheduler.watch(sides.a, sides.b, options);
    state_->note(watch, sides);
    return watch;
}

WatchId Alarms::watch_all(ObjectId object, const WatchOptions& options) {
    state_->world->shape(object);
    const State::Sides sides{state_->track(object), no_object};
    const WatchId watch = state_->scheduler.watch_all(sides.a, options);
    state_->note(watch, sides);
    if (!state_->all || options.lead > state_->longest_lead) {
        // All swept volumes become longer: every object is checked again.
        for (auto& other : state_->tracked) other.is_known = false;
        state_->longest_lead = std::max(state_->longest_lead, options.lead);
    }
    state_->all = true;
    return watch;
}

void Alarms::unwatch(WatchId watch) {
    state_->scheduler.unwatch(watch);
    const State::Sides sides = state_->watched.at(watch);
    state_->watched.erase(watch);
    for (const std::uint32_t number : {sides.a, sides.b})
        if (number != no_object) --state_->tracked[number].watches;
}

void Alarms::give_velocity(ObjectId object, const std::optional<Vec3>& velocity) {
    state_->world->shape(object);
    auto& tracked = state_->tracked[state_->track(object)];
    tracked.velocity.give(velocity);
    tracked.is_known = false;
}

void Alarms::advance(double now) {
    state_->advance(now);
}
LeadTimeCounts Alarms::counts() const {
    return state_->scheduler.counts();
}

}  // namespace graze::inline v1
