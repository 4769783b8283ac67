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
    std::string pictures = "200";
    bool none = false;

    void add_to(CLI::App& command);
    // Throws Error, naming the option, for text that is not what it expects.
    void check() const;
    // Whether there is to be a page: it is wanted, and all of the assembly was this run's business.
    bool wanted(const ClashReport& report) const { return !none && !report.run.shard; }
    // Writes report.html into the folder, if it is wanted. Where graze was built without the page, a sentence
    // says so. An interrupted run gets its page too, with few pictures, so that the program ends soon.
    void write(const Assembly& assembly, const ClashReport& report, const std::filesystem::path& folder,
               const Threads& threads, TerminalProgress& progress) const;
};

}  // namespace graze::app
