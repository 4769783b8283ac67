#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

std::string sentence(const std::string& problem, const std::string& where, const std::string& mend) {
    std::string s = where.empty() ? problem : where + ": " + problem;
    if (!mend.empty()) s += "; " + mend;
    return s;
}

}  // namespace

Error::Error(const std::string& problem, const std::string& where, const std::string& mend)
    : std::runtime_error(sentence(problem, where, mend)), problem_(problem), where_(where), mend_(mend) {}

Error Error::within(const std::string& outer) const {
    return Error(problem_, where_.empty() ? outer : outer + ", " + where_, mend_);
}

}  // namespace graze::inline v1
