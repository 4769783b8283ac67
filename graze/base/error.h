// The one exception of graze: bad input to loading and building. Queries never throw.
#pragma once

#include <stdexcept>
#include <string>

#include "graze/base/platform.h"

namespace graze::inline v1 {

// One sentence in three parts: where ("gear.stl, facet 12"), what ("coordinate is not a finite number") and
// how to mend it ("re-export the file"). `where` and `mend` may be empty. what() joins them.
class Error : public std::runtime_error {
  public:
    explicit Error(const std::string& problem, const std::string& where = {}, const std::string& mend = {});

    const std::string& problem() const { return problem_; }
    const std::string& where() const { return where_; }
    const std::string& mend() const { return mend_; }

    // The same error, one place further out: `within("model.obj")` turns "line 3" into "model.obj, line 3".
    Error within(const std::string& outer) const;

  private:
    std::string problem_, where_, mend_;
};

}  // namespace graze::inline v1
