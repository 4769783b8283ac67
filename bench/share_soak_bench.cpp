// Many processes on one machine that share a world over DDS, on the loopback.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "graze/base/error.h"
#include "graze/share/dds/dds_transport.h"
#include "graze/share/rehearsal/live_share.h"
#include "graze/share/rehearsal/verdict_log.h"

namespace graze::bench {
namespace {

using Json = nlohmann::json;

constexpr double gather_seconds = 90, settle_seconds = 60;

double monotonic_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double seconds_of(const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

double processor_seconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

void write_all(int to, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = write(to, text.data() + done, text.size() - done);
        if (written <= 0) return;
        done += static_cast<std::size_t>(written);
    }
}

bool is_readable(int from) {
    pollfd one{from, POLLIN, 0};
    return ::poll(&one, 1, 0) > 0;
}

// Processes begin and end their motion at different times. None goes before all know the same: each says what
// it knows, and goes when it is told to.
class EndTogether {
  public:
    EndTogether(int up, int down) : up_(up), down_(down) {}

    bool stay(const SharedWorld& world, bool settled) {
        const double now = monotonic_seconds();
        if (now - said_ < 0.25) return true;
        said_ = now;
        Json line{{"settled", settled}, {"digest", world.agreement().digest()}, {"at", now}};
        write_all(up_, line.dump() + "\n");
        return !is_readable(down_);
    }

  private:
    int up_, down_;
    double said_ = 0;
};

// What one process does, and what came of it.
Json live_peer(const ShareSoakSelection& selection, std::uint32_t number, const std::string& world,
               EndTogether& together) {
    DdsOptions dds;
    dds.world = world;
    DdsTransport transport(dds);
    LiveOptions options;
    options.shared.peer = number;
    options.shared.reckoning.error_threshold = 0.01;
    options.shared.proximity.error_threshold = 0.002;
    options.shared.status_interval = 0.5;
    // Nobody is missed or adopted: whoever is late is late because the machine is busy.
    options.shared.silence = 600;
    options.shared.agreement.adoption = false;
    const std::uint32_t others = selection.processes - 1;
    options.motion.arena = 2.5 * std::cbrt(static_cast<double>(selection.processes) * selection.objects_each);
    options.objects = selection.objects_each;
    options.rate = selection.rate;
    options.join = number > 1;
    options.join_seconds = options.gather_seconds = gather_seconds;
    options.wait_for = others;
    options.seconds = selection.seconds;
    options.settle_seconds = settle_seconds;
    options.leave = false;
    options.one_clock = true;
    options.seed = number;
    std::ofstream log;
    if (!selection.logs.empty()) {
        log.open(std::filesystem::path(selection.logs) / (std::to_string(number) + ".log"));
        options.each_event = [&](const SharedWorld& shared, const SharedEvent& event) {
            if (const auto* const applied = std::get_if<VerdictApplied>(&event))
                log << verdict_line(shared.self(), *applied);
        };
    }
    options.stay = [&](const SharedWorld& shared, bool settled) { return together.stay(shared, settled); };
    const double before = processor_seconds();
    double moving = 0;  // processor time once all were there
    options.each_update = [&](const SharedWorld& shared) {
        if (moving == 0 && shared.peers().size() >= others) moving = processor_seconds();
    };
    const LiveReport r = share_live(transport, options);
    const double after = processor_seconds();
    const DdsCounts counts = transport.counts();
    if (log.is_open()) log << end_of_log({number, options.shared.session}, true);
    return {{"gathered", r.gathered},
            {"settled", r.settled},
            {"verdicts", r.verdicts},
            {"digest", r.agreement_digest},
            {"peers", r.peers_most},
            {"objects", r.objects},
            {"updates", r.updates},
            {"late", r.updates_late},
            {"refused", r.counts.refused},
            {"not_taken", counts.not_taken},
            {"messages", counts.published + counts.sent},
            {"received", counts.received},
            {"bytes", r.counts.bytes},
            {"gathering", moving - before},
            {"processor", after - moving},
            {"delays", r.delays}};
}

class Children {
  public:
    ~Children() {
        for (const pid_t pid : pids_) {  // of what this process has started
            kill(pid, SIGKILL);
            waitpid(pid, nullptr, 0);
        }
    }

