#include "worker.h"

#include <thread>

#include "graze/base/error.h"
#include "messages.h"
#include "portion_thread.h"

namespace graze::mpi {

// MPI would wait with a busy processor, which the comparing thread needs: so it is asked now and then.
void work(ClashRun& run, Progress& progress, const Patience& patience) {
    using Clock = std::chrono::steady_clock;
    PortionThread thread(run);
    send(Kind::asks);
    auto heard = Clock::now(), last_sign = heard;
    for (;;) {
        if (const auto portion = given()) {
            heard = Clock::now();
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
        if (now - heard > patience.silence)
            throw Error("rank 0 is silent", {}, "run it again: it goes on where it was");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace graze::mpi
