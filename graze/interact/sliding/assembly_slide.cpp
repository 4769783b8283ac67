#include "graze/interact/sliding/assembly_slide.h"

#include <algorithm>
#include <map>
#include <memory>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

// A shape for each mesh, however many parts share it.
class ShapesOfParts {
  public:
    const Shape& of(const Part& part) {
        const auto [place, added] = shapes_.try_emplace(part.mesh.get());
        if (added) place->second = Shape(*part.mesh);
        return place->second;
    }

  private:
    std::map<const Mesh*, Shape> shapes_;
};

Box world_box(const Part& part, const Pose& moved = {}) {
    return (moved * part.world_from_part)(part.mesh->box());
}

Box world_box(const Assembly& assembly, std::span<const std::size_t> parts, const Pose& moved = {}) {
    Box box;
    for (const std::size_t part : parts) box.grow(world_box(assembly.parts[part], moved));
    return box;
}

}  // namespace

AssemblySlide slide_parts(const Assembly& assembly, std::span<const std::size_t> moving,
                          std::span<const Pose> hand, const AssemblySlideOptions& options) {
    ShapesOfParts shapes;
    std::vector<PlacedShape> part, obstacles;
    std::vector<std::size_t> resting;
    for (const std::size_t m : moving)
        part.push_back({shapes.of(assembly.parts[m]), assembly.parts[m].world_from_part});
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        if (std::ranges::find(moving, i) != moving.end() ||
            std::ranges::find(options.ignored, i) != options.ignored.end())
            continue;
        obstacles.push_back({shapes.of(assembly.parts[i]), assembly.parts[i].world_from_part});
        resting.push_back(i);
    }
    SlidingOptions sliding = options.sliding;
    const auto add_pair = [&](std::size_t moves, std::size_t rests, double value, auto& pairs) {
        const auto held = std::ranges::find(moving, moves);
        const auto obstacle = std::ranges::find(resting, rests);
        if (held != moving.end() && obstacle != resting.end())
            pairs.push_back({static_cast<std::size_t>(held - moving.begin()),
                             static_cast<std::size_t>(obstacle - resting.begin()), value});
    };
    for (const AllowedPair& a : options.allowed) add_pair(a.moving, a.resting, a.depth, sliding.allowed);
    for (const PairClearance& c : options.clearances)
        add_pair(c.moving, c.resting, c.clearance, sliding.clearances);
    Slider slider(std::move(part), std::move(obstacles), Pose(), sliding);
    const Vec3 home = slider.centre();

    AssemblySlide slide;
    for (std::size_t i = 0; i < hand.size(); ++i) {
        if (options.progress != nullptr) {
            options.progress->report("sliding", i, hand.size());
            if (options.progress->cancelled()) {
                slide.complete = false;
                break;
            }
        }
        const SlidingStep step = slider.follow(hand[i]);
        SlideStep& kept = slide.steps.emplace_back();
        kept.pose = step.pose;
        kept.to_hand = length(step.to_hand);
        kept.turn_to_hand = length(step.turn_to_hand);
        kept.held_back = step.held_back;
        kept.cut_short = step.status != QueryStatus::complete;
        for (const SlidingContact& c : slider.contacts())
            kept.contacts.push_back({c, moving[c.held], resting[c.obstacle], c.push});
        slide.furthest = std::max(slide.furthest, length(step.pose(home) - home));
        slide.furthest_off = std::max(slide.furthest_off, kept.to_hand);
        slide.complete &= !kept.cut_short;
    }
    for (const StartingContact& s : slider.starting_contacts())
        slide.starting.push_back({moving[s.held], resting[s.obstacle], s.depth, s.left});

    const Box at_start = world_box(assembly, moving), at_end = world_box(assembly, moving, slider.pose());
    slide.came_out = true;
    for (const std::size_t r : resting) {
        const Box box = world_box(assembly.parts[r]);
        if (!overlap(box, at_start)) continue;
        slide.was_in = true;
        slide.came_out &= !overlap(box, at_end);
    }
    return slide;
}

}  // namespace graze::inline v1
