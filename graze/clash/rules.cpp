#include "graze/clash/rules.h"

namespace graze::inline v1 {

RuledParts::RuledParts(const ClashRules& /*rules*/, std::span<const Part> /*parts*/, double clearance)
    : clearance_(clearance) {}

PairTerms RuledParts::terms(std::size_t /*a*/, std::size_t /*b*/) const {
    return {false, clearance_, {}, 0};
}

double RuledParts::reach(std::size_t /*part*/) const {
    return clearance_;
}

}  // namespace graze::inline v1
