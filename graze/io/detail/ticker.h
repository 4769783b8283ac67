// Progress in coarse steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/base/progress.h"

namespace graze::inline v1::detail {

class Ticker {
  public:
    Ticker(Progress* progress, std::string_view stage, std::uint64_t total)
        : progress_(progress), stage_(stage), total_(total), step_(std::max<std::uint64_t>(total / 64, 1)) {
        if (!progress_) next_ = ~std::uint64_t{0};
    }

    // Cheap enough to call for every element. Throws when cancelled.
    void at(std::uint64_t done) {
        if (done < next_) return;
        if (progress_->cancelled()) throw Error("cancelled");
        progress_->report(stage_, done, total_);
        next_ = done + step_;
    }

  private:
    Progress* progress_;
    std::string_view stage_;
    std::uint64_t total_, step_, next_ = 0;
};

}  // namespace graze::inline v1::detail
