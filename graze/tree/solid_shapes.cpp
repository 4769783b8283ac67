// The solids of convex/ as kinds of shapes. Their bytes are their doubles; those of a hull are its corners.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are written as they are in memory");

double rounded_up(double x) {
    return std::nextafter(x, std::numeric_limits<double>::infinity());
}

void check_point(const Vec3& p, const char* solid) {
    if (!is_in_range(p))
        throw Error(std::string("a point of the ") + solid + " is not finite, or beyond 1e100", {},
                    "choose another unit");
}

void check_radius(double radius, const char* solid) {
    if (!(radius >= 0 && radius <= max_coordinate))
        throw Error(std::string("the radius of the ") + solid + " is negative, not a number, or beyond 1e100",
                    {}, "give a number from 0");
}

// Half of the box around a disk of this radius across `axis`, rounded up.
Vec3 half_size_of_disk(const Vec3& axis, double radius) {
    const Vec3 unit = normalized(axis / std::max({std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)}));
    const auto across = [&](double u) {
        return radius * std::min(1.0, std::sqrt(std::max(0.0, 1 - u * u)) + 0x1p-24) * (1 + 0x1p-50);
    };
    return {across(unit.x), across(unit.y), across(unit.z)};
}

Box around(const Vec3& p, const Vec3& half) {
    const auto grown = [](double x, double by) { return by > 0 ? rounded_up(x + by) : x; };
    return {{-grown(-p.x, half.x), -grown(-p.y, half.y), -grown(-p.z, half.z)},
            {grown(p.x, half.x), grown(p.y, half.y), grown(p.z, half.z)}};
}

Box both(Box a, const Box& b) {
    a.grow(b.lower);
    a.grow(b.upper);
    return a;
}

// What each kind needs: name, check, box.
void check(const OrientedBox&) {}
void check(const ConvexHull&) {}
void check(const Sphere& s) {
    check_point(s.center, "sphere");
    check_radius(s.radius, "sphere");
}
void check(const Capsule& c) {
    check_point(c.from, "capsule");
    check_point(c.to, "capsule");
    check_radius(c.radius, "capsule");
}
void check_ends(const Vec3& from, const Vec3& to, const char* solid) {
    check_point(from, solid);
    check_point(to, solid);
    if (from == to)
        throw Error(std::string("the ") + solid + " has no height", {}, "give two different ends");
}
void check(const Cylinder& c) {
    check_ends(c.from, c.to, "cylinder");
    check_radius(c.radius, "cylinder");
}
void check(const Cone& c) {
    check_ends(c.base, c.apex, "cone");
    check_radius(c.radius, "cone");
}
void check(const Ellipsoid& e) {
    check_point(e.center, "ellipsoid");
    const auto largest = [](const Vec3& v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    };
    std::array<Vec3, 3> unit{e.u, e.v, e.w};
    for (Vec3& axis : unit) {
        check_point(axis, "ellipsoid");
        if (!(largest(axis) > 0))
            throw Error("a half axis of the ellipsoid is 0", {}, "give three half axes");
        axis = normalized(axis / largest(axis));
    }
    for (std::size_t k = 0; k < 3; ++k)
        if (!(std::abs(dot(unit[k], unit[(k + 1) % 3])) <= 1e-6))
            throw Error("the half axes of the ellipsoid are not at right angles to each other");
}
void check(const HalfSpace& h) {
    check_point(h.point, "half-space");
    check_point(h.normal, "half-space");
    if (h.normal == Vec3{}) throw Error("the normal of the half-space is 0", {}, "give a direction");
}

Box box_of(const OrientedBox& b) {
    return b.box();
}
Box box_of(const ConvexHull& h) {
    return h.box();
}
Box box_of(const Sphere& s) {
    return around(s.center, {s.radius, s.radius, s.radius});
}
Box box_of(const Capsule& c) {
    const Vec3 r{c.radius, c.radius, c.radius};
    return both(around(c.from, r), around(c.to, r));
}
Box box_of(const Cylinder& c) {
    const Vec3 half = half_size_of_disk(c.to / 2 - c.from / 2, c.radius);
    return both(around(c.from, half), around(c.to, half));
}
Box box_of(const Cone& c) {
    return both(around(c.base, half_size_of_disk(c.apex / 2 - c.base / 2, c.radius)), around(c.apex, {}));
}
Box box_of(const Ellipsoid& e) {
    const auto half_size = [](double a, double b, double c) {
        const double largest = std::max({std::abs(a), std::abs(b), std::abs(c)});
        if (!(largest > 0)) return 0.0;
        a /= largest, b /= largest, c /= largest;
        return largest * std::sqrt(a * a + b * b + c * c) * (1 + 0x1p-48);
    };
    return around(e.center, {half_size(e.u.x, e.v.x, e.w.x), half_size(e.u.y, e.v.y, e.w.y),
                             half_size(e.u.z, e.v.z, e.w.z)});
}
// Infinite, but for the side that a plane across a coordinate bounds.
Box box_of(const HalfSpace& h) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Box box{{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}};
    for (std::size_t k = 0; k < 3; ++k) {
        if (h.normal[(k + 1) % 3] != 0 || h.normal[(k + 2) % 3] != 0) continue;
        (h.normal[k] > 0 ? box.upper : box.lower)[k] = h.point[k];
    }
    return box;
}

