#include "graze/deform/separation/kinetic_separation_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/deform/continuous/step_contacts.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "graze/mesh/generate.h"
#include "graze/query/triangle/triangle_pair.h"
#include "tests/deform/creased_sheet.h"
#include "tests/deform/kinetic/whole_flights.h"
#include "tests/deform/separation/event_simulation.h"

namespace graze {
namespace {

constexpr auto A = KineticSide::a, B = KineticSide::b;

std::vector<Vec3> positions_of(const Mesh& mesh) {
    return {mesh.vertices().begin(), mesh.vertices().end()};
}

struct Delivered {
    std::vector<KineticCollision> all;
    KineticSeparationList::Respond respond() {
        return [this](const KineticCollision& c) { all.push_back(c); };
    }
};

TEST(KineticSeparationList, delivers_what_brute_force_finds_in_order) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        Random r(seed);
        const Mesh ball = make_sphere(1.5, 60), sheet = test::creased_sheet(5, seed);
        std::vector<Vec3> ball_to = positions_of(ball), sheet_to = positions_of(sheet);
        for (Vec3& p : ball_to) p = p * r.uniform(0.8, 1.4) + Vec3{2, 2, 1};
        for (Vec3& p : sheet_to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
        KineticSeparationList list(ball, sheet, {.leaf_triangles = static_cast<std::uint32_t>(1 + seed % 3)});
        list.step_to(ball_to, sheet_to);
        Delivered delivered;
        list.advance(1, delivered.respond());
        EXPECT_EQ(delivered.all, test::all_collisions(ball, ball_to, &sheet, sheet_to));
        found += delivered.all.size();
    }
    EXPECT_GT(found, 100u);
}

TEST(KineticSeparationList, delivers_what_brute_force_finds_of_a_mesh_against_itself) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        Random r(seed);
        const Mesh sheet = test::creased_sheet(6, seed);
        std::vector<Vec3> to = positions_of(sheet);
        for (Vec3& p : to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
        KineticSeparationList list(sheet, {.leaf_triangles = static_cast<std::uint32_t>(1 + seed % 3)});
        list.step_to(to);
        Delivered delivered;
        list.advance(1, delivered.respond());
        EXPECT_EQ(delivered.all, test::all_collisions(sheet, to, nullptr, {}));
        found += delivered.all.size();
    }
    EXPECT_GT(found, 100u);
}

TEST(KineticSeparationList, delivers_the_contacts_of_a_search_over_the_whole_step) {
    const Mesh sheet = test::creased_sheet(14, 3);
    std::vector<Vec3> to = positions_of(sheet);
    Random r(8);
    for (Vec3& p : to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
    KineticSeparationList list(sheet);
    list.step_to(to);
    Delivered delivered;
    list.advance(1, delivered.respond());
    const auto contacts = step_contacts(Shape(sheet), to);
    std::map<std::pair<FeatureId, FeatureId>, StepContact> searched;
    for (const StepContact& c : contacts) searched[{c.a, c.b}] = c;
    EXPECT_EQ(delivered.all.size(), searched.size());
    EXPECT_GT(searched.size(), 100u);
    for (const KineticCollision& c : delivered.all) {
        const auto found = searched.find({c.a, c.b});
        ASSERT_NE(found, searched.end());
        EXPECT_LE(c.time, found->second.at_most);
        EXPECT_GE(c.time + 0x1p-53, found->second.at_least);
    }
}

// Whole coordinates of few values: vertices meet vertices, edges lie in edges, and all of it at once.
TEST(KineticSeparationList, delivers_what_brute_force_finds_where_much_is_degenerate) {
    std::size_t found = 0, at_once = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        Random r(seed);
        test::WholeFlights a(test::creased_sheet(3, seed), r, 4), b(test::creased_sheet(3, seed + 50), r, 4);
        const bool one = seed % 2 == 0;
        KineticSeparationList list =
            one ? KineticSeparationList(a.mesh()) : KineticSeparationList(a.mesh(), b.mesh());
        a.fly(r, 4);
        b.fly(r, 4);
        one ? list.step_to(a.to()) : list.step_to(a.to(), b.to());
        Delivered delivered;
        list.advance(1, delivered.respond());
        const Mesh* other = one ? nullptr : &b.mesh();
        EXPECT_EQ(delivered.all, test::all_collisions(a.mesh(), a.to(), other, b.to()));
        found += delivered.all.size();
        for (std::size_t i = 1; i < delivered.all.size(); ++i)
            at_once += delivered.all[i].time == delivered.all[i - 1].time ? 1 : 0;
    }
    EXPECT_GT(found, 1000u);
    EXPECT_GT(at_once, 100u);
}

