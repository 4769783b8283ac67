// What graze sweep says: as text, as JSON, and as the files of a folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "graze/clash/sweep/part_sweep.h"
#include "graze/io/load_assembly.h"
#include "graze/models/motions.h"
#include "graze/query/sweep/swept_envelope.h"
#include "report.h"

namespace graze::app {

struct SweepAnswer {
    LoadedAssembly loaded;
    std::vector<std::size_t> moving;
    std::string path_file;
    Path path;
    double clearance = 0;  // in the assembly's unit
    PartSweep sweep;

    // What `-o` has written.
    struct Envelope {
        std::string file;
        double cell = 0, tolerance = 0;
        std::size_t triangles = 0;
    };
    std::optional<Envelope> envelope;
    struct Picture {
        std::string file;
        double step = 0;
        std::string what;
    };
    std::vector<Picture> pictures;
    std::optional<std::string> plot;

    const std::string& name(std::size_t part) const { return loaded.assembly.parts[part].path; }
    bool complete() const {
        return sweep.undecided.empty() &&
               (!sweep.least || sweep.least->distance.status == QueryStatus::complete);
    }
};

Json sweep_json(const SweepAnswer& answer);
std::string sweep_text(const Style& style, const SweepAnswer& answer);

struct SweepFiles {
    std::string folder;
    std::optional<double> cell;  // of the envelope
    bool envelope = true;
    Threads threads{};
};
// Plot, pictures and envelope; sweep.json is not among them. Notes what was written. Throws Error.
void write_sweep_files(Session& session, const SweepFiles& files, SweepAnswer& answer);

}  // namespace graze::app
