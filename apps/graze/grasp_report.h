// What graze grasp says: as text, as JSON, and as the files of a folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "graze/io/load_assembly.h"
#include "hand_motion_file.h"
#include "report.h"

namespace graze::app {

// A hand begins or ends to hold a thing, or to push it.
struct GraspEvent {
    std::size_t frame = 0, hand = 0, part = 0;
    GraspClass from = GraspClass::none, to = GraspClass::none;
};

struct GraspAnswer {
    LoadedAssembly loaded;
    std::vector<std::size_t> movable;  // parts
    std::string hand_file;
    std::vector<HandMotion> recorded;
    std::vector<HandModel> models;
    // For each frame.
    std::vector<std::vector<HandFrame>> frames;  // of each hand
    std::vector<std::vector<Pose>> poses;        // of each part
    std::vector<GraspEvent> events;
    double gap = 0;
    bool complete = true;
    std::vector<std::string> written;

    const std::string& name(std::size_t part) const { return loaded.assembly.parts[part].path; }
    std::size_t frames_held(std::size_t part) const;
    bool ever_held() const;
};

Json grasp_json(const GraspAnswer& answer);
std::string grasp_text(const Style& style, const GraspAnswer& answer);
// Pictures of the first frame of each kind of grasp, and an animated GLB. Notes what was written. Throws
// Error.
void write_grasp_files(Session& session, const std::string& folder, const Threads& threads,
                       GraspAnswer& answer);

}  // namespace graze::app
