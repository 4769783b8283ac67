// A companion to test with: the size of a shape along x. It can be saved.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "graze/base/error.h"
#include "graze/tree/shape.h"

namespace graze::test {

// A loaded size is larger by AddedByLoading, so that a test can tell it from one that was made.
template <int AddedByLoading = 0>
CompanionDescription size_companion(std::string_view name) {
    return {
        .name = name,
        .make = [](const Shape& shape) -> std::shared_ptr<const void> {
            return std::make_shared<const double>(shape.box().size().x);
        },
        .save = [](const void* companion,
                   std::string& bytes) { bytes.append(static_cast<const char*>(companion), sizeof(double)); },
        .load = [](const Shape&, std::span<const std::byte> bytes) -> std::shared_ptr<const void> {
            double size = 0;
            if (bytes.size() != sizeof(size)) throw Error("is no size");
            std::memcpy(&size, bytes.data(), sizeof(size));
            return std::make_shared<const double>(size + AddedByLoading);
        }};
}

}  // namespace graze::test
