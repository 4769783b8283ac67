// graze proximity along a path: an answer for each pose.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "graze/models/motions.h"
#include "graze/spheres/force/contact_force.h"
#include "report.h"
#include "two_shapes.h"

namespace graze::app {

struct PathFrame {
    Pose pose_a, pose_b;
    Proximity proximity;
    std::optional<ContactForce> force;
    double microseconds = 0;  // of the query, the force not included
};

struct PathScene {
    const PlacedShape &a, &b;
    const SphereTree &tree_a, &tree_b;
    ProximityOptions proximity;
    std::optional<ForceOptions> force;  // none: not asked for
};

// One path moves B, two move A and B; poses are before those of --pose-a and --pose-b, and the shorter path
// waits at its end. Throws Error for more paths.
std::vector<PathFrame> play(Session& session, const PathScene& scene, const std::vector<Path>& paths);

// Throws Error for a name that does not end in .csv.
void check_path_table(const std::string& file);
// A line for each frame, for spreadsheets and plots.
void write_path_table(const std::vector<PathFrame>& frames, const std::string& file);

// Without the times, so that the same question has the same text.
Json path_json(const std::vector<PathFrame>& frames);
std::string path_text(const Style& style, const std::vector<PathFrame>& frames, const std::string& unit);
Exit path_exit(const std::vector<PathFrame>& frames);

}  // namespace graze::app