    void start(const ShareSoakSelection& selection, std::uint32_t number, const std::string& world) {
        int up[2], down[2];
        if (pipe(up) != 0 || pipe(down) != 0) throw Error("no pipe", "soak");
        const pid_t pid = fork();
        if (pid < 0) throw Error("no process", "soak", "take fewer");
        if (pid == 0) {
            close(up[0]), close(down[1]);
            std::string text;
            try {
                EndTogether together(up[1], down[0]);
                text = live_peer(selection, number, world, together).dump();
            } catch (const std::exception& e) {
                text = Json{{"error", e.what()}}.dump();
            }
            write_all(up[1], text + "\n");
            _exit(0);
        }
        close(up[1]), close(down[0]);
        pids_.push_back(pid);
        children_.push_back({up[0], down[1]});
    }

    // What each has said in the end; those that said nothing in time have an error.
    std::vector<Json> results(double end) {
        while (monotonic_seconds() < end && std::ranges::any_of(children_, &Child::open)) {
            std::vector<pollfd> ready;
            for (const Child& c : children_) ready.push_back({c.open ? c.up : -1, POLLIN, 0});
            ::poll(ready.data(), ready.size(), 100);
            for (std::size_t i = 0; i < ready.size(); ++i)
                if (ready[i].revents != 0) read_from(children_[i]);
            end_if_all_know();
        }
        std::vector<Json> all;
        for (const Child& c : children_)
            all.push_back(c.said.contains("verdicts") || c.said.contains("error")
                              ? c.said
                              : Json{{"error", "no result in time"}});
        return all;
    }
    // From the end of the last one's motion until all were known to know the same; 0: they never were.
    double agreed_after() const { return agreed_after_; }

  private:
    struct Child {
        int up = -1, down = -1;
        std::string text{};
        Json said{};
        bool open = true;
    };

