#include "graze/share/rehearsal/live_share.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "graze/base/detail/hash.h"
#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

// Of all objects that there ever were.
std::vector<SharedId> ids_of(const Agreement& agreement) {
    std::vector<SharedId> ids;
    for (const auto& [id, object] : agreement.objects()) ids.push_back(id);
    return ids;
}

class LiveShare {
  public:
    LiveShare(Transport& transport, const LiveOptions& options)
        : options_(options),
          transport_(transport),
          world_(transport, options.shared),
          driver_(options.motion),
          random_(options.seed),
          next_(transport.now()) {
        world_.on_event([this](const SharedEvent& e) { hear(e); });
    }

    LiveReport run() {
        options_.join ? join() : world_.start();
        gather();
        add_objects();
        const double begin = transport_.now();
        while (!stopped() && (options_.seconds <= 0 || transport_.now() - begin < options_.seconds))
            step(false);
        report_.seconds = transport_.now() - begin;
        settle();
        finish();
        return std::move(report_);
    }

  private:
    bool stopped() const { return options_.stopped && options_.stopped(); }

    void hear(const SharedEvent& event) {
        driver_.hear(event);
        if (options_.each_event) options_.each_event(world_, event);
        if (const auto* const gone = std::get_if<PeerGone>(&event); gone != nullptr && !gone->said_so)
            silent_[gone->peer] = transport_.now();
        if (const auto* const came = std::get_if<PeerCame>(&event)) silent_.erase(came->peer);
        const auto* const applied = std::get_if<VerdictApplied>(&event);
        if (applied == nullptr || rank_of(applied->verdict).arbiter == world_.self()) return;
        if (report_.delays.size() >= 1'000'000) return;
        report_.delays.push_back(options_.one_clock ? transport_.now() - applied->verdict.time
                                                    : applied->delay);
    }

    // Whoever takes part already, if one has spoken. Of those that were only found, some may be newcomers as
    // well.
    void join() {
        const double begin = transport_.now();
        double asked = -1e300;
        for (std::size_t turn = 0; !world_.joined() && !stopped(); step(true)) {
            if (transport_.now() - begin > options_.join_seconds)
                throw Error(turn == 0 ? "nobody was found" : "nobody lets this peer join", "shared world",
                            "see that the other runs, and has the same world, domain and certificates");
            if (transport_.now() - asked < 1.5) continue;
            std::vector<Address> found = world_.hosts();
            if (found.empty()) found = transport_.found();
            if (found.empty() || (turn == 0 && transport_.now() - begin < 0.5)) continue;
            std::ranges::sort(found);
            asked = transport_.now();
            world_.join(found[turn++ % found.size()]);
        }
    }

    void gather() {
        const double begin = transport_.now();
        while (world_.peers().size() < options_.wait_for && !stopped()) {
            if (transport_.now() - begin > options_.gather_seconds) {
                report_.gathered = false;
                return;
            }
            step(true);
        }
    }

    void add_objects() {
        for (std::uint32_t i = 0; i < options_.objects && world_.joined(); ++i) {
            MovingState state;
            const double half = options_.motion.arena / 2;
            state.position = random_.in_box({-half, -half, -half}, {half, half, half});
            if (options_.motion.kind == RehearsedMotion::straight)
                state.velocity = random_.on_sphere() * (options_.motion.speed * random_.uniform(0.5, 1));
            world_.add(options_.shape, state, {.name = "object " + std::to_string(i + 1)});
        }
    }

    // One update, when it is time for it.
    void step(bool rests) {
        const double now = transport_.now(), period = 1 / options_.rate;
        if (next_ > now) {
            std::this_thread::sleep_for(std::chrono::duration<double>(std::min(next_ - now, 1.0)));
        } else if (now - next_ > period) {
            ++report_.updates_late;
            next_ = now;  // no hurry to catch up
        }
        next_ += period;
        ++report_.updates;
        world_.update();
        report_.peers_most = std::max(report_.peers_most, world_.peers().size());
        report_.objects = std::max(report_.objects, world_.objects().size());
        if (world_.joined()) driver_.drive(world_, random_, transport_.now(), rests);
        if (options_.each_update) options_.each_update(world_);
    }

    // Somebody fell silent a moment ago: it may have judged what nobody has heard yet, and be back soon.
    bool somebody_is_missing() {
        std::erase_if(silent_, [&](const auto& s) {
            return transport_.now() - s.second > 0.5 * options_.settle_seconds;
        });
        return !silent_.empty();
    }

    // Until all know the same and no verdict has come for longer than clocks, repeats and updates take.
    void settle() {
        constexpr double quiet = 2;
        const double begin = transport_.now();
        double since = begin;
        std::uint64_t verdicts = world_.counts().verdicts;
        while (transport_.now() - begin < options_.settle_seconds) {
            step(true);
            const std::uint64_t now = world_.counts().verdicts;
            if (now != verdicts || somebody_is_missing()) since = transport_.now();
            verdicts = now;
            // What others write when they leave is no verdict, and does not begin the quiet anew: otherwise
            // each would keep the rest from leaving.
            report_.settled = transport_.now() - since > quiet && world_.all_know();
            if (options_.stay ? !options_.stay(world_, report_.settled) : report_.settled) return;
        }
    }

    void finish() {
        report_.counts = world_.counts();
        report_.agreement_digest = world_.agreement().digest();
        detail::Hasher128 hash;
        const std::vector<SharedId> ids = ids_of(world_.agreement());
        for (std::size_t a = 0; a < ids.size(); ++a)
            for (std::size_t b = a + 1; b < ids.size(); ++b)
                for (const Verdict& v : world_.agreement().verdicts({ids[a], ids[b]})) {
                    ++report_.verdicts;
                    const VerdictRank rank = rank_of(v);
                    for (const std::uint64_t part :
                         {std::uint64_t{a}, std::uint64_t{b}, rank.epochs, std::uint64_t{rank.arbiter.number},
                          std::uint64_t{rank.episode}, std::bit_cast<std::uint64_t>(v.time),
                          std::bit_cast<std::uint64_t>(v.a.velocity.x)})
                        detail::add_number(hash, part);
                }
        report_.verdict_digest = hash.result().low;
        std::ranges::sort(report_.delays);
        if (options_.leave) world_.leave();
    }

    const LiveOptions& options_;
    Transport& transport_;
    SharedWorld world_;
    ObjectDriver driver_;
    Random random_;
    LiveReport report_;
    std::map<PeerId, double> silent_;  // who stopped speaking without a farewell, and when that was noticed
    double next_;
};

}  // namespace

LiveReport share_live(Transport& transport, const LiveOptions& options) {
    return LiveShare(transport, options).run();
}

}  // namespace graze::inline v1
