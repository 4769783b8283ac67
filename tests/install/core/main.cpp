// A user who asks two shapes a question, and needs nothing else of graze.
#include <graze/base/threads.h>
#include <graze/mesh/generate.h>
#include <graze/query/distance/distance.h>
#include <graze/query/intersect/intersect.h>

int main() {
    const graze::Shape box(graze::make_box({1, 1, 1}));
    const graze::Pose here, touching = graze::Pose::translation({1, 0, 0}),
                            apart = graze::Pose::translation({3, 0, 0});
    int surprises = !graze::intersects(box, here, box, touching);
    surprises += graze::intersects(box, here, box, apart);
    surprises += graze::distance(box, here, box, apart).value != 2;
    surprises += graze::Threads::has(graze::ThreadBackend::tbb);  // it was not asked for
    surprises += graze::Threads(2).count() != 2;
    return surprises;
}
