// Interests: which module wants to know what about which pairs of objects.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "graze/world/object.h"

namespace graze::inline v1 {

// What a world computes about a pair, and so when the pair counts as colliding.
enum class Want : std::uint8_t {
    boxes,      // axis-aligned boxes overlap
    touch,      // surfaces have a point in common
    witness,    // as touch, with one pair of triangles if both objects are meshes
    triangles,  // as touch, with all pairs of triangles if both objects are meshes
    clearance,  // surfaces are at most `limit` apart, decided exactly
    distance,   // as clearance, with the distance and the closest points
    // There are contacts with `limit` as their margin, which is above 0: surfaces closer than that, and
    // solids that overlap. If several interests in a pair ask for contacts, all get those of the largest
    // margin.
    contacts,
};

// Selects the objects of one side of an interest.
class Selector {
  public:
    static Selector everything() { return Selector(Kind::everything, 0, {}, {}); }
    static Selector group(unsigned number) { return Selector(Kind::group, group_bit(number), {}, {}); }
    // With a part name: only the parts of the object's mesh with this name (Gottstein 1994, 5.5), against
    // other meshes.
    static Selector object(ObjectId id, std::string part = {}) {
        return Selector(Kind::object, 0, id, std::move(part));
    }

    bool names_object() const { return kind_ == Kind::object; }
    ObjectId object() const { return object_; }
    const std::string& part() const { return part_; }
    bool matches(ObjectId id, Groups groups) const {
        if (kind_ == Kind::object) return id == object_;
        return kind_ == Kind::everything || (groups & groups_) != 0;
    }

  private:
    enum class Kind : std::uint8_t { everything, group, object };
    Selector(Kind kind, Groups groups, ObjectId object, std::string part)
        : kind_(kind), groups_(groups), object_(object), part_(std::move(part)) {}

    Kind kind_;
    Groups groups_;
    ObjectId object_;
    std::string part_;
};

// A pair matches in either order of its objects.
struct Interest {
    Selector a = Selector::everything(), b = Selector::everything();
    Want want = Want::witness;
    double limit = 0;              // for clearance, distance and contacts
    bool among_immovable = false;  // also pairs of two objects that are not movable
};

}  // namespace graze::inline v1
