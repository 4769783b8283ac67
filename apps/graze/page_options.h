// Options of graze clash about the page of its report.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>

#include "graze/base/threads.h"
#include "graze/clash/clash_report.h"
#include "graze/mesh/assembly.h"
#include "terminal.h"

namespace graze::app {

struct PageOptions {
    std::string pictures = "20";
    bool none = false;

    void add_to(CLI::App& command);
    // Throws Error, naming the option, for text that is not what it expects.
    void check() const;
    // True if there will be a page: the user wants one, and this run compared the whole assembly.
    bool wanted(const ClashReport& report) const { return !none && !report.run.shard; }
    // Writes report.html into the folder, if the user wants it. If graze was built without the page, a
    // sentence says so. An interrupted run gets a page too, with few pictures, so that the program ends soon.
    void write(const Assembly& assembly, const ClashReport& report, const std::filesystem::path& folder,
               const Threads& threads, TerminalProgress& progress) const;
};

}  // namespace graze::app
