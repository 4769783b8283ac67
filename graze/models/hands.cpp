#include "graze/models/hands.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"

namespace graze::inline v1 {
namespace {

// A value that wanders: a few waves of random frequencies and phases, 0 at the start.
class Wanderer {
  public:
    Wanderer(Random& random, double size, double waves) {
        for (std::size_t i = 0; i < wave_.size(); ++i) {
            wave_[i] = {random.uniform(0.3, 1) * waves * static_cast<double>(i + 1), random.uniform(),
                        random.uniform(0.3, 1) * size / static_cast<double>(i + 1)};
        }
    }
    double at(double t) const {
        double sum = 0;
        for (const Wave& w : wave_)
            sum += w.size * (sin_cos_turns(w.frequency * t + w.phase).sin - sin_cos_turns(w.phase).sin);
        return sum;
    }

  private:
    struct Wave {
        double frequency = 0, phase = 0, size = 0;
    };
    std::array<Wave, 3> wave_;
};

// A hand at a time from 0 to 1: an offset, and a turn as an axis whose length is in turns.
struct HandPlace {
    Vec3 offset, turn;
};

class WanderingHand {
  public:
    WanderingHand(Random& random, double size, double turns, double waves) {
        for (Wanderer& w : place_) w = Wanderer(random, size, waves);
        for (Wanderer& w : turn_) w = Wanderer(random, turns, waves);
    }
    HandPlace at(double t) const {
        return {{place_[0].at(t), place_[1].at(t), place_[2].at(t)},
                {turn_[0].at(t), turn_[1].at(t), turn_[2].at(t)}};
    }

  private:
    static Wanderer none() {
        Random random(0);
        return Wanderer(random, 0, 0);
    }
    std::array<Wanderer, 3> place_{none(), none(), none()}, turn_{none(), none(), none()};
};

Pose pose_of(const HandPlace& place, const Vec3& centre) {
    const double turns = length(place.turn);
    const Quat rotation = turns > 0 ? Quat::about_turns(place.turn, turns) : Quat{};
    const Pose turned(rotation, {});
    return Pose(rotation, centre + place.offset - turned.rotate(centre));
}

}  // namespace

const char* name_of(HandStyle style) {
    switch (style) {
        case HandStyle::smooth:
            return "smooth";
        case HandStyle::jittery:
            return "jittery";
        case HandStyle::fast:
            return "fast";
        case HandStyle::spinning:
            return "spinning";
        case HandStyle::through_walls:
            return "through-walls";
        case HandStyle::teleporting:
            break;
    }
    return "teleporting";
}

Path hand_path(const HandPathOptions& options, const Vec3& centre) {
    if (!(options.size > 0 && options.size <= 1e50))
        throw Error("the size of a hand's part is not a length above 0");
    if (options.steps == 0) throw Error("a hand needs at least one step");
    Random random(options.seed);
    const bool fast = options.style == HandStyle::fast, spins = options.style == HandStyle::spinning;
    const WanderingHand hand(random, 0.4 * options.size, spins ? 0.02 : 0.05, fast ? 10 : 1);
    const Vec3 straight = random.on_sphere() * (3 * options.size), axis = random.on_sphere();
    Vec3 jump, jump_turn;
    Path path{Pose()};
    for (std::uint32_t i = 1; i <= options.steps; ++i) {
        const double t = static_cast<double>(i) / options.steps;
        HandPlace place = hand.at(t);
        switch (options.style) {
            case HandStyle::smooth:
            case HandStyle::fast:
                break;
            case HandStyle::jittery:
                place.offset += random.on_sphere() * (options.size * random.uniform(0, 0.01));
                place.turn += random.on_sphere() * random.uniform(0, 0.005);
                break;
            case HandStyle::spinning:
                place.turn += axis * (4 * t);
                break;
            case HandStyle::through_walls:
                place.offset += straight * (t < 0.5 ? 2 * t : 2 - 2 * t);
                break;
            case HandStyle::teleporting:
                if (random.chance(0.03)) {
                    jump = random.on_sphere() * (options.size * random.uniform(0, 2));
                    jump_turn = random.on_sphere() * random.uniform(0, 0.5);
                }
                place.offset += jump;
                place.turn += jump_turn;
                break;
        }
        path.push_back(pose_of(place, centre));
    }
    return path;
}

}  // namespace graze::inline v1
