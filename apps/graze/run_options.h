// Options of graze clash about long runs: shards, checkpoints, memory, budgets.
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
    // Removes the checkpoint of a run that is complete and whose report is written.
    static void forget_checkpoint(const std::string& folder);
};

// Sends the library's log to standard error from here on.
void show_remarks(TerminalProgress& progress);

}  // namespace graze::app
