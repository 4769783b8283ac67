// graze pack --cover: spheres that contain a mesh, for robot planners.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "graze/base/threads.h"
#include "graze/tree/shape.h"

namespace graze::app {

struct CoverRequest {
    std::optional<std::string> count, overreach, link;
    bool surface = false;

    void add_to(CLI::App& command);
    bool wanted() const { return count || overreach; }
    // Throws Error for words that are wrong, before a long file is read.
    void check(const std::vector<std::string>& outputs) const;
    Exit run(Session& session, const Shape& shape, const std::string& input,
             const std::vector<std::string>& outputs, bool json, const Threads& threads) const;
};

}  // namespace graze::app
