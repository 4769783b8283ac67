// What the user asks of `graze share`.
#pragma once

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "command.h"
#include "graze/share/rehearsal/rehearsal.h"
#include "import_options.h"

namespace graze::app {

struct ShareRequest {
    std::string input, objects, seconds;
    std::string motion = "straight", rule = "velocity", threshold = "1", rate = "60", seed = "1";
    std::string log;
    bool json = false;
    // Over a network.
    std::string join, gateway, world, domain, interface_address, security, peer, wait_for, patience;
    std::vector<std::string> origins;
    // In one process.
    bool simulate = false;
    std::string owners = "8", latency = "200", jitter = "20", loss = "5";
    ImportOptions import;
};

// Options that say nothing about a simulation.
inline std::vector<std::pair<std::string, std::string>> live_only(const ShareRequest& r) {
    return {{"--join", r.join},
            {"--gateway", r.gateway},
            {"--world", r.world},
            {"--domain", r.domain},
            {"--interface", r.interface_address},
            {"--security", r.security},
            {"--peer", r.peer},
            {"--wait-for", r.wait_for},
            {"--patience", r.patience}};
}

RehearsedMotion motion_of(const ShareRequest& request);
DecisionRule rule_of(const ShareRequest& request);

// What each replica hears goes to this file, for scripts/check-agreement; null: to none.
class ShareLog {
  public:
    explicit ShareLog(const std::string& path);
    void hear(const PeerId& replica, const SharedEvent& event);
    void end(const PeerId& replica, bool complete);
    void close();  // throws Error if not all could be written

  private:
    std::string path_;
    std::ofstream file_;
};

// share_live.cpp
Exit run_live_share(Session& session, const ShareRequest& request);

}  // namespace graze::app
