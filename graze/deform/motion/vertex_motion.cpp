#include "graze/deform/motion/vertex_motion.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/deform/detail/vertex_checks.h"

namespace graze::inline v1 {
namespace {

constexpr double no_begin = -std::numeric_limits<double>::infinity();

std::string vertex_name(std::size_t vertex) {
    return "vertex " + std::to_string(vertex);
}

void check_finite(double time) {
    if (!std::isfinite(time)) throw Error("the time of a motion of vertices is not a finite number");
}

void check_vector(const Vec3& v, const char* what, std::size_t vertex) {
    if (is_in_range(v)) return;
    throw Error("a coordinate of its " + std::string(what) +
                    (is_finite(v) ? " is beyond 1e100" : " is not a finite number"),
                vertex_name(vertex));
}

void check_exists(std::size_t vertex, std::size_t vertices) {
    if (vertex >= vertices)
        throw Error("there is no " + vertex_name(vertex) + ", only " + std::to_string(vertices) +
                    " vertices (numbered from 0)");
}

}  // namespace

void VertexMotion::positions(double time, std::span<Vec3> out, const Threads& threads) const {
    detail::check_one_each(out.size(), "places", vertex_count());
    check_finite(time);
    check_time(time);
    std::atomic<bool> good = true;
    parallel_for(threads, out.size(), 8192, [&](std::size_t first, std::size_t last) {
        const std::span<Vec3> part = out.subspan(first, last - first);
        write(time, static_cast<VertexId>(first), part);
        if (!std::ranges::all_of(part, [](const Vec3& p) { return is_in_range(p); })) good = false;
    });
    if (good) return;
    for (std::size_t v = 0; v < out.size(); ++v) check_vector(out[v], "position", v);
}

VertexVelocities::VertexVelocities(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                                   double time)
    : latest_(time) {
    detail::check_one_each(velocities.size(), "velocities", positions.size());
    check_finite(time);
    pieces_.reserve(positions.size());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        check_vector(positions[v], "position", v);
        check_vector(velocities[v], "velocity", v);
        pieces_.push_back({positions[v], velocities[v], time});
    }
}

VertexVelocities::VertexVelocities(std::span<const Vec3> positions, double time)
    : VertexVelocities(positions, std::vector<Vec3>(positions.size()), time) {}

VertexVelocities::Piece VertexVelocities::turned(VertexId vertex, double time, const Vec3& velocity) const {
    check_vector(velocity, "velocity", vertex);
    const Vec3 from = piece(vertex, time).at(time);
    check_vector(from, "position", vertex);
    return {from, velocity, time};
}

void VertexVelocities::set(VertexId vertex, double time, const Vec3& velocity) {
    check_finite(time);
    check_exists(vertex, pieces_.size());
    pieces_[vertex] = turned(vertex, time, velocity);
    latest_ = std::max(latest_, time);
}

void VertexVelocities::set_all(double time, std::span<const Vec3> velocities) {
    detail::check_one_each(velocities.size(), "velocities", pieces_.size());
    check_finite(time);
    std::vector<Piece> pieces(pieces_.size());
    for (VertexId v = 0; v < pieces.size(); ++v) pieces[v] = turned(v, time, velocities[v]);
    pieces_ = std::move(pieces);
    latest_ = time;
}

VertexPiece VertexVelocities::piece(VertexId vertex, double time) const {
    check_exists(vertex, pieces_.size());
    const Piece& piece = pieces_[vertex];
    if (!(time >= piece.begin))
        throw Error("moves with its velocity since " + std::to_string(piece.begin) +
                        ", and was asked for at " + std::to_string(time),
                    vertex_name(vertex), "ask for a time since the last change");
    return piece.whole();
}

void VertexVelocities::check_time(double time) const {
    if (time >= latest_) return;
    for (VertexId v = 0; v < pieces_.size(); ++v) piece(v, time);
}

void VertexVelocities::write(double time, VertexId first, std::span<Vec3> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = pieces_[first + i].whole().at(time);
}

VertexKeys::VertexKeys(std::vector<VertexKey> keys) : keys_(std::move(keys)) {
    if (keys_.empty()) throw Error("a motion of vertices needs at least one key");
    for (std::size_t k = 0; k < keys_.size(); ++k) {
        const VertexKey& key = keys_[k];
        const std::string where = "key " + std::to_string(k);
        if (!std::isfinite(key.time)) throw Error("its time is not a finite number", where);
        if (k > 0 && !(key.time > keys_[k - 1].time))
            throw Error("its time is not after that of the key before it", where, "give keys in order");
        if (key.positions.size() != vertex_count())
            throw Error("it has " + std::to_string(key.positions.size()) +
                            " positions, and the first key has " + std::to_string(vertex_count()),
                        where, "give one for each vertex");
        // So that velocities are finite.
        if (k > 0 && !(key.time - keys_[k - 1].time >= 1e-200))
            throw Error("its time is less than 1e-200 after that of the key before it", where);
        for (std::size_t v = 0; v < key.positions.size(); ++v) check_vector(key.positions[v], "position", v);
    }
    if (!std::isfinite(end() - begin())) throw Error("the times of a motion of vertices span too much");
}

VertexKeys::Around VertexKeys::around(double time) const {
    const auto after = std::ranges::upper_bound(keys_, time, {}, &VertexKey::time);
    const auto index = static_cast<std::size_t>(after - keys_.begin());
    if (index == 0) return {0, 0};
    return {index - 1, std::min(index, keys_.size() - 1)};
}

VertexPiece VertexKeys::piece(VertexId vertex, const Around& at) const {
    const VertexKey &before = keys_[at.before], &after = keys_[at.after];
    VertexPiece piece{.from = before.positions[vertex], .to = after.positions[vertex], .velocity = {}};
    if (at.before == at.after) {
        piece.begin = at.before == 0 ? no_begin : before.time;
        return piece;
    }
    piece.begin = before.time;
    piece.end = after.time;
    piece.velocity = (piece.to - piece.from) / (piece.end - piece.begin);
    return piece;
}

VertexPiece VertexKeys::piece(VertexId vertex, double time) const {
    check_exists(vertex, vertex_count());
    check_finite(time);
    const Around at = around(time);
    VertexPiece found = piece(vertex, at);
    if (time < begin()) found.end = begin();
    if (time >= end()) found.begin = end();  // also of a motion with one key
    return found;
}

void VertexKeys::check_time(double) const {}

void VertexKeys::write(double time, VertexId first, std::span<Vec3> out) const {
    const Around at = around(time);
    const VertexKey &before = keys_[at.before], &after = keys_[at.after];
    const std::span<const Vec3> from = before.positions.span().subspan(first, out.size()),
                                to = after.positions.span().subspan(first, out.size());
    if (at.before == at.after || time == before.time) {
        std::ranges::copy(from, out.begin());
        return;
    }
    // As VertexPiece::at.
    const double share = (time - before.time) / (after.time - before.time);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = from[i] == to[i] ? from[i] : from[i] + (to[i] - from[i]) * share;
}

}  // namespace graze::inline v1
