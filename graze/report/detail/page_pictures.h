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

// PNG files, of the first findings in their order: as many as fit into an element of so many bytes, from the
// worst on.
PagePictures page_pictures(std::span<const ClashFinding> findings, std::span<const std::string> pictures,
                           std::size_t max_bytes);

}  // namespace graze::inline v1::detail
