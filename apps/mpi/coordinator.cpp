#include "coordinator.h"

#include <chrono>
#include <deque>
#include <span>
#include <thread>

#include "graze/base/error.h"
#include "portion_thread.h"

namespace graze::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{50};

// Watches which ranks are alive: by their processes where these can be seen, else by their silence.
class Roll {
  public:
    Roll(const std::vector<Introduction>& ranks, const Patience& patience)
        : ranks_(ranks), patience_(patience), heard_(ranks.size(), Clock::now()) {
        // In containers even processes of one machine do not see each other.
        for (const Introduction& rank : ranks)
            visible_.push_back(rank.machine == ranks[0].machine && !is_gone(rank));
    }

    void heard_of(int rank) { heard_[static_cast<std::size_t>(rank)] = Clock::now(); }
    void failed(int rank, const std::string& reason) { dead_.push_back({rank, reason}); }

    // The ranks that were dead when a death was first noticed. Others may die only because of these.
    const std::vector<DeadRank>& dead() {
        if (dead_.empty() && Clock::now() >= next_look_) look();
        return dead_;
    }

    void look() {
        next_look_ = Clock::now() + between_looks;
        for (std::size_t i = 1; i < ranks_.size(); ++i)
            if ((visible_[i] && is_gone(ranks_[i])) || Clock::now() - heard_[i] > patience_.silence)
                dead_.push_back({static_cast<int>(i), {}});
    }

  private:
    const std::vector<Introduction>& ranks_;
    const Patience& patience_;
    std::vector<Clock::time_point> heard_;
    std::vector<bool> visible_;
    Clock::time_point next_look_ = Clock::now();
    std::vector<DeadRank> dead_;
};

class Coordinator {
  public:
    Coordinator(ClashRun& run, const std::vector<Introduction>& ranks, Progress& progress,
                const Patience& patience)
        : run_(run), roll_(ranks, patience), others_(ranks.size() - 1), progress_(progress), own_(run) {
        const std::vector<std::uint32_t> portions = run.to_do();
        queue_.assign(portions.begin(), portions.end());
    }

    Outcome coordinate() {
        while (!(queue_.empty() && in_work_ == 0) && !progress_.cancelled() && roll_.dead().empty()) {
            const bool something_arrived = take_messages(), something_done = take_own();
            if (!something_arrived && !something_done) rest();
        }
        // MPI asks all ranks to stop when one has died. So this is not the user's interrupt, and the ranks
        // that are dead now are the cause.
        if (progress_.cancelled() && roll_.dead().empty()) roll_.look();
        say_goodbye();
        return {roll_.dead(), run_.to_do().size()};
    }

  private:
    static void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

    bool take_messages() {
        bool something = false;
        for (; auto message = receive(); something = true) handle(*message);
        return something;
    }

    void handle(const Message& message) {
        roll_.heard_of(message.from);
        switch (message.kind) {
            case Kind::result:
                --in_work_;
                add(portion_from_bytes(std::as_bytes(std::span(message.bytes))));
                give_work_to(message.from);
                break;
            case Kind::asks:
                give_work_to(message.from);
                break;
            case Kind::alive:
                if (!ending_) give(message.from, still_here);
                break;
            case Kind::leaves:
                ++gone_;
                break;
            case Kind::fails:
                if (!progress_.cancelled()) roll_.failed(message.from, message.bytes);
                break;
        }
    }

    // Who finds nothing to do waits for the end.
    void give_work_to(int rank) {
        if (!queue_.empty() && !ending_) give(rank, next());
    }

    bool take_own() {
        auto result = own_.take();
        const bool something_done = result.has_value();
        if (result) {
            --in_work_;
            if (!progress_.cancelled()) add(*std::move(result));
        }
        if (own_.idle() && !queue_.empty() && !progress_.cancelled()) own_.start(next());
        return something_done;
    }

    std::uint32_t next() {
        const std::uint32_t portion = queue_.front();
        queue_.pop_front();
        ++in_work_;
        return portion;
    }

    void add(PortionResult result) {
        if (!run_.add(std::move(result)))
            throw Error("a rank has sent a result that cannot be one", {},
                        "make sure that all machines have the same version of graze");
    }

    // Tells all ranks that there is no more work, and receives what they still send, so that no rank waits.
    // If a rank is dead, all will be ended.
    void say_goodbye() {
        ending_ = true;
        if (!roll_.dead().empty()) {
            progress_.cancel();  // the portion being compared here would delay the report
            return;
        }
        for (std::size_t i = 1; i <= others_; ++i) give(static_cast<int>(i), no_more);
        while (gone_ < others_ && roll_.dead().empty())
            if (!take_messages()) rest();
    }

    ClashRun& run_;
    Roll roll_;
    std::size_t others_, gone_ = 0;
    Progress& progress_;
    PortionThread own_;
    std::deque<std::uint32_t> queue_;  // in the order in which they are given out
    std::size_t in_work_ = 0;
    bool ending_ = false;
};

}  // namespace

Outcome coordinate(ClashRun& run, const std::vector<Introduction>& ranks, Progress& progress,
                   const Patience& patience) {
    return Coordinator(run, ranks, progress, patience).coordinate();
}

}  // namespace graze::mpi
