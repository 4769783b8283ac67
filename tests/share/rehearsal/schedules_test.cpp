// Random schedules of deaths, partitions, returns and changes of hands. A schedule that fails is made smaller
// before it is reported: events that it fails without are dropped.
#include <gtest/gtest.h>

#include <string>

#include "graze/base/random.h"
#include "graze/share/rehearsal/rehearsal.h"
#include "tests/soak.h"

namespace graze::test {
namespace {

struct ScheduledEvent {
    enum class Kind { kill, rejoin, cut, heal, hand_over, grab };
    double time = 0;
    Kind kind = Kind::kill;
    std::uint32_t owner = 0, other = 0;

    std::string text() const {
        static const char* const names[] = {"kill", "rejoin", "cut", "heal", "hand over", "grab"};
        return std::to_string(time).substr(0, 5) + " s: " + names[static_cast<int>(kind)] + " " +
               std::to_string(owner) + " " + std::to_string(other) + "\n";
    }
};

constexpr std::uint32_t schedule_owners = 4;
constexpr double schedule_seconds = 14;
// After the last fault is over all agree within this time: twice the silence after which peers count as gone,
// for objects that are adopted only then, the rounds of messages that repair what was lost, and a copy for
// those who joined last.
constexpr double convergence_bound = 10;

std::vector<ScheduledEvent> random_schedule(std::uint64_t seed) {
    Random random(seed);
    std::vector<ScheduledEvent> events;
    for (double t = random.uniform(0, 2); t < schedule_seconds; t += random.uniform(0.2, 3)) {
        ScheduledEvent e;
        e.time = t;
        e.kind = static_cast<ScheduledEvent::Kind>(random.below(6));
        e.owner = static_cast<std::uint32_t>(random.below(schedule_owners));
        e.other = static_cast<std::uint32_t>(random.below(12));
        events.push_back(e);
    }
    return events;
}

void carry_out(Rehearsal& rehearsal, const ScheduledEvent& e) {
    switch (e.kind) {
        case ScheduledEvent::Kind::kill: {
            // Somebody must be left who knows the world.
            std::uint32_t others = 0;
            for (std::uint32_t i = 0; i < schedule_owners; ++i)
                others += i != e.owner && rehearsal.world(i) != nullptr && rehearsal.world(i)->joined();
            if (others > 0) rehearsal.kill(e.owner);
            break;
        }
        case ScheduledEvent::Kind::rejoin:
            rehearsal.rejoin(e.owner);
            break;
        case ScheduledEvent::Kind::cut: {
            std::vector<int> groups(schedule_owners, 0);
            groups[e.owner] = 1;
            if (e.other % 2 == 1) groups[(e.owner + 1) % schedule_owners] = 1;
            rehearsal.partition(groups);
            break;
        }
        case ScheduledEvent::Kind::heal:
            rehearsal.partition({});
            break;
        case ScheduledEvent::Kind::hand_over:
            rehearsal.hand_over(e.owner, e.other % schedule_owners);
            break;
        case ScheduledEvent::Kind::grab:
            rehearsal.grab(e.owner, e.other);
            break;
    }
}

struct ScheduleResult {
    std::string problem;
    std::uint64_t verdicts = 0, superseded = 0, owners_corrected = 0;
    double healed_after = 0;
};

ScheduleResult run_schedule(std::uint64_t seed, const std::vector<ScheduledEvent>& events) {
    RehearsalOptions options;
    options.owners = schedule_owners;
    options.objects = 12;
    options.arena = 4;
    options.rate = 20;
    options.seed = seed;
    options.network = {0.08, 0.04, 0.05, 0.03, 0.03, seed};
    options.shared.silence = 1.5;
    Rehearsal rehearsal(options);
    if (!rehearsal.gather()) return {"they did not come together"};
    double time = 0;
    for (const ScheduledEvent& e : events) {
        rehearsal.run(e.time - time);
        time = e.time;
        carry_out(rehearsal, e);
    }
    rehearsal.run(schedule_seconds - time);
    rehearsal.partition({});
    rehearsal.settle();
    ScheduleResult result;
    while (!rehearsal.problem().empty() && result.healed_after < convergence_bound) {
        rehearsal.run(0.05);
        result.healed_after += 0.05;
    }
    result.problem = rehearsal.problem();
    const RehearsalReport report = rehearsal.report();
    result.verdicts = report.verdicts;
    result.superseded = report.superseded;
    result.owners_corrected = report.owners_corrected;
    return result;
}

std::string minimised(std::uint64_t seed, std::vector<ScheduledEvent> events) {
    for (std::size_t i = 0; i < events.size();) {
        std::vector<ScheduledEvent> fewer = events;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (run_schedule(seed, fewer).problem.empty()) {
            ++i;
        } else {
            events = fewer;
        }
    }
    std::string text;
    for (const ScheduledEvent& e : events) text += e.text();
    return text;
}

// GRAZE_SOAK=84: a thousand of them. GRAZE_SCHEDULE=n: only this one.
TEST(Schedules, of_deaths_partitions_returns_and_changes_of_hands_end_in_agreement) {
    const char* const only = std::getenv("GRAZE_SCHEDULE");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    const std::uint64_t first = only != nullptr ? std::strtoull(only, nullptr, 10) : 1;
    const std::uint64_t count = only != nullptr ? 1 : 12 * static_cast<std::uint64_t>(soak_factor());
    ScheduleResult sum;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        const std::vector<ScheduledEvent> events = random_schedule(seed);
        const ScheduleResult result = run_schedule(seed, events);
        ASSERT_EQ(result.problem, "") << "seed " << seed << ", and so does\n" << minimised(seed, events);
        sum.verdicts += result.verdicts;
        sum.superseded += result.superseded;
        sum.owners_corrected += result.owners_corrected;
        sum.healed_after = std::max(sum.healed_after, result.healed_after);
    }
    EXPECT_GT(sum.verdicts, 0);
    std::printf(
        "%llu schedules: %llu verdicts, %llu superseded, %llu owners corrected, agreed after %.1f s at "
        "most\n",
        static_cast<unsigned long long>(count), static_cast<unsigned long long>(sum.verdicts),
        static_cast<unsigned long long>(sum.superseded),
        static_cast<unsigned long long>(sum.owners_corrected), sum.healed_after);
}

}  // namespace
}  // namespace graze::test
