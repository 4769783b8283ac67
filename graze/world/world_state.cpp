#include "graze/world/detail/world_state.h"
#include "graze/base/error.h"

namespace graze::inline v1::detail {

WorldState::WorldState(const WorldOptions& given) : options(given) {
    interests.settle();
}

bool WorldState::contains(ObjectId id) const {
    return id.index < presences.size() && presences[id.index].alive &&
           presences[id.index].generation == id.generation;
}

const WorldObject& WorldState::object(ObjectId id) const {
    if (!contains(id))
        throw Error("there is no such object in this world", "object " + std::to_string(id.index),
                    "use the id that World::add returned, and not after World::remove");
    return objects[id.index];
}

WorldObject& WorldState::object(ObjectId id) {
    return const_cast<WorldObject&>(
        std::as_const(*this).object(id));  // NOLINT(*-const-cast): this is not const
}

Presence& WorldState::presence(ObjectId id) {
    object(id);  // throws if there is no such object
    return presences[id.index];
}

WorldModule& WorldState::module(ModuleId id) {
    if (id.number >= modules.size() || !modules[id.number].alive)
        throw Error("there is no such module in this world", "module " + std::to_string(id.number),
                    "use the id that World::add_module returned");
    return modules[id.number];
}

void WorldState::touch(std::uint32_t index) {
    changed_flags_.resize(objects.size(), 0);
    ++objects[index].version;
    if (changed_flags_[index] != 0) return;
    changed_flags_[index] = 1;
    changed_.push_back(index);
}

}  // namespace graze::inline v1::detail