template <class Solid>
constexpr const char* solid_name = nullptr;
template <>
constexpr const char* solid_name<OrientedBox> = "oriented box";
template <>
constexpr const char* solid_name<ConvexHull> = "convex hull";
template <>
constexpr const char* solid_name<Sphere> = "sphere";
template <>
constexpr const char* solid_name<Capsule> = "capsule";
template <>
constexpr const char* solid_name<Cylinder> = "cylinder";
template <>
constexpr const char* solid_name<Cone> = "cone";
template <>
constexpr const char* solid_name<Ellipsoid> = "ellipsoid";
template <>
constexpr const char* solid_name<HalfSpace> = "half-space";

void write_bytes(const OrientedBox& box, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(box.corners().data()), sizeof(box.corners()));
}
void write_bytes(const ConvexHull& hull, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(hull.corners().data()), hull.corners().size() * sizeof(Vec3));
}
template <class Solid>
void write_bytes(const Solid& solid, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(&solid), sizeof(solid));
}

void check_size(const char* name, std::size_t wanted, std::size_t found) {
    if (wanted != found)
        throw Error(std::string("a shape of the kind \"") + name + "\" has " + std::to_string(wanted) +
                    " bytes, not " + std::to_string(found));
}

template <class Solid>
Solid read_bytes(std::span<const std::byte> bytes) {
    if constexpr (std::is_same_v<Solid, OrientedBox>) {
        std::array<Vec3, 8> corners;
        check_size(solid_name<Solid>, sizeof(corners), bytes.size());
        std::memcpy(corners.data(), bytes.data(), sizeof(corners));
        return OrientedBox::with_corners(corners);
    } else if constexpr (std::is_same_v<Solid, ConvexHull>) {
        std::vector<Vec3> corners(bytes.size() / sizeof(Vec3));
        check_size(solid_name<Solid>, corners.size() * sizeof(Vec3), bytes.size());
        std::memcpy(corners.data(), bytes.data(), bytes.size());
        ConvexHull hull(corners);
        if (hull.corners() != corners) throw Error("a point of the saved hull is not a corner");
        return hull;
    } else {
        Solid solid;
        check_size(solid_name<Solid>, sizeof(solid), bytes.size());
        std::memcpy(&solid, bytes.data(), sizeof(solid));
        return solid;
    }
}

template <class Solid>
class SolidValue final : public ShapeValue {
  public:
    explicit SolidValue(Solid solid) : solid_(std::move(solid)), box_(checked_box(solid_)) {}
    const Solid& solid() const { return solid_; }

    Box box() const override { return box_; }
    void write(std::string& bytes) const override { write_bytes(solid_, bytes); }
    static std::shared_ptr<const ShapeValue> read(std::span<const std::byte> bytes) {
        return std::make_shared<const SolidValue>(read_bytes<Solid>(bytes));
    }

  private:
    static Box checked_box(const Solid& solid) {
        check(solid);
        return box_of(solid);
    }
    Solid solid_;
    Box box_;
};

template <class Solid>
std::shared_ptr<const ShapeValue> value_of(const Solid& solid) {
    return std::make_shared<const SolidValue<Solid>>(solid);
}

}  // namespace

template <class Solid>
ShapeKind kind_of() {
    static const ShapeKind kind = detail::register_own_kind({solid_name<Solid>, 1, &SolidValue<Solid>::read});
    return kind;
}

template <class Solid>
const Solid* Shape::as() const {
    return kind() == kind_of<Solid>() ? &static_cast<const SolidValue<Solid>*>(value())->solid() : nullptr;
}

template ShapeKind kind_of<OrientedBox>();
template ShapeKind kind_of<ConvexHull>();
template ShapeKind kind_of<Sphere>();
template ShapeKind kind_of<Capsule>();
template ShapeKind kind_of<Cylinder>();
template ShapeKind kind_of<Cone>();
template ShapeKind kind_of<Ellipsoid>();
template ShapeKind kind_of<HalfSpace>();
template const OrientedBox* Shape::as<OrientedBox>() const;
template const ConvexHull* Shape::as<ConvexHull>() const;
template const Sphere* Shape::as<Sphere>() const;
template const Capsule* Shape::as<Capsule>() const;
template const Cylinder* Shape::as<Cylinder>() const;
template const Cone* Shape::as<Cone>() const;
template const Ellipsoid* Shape::as<Ellipsoid>() const;
template const HalfSpace* Shape::as<HalfSpace>() const;

Shape::Shape(const OrientedBox& box) : Shape(kind_of<OrientedBox>(), value_of(box)) {}
Shape::Shape(const ConvexHull& hull) : Shape(kind_of<ConvexHull>(), value_of(hull)) {}
Shape::Shape(const Sphere& sphere) : Shape(kind_of<Sphere>(), value_of(sphere)) {}
Shape::Shape(const Capsule& capsule) : Shape(kind_of<Capsule>(), value_of(capsule)) {}
Shape::Shape(const Cylinder& cylinder) : Shape(kind_of<Cylinder>(), value_of(cylinder)) {}
Shape::Shape(const Cone& cone) : Shape(kind_of<Cone>(), value_of(cone)) {}
Shape::Shape(const Ellipsoid& ellipsoid) : Shape(kind_of<Ellipsoid>(), value_of(ellipsoid)) {}
Shape::Shape(const HalfSpace& half_space) : Shape(kind_of<HalfSpace>(), value_of(half_space)) {}

ShapeKind oriented_box_kind() {
    return kind_of<OrientedBox>();
}

void register_solid_kinds() {
    kind_of<OrientedBox>();
    kind_of<ConvexHull>();
    kind_of<Sphere>();
    kind_of<Capsule>();
    kind_of<Cylinder>();
    kind_of<Cone>();
    kind_of<Ellipsoid>();
    kind_of<HalfSpace>();
}

const OrientedBox* Shape::oriented_box() const {
    return as<OrientedBox>();
}

}  // namespace graze::inline v1
