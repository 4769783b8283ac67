// Shapes that are not meshes: a crate is a solid box, so what lies in it is in contact with it.
#include <graze/graze.h>

#include <cstdio>

int main() {
    const graze::Shape crate(graze::OrientedBox({2, 1, 1}));  // half its sides
    const graze::Shape ball(graze::make_sphere(0.5, 1000));   // a mesh: a surface
    const graze::Pose inside, beside = graze::Pose::translation({4, 0, 0});

    if (!graze::intersects(crate, {}, ball, inside)) return 1;
    if (graze::relation(crate, {}, ball, inside) != graze::Relation::b_in_a) return 1;

    const graze::Distance gap = graze::distance(crate, {}, ball, beside);
    std::printf("%g apart, from %s %u of the crate\n", gap.value,
                gap.feature_a.kind == graze::FeatureId::Kind::face ? "face" : "edge or corner",
                gap.feature_a.index);
    if (gap.value < 1.49 || gap.value > 1.51) return 1;

    // A question that is not answered for some kinds of shapes says so. The plain form is false only where
    // the answer is certainly no.
    const graze::Overlap volume = graze::overlap_volume(crate, {}, ball, inside);
    std::printf("volume in common: %s\n", name_of(volume.status));
    return volume.status == graze::QueryStatus::unsupported ? 0 : 1;
}
