#include "graze/query/sweep/detail/impact_ticks.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/base/random.h"
#include "graze/query/sweep/linear_impact.h"

namespace graze {
namespace {

using detail::ImpactTicks;
using detail::tick_never;
using detail::TimedPoint;
using Points = std::array<TimedPoint, 4>;

constexpr double all_ticks = 0x1p53;

ImpactTicks ticks_of(bool edges, const Points& p) {
    const std::span<const TimedPoint, 4> s = p;
    return edges ? detail::edge_edge_ticks(s.first<2>(), s.last<2>())
                 : detail::vertex_face_ticks(p[0], s.subspan<1, 3>());
}

// From the begin until a tick, for points at whole coordinates that fly whole units in a tick.
LinearImpact impact_until(bool edges, const Points& p, double tick) {
    std::array<MovingPoint, 4> m;
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3 speed = (p[i].to - p[i].from) / all_ticks;
        m[i] = {p[i].from, p[i].from + speed * tick};
    }
    return edges ? edge_edge_impact({m[0], m[1]}, {m[2], m[3]})
                 : vertex_face_impact(m[0], {m[1], m[2], m[3]});
}

Points fall(const Vec3& from, const Vec3& to) {
    return {
        TimedPoint{from, to}, {{-9, -9, 0}, {-9, -9, 0}}, {{9, -9, 0}, {9, -9, 0}}, {{0, 9, 0}, {0, 9, 0}}};
}

TEST(ImpactTicks, are_rounded_down) {
    EXPECT_EQ(ticks_of(false, fall({0, 0, 1}, {0, 0, -2})).after, (std::uint64_t{1} << 53) / 3);
    EXPECT_EQ(ticks_of(false, fall({0, 0, 2}, {0, 0, -1})).after, 2 * (std::uint64_t{1} << 53) / 3);
    EXPECT_EQ(ticks_of(false, fall({0, 0, 1}, {0, 0, -1})).after, std::uint64_t{1} << 52);
    EXPECT_EQ(ticks_of(false, fall({0, 0, 1}, {0, 0, 0})).after, std::uint64_t{1} << 53);
    EXPECT_EQ(ticks_of(false, fall({0, 0, 1}, {0, 0, 1e-300})).after, tick_never);
    EXPECT_EQ(ticks_of(false, fall({0, 0, 1e-300}, {0, 0, -1})).after, 0u);
    EXPECT_EQ(ticks_of(false, fall({0, 0, 1e-300}, {0, 0, -1e100})).after, 0u);
}

TEST(ImpactTicks, tell_a_contact_at_the_begin_from_a_meeting_after_it) {
    const ImpactTicks leaving = ticks_of(false, fall({0, 0, 0}, {0, 0, 1}));
    EXPECT_TRUE(leaving.at_begin);
    EXPECT_EQ(leaving.after, tick_never);
    // A face that turns meets the vertex again.
    Points turning = fall({0, 0, 0}, {0, 0, 1});
    for (std::size_t i = 1; i < 4; ++i) turning[i].to.z = 4;
    turning[0].to.z = 4;
    const ImpactTicks together = ticks_of(false, turning);  // all go alike: in one plane
    EXPECT_TRUE(together.at_begin);
    EXPECT_EQ(together.after, tick_never);
    // Edges that cross at the begin, and again later: one of them turns around the other.
    const Points edges{TimedPoint{{-4, 0, 0}, {-4, 0, 4}}, TimedPoint{{4, 0, 0}, {4, 8, -4}},
                       TimedPoint{{0, -4, 0}, {0, -4, 0}}, TimedPoint{{0, 4, 0}, {0, 4, 0}}};
    const ImpactTicks crossing = ticks_of(true, edges);
    EXPECT_TRUE(crossing.at_begin);
}

TEST(ImpactTicks, are_between_ticks_at_which_features_have_not_met_and_have) {
    Random r(3);
    int met = 0;
    for (int i = 0; i < 4000; ++i) {
        SCOPED_TRACE(i);
        const bool edges = i % 2 == 0, flat = i % 5 == 0;
        const auto whole = [&](std::uint64_t count) {
            return static_cast<double>(r.below(count)) - static_cast<double>(count / 2);
        };
        // Whole units in a tick, and multiples of 16 at the begin, so that the places at the end are exact.
        Points p;
        for (TimedPoint& q : p) {
            q.from = Vec3{whole(31), whole(31), flat ? 0 : whole(31)} * 16;
            q.to = q.from + Vec3{whole(9), whole(9), flat ? 0 : whole(9)} * all_ticks;
        }
        const ImpactTicks found = ticks_of(edges, p);
        EXPECT_EQ(found.at_begin, impact_until(edges, p, 0).answer == Answer::yes);
        if (found.at_begin) continue;
        if (found.after == tick_never) {
            EXPECT_EQ(impact_until(edges, p, all_ticks).answer, Answer::no);
            continue;
        }
        ++met;
        const double tick = static_cast<double>(found.after);
        ASSERT_LT(tick, 0x1p40);
        // At the tick itself they may meet.
        if (tick > 0) {
            EXPECT_EQ(impact_until(edges, p, tick - 1).answer, Answer::no);
        }
        EXPECT_EQ(impact_until(edges, p, tick + 1).answer, Answer::yes);
        const LinearImpact until_tick = impact_until(edges, p, tick);
        if (until_tick.answer == Answer::yes) {
            EXPECT_EQ(until_tick.at_most, 1);
        }
    }
    EXPECT_GT(met, 300);
}

TEST(ImpactTicks, are_the_same_for_ways_that_began_at_different_times) {
    // A point that was somewhere at a tick, and flies on as it did, has the same meetings.
    Random r(5);
    int met = 0;
    for (int i = 0; i < 3000; ++i) {
        SCOPED_TRACE(i);
        const bool edges = i % 2 == 0;
        Points p;
        const auto whole = [&] { return static_cast<double>(r.below(64)) - 32; };
        for (TimedPoint& q : p) {
            q.from = {whole(), whole(), whole()};
            q.to = q.from + Vec3{whole(), whole(), whole()} * 0.5;
        }
        const ImpactTicks expected = ticks_of(edges, p);
        // Quarters of these ways are exact.
        Points later = p;
        const std::size_t turned = r.below(4);
        for (std::size_t k = 0; k < 4; ++k) {
            const std::uint64_t quarter = k == turned ? r.below(4) : k % 2;
            later[k].from = p[k].from + (p[k].to - p[k].from) * (0.25 * static_cast<double>(quarter));
            later[k].since = quarter << 51;
        }
        const ImpactTicks found = ticks_of(edges, later);
        if (expected.after != tick_never && expected.after > found.begin) {
            EXPECT_EQ(found.after, expected.after);
            ++met;
        }
        if (expected.after == tick_never && !expected.at_begin) {
            EXPECT_EQ(found.after, tick_never);
            EXPECT_FALSE(found.at_begin);
        }
    }
    EXPECT_GT(met, 30);
}

TEST(ImpactTicks, take_all_magnitudes) {
    for (const double scale : {1e-320, 1e-300, 1e-100, 1e98}) {
        SCOPED_TRACE(scale);
        Points p = fall({0, 0, 1}, {0, 0, -2});
        for (TimedPoint& q : p) q.from = q.from * scale, q.to = q.to * scale;
        EXPECT_EQ(ticks_of(false, p).after, (std::uint64_t{1} << 53) / 3);
        // The face waits where it was sent at some other time.
        for (std::size_t i = 1; i < 4; ++i) p[i].since = 12345 * i;
        EXPECT_EQ(ticks_of(false, p).after, (std::uint64_t{1} << 53) / 3);
        EXPECT_EQ(ticks_of(false, p).begin, 3u * 12345);
    }
    const Points mixed = fall({0, 0, 1e-300}, {0, 0, -1e100});
    EXPECT_EQ(ticks_of(false, mixed).after, 0u);
}

}  // namespace
}  // namespace graze