TEST(KineticSeparationList, keeps_the_order_of_a_simulation_of_all_pairs_while_responses_turn_vertices) {
    std::size_t found = 0, turned = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        Random r(seed);
        const bool one = seed % 2 == 0;
        const std::uint64_t range = seed % 3 == 0 ? 5 : 1ull << 30;
        test::WholeFlights a(test::creased_sheet(2, seed), r, range),
            b(test::creased_sheet(2, seed + 50), r, range);
        KineticSeparationList list =
            one ? KineticSeparationList(a.mesh()) : KineticSeparationList(a.mesh(), b.mesh());
        test::EventSimulation all(a.mesh(), one ? nullptr : &b.mesh());
        for (int step = 0; step < 3; ++step) {
            a.fly(r, range);
            b.fly(r, range);
            one ? list.step_to(a.to()) : list.step_to(a.to(), b.to());
            all.step_to(a.to(), b.to());
            const std::uint64_t choices = r.below(1u << 30);
            // Some collisions send one or two vertices to another place.
            const auto some_respond = [&](Delivered& delivered, const auto& redirect) {
                return [&delivered, redirect, choices, range, one, &a](const KineticCollision& c) {
                    delivered.all.push_back(c);
                    Random here(choices + delivered.all.size());
                    if (c.time == 1 || delivered.all.size() > 60) return;
                    for (std::uint64_t i = here.below(3); i > 0; --i) {
                        const auto v = static_cast<VertexId>(here.below(a.to().size()));
                        const KineticSide side = !one && here.below(2) == 0 ? B : A;
                        redirect(side, v, test::WholeFlights::place(here, range));
                    }
                };
            };
            Delivered by_list, by_all;
            list.advance(1, some_respond(by_list, [&](KineticSide s, VertexId v, const Vec3& to) {
                             turned += list.redirect(s, v, to) ? 1 : 0;
                         }));
            all.finish_step(some_respond(
                by_all, [&](KineticSide s, VertexId v, const Vec3& to) { all.redirect(s, v, to); }));
            for (std::size_t i = 0; i < std::min(by_list.all.size(), by_all.all.size()); ++i)
                ASSERT_EQ(by_list.all[i], by_all.all[i]) << "number " << i << " of step " << step;
            ASSERT_EQ(by_list.all.size(), by_all.all.size());
            found += by_list.all.size();
            // The next step begins where the vertices have come to.
            for (VertexId v = 0; v < a.to().size(); ++v) a.set_to(v, list.position(A, v));
            if (!one)
                for (VertexId v = 0; v < b.to().size(); ++v) b.set_to(v, list.position(B, v));
        }
    }
    EXPECT_GT(found, 300u);
    EXPECT_GT(turned, 200u);
}

// The list that a traversal finds now.
void traverse(const KineticSeparationList& list, KineticSeparationList::Entry at,
              std::vector<KineticSeparationList::Entry>& out) {
    const bool itself = list.is_of_one() && at.a == at.b;
    if (!itself && !overlap(list.box(A, at.a), list.box(B, at.b))) return out.push_back({at.a, at.b, false});
    const KineticNode n = list.node(A, at.a), m = list.node(B, at.b);
    const bool n_leaf = n.second_child == 0, m_leaf = m.second_child == 0;
    if (n_leaf && m_leaf) return out.push_back({at.a, at.b, true});
    if (itself) {
        traverse(list, {n.first_child, n.first_child}, out);
        traverse(list, {n.first_child, n.second_child}, out);
        return traverse(list, {n.second_child, n.second_child}, out);
    }
    for (const std::uint32_t p : {n_leaf ? at.a : n.first_child, n_leaf ? at.a : n.second_child}) {
        for (const std::uint32_t q : {m_leaf ? at.b : m.first_child, m_leaf ? at.b : m.second_child}) {
            traverse(list, {p, q}, out);
            if (m_leaf) break;
        }
        if (n_leaf) break;
    }
}
std::vector<KineticSeparationList::Entry> traversed(const KineticSeparationList& list) {
    std::vector<KineticSeparationList::Entry> all;
    traverse(list, {0, 0}, all);
    std::ranges::sort(all);
    return all;
}

