// What graze repair did to a file, in words and as JSON.
#pragma once

#include <string>
#include <vector>

#include "graze/io/load_assembly.h"
#include "graze/mesh/repair.h"
#include "graze/mesh/stitch.h"
#include "report.h"

namespace graze::app {

// A place in a part.
struct RepairSpot {
    std::size_t part = 0;  // the first that has this mesh
    RepairPlace place;     // in the world
};

struct FileRepairCount {
    std::uint64_t count = 0;
    std::vector<RepairSpot> first;
};

// One kind of change, or of things that were left.
struct RepairKind {
    const char* name;  // in JSON
    const char* one;   // "vertex merged"
    const char* many;
    RepairCount RepairReport::* count;
};
const std::vector<RepairKind>& kinds_of_changes();
const std::vector<RepairKind>& kinds_of_things_left();

// Over all parts; parts that share a mesh have its changes once.
struct FileRepair {
    std::vector<std::string> paths;        // of the parts, as in the file
    std::vector<FileRepairCount> changes;  // as kinds_of_changes()
    std::vector<FileRepairCount> left;     // as kinds_of_things_left()
    double farthest_merge = 0;
    std::uint64_t new_polygons = 0;
    StitchReport stitched;                            // counts of all parts, largest lengths
    std::size_t closed_before = 0, closed_after = 0;  // parts
    std::string why_not_closed;                       // the first that is not, when all is done
    std::size_t first_open_part = 0;
    std::string unit;  // "mm", or "units"

    void add(std::size_t part, const Pose& world_from_part, const RepairReport& report);
    void add(const StitchReport& report);
    bool changed() const;
};

Json to_json(const FileRepair& repair);
std::string to_text(const Style& style, const FileRepair& repair, bool dry_run);

}  // namespace graze::app
