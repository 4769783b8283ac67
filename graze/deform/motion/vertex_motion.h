// Where the vertices of a deforming mesh are at a time. Each moves along straight lines.
//
//     graze::VertexVelocities flow(mesh.vertices(), velocities);   // from time 0 on, until further notice
//     flow.set(vertex, 0.5, {0, 0, 1});                            // from time 0.5 on
//     graze::VertexKeys walk({{0, first}, {1, second}, {3, third}});
//     cloth.move_to(walk, 0.75);                                   // of a DeformableShape
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "graze/base/shared_array.h"
#include "graze/base/threads.h"
#include "graze/base/vec3.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

// A straight piece of the path of a vertex. At time t it is at
//     from + velocity * (t - begin)                        if the piece has no end
//     from + (to - from) * ((t - begin) / (end - begin))   if it has one,
// without rounding. A vertex that rests has the velocity 0.
struct VertexPiece {
    double begin = 0;  // -infinity: the vertex rests until `end`
    double end = std::numeric_limits<double>::infinity();
    Vec3 from;      // at `begin`
    Vec3 to;        // at `end`; `from` if there is no end
    Vec3 velocity;  // of a piece with an end: rounded

    // Where the vertex is, in the doubles that all of graze uses: at `begin` and at `end` these are `from`
    // and `to`. Off by at most 2^-50 of the largest magnitude among the coordinates of from and to, and of
    // the way gone. The time is one of the piece.
    Vec3 at(double time) const {
        if (velocity == Vec3{} && from == to) return from;
        if (time == begin) return from;
        if (time == end) return to;
        return is_endless() ? from + velocity * (time - begin)
                            : from + (to - from) * ((time - begin) / (end - begin));
    }
    bool is_endless() const { return end == std::numeric_limits<double>::infinity(); }

    friend bool operator==(const VertexPiece&, const VertexPiece&) = default;
};

class VertexMotion {
  public:
    virtual ~VertexMotion() = default;

    virtual std::size_t vertex_count() const = 0;
    // The piece with begin <= time < end. Throws Error if there is no such vertex, or the motion does not
    // know where it was at that time.
    virtual VertexPiece piece(VertexId vertex, double time) const = 0;
    Vec3 position(VertexId vertex, double time) const { return piece(vertex, time).at(time); }
    // All of them; allocates nothing. Throws Error, and leaves `out` with any values, if it does not have
    // vertex_count() places, if the time is not finite or one that the motion does not know, or if a
    // coordinate is beyond 1e100.
    void positions(double time, std::span<Vec3> out, const Threads& threads = {}) const;

  protected:
    VertexMotion() = default;
    VertexMotion(const VertexMotion&) = default;
    VertexMotion& operator=(const VertexMotion&) = default;

  private:
    virtual void check_time(double time) const = 0;
    // Of `out.size()` vertices, from `first` on. The time was checked.
    virtual void write(double time, VertexId first, std::span<Vec3> out) const = 0;
};

// Velocities that last until further notice.
class VertexVelocities final : public VertexMotion {
  public:
    // From `time` on. Throws Error if the numbers of positions and velocities differ, a coordinate is not
    // finite or beyond 1e100, or the time is not finite.
    VertexVelocities(std::span<const Vec3> positions, std::span<const Vec3> velocities, double time = 0);
    // At rest.
    explicit VertexVelocities(std::span<const Vec3> positions, double time = 0);

    // From `time` on, the vertex has another velocity. What was before is forgotten. Throws Error, and
    // changes nothing, for a time before the last change of this vertex, or for what the constructor refuses.
    void set(VertexId vertex, double time, const Vec3& velocity);
    // The same for all of them.
    void set_all(double time, std::span<const Vec3> velocities);

    // Since when the vertex has moved as it does.
    double since(VertexId vertex) const { return pieces_[vertex].begin; }

    std::size_t vertex_count() const override { return pieces_.size(); }
    VertexPiece piece(VertexId vertex, double time) const override;

  private:
    void check_time(double time) const override;
    void write(double time, VertexId first, std::span<Vec3> out) const override;

    struct Piece {
        Vec3 from, velocity;
        double begin;
        VertexPiece whole() const { return {.begin = begin, .from = from, .to = from, .velocity = velocity}; }
    };
    // With another velocity. Throws Error.
    Piece turned(VertexId vertex, double time, const Vec3& velocity) const;

    std::vector<Piece> pieces_;
    double latest_ = 0;  // change
};

// Positions at a time. Copies share them.
struct VertexKey {
    double time = 0;
    SharedArray<Vec3> positions;
};

// Key frames, with straight lines in between. Before the first key and after the last one, all vertices rest.
class VertexKeys final : public VertexMotion {
  public:
    // Throws Error without keys, for times that do not ascend or are not finite, for keys with different
    // numbers of positions, or a coordinate that is not finite or beyond 1e100.
    explicit VertexKeys(std::vector<VertexKey> keys);

    std::span<const VertexKey> keys() const { return keys_; }
    double begin() const { return keys_.front().time; }
    double end() const { return keys_.back().time; }

    std::size_t vertex_count() const override { return keys_.front().positions.size(); }
    VertexPiece piece(VertexId vertex, double time) const override;

  private:
    // The keys around a time, as indices. Before the first key both are 0, after the last both are the last.
    struct Around {
        std::size_t before, after;
    };
    Around around(double time) const;
    VertexPiece piece(VertexId vertex, const Around& at) const;
    void check_time(double time) const override;
    void write(double time, VertexId first, std::span<Vec3> out) const override;

    std::vector<VertexKey> keys_;
};

}  // namespace graze::inline v1
