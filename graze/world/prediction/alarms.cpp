#include "graze/world/prediction/alarms.h"

#include <algorithm>
#include <utility>

#include "graze/base/error.h"
#include "graze/world/prediction/velocity.h"

namespace graze::inline v1 {

class Alarms::State {
  public:
    State(const World& given, AlarmCallback told, const AlarmOptions& chosen)
        : world(&given), callback(std::move(told)), options(chosen), scheduler(chosen.scheduling) {}

    struct Tracked {
        ObjectId id;
        VelocityEstimate velocity;
        Box box;
        std::uint64_t version = 0;
        bool is_known = false;
        bool moves = false;
    };

    Tracked& track(ObjectId id);
    void look_at(Tracked& object, double now);
    void advance(double now);

    const World* world;
    AlarmCallback callback;
    AlarmOptions options;
    LeadTimeScheduler scheduler;
    std::vector<Tracked> tracked;  // by index of the object
    bool all = false;              // somebody is watched against all others
    double longest_lead = 0;       // of these
    // What objects pass in that time, for those.
    std::unique_ptr<BroadPhase> ways = make_broad_phase(BroadPhaseKind::bvh);
    std::vector<NumberedMotion> moved;
    std::vector<NumberedBox> new_ways;
};

Alarms::State::Tracked& Alarms::State::track(ObjectId id) {
    while (tracked.size() <= id.index) tracked.push_back({{}, VelocityEstimate(options.velocity_window), {}});
    Tracked& object = tracked[id.index];
    if (object.id != id) object = {id, VelocityEstimate(options.velocity_window), {}};
    return object;
}

// Objects that rest and have not changed cost nothing but this look.
void Alarms::State::look_at(Tracked& object, double now) {
    const bool here = world->contains(object.id);
    const std::uint64_t version = here ? world->version(object.id) : 0;
    if (object.is_known && object.version == version && !object.moves) return;
    const Box box = here ? world->box(object.id) : Box{};
    if (!box.empty()) object.velocity.observe(now, box);
    const MovingBox motion(box, box.empty() ? Vec3{} : object.velocity.velocity());
    moved.push_back({object.id.index, motion});
    if (all) {
        const Box before = object.is_known && !object.box.empty() ? object.box : box;
        new_ways.push_back(
            {object.id.index,
             box.empty() ? FloatBox{} : rounded_outwards(swept_bounds(before, motion, longest_lead))});
    }
    object.box = box;
    object.version = version;
    object.moves = motion.velocity() != Vec3{};
    object.is_known = true;
}

void Alarms::State::advance(double now) {
    moved.clear();
    new_ways.clear();
    if (all)
        for (const ObjectId id : world->objects()) track(id);
    for (Tracked& object : tracked)
        if (object.id != ObjectId{}) look_at(object, now);
    ways->place(new_ways);
    std::vector<LeadEvent> events;
    scheduler.advance(now, moved, events,
                      [this](std::uint32_t, const Box& region, std::vector<std::uint32_t>& ids) {
                          ways->overlapping(rounded_outwards(region), ids);
                      });
    for (const LeadEvent& e : events) {
        const ObjectId second = e.b == no_object ? ObjectId{} : tracked[e.b].id;
        if (callback) callback({e.kind, e.watch, tracked[e.a].id, second, e.time, e.contact});
    }
}

Alarms::Alarms(const World& world, AlarmCallback callback, const AlarmOptions& options)
    : state_(std::make_unique<State>(world, std::move(callback), options)) {}
Alarms::Alarms(Alarms&&) noexcept = default;
Alarms& Alarms::operator=(Alarms&&) noexcept = default;
Alarms::~Alarms() = default;

WatchId Alarms::watch(ObjectId a, ObjectId b, const WatchOptions& options) {
    for (const ObjectId id : {a, b}) {
        state_->world->shape(id);  // refuses objects that are not there
        state_->track(id);
    }
    return state_->scheduler.watch(a.index, b.index, options);
}

WatchId Alarms::watch_all(ObjectId object, const WatchOptions& options) {
    state_->world->shape(object);
    state_->track(object);
    const WatchId watch = state_->scheduler.watch_all(object.index, options);
    if (!state_->all || options.lead > state_->longest_lead) {
        // All ways become longer: everything is looked at again.
        for (auto& other : state_->tracked) other.is_known = false;
        state_->longest_lead = std::max(state_->longest_lead, options.lead);
    }
    state_->all = true;
    return watch;
}

void Alarms::unwatch(WatchId watch) {
    state_->scheduler.unwatch(watch);
}

void Alarms::give_velocity(ObjectId object, const std::optional<Vec3>& velocity) {
    state_->world->shape(object);
    auto& tracked = state_->track(object);
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
