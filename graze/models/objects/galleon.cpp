#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/extrude.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/loft.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"

namespace graze::inline v1 {
namespace {

constexpr double bow = -0.78, stern = 0.74, rail_width = 0.012, rail_height = 0.045;
// Where decks step up: forecastle, half deck, quarterdeck, poop.
constexpr double forecastle = -0.47, half_deck = 0.12, quarterdeck = 0.36, poop = 0.56, rise = 0.004;

double from_bow(double x) {
    return (x - bow) / (stern - bow);
}

double half_beam(double x) {
    const double t = from_bow(x);
    const double ahead = t < 0.4 ? 1 - (1 - t / 0.4) * (1 - t / 0.4) : 1;
    const double behind = t > 0.5 ? (t - 0.5) * 2 : 0;
    return 0.03 + 0.185 * ahead * (1 - 0.32 * behind * behind);
}

double keel(double x) {
    const double t = from_bow(x), ahead = t < 0.25 ? 1 - t / 0.25 : 0, behind = t > 0.8 ? (t - 0.8) / 0.2 : 0;
    return -0.9 + 0.3 * ahead * ahead + 0.1 * behind * behind;
}

double deck(double x) {
    const double t = 2 * from_bow(x) - 1;
    const double up = (x < forecastle ? 0.075 : 0) + (x > half_deck ? 0.05 : 0) +
                      (x > quarterdeck ? 0.075 : 0) + (x > poop ? 0.07 : 0);
    return -0.6 + 0.09 * t * t + up;
}

double rail(double x) {
    return deck(x) + rail_height;
}

// Half the width of the hull at a height: wide below, narrower above. Decks may have steps, the sides have
// none.
double side(double x, double z) {
    const double s = (z - keel(x)) / (0.3 + 0.1 * std::abs(from_bow(x) - 0.4)), u = s < 1 ? 1 - s : 0;
    return half_beam(x) * (1 - u * u * u) * (1 - 0.1 * s * s);
}

// A section: from the keel up one side, over the rail, across the deck and down the other side.
std::vector<Vec3> hull_section(double x, std::uint32_t up, std::uint32_t across) {
    std::vector<Vec3> right, ring;
    for (std::uint32_t i = 1; i <= up; ++i) {
        const double s = static_cast<double>(i) / up, z = keel(x) + (rail(x) - keel(x)) * s;
        right.push_back({x, side(x, z), z});
    }
    const double inside = right.back().y - rail_width;
    right.push_back({x, inside, rail(x)});
    for (std::uint32_t i = 0; i <= across; ++i)
        right.push_back({x, inside * (1 - static_cast<double>(i) / (across + 1)), deck(x)});
    ring.push_back({x, 0, keel(x)});
    ring.insert(ring.end(), right.begin(), right.end());
    ring.push_back({x, 0, deck(x)});
    for (auto p = right.rbegin(); p != right.rend(); ++p) ring.push_back({p->x, -p->y, p->z});
    return ring;
}

void add_hull(SolidBuilder& builder) {
    builder.begin_part("hull");
    const std::uint32_t up = builder.segments(0.45, 6), across = builder.segments(0.2) - 1;
    std::vector<double> given{bow, -0.74, -0.68, -0.6, -0.53};
    for (const double x : {forecastle, half_deck, quarterdeck, poop}) {
        if (x > forecastle) given.push_back(x - 0.1);
        given.push_back(x - rise / 2);
        given.push_back(x + rise / 2);
    }
    given.insert(given.begin() + 7, {-0.4, -0.28, -0.16, -0.06});
    given.push_back(stern);
    const std::vector<double> x = cut_between(builder, given);
    const std::size_t around = 2 * (std::size_t{up} + across + 2) + 2;
    add_skin(builder,
             {x.size(), around, [&](std::size_t r) { return hull_section(x[r], up, across); }, {}, {}});
}

// Guns in the sides, windows in the stern, and a rudder behind the hull.
void add_fittings(SolidBuilder& builder) {
    for (int i = 0; i < 7; ++i) {
        const double x = -0.38 + 0.125 * i, z = -0.67 + 0.08 * std::abs(from_bow(x) - 0.5);
        for (const double at_side : {-1.0, 1.0}) {
            builder.begin_part(std::string(at_side < 0 ? "left" : "right") + " gun " + std::to_string(i + 1));
            const double y = side(x, z) + 0.012;
            Profile barrel(builder, 0, 0);
            barrel.edge_to(0.014, 0).edge_to(0.011, 0.045).edge_to(0.014, 0.05).edge_to(0.014, 0.06);
            add_lathe(builder, barrel.edge_to(0, 0.06),
                      from_to({x, at_side * y, z}, {x, at_side * (y + 1), z}));
        }
    }
    for (int row = 0; row < 2; ++row)
        for (int i = 0; i < 4; ++i) {
            builder.begin_part("window " + std::to_string(4 * row + i + 1));
            const double y = 0.058 * (i - 1.5), z = -0.46 + 0.095 * row;
            add_box(builder, {stern + piece_gap, y - 0.02, z - 0.032}, {stern + 0.016, y + 0.02, z + 0.032},
                    Pose());
        }
    builder.begin_part("rudder");
    const Pose upright = with_axes({0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0});
    add_extrusion(
        builder,
        {{stern + piece_gap, -0.8}, {stern + 0.07, -0.83}, {stern + 0.05, -0.52}, {stern + piece_gap, -0.52}},
        {}, -0.01, 0.01, upright);
    builder.begin_part("lantern");
    add_rod(builder, 0.006, 0.05, at(stern - 0.02, 0, deck(stern) + piece_gap));
    add_ball(builder, 0.018, at(stern - 0.02, 0, deck(stern) + 0.05 + 2 * piece_gap + 0.018));
    builder.begin_part("bowsprit");
    add_strut(builder, {-0.745, 0, deck(-0.75) + 0.035}, {-1, 0, -0.22}, 0.014);
}

// A sheet bent by the wind. `place` maps y from -1 to 1 and z from 0 to 1; x from -0.01 to 0 is the
// thickness.
void add_sheet(SolidBuilder& builder, const Placement& place) {
    constexpr int cuts = 8;  // at least, or the two sides of a bent one would cross
    std::vector<double> across, up;
    for (int i = 0; i <= cuts; ++i) {
        across.push_back(2.0 * i / cuts - 1);
        up.push_back(static_cast<double>(i) / cuts);
    }
    Blocks sheet({-0.01, 0}, across, up);
    sheet.stretch = {0, 0.15, 0.3};
    sheet.fill([](const Vec3&) { return true; });
    add_blocks(builder, sheet, place);
}

struct Sail {
    double bottom, top, lower_width, upper_width;
};

// A yard in front of the mast, and its sail, which the wind blows forwards.
void add_sail(SolidBuilder& builder, const std::string& name, double mast_x, double mast_radius,
              const Sail& sail) {
    constexpr double yard = 0.011;
    const double x = mast_x - mast_radius - piece_gap - yard;
    builder.begin_part(name + " yard");
    Profile profile(builder, 0, -sail.upper_width - 0.03);
    profile.edge_to(0.5 * yard, -sail.upper_width - 0.03)
        .line_to(yard, 0)
        .line_to(0.5 * yard, sail.upper_width + 0.03);
    add_lathe(builder, profile.edge_to(0, sail.upper_width + 0.03),
              with_axes({x, 0, sail.top}, {1, 0, 0}, {0, 0, -1}, {0, 1, 0}));
    builder.begin_part(name + " sail");
    const double height = sail.top - yard - piece_gap - sail.bottom;
    add_sheet(builder, [&](const Vec3& p) {
        const double belly = (1 - p.y * p.y) * (1 - p.z) * (0.25 + p.z) * 1.6;
        const double width = sail.lower_width + (sail.upper_width - sail.lower_width) * p.z;
        const double foot = 0.12 * height * (1 - p.y * p.y) * (1 - p.z) * (1 - p.z);
        return Vec3{x - yard + p.x - 0.32 * height * belly, width * p.y, sail.bottom + height * p.z + foot};
    });
}

struct Mast {
    std::string name;
    double x, radius, top, nest;
    bool shrouds;  // where no lateen sail is in their way
};

// Ropes from the sides of the hull to the nest, and lines across them for climbing.
void add_shrouds(SolidBuilder& builder, const Mast& mast) {
    const int ropes = builder.shows(0.12) ? 4 : 2, lines = builder.shows(0.12) ? 7 : 0;
    constexpr double rope = 0.0025;
    for (const double at_side : {-1.0, 1.0}) {
        const std::string name = mast.name + (at_side < 0 ? " left" : " right");
        const auto foot = [&](double t) {
            const double x = mast.x + 0.02 + 0.12 * t;
            return Vec3{x, at_side * (side(x, rail(x)) + 0.012), rail(x) - 0.01};
        };
        const auto head = [&](double t) {
            return Vec3{mast.x + 0.008 + 0.045 * t, at_side * (mast.radius + 0.012), mast.nest - 0.02};
        };
        for (int i = 0; i < ropes; ++i) {
            builder.begin_part(name + " shroud " + std::to_string(i + 1));
            const double t = static_cast<double>(i) / (ropes - 1);
            add_strut(builder, foot(t), head(t), rope);
        }
        for (int i = 0; i < lines; ++i) {
            builder.begin_part(name + " ratline " + std::to_string(i + 1));
            const double up = (i + 1) / (lines + 1.5);
            const Vec3 outside{0, at_side * (2 * rope + piece_gap), 0};
            // Behind the ropes as seen from the mast. The ropes of the stern begin higher.
            const double low = std::max(foot(0).z, foot(1).z), z = low + up * (mast.nest - 0.02 - low);
            const auto on_rope = [&](double t) {
                const Vec3 f = foot(t), h = head(t);
                return f + (h - f) * ((z - f.z) / (h.z - f.z)) + outside;
            };
            add_strut(builder, on_rope(0), on_rope(1), rope);
        }
    }
}

void add_mast(SolidBuilder& builder, const Mast& mast) {
    builder.begin_part(mast.name + " mast");
    const double foot = deck(mast.x) + piece_gap;
    Profile profile(builder, 0, foot);
    profile.edge_to(mast.radius, foot)
        .line_to(0.85 * mast.radius, mast.nest)
        .line_to(0.35 * mast.radius, mast.top);
    add_lathe(builder, profile.edge_to(0, mast.top), at(mast.x, 0, 0));
    builder.begin_part(mast.name + " nest");
    const double bore = mast.radius + piece_gap;
    Profile nest(builder, bore, mast.nest);
    nest.edge_to(0.035, mast.nest).edge_to(0.05, mast.nest + 0.045).edge_to(0.044, mast.nest + 0.045);
    nest.edge_to(0.03, mast.nest + 0.008).edge_to(bore, mast.nest + 0.008);
    add_lathe(builder, nest, at(mast.x, 0, 0), 8);
    if (mast.shrouds) add_shrouds(builder, mast);
    builder.begin_part(mast.name + " flag");
    add_sheet(builder, [&](const Vec3& p) {
        // A flag that waves in the wind, forwards. p.y is the place along its length.
        const double along = (p.y + 1) / 2;
        const double wave = 0.018 * along * sin_cos_turns(1.2 * along).sin;
        return Vec3{mast.x - 0.4 * mast.radius - 2 * piece_gap - 0.17 * along, wave + 0.5 * p.x,
                    mast.top - 0.075 + 0.07 * p.z - 0.02 * along};
    });
}

void add_lateen(SolidBuilder& builder, double mast_x, double mast_radius) {
    // The yard from its foot to its peak, to the left of the mast.
    const Vec3 foot{mast_x - 0.2, 0, -0.17}, peak{mast_x + 0.22, 0, 0.36};
    const double y = mast_radius + piece_gap + 0.01;
    builder.begin_part("mizzen yard");
    add_strut(builder, foot + Vec3{0, y, 0}, peak + Vec3{0, y, 0}, 0.009);
    builder.begin_part("mizzen sail");
    add_sheet(builder, [&](const Vec3& p) {
        const double along = (p.y + 1) / 2, down = 1 - p.z;
        const Vec3 on_yard = foot + (peak - foot) * (0.03 + 0.94 * along);
        const Vec3 clew{mast_x + 0.26, 0, -0.17}, corner = foot + (clew - foot) * (0.1 + 0.9 * along);
        const Vec3 q = on_yard + Vec3{0.008, 0, -0.016} + (corner + Vec3{0.02, 0, -0.05} - on_yard) * down;
        return Vec3{q.x, y + p.x + 0.05 * down * (1 - p.y * p.y), q.z};
    });
}

}  // namespace

void build_galleon(SolidBuilder& builder) {
    add_hull(builder);
    add_fittings(builder);
    const Mast fore{"fore", -0.5, 0.017, 0.72, 0.2, true}, main{"main", -0.05, 0.02, 0.95, 0.28, true},
        mizzen{"mizzen", 0.42, 0.015, 0.62, 0.16, false};
    for (const Mast& mast : {fore, main, mizzen}) add_mast(builder, mast);
    add_sail(builder, "fore course", fore.x, fore.radius, {-0.33, 0.14, 0.3, 0.29});
    add_sail(builder, "fore topsail", fore.x, fore.radius, {0.2, 0.56, 0.26, 0.17});
    add_sail(builder, "main course", main.x, main.radius, {-0.36, 0.2, 0.36, 0.34});
    add_sail(builder, "main topsail", main.x, main.radius, {0.27, 0.64, 0.31, 0.21});
    add_sail(builder, "main topgallant", main.x, main.radius, {0.67, 0.84, 0.19, 0.14});
    add_sail(builder, "mizzen topsail", mizzen.x, mizzen.radius, {0.27, 0.5, 0.17, 0.11});
    add_lateen(builder, mizzen.x, mizzen.radius);
}

}  // namespace graze::inline v1
