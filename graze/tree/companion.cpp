#include "graze/tree/companion.h"

#include <atomic>
#include <mutex>

#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

// Grows only: what was registered stays where it is, and is read without a lock.
struct Registry {
    std::mutex adding;
    std::array<CompanionDescription, most_companions> descriptions;
    std::atomic<std::size_t> count = 0;

    static Registry& all() {
        static Registry registry;
        return registry;
    }
};

}  // namespace

std::uint8_t register_companion(const CompanionDescription& description) {
    Registry& registry = Registry::all();
    const std::lock_guard lock(registry.adding);
    const std::size_t n = registry.count.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < n; ++i)
        if (registry.descriptions[i].name == description.name) return static_cast<std::uint8_t>(i);
    if (description.name.empty() || description.make == nullptr ||
        (description.save == nullptr) != (description.load == nullptr))
        throw Error(
            "a companion needs a name, a function that makes it, and either both or neither of those that "
            "save "
            "and load it");
    if (n == most_companions)
        throw Error("there are too many kinds of companions: " + std::to_string(n) + " is the most");
    registry.descriptions[n] = description;
    registry.count.store(n + 1, std::memory_order_release);
    return static_cast<std::uint8_t>(n);
}

std::span<const CompanionDescription> registered_companions() {
    const Registry& registry = Registry::all();
    return {registry.descriptions.data(), registry.count.load(std::memory_order_acquire)};
}

}  // namespace graze::inline v1::detail
