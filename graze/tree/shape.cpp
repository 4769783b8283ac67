#include "graze/tree/shape.h"

#include <mutex>
#include <utility>

#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/tree/check_tree.h"
#include "graze/tree/detail/companions.h"

namespace graze::inline v1 {
namespace {

ShapeId new_identity() {
    static std::atomic<std::uint64_t> last = 0;
    return {last.fetch_add(1, std::memory_order_relaxed) + 1, 0};
}

ShapeId next_of(const ShapeId& id) {
    return {id.identity, id.version + 1};
}

void check_same_kind(ShapeKind kind, ShapeKind next) {
    if (kind == next) return;
    throw Error("a shape of the kind " + std::string(kind.name()) + " has no next version of the kind " +
                    std::string(next.name()),
                {}, "give a shape of the same kind, or make a new shape");
}

const CompanionSlot<ClosedSurface>& closed_surface_slot() {
    static const CompanionSlot<ClosedSurface> slot(
        {.name = "closed surface", .make = [](const Shape& shape) -> std::shared_ptr<const void> {
             return std::make_shared<const ClosedSurface>(shape.mesh());
         }});
    return slot;
}

std::shared_ptr<const void> checked(std::shared_ptr<const void> companion, std::uint32_t slot) {
    if (companion == nullptr)
        throw Error("the companion \"" + std::string(detail::companion_description(slot).name) +
                    "\" of a shape was not made");
    return companion;
}

}  // namespace

Shape::Data::Data(ShapeId shape_id, Mesh the_mesh, WideTree the_tree)
    : id(shape_id), box(the_mesh.box()), mesh(std::move(the_mesh)), tree(std::move(the_tree)) {}

Shape::Data::Data(ShapeId shape_id, ShapeKind shape_kind, std::shared_ptr<const ShapeValue> shape_value)
    : id(shape_id), kind(shape_kind), box(shape_value->box()), value(std::move(shape_value)) {}

Shape::Data::~Data() {
    delete companions.load(std::memory_order_acquire);
}

Shape::Shape() {
    static const auto nothing = std::make_shared<const Data>(new_identity(), Mesh(), WideTree());
    data_ = nothing;
}

Shape::Shape(Mesh mesh, const TreeOptions& options) {
    WideTree tree(mesh, options);
    data_ = std::make_shared<const Data>(new_identity(), std::move(mesh), std::move(tree));
}

Shape::Shape(Mesh mesh, WideTree tree) {
    check_tree(tree, mesh);
    data_ = std::make_shared<const Data>(new_identity(), std::move(mesh), std::move(tree));
}

Shape::Shape(ShapeKind kind, std::shared_ptr<const ShapeValue> value) {
    if (kind.is_mesh() || value == nullptr) throw Error("a shape of another kind than mesh needs a value");
    data_ = std::make_shared<const Data>(new_identity(), kind, std::move(value));
}

Shape Shape::next_version(Mesh mesh, const TreeOptions& options) const {
    check_same_kind(kind(), ShapeKind());
    WideTree tree(mesh, options);
    return Shape(std::make_shared<const Data>(next_of(id()), std::move(mesh), std::move(tree)));
}

Shape Shape::next_version(const Shape& deformed) const {
    check_same_kind(kind(), deformed.kind());
    const ShapeId next = next_of(id());
    if (is_mesh()) return Shape(std::make_shared<const Data>(next, deformed.mesh(), deformed.tree()));
    return Shape(std::make_shared<const Data>(next, kind(), deformed.data_->value));
}

const ContentHash& Shape::content_hash() const {
    detail::Companions& kept = companions();
    std::call_once(kept.hash_known, [&] {
        if (is_mesh()) {
            kept.hash = graze::content_hash(data_->mesh);
            return;
        }
        // The name tells kinds apart whose bytes happen to be equal.
        std::string bytes(kind().name());
        bytes += '\0';
        data_->value->write(bytes);
        detail::Hasher128 hasher;
        hasher.add(std::as_bytes(std::span(bytes)));
        const detail::Hash128 hash = hasher.result();
        kept.hash = {hash.high, hash.low};
    });
    return kept.hash;
}

const ClosedSurface& Shape::closed_surface() const {
    return companion(closed_surface_slot());
}

detail::Companions& Shape::companions() const {
    detail::Companions* all = data_->companions.load(std::memory_order_acquire);
    if (all != nullptr) return *all;
    auto mine = std::make_unique<detail::Companions>();
    if (data_->companions.compare_exchange_strong(all, mine.get(), std::memory_order_acq_rel))
        return *mine.release();
    return *all;
}

const void* Shape::made_companion(std::uint32_t slot) const {
    const detail::Companions* const all = data_->companions.load(std::memory_order_acquire);
    if (all != nullptr)
        if (const void* made = all->made(slot)) return made;
    return make_companion(slot);
}

const void* Shape::make_companion(std::uint32_t slot) const {
    detail::Companions::Place& place = companions().place(slot);
    std::call_once(place.once, [&] {
        place.owner = checked(detail::companion_description(slot).make(*this), slot);
        place.made.store(place.owner.get(), std::memory_order_release);
    });
    return place.made.load(std::memory_order_acquire);
}

bool Shape::save_companion(std::uint32_t slot, std::string& bytes) const {
    const auto save = detail::companion_description(slot).save;
    const void* const made = companions().made(slot);
    if (save == nullptr || made == nullptr) return false;
    save(made, bytes);
    return true;
}

void Shape::load_companion(std::uint32_t slot, std::span<const std::byte> bytes) const {
    const auto load = detail::companion_description(slot).load;
    if (load == nullptr) return;
    detail::Companions::Place& place = companions().place(slot);
    std::call_once(place.once, [&] {
        place.owner = checked(load(*this, bytes), slot);
        place.made.store(place.owner.get(), std::memory_order_release);
    });
}

}  // namespace graze::inline v1
