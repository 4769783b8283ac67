// For programs that check one thing each and fail with the line where it does not hold.
#pragma once

#include <cstdio>

#define GRAZE_CHECK(condition)                                                \
    do {                                                                      \
        if (!(condition)) {                                                   \
            std::printf("line %d does not hold: %s\n", __LINE__, #condition); \
            return 1;                                                         \
        }                                                                     \
    } while (false)
