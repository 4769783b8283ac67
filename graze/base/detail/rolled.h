// Loops that must not be unrolled. A search runs through more code than the processor's instruction cache
// holds, and then a loop of few iterations costs less than the same loop unrolled.
#pragma once

#if defined(__clang__)
#define GRAZE_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define GRAZE_ROLLED _Pragma("GCC unroll 1")
#else
#define GRAZE_ROLLED
#endif
