// Companions: what some questions need beside the hierarchy of a shape, made on first use and kept with the
// shape.
//
// The room that needs a companion has one slot for it:
//
//     const CompanionSlot<SolidTree>& solid_tree_slot() {
//         static const CompanionSlot<SolidTree> slot(
//             {.name = "solid tree", .make = [](const Shape& s) { return std::make_shared<const
//             SolidTree>(s); }});
//         return slot;
//     }
//     ... shape.companion(solid_tree_slot()) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace graze::inline v1 {

class Shape;

struct CompanionDescription {
    std::string_view
        name;  // must live as long as the program; the same in every version, for saved files have it
    std::shared_ptr<const void> (*make)(const Shape& shape) = nullptr;
    // For companions that take long to make: both or neither. `save` appends bytes; `load` makes the
    // companion of this shape from them and throws Error for bytes that it cannot trust. Others are made
    // again after loading.
    void (*save)(const void* companion, std::string& bytes) = nullptr;
    std::shared_ptr<const void> (*load)(const Shape& shape, std::span<const std::byte> bytes) = nullptr;
};

namespace detail {

// The number of the slot of this name. Slots are numbered from 0 in the order of registration; there is no
// limit on them, so that nobody can take a slot away from a question that is asked later.
std::uint32_t register_companion(const CompanionDescription& description);
std::uint32_t number_of_companions();
// Valid as long as the program.
const CompanionDescription& companion_description(std::uint32_t slot);

struct Companions;  // of one shape, see detail/companions.h

}  // namespace detail

// T is what `make` and `load` of the description point to.
template <class T>
class CompanionSlot {
  public:
    // A slot of the same name is the same slot. Throws Error for a description that cannot be used.
    explicit CompanionSlot(const CompanionDescription& description)
        : number_(detail::register_companion(description)) {}

    std::uint32_t number() const { return number_; }

  private:
    std::uint32_t number_;
};

}  // namespace graze::inline v1