TEST(KineticSeparationList, is_at_every_time_the_list_that_a_traversal_finds) {
    std::uint64_t began = 0, fathers = 0, leaves = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE(seed);
        Random r(seed);
        const std::uint64_t range = 1ull << 40;
        test::WholeFlights a(test::creased_sheet(4, seed), r, range),
            b(test::creased_sheet(3, seed), r, range);
        const bool one = seed % 2 == 0;
        KineticSeparationList list = one ? KineticSeparationList(a.mesh())
                                         : KineticSeparationList(a.mesh(), b.mesh(), {.leaf_triangles = 3});
        EXPECT_EQ(list.entries(), traversed(list));
        for (int step = 0; step < 3; ++step) {
            a.fly(r, range);
            b.fly(r, range);
            one ? list.step_to(a.to()) : list.step_to(a.to(), b.to());
            std::vector<double> times{0, 1};
            for (int i = 0; i < 20; ++i) times.push_back(r.uniform());
            std::ranges::sort(times);
            for (const double time : times) {
                list.advance(time);
                ASSERT_EQ(list.entries(), traversed(list)) << "at " << time << " of step " << step;
                ASSERT_EQ(list.size(), list.entries().size());
                // Vertices that are sent elsewhere change it, too.
                if (step == 2 && time < 1) {
                    const auto v = static_cast<VertexId>(r.below(a.to().size()));
                    list.redirect(A, v, test::WholeFlights::place(r, range));
                    ASSERT_EQ(list.entries(), traversed(list)) << "after a redirection";
                }
            }
        }
        began += list.counts().overlaps_began;
        fathers += list.counts().fathers_ended;
        leaves += list.counts().leaves_ended;
    }
    EXPECT_GT(began, 1000u);
    EXPECT_GT(fathers, 20u);
    EXPECT_GT(leaves, 100u);
}

