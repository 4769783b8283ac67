// Touching counts, exactly: two triangles that share nothing but one corner touch, at whatever pose they are.
#include <graze/graze.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

const char* name(graze::Feature::Kind kind) {
    switch (kind) {
        case graze::Feature::Kind::corner:
            return "corner";
        case graze::Feature::Kind::edge:
            return "edge";
        case graze::Feature::Kind::face:
            return "face";
    }
    return "?";
}

void expect(bool claim, const char* text) {
    if (claim) return;
    std::printf("surprise: %s\n", text);
    std::exit(1);
}

}  // namespace

int main() {
    // A floor tile, and a spike that stands with its tip on it.
    const graze::Triangle tile{{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}}};
    graze::Triangle spike{{{{0, 0, 0}, {0.1, 0, 1}, {-0.1, 0, 1}}}};

    expect(graze::intersects(tile, spike), "the tip touches the tile");
    const auto common = graze::intersection(tile, spike);
    expect(common.kind == graze::CommonKind::point, "they have one point in common");
    const graze::CommonPoint& touch = common.points()[0];
    std::printf("the %s of the tile touches %s %d of the spike\n", name(touch.on_a.kind),
                name(touch.on_b.kind), touch.on_b.index);

    // Lifted by the smallest number there is, they are apart: no tolerance hides in the answer.
    spike[0].z = std::nextafter(0.0, 1.0);
    expect(!graze::intersects(tile, spike), "lifted by 5e-324 they are apart");

    // A neighbour of the tile, both carried to the world by a pose that rounds every coordinate: the corner
    // they share is carried to the same doubles, so they still touch.
    const graze::Triangle neighbour{{{{0, 1, 0}, {1, 2, 0.3}, {-1, 2, 0.3}}}};
    const graze::Pose pose =
        graze::Pose::translation({10, 0.1, -3}) * graze::Pose::rotation_turns({1, 2, 3}, 0.123);
    expect(graze::intersects(pose(tile), pose(neighbour)), "neighbours touch at any pose they share");
    std::printf("neighbours touch at any pose\n");
    return 0;
}
