#include "graze/world/prediction/lead_time.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "graze/base/error.h"
#include "graze/world/prediction/detail/approach.h"
#include "graze/world/prediction/detail/wake_queue.h"

namespace graze::inline v1 {

namespace {

using detail::Approach;
using detail::WatchedPair;

struct Watch {
    enum class Kind { none, pair, all };
    Kind kind = Kind::none;
    WatchedPair pair;
    WatchOptions options;
    Approach approach;                           // for a pair
    std::map<std::uint32_t, Approach> others{};  // for one object: all others that are not idle
    bool woken = false;                          // a pair that is to be tested in this advance
    bool looked = false;
};

void check(const LeadTimeOptions& options) {
    const auto is_good = [](double value) { return value >= 0 && value <= max_coordinate; };
    if (!is_good(options.position_tolerance) || !is_good(options.velocity_tolerance) ||
        !is_good(options.largest_acceleration))
        throw Error("a tolerance or the largest acceleration of lead times is not a number from 0 to 1e100");
}

void check(const WatchOptions& options) {
    if (!(options.lead >= 0 && std::isfinite(options.lead)))
        throw Error("the lead time of a watch, " + std::to_string(options.lead) +
                    ", is not a finite time of zero or more");
    predicted_contact({}, {}, options.lead, options.prediction);  // checks the other options
}

}  // namespace

class LeadTimeScheduler::Work {
  public:
    explicit Work(const LeadTimeOptions& options) : courses_(options), judge_(courses_, options.sweep_steps) {
        check(options);
    }

    WatchId add(Watch watch);
    void remove(WatchId id);
    void advance(double now, std::span<const NumberedMotion> moved, std::vector<LeadEvent>& events,
                 const LeadCandidates& candidates);
    std::size_t size() const { return watches_.size() - free_.size(); }
    LeadTimeCounts counts() const;

  private:
    void wake(WatchId id);
    void wake_pairs_of(std::uint32_t object);
    void look_at_pair(Watch& watch, std::vector<LeadEvent>& events);
    void look_at_all(Watch& watch, const LeadCandidates& candidates, std::vector<LeadEvent>& events);
    std::vector<std::uint32_t> others_near(const Watch& watch, const LeadCandidates& candidates) const;

