// What graze slide says: as text, as JSON, and as the files of a folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "graze/interact/sliding/assembly_slide.h"
#include "graze/io/load_assembly.h"
#include "graze/models/motions.h"
#include "report.h"

namespace graze::app {

struct SlideAnswer {
    LoadedAssembly loaded;
    std::vector<std::size_t> moving;
    std::string hand_file;
    Path hand;
    double clearance = 0, friction = 0;  // the clearance is in the assembly's unit
    AssemblySlide slide;
    std::vector<std::string> written;

    const std::string& name(std::size_t part) const { return loaded.assembly.parts[part].path; }
    // From where on the part was held back until the end, and by what; none if it was not at the end.
    struct Held {
        std::size_t since = 0;
        std::vector<std::size_t> by;  // parts that rest, each once
    };
    std::optional<Held> held() const;
};

Json slide_json(const SlideAnswer& answer);
std::string slide_text(const Style& style, const SlideAnswer& answer);
// The path that the part took (graze.motion/1), the distance to the hand as a plot, pictures, and an animated
// GLB. Notes what was written. Throws Error.
void write_slide_files(Session& session, const std::string& folder, const Threads& threads,
                       SlideAnswer& answer);

}  // namespace graze::app
