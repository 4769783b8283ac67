// Options of graze clash about how a run grows and survives.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "graze/clash/clash.h"
#include "terminal.h"

namespace graze::app {

struct RunOptions {
    std::string memory, cache, shard;
    bool fresh = false;

    void add_to(CLI::App& command);
    // `folder` is where the report goes, and with it the checkpoint; empty: there is none. Makes the folder.
    void apply(ClashOptions& clash_options, const std::string& folder) const;
    // The report of a run that has nothing left to do is written: its checkpoint is needed no more.
    static void forget_checkpoint(const std::string& folder);
};

// From here on, remarks of the library go to standard error.
void show_remarks(TerminalProgress& progress);

}  // namespace graze::app
