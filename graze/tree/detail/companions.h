// What is made on first use and kept with a shape.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "graze/mesh/content_hash.h"
#include "graze/tree/companion.h"

namespace graze::inline v1::detail {

struct Companions {
    struct Place {
        std::once_flag once;
        std::shared_ptr<const void> owner;
        std::atomic<const void*> made = nullptr;
    };
    std::array<Place, most_companions> places;
    std::once_flag hash_known;
    ContentHash hash;
};

}  // namespace graze::inline v1::detail
