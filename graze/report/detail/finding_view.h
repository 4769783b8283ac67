// The camera that shows a finding best.
#pragma once

#include <optional>

#include "graze/render/camera.h"
#include "graze/report/detail/finding_focus.h"
#include "graze/report/detail/near_mesh.h"

namespace graze::inline v1::detail {

struct FindingView {
    Camera camera;  // orthographic
    SectionPlane section;
    // Looks straight at the section, so near that the smallest length is visible. None if it is visible
    // anyway.
    std::optional<Camera> close_up;
};

// The two parts of a finding.
struct FoundParts {
    const NearTriangles* near[2];
    Pose world_from_part[2];
};

// `up` is that of the assembly, `height` that of the picture in pixels.
FindingView view_of(const ClashFinding& finding, const ClashReport& report, const FoundParts& parts,
                    const Vec3& up, std::uint32_t height);

}  // namespace graze::inline v1::detail
