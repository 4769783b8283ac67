// Two solids overlap: how far must one be moved, and where to?
#include <cstdio>

#include "graze/graze.h"

int main() {
    // Two links of a chain that run into each other. The way out of their hulls would be long; the rings need
    // only be moved back into each other's holes.
    const graze::Shape link(graze::make_torus(1, 0.3, 48, 24));
    const graze::Pose here;
    const graze::Pose there(graze::Quat::about_turns({1, 0, 0}, 0.25), {1.5, 0, 0});

    const graze::Penetration way = graze::penetration(link, here, link, there);
    std::printf("move A by (%.3f, %.3f, %.3f), which is %.4f long; no way is shorter than %.4f\n",
                way.translation.x, way.translation.y, way.translation.z, way.value, way.at_least);

    // The exact relation has been asked.
    const graze::Pose moved = way.separated(here);
    const graze::Relation after = graze::relation(link, moved, link, there);
    std::printf("then the links are %s\n", graze::name_of(after));

    // Solids that do not overlap need not be moved.
    const graze::Penetration none = graze::penetration(link, moved, link, there);
    const bool as_expected = after == graze::Relation::apart && way.value > 0.07 && way.value < 0.11 &&
                             way.at_least <= way.value && none.value == 0;
    return as_expected ? 0 : 1;
}