    void read_from(Child& c) {
        char buffer[65'536];
        const ssize_t count = read(c.up, buffer, sizeof buffer);
        if (count <= 0) c.open = false;
        if (count > 0) c.text.append(buffer, static_cast<std::size_t>(count));
        for (std::size_t line = c.text.find('\n'); line != std::string::npos; line = c.text.find('\n')) {
            Json one = Json::parse(c.text.substr(0, line), nullptr, false);
            if (one.is_object()) {
                if (c.said.is_null() && one.contains("at"))
                    rested_ = std::max(rested_, one["at"].get<double>());
                c.said = std::move(one);
            }
            c.text.erase(0, line + 1);
        }
    }
    void end_if_all_know() {
        if (agreed_after_ > 0) return;
        for (const Child& c : children_)
            if (!c.said.is_object() || !c.said.value("settled", false) || !c.said.contains("digest") ||
                c.said["digest"] != children_.front().said["digest"])
                return;
        agreed_after_ = std::max(monotonic_seconds() - rested_, 1e-3);
        for (const Child& c : children_) write_all(c.down, "!");
    }

    std::vector<pid_t> pids_;
    std::vector<Child> children_;
    double rested_ = 0, agreed_after_ = 0;
};

double part_of(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) return 0;
    return sorted[static_cast<std::size_t>(std::floor(share * static_cast<double>(sorted.size() - 1)))];
}

}  // namespace

int run_share_soak(const RunOptions& run_options, const ShareSoakSelection& selection) {
    const LoadWatch watch;
    signal(SIGPIPE, SIG_IGN);  // a process that has crashed is seen where it says nothing
    if (!selection.logs.empty()) std::filesystem::create_directories(selection.logs);
    const std::string world =
        "soak-" + std::to_string(getpid()) + "-" + std::to_string(std::random_device()());
    Children children;
    for (std::uint32_t i = 1; i <= selection.processes; ++i) children.start(selection, i, world);
    const std::vector<Json> all =
        children.results(monotonic_seconds() + 2 * gather_seconds + selection.seconds + settle_seconds + 30);
    double processor = 0, most = 0, gathering = 0;
    std::set<std::uint64_t> digests;
    std::uint64_t verdicts = 0, late = 0, updates = 0, refused = 0, not_taken = 0, bytes = 0, received = 0;
    std::vector<double> delays;
    std::string problem;
    for (const Json& one : all) {
        if (one.contains("error")) {
            problem = one["error"].get<std::string>();
            continue;
        }
        if (!one["gathered"].get<bool>()) problem = "not all came";
        if (!one["settled"].get<bool>()) problem = "not everybody has said that it knows everything";
        digests.insert(one["digest"].get<std::uint64_t>());
        processor += one["processor"].get<double>(), gathering += one["gathering"].get<double>();
        most = std::max(most, one["processor"].get<double>());
        verdicts = std::max(verdicts, one["verdicts"].get<std::uint64_t>());
        late += one["late"].get<std::uint64_t>(), updates += one["updates"].get<std::uint64_t>();
        refused += one["refused"].get<std::uint64_t>(), not_taken += one["not_taken"].get<std::uint64_t>();
        bytes += one["bytes"].get<std::uint64_t>(), received += one["received"].get<std::uint64_t>();
        for (const Json& d : one["delays"]) delays.push_back(d.get<double>());
    }
    if (digests.size() > 1)
        problem = fmt::format("they do not know the same ({} different digests)", digests.size());
    std::ranges::sort(delays);
    const double n = selection.processes;
    Table table({{"of " + std::to_string(selection.processes) + " processes", Align::left}, {"measured"}});
    table.add_row({"all know the same", problem.empty() ? "yes" : "NO: " + problem});
    table.add_row({"seconds until they were known to, after the last one rested",
                   fmt::format("{:.1f}", children.agreed_after())});
    table.add_row({"verdicts", fmt::format("{}", verdicts)});
    table.add_row({"verdicts that arrived somewhere", fmt::format("{}", delays.size())});
    table.add_row({"delay: median", fmt::format("{:.1f} ms", 1000 * part_of(delays, 0.5))});
    table.add_row({"delay: 90 %", fmt::format("{:.1f} ms", 1000 * part_of(delays, 0.9))});
    table.add_row({"delay: 99 %", fmt::format("{:.1f} ms", 1000 * part_of(delays, 0.99))});
    table.add_row({"delay: worst", fmt::format("{:.1f} ms", 1000 * part_of(delays, 1))});
    table.add_row({"processor time of each, mean", fmt::format("{:.2f} s", processor / n)});
    table.add_row({"processor time of each, most", fmt::format("{:.2f} s", most)});
    table.add_row({"processor time until all were there, mean", fmt::format("{:.2f} s", gathering / n)});
    table.add_row({"sent by each",
                   fmt::format("{:.1f} KB/s", static_cast<double>(bytes) / n / selection.seconds / 1000)});
    table.add_row({"messages received by each",
                   fmt::format("{:.0f} /s", static_cast<double>(received) / n / selection.seconds)});
    table.add_row(
        {"updates that were late",
         fmt::format("{:.1f} %",
                     updates > 0 ? 100.0 * static_cast<double>(late) / static_cast<double>(updates) : 0)});
    table.add_row({"records that the reliable topic did not take at once", fmt::format("{}", not_taken)});
    table.add_row({"messages refused", fmt::format("{}", refused)});
    publish("share-soak", run_options, watch,
            section_text(run_options,
                         fmt::format("Shared over DDS on the loopback for {:.0f} s, {} updates per second",
                                     selection.seconds, selection.rate),
                         table),
            {{"processes", selection.processes},
             {"seconds", selection.seconds},
             {"problem", problem.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(problem)},
             {"agreed_after", children.agreed_after()},
             {"digests", digests.size()},
             {"verdicts", verdicts},
             {"arrived", delays.size()},
             {"delay",
              {{"median", part_of(delays, 0.5)},
               {"p90", part_of(delays, 0.9)},
               {"p99", part_of(delays, 0.99)},
               {"worst", part_of(delays, 1)}}},
             {"processor_seconds", {{"mean", processor / n}, {"most", most}}},
             {"not_taken", not_taken},
             {"refused", refused}});
    return problem.empty() ? 0 : 1;
}

}  // namespace graze::bench
