// How far a prototype goes in one step, as a share of its distance from what is closest.
#pragma once

#include <array>

namespace graze::inline v1::detail {

// Weller 2012, (4.1) and (4.2), with the exponents that are garbled there repaired: "a variation of a
// Gaussian". The product of the two freezes as printed: once a step leaves the distance nearly unchanged, the
// geometric factor is 0 for ever. So that factor has a floor.
class Cooling {
  public:
    static constexpr int steps = 50;

    static const Cooling& standard();

    // `step` from 0 to steps - 1; `ratio` is the distance divided by that one step before.
    double share(int step, double ratio) const;

  private:
    Cooling();
    std::array<double, steps> by_time_{};
};

}  // namespace graze::inline v1::detail