    detail::Courses courses_;
    detail::ApproachJudge judge_;
    detail::WakeQueue queue_;
    std::vector<Watch> watches_;
    std::vector<WatchId> free_;         // numbers to be reused
    std::vector<WatchId> all_watches_;  // of kind all, ascending
    std::vector<std::vector<WatchId>> pairs_of_object_;
    std::vector<WatchId> woken_;
    LeadTimeCounts counts_;
    double now_ = 0;
    bool started_ = false;
};

WatchId LeadTimeScheduler::Work::add(Watch watch) {
    check(watch.options);
    if (watch.pair.a == watch.pair.b) throw Error("an object cannot be watched against itself");
    if (free_.empty()) {
        free_.push_back(static_cast<WatchId>(watches_.size()));
        watches_.emplace_back();
    }
    const WatchId id = free_.back();
    free_.pop_back();
    watch.pair.watch = id;
    watches_[id] = std::move(watch);
    if (watches_[id].kind == Watch::Kind::all) {
        all_watches_.insert(std::ranges::lower_bound(all_watches_, id), id);
        return id;
    }
    const WatchedPair& pair = watches_[id].pair;
    for (const std::uint32_t object : {pair.a, pair.b}) {
        if (object >= pairs_of_object_.size()) pairs_of_object_.resize(object + std::size_t{1});
        pairs_of_object_[object].push_back(id);
    }
    wake(id);
    return id;
}

void LeadTimeScheduler::Work::remove(WatchId id) {
    if (id >= watches_.size() || watches_[id].kind == Watch::Kind::none)
        throw Error("there is no watch " + std::to_string(id));
    if (watches_[id].kind == Watch::Kind::all) {
        std::erase(all_watches_, id);
    } else {
        for (const std::uint32_t object : {watches_[id].pair.a, watches_[id].pair.b})
            std::erase(pairs_of_object_[object], id);
        queue_.cancel(id);
        if (watches_[id].woken) std::erase(woken_, id);
    }
    watches_[id] = {};
    free_.push_back(id);
}

void LeadTimeScheduler::Work::wake(WatchId id) {
    if (watches_[id].woken) return;
    watches_[id].woken = true;
    woken_.push_back(id);
    queue_.cancel(id);
}

void LeadTimeScheduler::Work::wake_pairs_of(std::uint32_t object) {
    if (object >= pairs_of_object_.size()) return;
    for (const WatchId id : pairs_of_object_[object]) wake(id);
}

void LeadTimeScheduler::Work::look_at_pair(Watch& watch, std::vector<LeadEvent>& events) {
    watch.woken = false;
    judge_.look(watch.pair, watch.options, watch.approach, events);
    queue_.set(watch.pair.watch, judge_.next_look(watch.pair, watch.options, watch.approach));
}

// The objects that may come near, and those with an event that may have to be revoked; ascending.
std::vector<std::uint32_t> LeadTimeScheduler::Work::others_near(const Watch& watch,
                                                                const LeadCandidates& candidates) const {
    const std::uint32_t object = watch.pair.a;
    const MovingBox now = courses_.now(object);
    std::vector<std::uint32_t> ids;
    if (!now.box().empty()) {
        const MovingBox seen(method_bounds(now, watch.options.prediction), now.velocity());
        candidates(object, swept_bounds(courses_.step(object).from, seen, watch.options.lead), ids);
    }
    for (const auto& [other, approach] : watch.others) ids.push_back(other);
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    std::erase(ids, object);
    return ids;
}

void LeadTimeScheduler::Work::look_at_all(Watch& watch, const LeadCandidates& candidates,
                                          std::vector<LeadEvent>& events) {
    // An object that was never present gets no touches_nothing event.
    if (!watch.looked && courses_.now(watch.pair.a).box().empty()) return;
    const std::size_t events_before = events.size();
    bool touches = false;
    for (const std::uint32_t other : others_near(watch, candidates)) {
        const auto found = watch.others.find(other);
        Approach approach;
        if (found != watch.others.end())
            approach = found->second;
        else if (watch.looked)
            approach.state = Approach::State::idle;
        judge_.look({watch.pair.watch, watch.pair.a, other}, watch.options, approach, events);
        touches = touches || approach.state == Approach::State::touching;
        if (approach.state == Approach::State::idle)
            watch.others.erase(other);
        else
            watch.others[other] = approach;
    }
    bool separated = !watch.looked;
    double since = watch.looked ? -std::numeric_limits<double>::infinity() : now_;
    for (std::size_t i = events_before; i < events.size(); ++i) {
        if (events[i].kind != LeadEventKind::separated) continue;
        separated = true;
        since = std::max(since, events[i].time);
    }
    if (separated && !touches)
        events.push_back(
            {LeadEventKind::touches_nothing, watch.pair.watch, watch.pair.a, no_object, since, since});
    watch.looked = true;
}

void LeadTimeScheduler::Work::advance(double now, std::span<const NumberedMotion> moved,
                                      std::vector<LeadEvent>& events, const LeadCandidates& candidates) {
    if (!std::isfinite(now) || (started_ && now < now_))
        throw Error("lead times cannot be advanced to " + std::to_string(now), {}, "time goes forwards");
    if (!all_watches_.empty() && !candidates)
        throw Error("an object is watched against all others, and nothing says which may come near", {},
                    "give candidates to LeadTimeScheduler::advance");
    judge_.begin(started_ ? now_ : now, now);
    courses_.begin(now);
    now_ = now;
    started_ = true;

    for (const NumberedMotion& m : moved)
        if (courses_.place(m)) wake_pairs_of(m.id);
    std::vector<WatchId> to_look = std::exchange(woken_, {});
    counts_.woken_by_course += to_look.size();
    queue_.take_due(now, to_look);
    counts_.woken_by_time += to_look.size();  // counts() subtracts woken_by_course
    std::ranges::sort(to_look);

    const auto first = static_cast<std::ptrdiff_t>(events.size());
    for (const WatchId id : to_look) look_at_pair(watches_[id], events);
    for (const WatchId id : all_watches_) look_at_all(watches_[id], candidates, events);
    std::stable_sort(events.begin() + first, events.end(), [](const LeadEvent& p, const LeadEvent& q) {
        return std::tie(p.time, p.a, p.b) < std::tie(q.time, q.a, q.b);
    });
}

LeadTimeCounts LeadTimeScheduler::Work::counts() const {
    LeadTimeCounts all = judge_.counts();
    all.woken_by_course = counts_.woken_by_course;
    all.woken_by_time = counts_.woken_by_time - counts_.woken_by_course;
    all.stale_alarms = queue_.stale();
    return all;
}

LeadTimeScheduler::LeadTimeScheduler(const LeadTimeOptions& options)
    : work_(std::make_unique<Work>(options)) {}
LeadTimeScheduler::LeadTimeScheduler(LeadTimeScheduler&&) noexcept = default;
LeadTimeScheduler& LeadTimeScheduler::operator=(LeadTimeScheduler&&) noexcept = default;
LeadTimeScheduler::~LeadTimeScheduler() = default;

WatchId LeadTimeScheduler::watch(std::uint32_t a, std::uint32_t b, const WatchOptions& options) {
    return work_->add({Watch::Kind::pair, {0, a, b}, options, {}});
}
WatchId LeadTimeScheduler::watch_all(std::uint32_t object, const WatchOptions& options) {
    return work_->add({Watch::Kind::all, {0, object, no_object}, options, {}});
}
void LeadTimeScheduler::unwatch(WatchId watch) {
    work_->remove(watch);
}
void LeadTimeScheduler::advance(double now, std::span<const NumberedMotion> moved,
                                std::vector<LeadEvent>& events, const LeadCandidates& candidates) {
    work_->advance(now, moved, events, candidates);
}
std::size_t LeadTimeScheduler::watches() const {
    return work_->size();
}
LeadTimeCounts LeadTimeScheduler::counts() const {
    return work_->counts();
}

}  // namespace graze::inline v1
