// The page of a merged report. Shards have no geometry: the files of the parts are read again.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "assembly_input.h"
#include "command.h"
#include "graze/clash/clash_report.h"
#include "page_options.h"

namespace graze::app {

struct MergedPage {
    AssemblyInput input;  // no files: those that the shards name
    PageOptions page;
    std::string threads = "0";

    void add_to(CLI::App& command);
    // Throws Error, naming the option, for text that is not what it expects.
    void check() const;
    // Writes report.html into the folder, unless the user does not want it. If the files that the shards name
    // are missing or have changed, a sentence says so. If files that the user named do not fit, throws Error.
    void write(Session& session, const ClashReport& report, const std::string& folder) const;
};

}  // namespace graze::app
