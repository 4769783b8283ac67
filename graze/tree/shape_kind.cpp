#include "graze/tree/shape_kind.h"

#include <array>
#include <atomic>
#include <mutex>

#include "graze/base/error.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// Only grows: entries never move, and are read without a lock.
struct ShapeKinds {
    std::mutex adding;
    std::array<ShapeKindDescription, ShapeKind::most> descriptions{{{"mesh", 1, nullptr}}};
    std::atomic<std::size_t> count = 1;

    static ShapeKinds& all() {
        static ShapeKinds kinds;
        return kinds;
    }
    std::optional<ShapeKind> find(std::string_view name) const {
        const std::size_t n = count.load(std::memory_order_acquire);
        for (std::size_t i = 0; i < n; ++i)
            if (descriptions[i].name == name) return ShapeKind(static_cast<std::uint8_t>(i));
        return {};
    }
    ShapeKind add(const ShapeKindDescription& description) {
        if (description.name.empty()) throw Error("a kind of shape needs a name");
        const std::lock_guard lock(adding);
        if (const auto known = find(description.name)) {
            // Two rooms that mean different things would read each other's files.
            if (known->is_mesh() || descriptions[known->number()].version != description.version)
                throw Error(
                    "there is another kind of shape with the name \"" + std::string(description.name) + "\"",
                    {}, "choose another name, or register the same version");
            return *known;
        }
        const std::size_t number = count.load(std::memory_order_relaxed);
        if (number == ShapeKind::most)
            throw Error("there are too many kinds of shapes: " + std::to_string(number) + " is the most");
        descriptions[number] = description;
        count.store(number + 1, std::memory_order_release);
        return ShapeKind(static_cast<std::uint8_t>(number));
    }
};

std::string_view ShapeKind::name() const {
    return ShapeKinds::all().descriptions[number_].name;
}

ShapeKind detail::register_own_kind(const ShapeKindDescription& description) {
    return ShapeKinds::all().add(description);
}

ShapeKind register_shape_kind(const ShapeKindDescription& description) {
    register_solid_kinds();  // first, so that there is room for them however many kinds others register
    return ShapeKinds::all().add(description);
}

std::optional<ShapeKind> find_shape_kind(std::string_view name) {
    register_solid_kinds();  // the kinds of this room are known from the start
    return ShapeKinds::all().find(name);
}

const ShapeKindDescription& description_of(ShapeKind kind) {
    return ShapeKinds::all().descriptions[kind.number()];
}

}  // namespace graze::inline v1
