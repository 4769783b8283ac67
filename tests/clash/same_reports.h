// Reports that must be equal in all but how they came about.
#pragma once

#include <gtest/gtest.h>

#include "graze/clash/clash.h"

namespace graze::test {

inline void expect_same_but_run(ClashReport a, ClashReport b) {
    a.run = b.run = {};
    EXPECT_EQ(a.counts, b.counts);
    EXPECT_EQ(a.parts, b.parts);
    EXPECT_EQ(a.findings, b.findings);
    EXPECT_TRUE(a == b);
}

}  // namespace graze::test
