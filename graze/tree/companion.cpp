#include "graze/tree/companion.h"

#include <deque>
#include <mutex>

#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

// Grows only: what was registered stays where it is.
struct CompanionRegistry {
    std::mutex lock;
    std::deque<CompanionDescription> descriptions;

    // Never destroyed: shapes may be asked while the program ends.
    static CompanionRegistry& all() {
        static CompanionRegistry* const registry = new CompanionRegistry;
        return *registry;
    }
};

}  // namespace

std::uint32_t register_companion(const CompanionDescription& description) {
    CompanionRegistry& registry = CompanionRegistry::all();
    const std::lock_guard lock(registry.lock);
    std::uint32_t slot = 0;
    for (const CompanionDescription& known : registry.descriptions) {
        if (known.name == description.name) return slot;
        ++slot;
    }
    if (description.name.empty() || description.make == nullptr ||
        (description.save == nullptr) != (description.load == nullptr))
        throw Error(
            "a companion needs a name, a function that makes it, and either both or neither of those that "
            "save and load it");
    registry.descriptions.push_back(description);
    return slot;
}

std::uint32_t number_of_companions() {
    CompanionRegistry& registry = CompanionRegistry::all();
    const std::lock_guard lock(registry.lock);
    return static_cast<std::uint32_t>(registry.descriptions.size());
}

const CompanionDescription& companion_description(std::uint32_t slot) {
    CompanionRegistry& registry = CompanionRegistry::all();
    const std::lock_guard lock(registry.lock);
    return registry.descriptions[slot];
}

}  // namespace graze::inline v1::detail
