#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

#include "graze/clash/distribute/detail/portion_work.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t pairs_at_a_time = 4;

struct PieceResult {
    std::uint64_t compared = 0;
    std::vector<ClashFinding> findings;
};

struct OpenPortion {
    std::uint32_t portion = 0;
    std::vector<PieceResult> pieces;
    std::atomic<std::size_t> pieces_left{0};
};

struct Piece {
    OpenPortion* portion;
    std::size_t number;
};

class PortionWorker {
  public:
    PortionWorker(const PortionWork& work, std::span<const std::uint32_t> portions)
        : work_(work), portions_(portions.size()) {
        for (std::size_t i = 0; i < portions.size(); ++i) {
            const PairPortion& range = range_of(portions[i]);
            const std::size_t count = (range.last - range.first + pairs_at_a_time - 1) / pairs_at_a_time;
            portions_[i].portion = portions[i];
            portions_[i].pieces.resize(count);
            portions_[i].pieces_left = count;
            for (std::size_t p = 0; p < count; ++p) pieces_.push_back({&portions_[i], p});
        }
    }

    void work() {
        try {
            for (std::size_t i = next_++; i < pieces_.size() && !work_.cancelled(); i = next_++)
                do_piece(pieces_[i]);
        } catch (...) {
            next_ = pieces_.size();  // stops the other threads
            throw;
        }
    }

    void finish_what_was_begun() {
        for (OpenPortion& portion : portions_)
            if (portion.pieces_left > 0 &&
                std::ranges::any_of(portion.pieces, [](const PieceResult& p) { return p.compared > 0; }))
                finish(portion);
    }

  private:
    const PairPortion& range_of(std::uint32_t portion) const { return work_.plan->portions()[portion]; }

    // The thread that does the last piece of a portion finishes the portion.
    void do_piece(const Piece& piece) const {
        do_pairs(*piece.portion, piece.number);
        if (work_.cancelled()) return;
        if (--piece.portion->pieces_left == 0) finish(*piece.portion);
    }

    void do_pairs(OpenPortion& portion, std::size_t number) const {
        const PairPortion& range = range_of(portion.portion);
        const std::size_t first = range.first + number * pairs_at_a_time;
        PieceResult& piece = portion.pieces[number];
        for (std::size_t i = first; i < std::min(first + pairs_at_a_time, range.last); ++i) {
            if (work_.cancelled()) return;
            const PlannedPair& pair = work_.plan->pairs()[i];
            auto finding = work_.comparer->finding_of(pair);
            if (work_.cancelled()) return;  // the comparison may have ended early
            if (finding) piece.findings.push_back(*std::move(finding));
            ++piece.compared;
            work_.advance(work_.plan->cost(pair));
        }
    }

    void finish(OpenPortion& portion) const {
        PortionResult result;
        result.portion = portion.portion;
        for (PieceResult& piece : portion.pieces) {
            result.compared += piece.compared;
            std::ranges::move(piece.findings, std::back_inserter(result.findings));
        }
        portion.pieces = {};
        work_.finish(std::move(result));
    }

    const PortionWork& work_;
    std::vector<OpenPortion> portions_;
    std::vector<Piece> pieces_;
    std::atomic<std::size_t> next_{0};
};

}  // namespace

void do_portions(const PortionWork& work, std::span<const std::uint32_t> portions, const Threads& threads) {
    PortionWorker worker(work, portions);
    // One long task per thread, which takes pieces in their order: the pool would use its own order.
    parallel_for(threads, threads.count(), 1, [&](std::size_t, std::size_t) { worker.work(); });
    worker.finish_what_was_begun();
}

std::vector<std::uint32_t> order_of_work(const ClashPlan& plan, std::vector<std::uint32_t> portions) {
    const auto ranges = plan.portions();
    std::ranges::sort(portions);
    // Single pairs that take longer than a usual portion.
    const auto others = std::ranges::stable_partition(
        portions, [&](std::uint32_t p) { return ranges[p].cost > ClashPlan::usual_cost; });
    std::ranges::stable_sort(portions.begin(), others.begin(), [&](std::uint32_t p, std::uint32_t q) {
        return ranges[p].cost > ranges[q].cost;
    });
    return portions;
}

}  // namespace graze::inline v1::detail
