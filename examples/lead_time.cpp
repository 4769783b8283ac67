// "Tell me two seconds before these meet": a trolley rolls towards a post, turns away, and comes back.
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "graze/world/prediction/lead_time.h"

int main() {
    constexpr std::uint32_t trolley = 0, post = 1;  // objects are numbers of your own
    graze::LeadTimeScheduler scheduler;
    scheduler.watch(trolley, post, {.lead = 2});

    graze::Box box{{0, 0, 0}, {1, 1, 1}};
    graze::Vec3 velocity{1, 0, 0};
    std::vector<graze::LeadEvent> events;
    for (int tick = 0; tick <= 48; ++tick) {  // twelve seconds
        const double now = tick / 4.0;
        if (now == 4) velocity = {-1, 0, 0};   // half a second after the warning it turns away,
        if (now == 5.5) velocity = {2, 0, 0};  // and then comes back, faster

        // Only what changes its course has to be told of; the trolley is told of in every tick, as a world
        // would.
        std::vector<graze::NumberedMotion> moved{{trolley, graze::MovingBox(box, velocity)}};
        if (tick == 0) moved.push_back({post, graze::MovingBox(graze::Box{{6.5, 0, 0}, {7, 1, 3}})});
        scheduler.advance(now, moved, events);
        box = graze::MovingBox(box, velocity).at(0.25);
    }

    int surprises = 0;
    const char* expected[] = {"predicted", "withdrawn", "predicted", "touched", "separated"};
    std::size_t count = 0;
    for (const graze::LeadEvent& e : events) {
        const char* what = e.kind == graze::LeadEventKind::predicted   ? "predicted"
                           : e.kind == graze::LeadEventKind::withdrawn ? "withdrawn"
                           : e.kind == graze::LeadEventKind::actual    ? "touched"
                                                                       : "separated";
        std::printf("at %5.2f s: %s (contact at %.2f s)\n", e.time, what, e.contact);
        surprises += count >= 5 || std::string_view(what) != expected[count];
        ++count;
    }
    std::printf("%llu looks at the pair in 49 ticks\n",
                static_cast<unsigned long long>(scheduler.counts().pair_tests));
    return surprises + (count != 5);
}
