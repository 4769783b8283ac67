#include "graze/models/objects/car_body.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "graze/models/objects/blocks.h"

namespace graze::inline v1 {
namespace {

constexpr double sill = 0.006;

// The height of the underside of the flanks, with a round arch over each wheel.
double flank_from(const CarShape& car, double x) {
    double z = car.floor.at(x) + sill;
    for (const double axle : {car.front_axle, car.rear_axle}) {
        const double d = x - axle, square = car.arch * car.arch - d * d;
        if (square > 0) z = std::max(z, car.wheel.radius + std::sqrt(square));
    }
    return z;
}

std::vector<Vec3> body_section(const CarShape& car, double x, const std::vector<double>& around) {
    const double low = car.floor.at(x), inside = car.arch_inside;
    std::vector<Vec3> right{{x, inside, low}, {x, inside, flank_from(car, x)}};
    for (const double t : around) right.push_back(on_body(car, x, t));
    std::vector<Vec3> ring{{x, 0, low}};
    ring.insert(ring.end(), right.begin(), right.end());
    for (auto p = right.rbegin() + 1; p != right.rend(); ++p) ring.push_back({p->x, -p->y, p->z});
    return ring;
}

}  // namespace

Vec3 on_body(const CarShape& car, double x, double t) {
    const double width = car.width.at(x), shoulder = car.shoulder.at(x), bottom = flank_from(car, x);
    if (t <= 1) {
        const double z = bottom + (shoulder - bottom) * t, low = car.floor.at(x);
        const double up = (z - low) / (shoulder - low);
        return {x, width * (0.93 + 0.28 * up * (1 - 0.75 * up)), z};
    }
    const double roof = car.roof.at(x), edge = shoulder + 0.93 * (roof - shoulder), u = t - 1;
    const double top = car.roof_width.at(x);
    if (t <= 2) return {x, width - (width - top) * u * (0.75 + 0.25 * u), shoulder + (edge - shoulder) * u};
    const double across = 3 - t;
    return {x, top * across, roof - (roof - edge) * across * across};
}

void add_car_body(SolidBuilder& builder, const CarShape& car, const Placement& place) {
    builder.begin_part("body");
    std::vector<double> x = car.corners;
    for (const double axle : {car.front_axle, car.rear_axle}) {
        // The ends of the arch at the floor, and a few places on the arch.
        const double down = car.wheel.radius - car.floor.at(axle) - sill;
        const double reach = std::sqrt(car.arch * car.arch - down * down);
        for (const double t : {-1.0, -0.998, -0.85, -0.5, 0.0, 0.5, 0.85, 0.998, 1.0})
            x.push_back(axle + t * reach);
    }
    std::ranges::sort(x);
    const std::vector<double> rings = cut_between(builder, x);
    // As lengths, for the builder to cut. A flank is about 0.3 high, and a roof is as wide.
    std::vector<double> around = cut_between(builder, std::vector<double>{0, 0.3, 0.4, 0.6, 0.9}, 2);
    for (double& t : around) t = t <= 0.3 ? t / 0.3 : t <= 0.6 ? 1 + (t - 0.3) / 0.3 : 2 + (t - 0.6) / 0.3;
    const std::size_t points = 2 * (around.size() + 2);
    add_skin(builder, {rings.size(),
                       points,
                       [&](std::size_t r) {
                           std::vector<Vec3> ring = body_section(car, rings[r], around);
                           for (Vec3& p : ring) p = place(p);
                           return ring;
                       },
                       {},
                       {}});
}

void add_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, double side,
              const Placement& place) {
    Blocks sheet({0, 1}, {0, 0.25, 0.5, 0.75, 1}, {0, 0.25, 0.5, 0.75, 1});
    sheet.stretch = {0, 0.4, 0.2};
    sheet.fill([](const Vec3&) { return true; });
    add_blocks(builder, sheet, [&](const Vec3& p) {
        // x is the thickness, y is along the car and z is up: right-handed on the right side.
        const double along = side > 0 ? 1 - p.y : p.y;
        const Vec3 q =
            on_body(car, pane.from + (pane.to - pane.from) * along, pane.low + (pane.high - pane.low) * p.z) +
            pane.off * (1 + p.x);
        return place({q.x, side * q.y, q.z});
    });
}

void add_wide_pane(SolidBuilder& builder, const CarShape& car, const Pane& pane, const Placement& place) {
    Blocks sheet({0, 1}, {-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1}, {0, 0.25, 0.5, 0.75, 1});
    sheet.stretch = {0, 0.3, 0.3};
    sheet.fill([](const Vec3&) { return true; });
    add_blocks(builder, sheet, [&](const Vec3& p) {
        const double x = pane.from + (pane.to - pane.from) * p.z;
        const Vec3 q = on_body(car, x, 3 - std::abs(p.y) * (3 - pane.low)) + pane.off * (1 + p.x);
        const double y = p.y < 0 ? -q.y : q.y;
        return place({q.x, pane.off.x < 0 ? -y : y, q.z});
    });
}

void add_car_wheels(SolidBuilder& builder, const CarShape& car, const Pose& place) {
    for (const double side : {-1.0, 1.0})
        for (const double axle : {car.front_axle, car.rear_axle}) {
            const std::string name =
                std::string(side < 0 ? "left " : "right ") + (axle < 0 ? "front" : "rear");
            const double y = car.width.at(axle) * 0.99 - car.wheel.width / 2;
            add_wheel(builder, name, car.wheel, place(Vec3{axle, side * y, car.wheel.radius}), side > 0);
        }
}

}  // namespace graze::inline v1
