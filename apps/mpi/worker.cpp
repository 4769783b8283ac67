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
    auto asked = Clock::now(), last_sign = asked;
    for (;;) {
        if (const auto portion = given()) {
            if (*portion == no_more) {
                progress.cancel();  // what is being compared is wanted no more
                send(Kind::leaves);
                return;
            }
            thread.start(*portion);
        }
        if (auto result = thread.take()) {
            // Of a cancelled run rank 0 expects nothing but that it ends.
            if (!progress.cancelled()) send(Kind::result, to_bytes(*result));
            asked = Clock::now();
        }
        const auto now = Clock::now();
        if (now - last_sign > patience.between_signs) {
            last_sign = now;
            send(Kind::alive);
        }
        if (thread.idle() && now - asked > patience.silence)
            throw Error("rank 0 has given no work for " + std::to_string(patience.silence.count()) + " s", {},
                        "run it again: it goes on where it was");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace graze::mpi
