// Pictures of critical places on a path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/mesh/assembly.h"
#include "graze/render/picture.h"

namespace graze::inline v1 {

struct SweepPictureOptions {
    std::uint32_t width = 900, height = 675;
    Threads threads{};
    Progress* progress = nullptr;
};

// A moment of a path: two parts are closest, or meet, at `place`; `normal` is the direction between them
// there.
struct SweepPlace {
    double step = 0;
    std::size_t moving = 0, resting = 0;
    Vec3 place, normal;
};

// What moves is orange, what it meets is blue and the rest is clear; a red ball marks the place. Seen from
// across the direction between the two. Throws Error for parts that are none of the assembly.
Picture sweep_picture(const Assembly& assembly, std::span<const std::size_t> moving,
                      std::span<const Pose> path, const SweepPlace& place,
                      const SweepPictureOptions& options = {});

}  // namespace graze::inline v1
