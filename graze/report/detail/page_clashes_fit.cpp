// Finds how much of a report fits into a page. Packing a large report takes seconds, so the sizes of further
// reductions are estimated from those that were packed.
#include <algorithm>
#include <optional>

#include "graze/base/error.h"
#include "graze/clash/files/clash_file.h"
#include "graze/report/detail/deflate.h"
#include "graze/report/detail/page_clashes.h"
#include "graze/report/detail/page_elements.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t enough_of_a_name = 200;
constexpr std::size_t most_regions_kept = 50;
constexpr std::size_t worst = 200;  // findings that keep their curves as long as there is any choice

std::size_t json_size(const ClashReport& report) {
    std::size_t size = 0;
    write_clashes(report, [&](std::string_view piece) { size += piece.size(); });
    return size;
}

class ElementMaker {
  public:
    ElementMaker(std::size_t max_bytes, Progress* progress) : max_bytes_(max_bytes), progress_(progress) {}

    // The element, if it fits or must be taken in any case.
    std::optional<std::string> make(const ClashReport& report, bool has_to) {
        const std::size_t json = json_size(report);
        if (json <= std::min(longest_plain, max_bytes_)) {
            std::string element = json_element_start("graze-clashes", false);
            write_clashes(report, [&](std::string_view piece) { append_escaped(element, piece); });
            element += element_end;
            return if_it_fits(std::move(element), has_to);
        }
        // With fewer curves, the text packs better than at the known ratio.
        constexpr double surely_too_long = 2;
        size_ = static_cast<double>(json) * ratio_;
        if (!has_to && size_ > surely_too_long * static_cast<double>(max_bytes_)) return std::nullopt;
        return packed(report, json, has_to);
    }

    // The share of the last element that would have fitted, roughly.
    double fitting() const { return std::min(static_cast<double>(max_bytes_) / size_, 1.0); }

  private:
    std::optional<std::string> packed(const ClashReport& report, std::size_t json, bool has_to) {
        Deflater deflater;
        const auto too_long = [&] { return !has_to && base64_size(deflater.bytes_out()) > max_bytes_; };
        write_clashes(report, [&](std::string_view piece) {
            if (too_long()) return;
            deflater.add(piece);
            show(deflater.bytes_in(), json);
        });
        const auto in = static_cast<double>(deflater.bytes_in());
        if (too_long()) {
            ratio_ = static_cast<double>(base64_size(deflater.bytes_out())) / in;
            size_ = static_cast<double>(json) * ratio_;
            return std::nullopt;
        }
        std::string element = json_element_start("graze-clashes", true) + base64(deflater.finish());
        element += element_end;
        ratio_ = static_cast<double>(element.size()) / in;
        return if_it_fits(std::move(element), has_to);
    }

    std::optional<std::string> if_it_fits(std::string&& element, bool has_to) {
        size_ = static_cast<double>(element.size());
        if (!has_to && element.size() > max_bytes_) return std::nullopt;
        return std::move(element);
    }

    void show(std::size_t done, std::size_t all) {
        if (progress_ == nullptr) return;
        if (progress_->cancelled()) throw Error("cancelled");
        constexpr std::size_t steps = 50;
        if (done * steps / all == shown_) return;
        shown_ = done * steps / all;
        progress_->report("packing findings", done, all);
    }

    std::size_t max_bytes_;
    Progress* progress_;
    double ratio_ = 0;  // of packed to plain; 0: not known yet
    double size_ = 1;   // of the last element, estimated
    std::size_t shown_ = 0;
};

// Tries less and less of the report. New findings are worth more than resolved ones, and the worst findings
// more than the rest.
class Reduction {
  public:
    explicit Reduction(const ClashReport& report) {
        detail_.findings = report.findings.size();
        detail_.resolved = report.baseline ? report.baseline->resolved.size() : 0;
        with_curves_ = detail_.findings;
        while (with_curves_ > 0 && !has_curves(report.findings[with_curves_ - 1])) --with_curves_;
    }

    const PageDetail& detail() const { return detail_; }
    // Nothing more can be left out.
    bool ends() const {
        return detail_.findings == 0 && detail_.resolved == 0 && detail_.longest_name <= enough_of_a_name;
    }

    // `fitting`: the share of the present findings that would fit.
    void next(double fitting) {
        if (!detail_.rounded) {
            detail_.rounded = true;
        } else if (with_curves_ > worst) {
            detail_.with_curves = with_curves_ = std::max(with_curves_ / 4, worst);
            detail_.most_regions = most_regions_kept;
        } else if (detail_.most_regions > 1) {
            detail_.most_regions = detail_.most_regions > most_regions_kept ? most_regions_kept : 1;
        } else if (detail_.longest_name > enough_of_a_name) {
            detail_.longest_name = enough_of_a_name;
        } else if (detail_.resolved > 0) {
            detail_.resolved /= 4;
        } else if (detail_.with_curves > 0 && detail_.findings <= 4 * worst) {
            detail_.with_curves = 0;
        } else {
            const double less = std::clamp(0.98 * fitting, 0.1, 0.9);
            detail_.findings = static_cast<std::size_t>(static_cast<double>(detail_.findings) * less);
        }
    }

  private:
    PageDetail detail_;
    std::size_t with_curves_;  // findings, up to the last that has curves
};

}  // namespace

PageClashes page_clashes(const ClashReport& report, std::size_t max_bytes, Progress* progress) {
    ElementMaker maker(max_bytes, progress);
    if (auto element = maker.make(report, false)) return {*std::move(element), {}};
    for (Reduction reduction(report);;) {
        reduction.next(maker.fitting());
        const PageDetail& detail = reduction.detail();
        if (auto element = maker.make(reduced(report, detail), reduction.ends()))
            return {*std::move(element), left_out_by(report, detail)};
    }
}

}  // namespace graze::inline v1::detail
