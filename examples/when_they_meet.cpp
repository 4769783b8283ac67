// A drone flies past a mast, turning: does it touch, and when? And how far may it fly if it is to keep half
// of its distance? Nothing is sampled: neither a fast spin nor a long step can pass through something thin.
#include <cstdio>

#include "graze/graze.h"

int main() {
    const graze::Shape drone(graze::make_box({0.8, 0.8, 0.1})), mast(graze::make_cylinder(0.02, 6, 24));
    const graze::Pose start = graze::Pose::translation({-4, 0.3, 0});
    // Three metres a second along x, and five turns a second about the vertical.
    const graze::Motion flight = graze::Motion::flight(start, {3, 0, 0}, {0, 0, 31.4}, {-4, 0.3, 0}, 2);

    const graze::TimeOfImpact hit = graze::time_of_impact(drone, flight, mast, graze::Pose{});
    if (hit.answer != graze::Answer::yes) return 1;
    std::printf("the drone meets the mast after %.9f s, at (%.3f, %.3f, %.3f)\n", hit.at_least, hit.point_b.x,
                hit.point_b.y, hit.point_b.z);

    graze::QueryCache cache;  // for callers that ask again and again
    const graze::TimeOfImpact half =
        graze::time_of_impact(drone, flight, mast, graze::Pose{}, {.keep = 0.5}, {.cache = &cache});
    std::printf("it has half of its distance, %.3f m, left after %.6f s\n", half.limit, half.at_least);

    // The same, one metre higher than the mast is long: it stays free, certainly.
    const graze::Motion above = graze::Motion::flight(graze::Pose::translation({-4, 0.3, 3.2}), {3, 0, 0},
                                                      {0, 0, 31.4}, {-4, 0.3, 3.2}, 2);
    const graze::LeastDistance least = graze::least_distance(drone, above, mast, graze::Pose{});
    std::printf("above the mast it keeps %.3f m\n", least.value);

    int surprises = !(hit.at_least <= hit.at_most && hit.at_most - hit.at_least < 1e-6);
    surprises += graze::intersects(drone, flight.at(hit.at_least - 1e-6), mast, graze::Pose{});
    surprises += !graze::intersects(drone, flight.at(hit.at_most), mast, graze::Pose{});
    surprises += !(half.at_least < hit.at_least);
    surprises += graze::time_of_impact(drone, above, mast, graze::Pose{}).answer != graze::Answer::no;
    surprises += !(least.value > 0.149 && least.value < 0.151);
    return surprises;
}
