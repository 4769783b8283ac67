// Where does a box stand on a table? Contacts with normals and weights, and what stays the same when it
// moves.
#include <cstdio>

#include "graze/graze.h"

int main() {
    const graze::Shape table(graze::make_box({4, 4, 1}));
    const graze::Shape box(graze::make_box({1, 1, 1}, 10));  // however finely it is cut
    const graze::Pose here;
    const double margin = 0.05;

    graze::QueryCache cache;  // contacts of the same features keep their numbers
    int surprises = 0;
    for (const double gap : {0.03, 0.01, 0.0, -0.01}) {
        const graze::Pose there = graze::Pose::translation({0.3, 0.2, 1 + gap});
        const auto found = graze::contacts(table, here, box, there, margin, {}, {.cache = &cache});
        std::printf("gap %.2f:\n", gap);
        std::size_t corners = 0;
        for (const graze::ContactPoint& c : found) {
            std::printf(
                "  %s %llu at (%.2f, %.2f, %.2f), distance %.2f, normal (%.0f, %.0f, %.0f), weight %.3f\n",
                name_of(c.kind), static_cast<unsigned long long>(c.id), c.point_a.x, c.point_a.y, c.point_a.z,
                c.distance, c.normal.x, c.normal.y, c.normal.z, c.weight);
            corners += c.kind == graze::ContactKind::face_face ? 1 : 0;
        }
        surprises += corners != 4;
    }
    return surprises;
}
