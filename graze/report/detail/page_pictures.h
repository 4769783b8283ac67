// Pictures of findings as an element of the page.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "graze/clash/finding.h"

namespace graze::inline v1::detail {

struct PagePictures {
    std::string element;
    std::size_t left_out = 0;
};

// `pictures` are PNG files of the first findings, in order. The element takes as many as fit into
// `max_bytes`, from the worst finding on.
PagePictures page_pictures(std::span<const ClashFinding> findings, std::span<const std::string> pictures,
                           std::size_t max_bytes);

}  // namespace graze::inline v1::detail
