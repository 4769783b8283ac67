// State that one call of contacts() keeps for the next call: a part of QueryCache.
#pragma once

#include <memory>

#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

struct ContactMemory;  // in detail/contact_memory.h

// The contacts of the last call with their numbers, the last poses without intersection, and the memory that
// a search needs.
class ContactCache {
  public:
    ContactCache();
    ~ContactCache();
    ContactCache(const ContactCache& other);
    ContactCache(ContactCache&& other) noexcept;
    ContactCache& operator=(const ContactCache& other);
    ContactCache& operator=(ContactCache&& other) noexcept;

    ContactMemory& of(const ShapeId& a, const ShapeId& b);

  private:
    std::unique_ptr<ContactMemory> memory_;
};

}  // namespace graze::inline v1::detail