TEST(KineticSeparationList, knows_what_intersects_at_every_time) {
    Random r(4);
    const Mesh ball = make_sphere(3, 200), sheet = test::creased_sheet(8, 2);
    std::vector<Vec3> ball_to = positions_of(ball), sheet_to = positions_of(sheet);
    for (Vec3& p : ball_to) p = p * 1.5 + Vec3{4, 4, 0};
    for (Vec3& p : sheet_to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
    KineticSeparationList both(ball, sheet), one(sheet);
    both.step_to(ball_to, sheet_to);
    one.step_to(sheet_to);
    std::size_t found = 0;
    for (const double time : {0.0, 0.25, 0.7, 1.0}) {
        both.advance(time);
        one.advance(time);
        std::vector<Vec3> p(ball_to.size()), q(sheet_to.size());
        both.positions(A, p);
        both.positions(B, q);
        const Mesh ball_now(p, {ball.triangles().begin(), ball.triangles().end()}),
            sheet_now(q, {sheet.triangles().begin(), sheet.triangles().end()});
        std::vector<TrianglePair> expected;
        for (TriangleId s = 0; s < ball.triangle_count(); ++s)
            for (TriangleId t = 0; t < sheet.triangle_count(); ++t)
                if (intersects(ball_now.triangle(s), sheet_now.triangle(t))) expected.push_back({s, t});
        EXPECT_EQ(both.intersecting_triangles(), expected);
        const auto of_one = self_intersections(Shape(sheet_now));
        EXPECT_EQ(one.intersecting_triangles(), static_cast<const std::vector<TrianglePair>&>(of_one));
        found += expected.size() + of_one.size();
    }
    EXPECT_GT(found, 100u);
}

TEST(KineticSeparationList, does_not_depend_on_how_often_one_looks) {
    const Mesh sheet = test::creased_sheet(12, 5);
    KineticSeparationList seldom(sheet), often(sheet);
    Delivered few, many;
    Random r(7);
    for (int step = 0; step < 2; ++step) {
        std::vector<Vec3> to = positions_of(sheet);
        for (Vec3& p : to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
        seldom.step_to(to);
        often.step_to(to);
        for (int i = 1; i <= 100; ++i) often.advance(i == 100 ? 1 : 0.01 * i, many.respond());
        seldom.advance(1, few.respond());
    }
    EXPECT_EQ(few.all, many.all);
    EXPECT_GT(few.all.size(), 100u);
    EXPECT_EQ(seldom.counts().changes(), often.counts().changes());
    EXPECT_EQ(seldom.counts().looks, often.counts().looks);
    EXPECT_EQ(seldom.counts().features_tested, often.counts().features_tested);
    EXPECT_EQ(seldom.entries(), often.entries());
}

TEST(KineticSeparationList, has_no_events_where_all_is_moved_or_scaled_alike) {
    const Mesh sheet = test::creased_sheet(12, 9), ball = make_sphere(4, 100);
    KineticSeparationList one(sheet), both(sheet, ball);
    std::vector<Vec3> to = positions_of(sheet), ball_to = positions_of(ball);
    const auto all_go = [&](auto&& place) {
        for (Vec3& p : to) p = place(p);
        for (Vec3& p : ball_to) p = place(p);
        one.step_to(to);
        both.step_to(to, ball_to);
        one.advance(0.4);
        both.advance(0.4);
        one.advance(1);
        both.advance(1);
    };
    all_go([](const Vec3& p) { return p + Vec3{1e3, -0.1, 1.0 / 3}; });
    all_go([](const Vec3& p) { return p * 0.7; });
    all_go([](const Vec3& p) { return Vec3{p.x * 3, p.y * 1e-3, p.z}; });
    for (const KineticSeparationList* list : {&one, &both}) {
        EXPECT_EQ(list->counts().steps, 3u);
        EXPECT_GT(list->overlapping_leaves(), 50u);
        EXPECT_EQ(list->counts().events(), 0u);
        EXPECT_EQ(list->tree_counts(A).events(), 0u);
    }
    // That the counters count at all: mirrored.
    all_go([](const Vec3& p) { return Vec3{-p.x, p.y, p.z}; });
    for (const KineticSeparationList* list : {&one, &both}) {
        EXPECT_GT(list->counts().changes(), 0u);
        EXPECT_GT(list->counts().collisions, 0u);
    }
}

TEST(KineticSeparationList, has_events_near_n_log_n) {
    std::vector<double> logs, events;
    for (const std::uint32_t side : {16u, 32u, 64u}) {
        // A sheet that turns by a tenth of a radian and ripples.
        const Mesh flat = test::creased_sheet(side, 3, 0.3);
        std::vector<Vec3> to = positions_of(flat);
        for (Vec3& p : to) {
            const double u = p.x / side, v = p.y / side;
            p = Vec3{p.x - 0.1 * p.y, p.y + 0.1 * p.x, p.z + 0.3 * std::sin(5 * u + 7 * v)};
        }
        KineticSeparationList list(flat);
        list.step_to(to);
        list.advance(1);
        const double n = static_cast<double>(flat.vertices().size());
        logs.push_back(std::log(n));
        events.push_back(std::log(static_cast<double>(list.counts().events())));
        EXPECT_LT(static_cast<double>(list.counts().events()), 30 * n * std::log2(n));
    }
    const double exponent = (events.back() - events.front()) / (logs.back() - logs.front());
    EXPECT_GT(exponent, 0.8);
    EXPECT_LT(exponent, 1.3);
}

TEST(KineticSeparationList, of_meshes_that_are_apart_is_one_pair) {
    const Mesh ball = make_sphere(1, 500);
    std::vector<Vec3> there = positions_of(ball);
    for (Vec3& p : there) p += Vec3{5, 0, 0};
    const Mesh other(there, {ball.triangles().begin(), ball.triangles().end()});
    KineticSeparationList list(ball, other);
    EXPECT_EQ(list.size(), 1u);
    EXPECT_EQ(list.overlapping_leaves(), 0u);
    list.step_to(ball.vertices(), there);
    list.advance(1);
    EXPECT_EQ(list.counts().events(), 0u);
    EXPECT_EQ(list.counts().features_tested, 0u);
}

// Two balls that grow into each other; vertices and faces that collide go back.
TEST(KineticSeparationList, keeps_balls_apart_that_turn_round_where_they_collide) {
    const Mesh ball = make_sphere(1, 1000);
    std::vector<Vec3> left = positions_of(ball), right = left;
    for (Vec3& p : left) p += Vec3{-1.3, 0.01, 0.02};
    for (Vec3& p : right) p += Vec3{1.3, 0, 0};
    const std::vector<std::array<VertexId, 3>> triangles(ball.triangles().begin(), ball.triangles().end());
    const Mesh a(left, triangles), b(right, triangles);
    KineticSeparationList list(a, b);
    std::vector<Vec3> a_to = left, b_to = right;
    for (std::size_t v = 0; v < left.size(); ++v) {
        a_to[v] += ball.vertices()[v] * 0.6;
        b_to[v] += ball.vertices()[v] * 0.6;
    }
    list.step_to(a_to, b_to);
    std::vector<bool> back_a(left.size(), false), back_b(left.size(), false);
    double latest = 0;
    list.advance(1, [&](const KineticCollision& c) {
        EXPECT_GE(c.time, latest);
        latest = c.time;
        for (const KineticSide side : {A, B}) {
            std::vector<bool>& back = side == A ? back_a : back_b;
            const FeatureId f = side == A ? c.a : c.b;
            const auto& corners = ball.triangles()[f.index];
            for (std::size_t i = 0; i < 3; ++i) {
                const bool concerned =
                    f.kind == FeatureId::Kind::face || (i == f.corner) == (f.kind == FeatureId::Kind::vertex);
                if (!concerned || back[corners[i]]) continue;
                back[corners[i]] = true;
                EXPECT_TRUE(list.redirect(side, corners[i], (side == A ? left : right)[corners[i]]));
            }
        }
    });
    EXPECT_GT(list.counts().collisions, 10u);
    EXPECT_GT(list.counts().redirections, 30u);
    EXPECT_TRUE(list.intersecting_triangles().empty());
}

Mesh two_triangles(const std::vector<Vec3>& v) {
    return Mesh(v, {{{0, 1, 2}}, {{2, 1, 3}}});
}

TEST(KineticSeparationList, does_not_report_neighbours_before_one_lies_in_the_other) {
    // A hinge that closes to half a right angle, then to flat, then through.
    const std::vector<Vec3> open{{-1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {1, 0, 0}},
        half{{-1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {-0.5, 0, 1}},
        through{{-1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {-0.5, 0, -1}};
    KineticSeparationList list(two_triangles(open));
    Delivered delivered;
    list.step_to(half);
    list.advance(1, delivered.respond());
    EXPECT_TRUE(delivered.all.empty());
    list.step_to(through);
    list.advance(1, delivered.respond());
    ASSERT_EQ(delivered.all.size(), 1u);
    const KineticCollision& c = delivered.all[0];
    EXPECT_EQ(c.time, 0.5);
    EXPECT_EQ(c.a, (FeatureId{FeatureId::Kind::vertex, 2, 1}));
    EXPECT_EQ(c.b, FeatureId::face(0));
}

TEST(KineticSeparationList, reports_a_lasting_contact_once) {
    const Mesh floor({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{{0, 1, 2}}});
    const auto tip = [](double x, double z) {
        return std::vector<Vec3>{{x, 0, z}, {x + 1, 0, z + 3}, {x, 1, z + 3}};
    };
    const Mesh cone(tip(0, 1), {{{0, 1, 2}}});
    const std::vector<Vec3> still(floor.vertices().begin(), floor.vertices().end());
    KineticSeparationList list(cone, floor);
    Delivered delivered;
    const auto go = [&](const std::vector<Vec3>& to) {
        list.step_to(to, still);
        list.advance(1, delivered.respond());
    };
    go(tip(0, 0));  // lands at the end of a step
    ASSERT_EQ(delivered.all.size(), 1u);
    EXPECT_EQ(delivered.all[0], (KineticCollision{1, {FeatureId::Kind::vertex, 0, 0}, FeatureId::face(0)}));
    go(tip(0, 0));  // rests
    go(tip(1, 0));  // slides
    EXPECT_EQ(delivered.all.size(), 1u);
    go(tip(1, 1));  // leaves
    EXPECT_EQ(delivered.all.size(), 1u);
    go(tip(1, -1));  // comes back, and goes through
    ASSERT_EQ(delivered.all.size(), 2u);
    EXPECT_EQ(delivered.all[1].time, 0.5);
    go(tip(1, 1));
    EXPECT_EQ(delivered.all.size(), 3u);
}

TEST(KineticSeparationList, reports_what_meets_at_the_beginning) {
    const Mesh floor({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{{0, 1, 2}}});
    const Mesh cone({{0, 0, 0}, {1, 0, 3}, {0, 1, 3}}, {{{0, 1, 2}}});
    KineticSeparationList list(cone, floor);
    EXPECT_EQ(list.intersecting_triangles().size(), 1u);
    Delivered delivered;
    list.step_to(cone.vertices(), floor.vertices());
    list.advance(0, delivered.respond());
    ASSERT_EQ(delivered.all.size(), 1u);
    EXPECT_EQ(delivered.all[0].time, 0);
    list.advance(1, delivered.respond());
    EXPECT_EQ(delivered.all.size(), 1u);
}

TEST(KineticSeparationList, finds_meetings_of_triangles_that_stay_in_one_plane) {
    const Mesh left({{-3, 0, 0}, {-1, 0, 0}, {-2, 2, 0}}, {{{0, 1, 2}}}),
        right({{1, 0, 0}, {3, 0, 0}, {2, 2, 0}}, {{{0, 1, 2}}});
    std::vector<Vec3> to = positions_of(left);
    for (Vec3& p : to) p.x += 4;
    KineticSeparationList list(left, right);
    list.step_to(to, right.vertices());
    Delivered delivered;
    list.advance(1, delivered.respond());
    EXPECT_EQ(delivered.all, test::all_collisions(left, to, &right, right.vertices()));
    ASSERT_FALSE(delivered.all.empty());
    EXPECT_EQ(delivered.all.front().time, 0.5);  // corner at corner
}

TEST(KineticSeparationList, takes_huge_and_tiny_scales) {
    const Mesh sheet = test::creased_sheet(4, 4);
    for (const double scale : {1e98, 1e-300, 1e-310}) {
        SCOPED_TRACE(scale);
        std::vector<Vec3> from = positions_of(sheet), to = from;
        Random r(11);
        for (Vec3& p : to) p += r.in_box({-1, -1, -1}, {1, 1, 1});
        for (Vec3& p : from) p = p * scale;
        for (Vec3& p : to) p = p * scale;
        const Mesh mesh(from, {sheet.triangles().begin(), sheet.triangles().end()});
        KineticSeparationList list(mesh);
        list.step_to(to);
        Delivered delivered;
        list.advance(1, delivered.respond());
        EXPECT_EQ(delivered.all, test::all_collisions(mesh, to, nullptr, {}));
        EXPECT_FALSE(delivered.all.empty());
    }
}

TEST(KineticSeparationList, refuses_what_makes_no_sense) {
    const Mesh ball = make_sphere(1, 50);
    const std::vector<Vec3> to = positions_of(ball);
    KineticSeparationList one(ball), both(ball, ball);
    EXPECT_THROW(one.step_to(to, to), Error);
    EXPECT_THROW(both.step_to(to), Error);
    EXPECT_THROW(both.step_to(to, std::span(to).first(3)), Error);
    EXPECT_FALSE(one.redirect(A, 0, {}));  // at the end of a step
    EXPECT_THROW(one.redirect(A, static_cast<VertexId>(to.size()), {}), Error);
    one.step_to(to);
    EXPECT_THROW(one.redirect(A, 0, {0, 2e100, 0}), Error);
    one.advance(0.5);
    EXPECT_THROW(one.advance(0.4), Error);
    EXPECT_THROW(one.advance(std::nan("")), Error);
    EXPECT_THROW(KineticSeparationList{Mesh{}}, Error);
    EXPECT_THROW(KineticSeparationList(ball, Mesh{}), Error);
}

TEST(KineticSeparationList, has_a_collision_of_two_features_once_in_a_tick) {
    const Mesh floor({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{{0, 1, 2}}});
    const Mesh cone({{0, 0, 1}, {1, 0, 4}, {0, 1, 4}}, {{{0, 1, 2}}});
    KineticSeparationList list(cone, floor);
    std::vector<Vec3> down = positions_of(cone);
    for (Vec3& p : down) p.z -= 3;
    list.step_to(down, floor.vertices());
    int calls = 0;
    // From the tick before the collision, the tip goes on, faster: it meets the floor in the same tick.
    list.advance(1, [&](const KineticCollision& c) {
        if (c.a != FeatureId{FeatureId::Kind::vertex, 0, 0}) return;
        ++calls;
        list.redirect(A, 0, {0, 0, -1e90});
    });
    EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace graze
