// Vertices with whole coordinates, whose flights can be followed with integers.
#pragma once

#include <array>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/random.h"
#include "graze/mesh/mesh.h"

namespace graze::test {

class WholeFlights {
  public:
    // The triangles of a mesh, with whole coordinates from 0 to range - 1.
    WholeFlights(const Mesh& pattern, Random& r, std::uint64_t range) {
        for (std::size_t v = 0; v < pattern.vertices().size(); ++v) to_.push_back(place(r, range));
        from_ = to_;
        mesh_ = Mesh(to_, {pattern.triangles().begin(), pattern.triangles().end()});
    }
    const Mesh& mesh() const { return mesh_; }
    const std::vector<Vec3>& from() const { return from_; }
    const std::vector<Vec3>& to() const { return to_; }

    static Vec3 place(Random& r, std::uint64_t range) {
        const auto c = [&] { return static_cast<double>(r.below(range)); };
        const double x = c(), y = c();
        return {x, y, c()};
    }
    void fly(Random& r, std::uint64_t range) {
        from_ = to_;
        for (Vec3& p : to_) p = place(r, range);
    }

    void set_to(VertexId v, const Vec3& place) { to_[v] = place; }

    // Times 2^53; times are multiples of 2^-53.
    __extension__ using Wide = __int128;
    Wide coordinate(VertexId v, std::size_t axis, double time) const {
        const auto ticks = static_cast<Wide>(time * 0x1p53);
        return static_cast<Wide>(from_[v][axis]) * ((Wide{1} << 53) - ticks) +
               static_cast<Wide>(to_[v][axis]) * ticks;
    }
    // Sides 0 to 2 are the lower ones.
    bool is_beyond(VertexId a, VertexId b, std::size_t side, double time) const {
        const Wide x = coordinate(a, side % 3, time), y = coordinate(b, side % 3, time);
        return side < 3 ? x < y : x > y;
    }
    bool is_within(VertexId v, const Box& box, double time) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Wide x = coordinate(v, axis, time);
            // Doubles below 2^60 in units of 2^-53, rounded to these units inwards by less than one.
            if (x < static_cast<Wide>(box.lower[axis] * 0x1p53) ||
                x > static_cast<Wide>(box.upper[axis] * 0x1p53) + 1)
                return false;
        }
        return true;
    }

  private:
    Mesh mesh_;
    std::vector<Vec3> from_, to_;
};

}  // namespace graze::test
