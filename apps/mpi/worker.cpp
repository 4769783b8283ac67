#include "worker.h"

#include <atomic>
#include <cstdlib>
#include <thread>

#include "command.h"
#include "messages.h"
#include "portion_thread.h"
#include "terminal.h"

namespace graze::mpi {
namespace {

using Clock = std::chrono::steady_clock;

// Ends this process when rank 0 is gone: any MPI call would wait for rank 0 for ever. So a thread without MPI
// calls watches.
class Watch {
  public:
    Watch(const std::vector<Introduction>& ranks, const Progress& progress, const Patience& patience)
        : first_(ranks[0]),
          visible_(ranks[static_cast<std::size_t>(rank())].machine == first_.machine && !is_gone(first_)),
          speaks_(rank() == 1),
          progress_(progress),
          patience_(patience),
          thread_([this] { look(); }) {}
    ~Watch() {
        done_ = true;
        thread_.join();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    void heard() { heard_ = Clock::now(); }

  private:
    void look() const {
        constexpr std::chrono::milliseconds between_checks{20}, for_mpirun{1000};
        for (; !done_; std::this_thread::sleep_for(between_checks)) {
            if (!(visible_ && is_gone(first_)) && Clock::now() - heard_.load() <= patience_.silence) continue;
            // When mpirun ends all ranks, it first asks them to stop; then there is nothing to report.
            std::this_thread::sleep_for(for_mpirun);
            if (speaks_ && !progress_.cancelled())
                app::complain("rank 0 ended before it was done; the same command again goes on from there");
            std::_Exit(static_cast<int>(app::Exit::incomplete));
        }
    }

    const Introduction first_;
    const bool visible_, speaks_;
    const Progress& progress_;
    const Patience patience_;
    std::atomic<Clock::time_point> heard_{Clock::now()};
    std::atomic<bool> done_{false};
    std::thread thread_;
};

}  // namespace

// Polls now and then: MPI would wait with a busy processor, which the comparing thread needs.
void work(ClashRun& run, const std::vector<Introduction>& ranks, Progress& progress,
          const Patience& patience) {
    Watch watch(ranks, progress, patience);
    PortionThread thread(run);
    send(Kind::asks);
    auto last_sign = Clock::now();
    for (;;) {
        if (const auto portion = given()) {
            watch.heard();
            if (*portion == no_more) {
                progress.cancel();  // what is being compared is wanted no more
                send(Kind::leaves);
                return;
            }
            if (*portion != still_here) thread.start(*portion);
        }
        if (auto result = thread.take()) {
            // If all ranks are, rank 0 knows; if only this one is, it must not wait for the result.
            if (progress.cancelled())
                send(Kind::fails, "it was interrupted");
            else
                send(Kind::result, to_bytes(*result));
        }
        const auto now = Clock::now();
        if (now - last_sign > patience.between_signs) {
            last_sign = now;
            send(Kind::alive);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace graze::mpi
