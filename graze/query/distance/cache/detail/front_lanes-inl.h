// Tests the pairs of boxes of a front in lanes: are they still far enough apart, and along which directions?
#if defined(GRAZE_QUERY_DISTANCE_CACHE_FRONT_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_CACHE_FRONT_LANES_INL
#undef GRAZE_QUERY_DISTANCE_CACHE_FRONT_LANES_INL
#else
#define GRAZE_QUERY_DISTANCE_CACHE_FRONT_LANES_INL
#endif

#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/query/distance/cache/detail/distance_front.h"
#include "graze/query/distance/detail/close_pair_search-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::inline v1::HWY_NAMESPACE {

using detail::FrontBlock;
using detail::FrontBoxes;
using detail::FrontPlace;

// Not inlined, and one function for both trees: a step runs through more code than the instruction cache
// holds.
class FrontLanes {
  public:
    FrontLanes(const detail::PairQuery& query, detail::DistanceFront& front)
        : query_(query), front_(front), boxes_(query) {}

    // Finds the pairs that are not certain to be further apart than the limit. The limit is in the
    // coordinates of the directions.
    HWY_NOINLINE void sweep(bool of_a, float limit) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const detail::RelativeTransform& p = transform(of_a);
        const V turned = hn::Set(d, front_.turned()), far_enough = hn::Set(d, limit + p.margin * 0x1p-4f);
        V column[3][3], shift[3];
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 3; ++c) column[c][r] = hn::Set(d, p.scale * p.column[c][r]);
            shift[r] = hn::Set(d, p.shift[r]);
        }
        const auto& blocks = front_.blocks(of_a);
        const auto& boxes = front_.boxes(of_a);
        auto& unsure_blocks = front_.unsure_blocks;
        if (unsure_blocks.size() < blocks.size()) unsure_blocks.resize(blocks.size());
        std::size_t count = 0;
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            const FrontBlock& block = blocks[k];
            std::uint32_t sure = 0;
            for (int i = 0; i < FrontBlock::width; i += n) {
                const V direction[3] = {hn::Load(d, block.direction[0] + i),
                                        hn::Load(d, block.direction[1] + i),
                                        hn::Load(d, block.direction[2] + i)};
                const V own[3] = {hn::Load(d, block.center[0] + i), hn::Load(d, block.center[1] + i),
                                  hn::Load(d, block.center[2] + i)};
                V center[3];
                for (int r = 0; r < 3; ++r)
                    center[r] = hn::Add(hn::Add(hn::Mul(own[0], column[0][r]), hn::Mul(own[1], column[1][r])),
                                        hn::Add(hn::Mul(own[2], column[2][r]), shift[r]));
                const V above =
                    hn::Sub(hn::Load(d, block.above + i), hn::Mul(hn::Load(d, block.radius + i), turned));
                sure |= bits_set(hn::Gt(hn::Sub(above, dot_of(direction, center)), far_enough)) << i;
            }
            // Without a branch, which would often be mispredicted.
            const std::uint32_t unsure = boxes[k].active & ~sure;
            unsure_blocks[count] = {static_cast<std::uint32_t>(k), unsure};
            count += unsure != 0 ? 1 : 0;
        }
        auto& found = front_.unsure[of_a ? 1 : 0];
        for (auto* places : {&found.boxes, &found.leaves}) {
            if (places->size() < FrontBlock::width * count) places->resize(FrontBlock::width * count);
        }
        FrontPlace* const places[2] = {found.boxes.data(), found.leaves.data()};
        std::size_t counts[2] = {};
        for (std::size_t i = 0; i < count; ++i) {
            const auto [block, lanes] = unsure_blocks[i];
            for (std::uint32_t unsure = lanes; unsure != 0; unsure &= unsure - 1) {
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(unsure));
                const std::uint32_t leaf = boxes[block].leaves >> lane & 1;
                places[leaf][counts[leaf]++] = {of_a, block, lane};
            }
        }
        found.box_count = counts[0], found.leaf_count = counts[1];
    }

    // Measures the boxes of a node, each against one box of the other tree. Bit i of the result: box i
    // exists.
    HWY_NOINLINE std::uint32_t measure(bool of_a, const FrontBoxes& boxes, FrontBlock& made,
                                       float (&separation)[FrontBlock::width]) const {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        const WideNode& node = (of_a ? boxes_.nodes_a() : boxes_.nodes_b())[boxes.node];
        const PlacedBox box(detail::read_box((of_a ? boxes_.nodes_b() : boxes_.nodes_a())[boxes.other.node()],
                                             static_cast<int>(boxes.other.slot())),
                            transform(!of_a));
        std::uint32_t used = 0;
        for (int i = 0; i < FrontBlock::width; i += n) {
            const BoxLanes lanes(node, i, box);
            const V centers[3] = {hn::Load(d, node.center[0] + i), hn::Load(d, node.center[1] + i),
                                  hn::Load(d, node.center[2] + i)};
            note(of_a, lanes, centers, i, made, separation);
            used |= bits_set(hn::Ge(lanes.a_half[0], hn::Zero(d))) << i;
        }
        return used;
    }

    // Bit i: separation i is larger than the limit.
    static HWY_INLINE std::uint32_t beyond(float limit, const float (&separation)[FrontBlock::width]) {
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        std::uint32_t result = 0;
        for (int i = 0; i < FrontBlock::width; i += n)
            result |= bits_set(hn::Gt(hn::Load(d, separation + i), hn::Set(d, limit))) << i;
        return result;
    }

    // Finds new directions for up to eight pairs with nodes of one tree.
    HWY_NOINLINE void aim(const FrontPlace* places, int count, float (&separation)[FrontBlock::width]) {
        const bool of_a = places[0].of_a();
        const Lanes8 d;
        const auto n = static_cast<int>(hn::Lanes(d));
        PickedBoxes own(of_a ? boxes_.nodes_a() : boxes_.nodes_b()),
            other(of_a ? boxes_.nodes_b() : boxes_.nodes_a());
        for (int i = 0; i < count; ++i) {
            const FrontBoxes& boxes = front_.boxes(places[i]);
            own.pick(i, {boxes.node, places[i].lane()});
            other.pick(i, boxes.other);
        }
        own.fill(count);
        other.fill(count);
        FrontBlock made;
        for (int i = 0; i < FrontBlock::width; i += n) {
            const V centers[3] = {own.center(0, i), own.center(1, i), own.center(2, i)};
            note(of_a, BoxLanes(own, other, i, transform(!of_a)), centers, i, made, separation);
        }
        for (int i = 0; i < count; ++i) copy(made, i, front_.block(places[i]), places[i].lane());
    }

    // The direction stored last, from B to A in coordinates of A.
    Direction direction_at(FrontPlace place) {
        const FrontBlock& block = front_.block(place);
        const auto lane = place.lane();
        const Direction direction{block.direction[0][lane], block.direction[1][lane],
                                  block.direction[2][lane]};
        return place.of_a() ? turned_back(direction.coordinate, query_.frame) : direction;
    }

    // Stores a direction to try in the next call.
    void write_hint(FrontPlace place, const float (&direction)[3]) {
        FrontBlock& block = front_.block(place);
        const Direction own = place.of_a()
                                  ? turned_into_b({-direction[0], -direction[1], -direction[2]}, query_.frame)
                                  : Direction{direction[0], direction[1], direction[2]};
        for (int r = 0; r < 3; ++r) block.direction[r][place.lane()] = own.coordinate[r];
    }

    // Stores a direction and the separation of the triangles of two leaves along it, both in coordinates of
    // A.
    void write_down(FrontPlace place, const float (&direction)[3], float apart) {
        FrontBlock& block = front_.block(place);
        const auto lane = place.lane();
        const detail::RelativeTransform& p = transform(place.of_a());
        Direction own{direction[0], direction[1], direction[2]};
        if (place.of_a()) {
            own = turned_into_b({-direction[0], -direction[1], -direction[2]}, query_.frame);
            apart *= p.scale;
        }
        const float center[3] = {block.center[0][lane], block.center[1][lane], block.center[2][lane]};
        float placed[3], projection = 0;
        detail::carry_over(p, center, placed);
        for (int r = 0; r < 3; ++r) {
            projection += own.coordinate[r] * placed[r];
            block.direction[r][lane] = own.coordinate[r];
        }
        block.above[lane] = apart + projection + block.radius[lane] * front_.turned();
        front_.activate(place);
    }

    // The radius of the content of the node's box, in coordinates of the other tree.
    float radius_at(FrontPlace place) { return front_.block(place).radius[place.lane()]; }

  private:
    using V = BoxLane;

    // From the coordinates of the tree whose nodes are opened to those of the other tree.
    const detail::RelativeTransform& transform(bool of_a) const {
        return of_a ? query_.frame.b_from_a : query_.frame.a_from_b;
    }

    // Boxes of one tree, each against one of the other: finds new directions along which the boxes are apart,
    // and the separations, in coordinates of A.
    HWY_NOINLINE void note(bool of_a, const BoxLanes& boxes, const V (&centers)[3], int i, FrontBlock& made,
                           float (&separation)[FrontBlock::width]) const {
        const Lanes8 d;
        const detail::RelativeTransform& p = transform(of_a);
        V direction[3], unit[3], placed[3];
        const V apart = boxes.distance_along(direction);
        hn::Store(of_a ? apart : hn::Mul(apart, hn::Set(d, p.scale)), d, separation + i);
        turn(direction, p, unit);
        const V shorten = hn::Set(d, 1 - 0x1p-17f);  // poses are rotations to 1e-6
        for (int c = 0; c < 3; ++c) {
            unit[c] = hn::Mul(unit[c], shorten);
            hn::Store(unit[c], d, made.direction[c] + i);
            hn::Store(centers[c], d, made.center[c] + i);
        }
        place(centers, p, placed);
        const V above = hn::Mul(apart, hn::Set(d, p.scale * (1 - 0x1p-16f)));
        const V radius = hn::Mul(hn::Sqrt(dot_of(boxes.a_half, boxes.a_half)), hn::Set(d, p.scale * 1.001f));
        const V turning = hn::Mul(radius, hn::Set(d, front_.turned()));
        hn::Store(hn::Add(hn::Add(above, dot_of(unit, placed)), turning), d, made.above + i);
        hn::Store(radius, d, made.radius + i);
    }

    static HWY_INLINE void copy(const FrontBlock& from, int i, FrontBlock& to, std::uint32_t lane) {
        for (int c = 0; c < 3; ++c) to.direction[c][lane] = from.direction[c][i];
        for (int c = 0; c < 3; ++c) to.center[c][lane] = from.center[c][i];
        to.above[lane] = from.above[i];
        to.radius[lane] = from.radius[i];
    }

    const detail::PairQuery& query_;
    detail::DistanceFront& front_;
    const detail::BoxRefs boxes_;
};

}  // namespace graze::inline v1::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
