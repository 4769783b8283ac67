// Scenes of boxes for broad phases, and the double loop that says what is right.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/world/broad_phase/broad_phase.h"

namespace graze::test {

inline FloatBox box_around(const Vec3& center, const Vec3& half) {
    return rounded_outwards(Box{center - half, center + half});
}

// The kinds of boxes that random scenes are made of.
enum class Boxes {
    uniform,
    clustered,
    mixed_sizes,
    flat,
    identical,
    touching,
    infinite,
    huge,
    tiny,
    signed_zeros
};

inline constexpr Boxes all_boxes[] = {Boxes::uniform,   Boxes::clustered,   Boxes::mixed_sizes, Boxes::flat,
                                      Boxes::identical, Boxes::touching,    Boxes::infinite,    Boxes::huge,
                                      Boxes::tiny,      Boxes::signed_zeros};

inline std::string name(Boxes boxes) {
    static const char* const names[] = {"uniform",  "clustered", "mixed_sizes", "flat", "identical",
                                        "touching", "infinite",  "huge",        "tiny", "signed_zeros"};
    return names[static_cast<std::size_t>(boxes)];
}

// With about one overlap per box where the kind does not say otherwise; one in sixteen is empty.
inline FloatBox random_box(Boxes kind, Random& random, double side = 8) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (random.chance(1.0 / 16)) {
        FloatBox empty;
        if (random.chance(0.5)) empty = {{0, 0, 1}, {1, 1, 0}};  // on one axis only
        return empty;
    }
    const Vec3 center = random.in_box({0, 0, 0}, {side, side, side});
    const Vec3 half = random.in_box({0.1, 0.1, 0.1}, {0.8, 0.8, 0.8});
    FloatBox box = box_around(center, half);
    const auto integer = [&] { return static_cast<float>(random.below(5)); };
    switch (kind) {
        case Boxes::uniform:
            break;
        case Boxes::clustered: {
            Random place(random.below(4));
            return box_around(place.in_box({0, 0, 0}, {1e3, 1e3, 1e3}) + center * 0.1, half * 0.1);
        }
        case Boxes::mixed_sizes:  // from 1e-6 to 8
            return box_around(center, half * std::ldexp(1.0, 3 - static_cast<int>(random.below(24))));
        case Boxes::flat:
            box.lower[2] = box.upper[2] = integer();
            break;
        case Boxes::identical:
            return {{1, 2, 3}, {4, 5, 6}};
        case Boxes::touching:
            for (std::size_t k = 0; k < 3; ++k) {
                box.lower[k] = integer();
                box.upper[k] = box.lower[k] + static_cast<float>(random.below(2));
            }
            break;
        case Boxes::infinite:
            for (std::size_t k = 0; k < 3; ++k) {
                if (random.chance(0.2)) box.lower[k] = -infinity;
                if (random.chance(0.2)) box.upper[k] = infinity;
                if (random.chance(0.05))
                    box.lower[k] = box.upper[k] = random.chance(0.5) ? infinity : -infinity;
            }
            break;
        case Boxes::huge:
            for (std::size_t k = 0; k < 3; ++k) {
                const float scale = random.chance(0.7) ? 4e37f : 1;
                box.lower[k] = (box.lower[k] - 4) * scale;
                box.upper[k] = (box.upper[k] - 4) * scale;
            }
            break;
        case Boxes::tiny:
            for (std::size_t k = 0; k < 3; ++k) box.lower[k] *= 1e-44f, box.upper[k] *= 1e-44f;
            break;
        case Boxes::signed_zeros:
            for (std::size_t k = 0; k < 3; ++k) {
                const float zero = random.chance(0.5) ? -0.0f : 0.0f,
                            other = random.chance(0.5) ? -0.0f : 0.0f;
                box.lower[k] = random.chance(0.6) ? zero : -integer();
                box.upper[k] = random.chance(0.6) ? other : integer();
            }
            break;
    }
    return box;
}

// The same interface by looking at everything.
class Oracle {
  public:
    void place(std::span<const NumberedBox> boxes) {
        for (const NumberedBox& b : boxes) boxes_[b.id] = {b.box, true};
    }
    void remove(std::span<const std::uint32_t> ids) {
        for (const std::uint32_t id : ids) boxes_.erase(id);
    }
    std::size_t size() const { return boxes_.size(); }

    std::vector<IdPair> changed_pairs() {  // sorted
        std::vector<IdPair> pairs;
        for (auto a = boxes_.begin(); a != boxes_.end(); ++a) {
            for (auto b = std::next(a); b != boxes_.end(); ++b) {
                if ((a->second.fresh || b->second.fresh) && meet(a->second.box, b->second.box)) {
                    pairs.push_back({a->first, b->first});
                }
            }
        }
        for (auto& [id, object] : boxes_) object.fresh = false;
        return pairs;
    }

    std::vector<std::uint32_t> overlapping(const FloatBox& box) const {  // sorted
        std::vector<std::uint32_t> ids;
        for (const auto& [id, object] : boxes_) {
            if (meet(object.box, box)) ids.push_back(id);
        }
        return ids;
    }

  private:
    struct Object {
        FloatBox box;
        bool fresh = false;
    };

    static bool meet(const FloatBox& a, const FloatBox& b) {
        return !a.empty() && !b.empty() && overlap(a, b);
    }

    std::map<std::uint32_t, Object> boxes_;
};

}  // namespace graze::test
