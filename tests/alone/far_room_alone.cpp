#include "tests/alone/far_room.h"

#include "graze/mesh/generate.h"
#include "graze/query/intersect/intersect.h"
#include "tests/alone/alone.h"

int main() {
    const auto kind = graze::find_shape_kind("test: everywhere");
    GRAZE_CHECK(kind.has_value());
    const graze::Shape everywhere(*kind, graze::description_of(*kind).read({})),
        ball(graze::make_sphere(1, 100));
    GRAZE_CHECK(graze::intersects(ball, graze::Pose::translation({100, 0, 0}), everywhere, {},
                                  graze::QueryOptions{}) == graze::Answer::yes);
    return 0;
}
