#include "graze/world/world.h"

#include <algorithm>

#include "graze/base/error.h"
#include "graze/world/detail/shape_in_world.h"
#include "graze/world/detail/world_state.h"

namespace graze::inline v1 {

World::World(const WorldOptions& options) : state_(std::make_unique<detail::WorldState>(options)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

detail::WorldState& detail::state_of(World& world) {
    return *world.state_;
}
void detail::share(World& world, WorldLock* lock) {
    state_of(world).lock = lock;
}

ObjectId World::add(Shape shape, const Pose& pose, ObjectOptions options) {
    const detail::Changing changing(*state_);
    detail::WorldState& s = *state_;
    std::uint32_t index = static_cast<std::uint32_t>(s.objects.size());
    if (s.free_indices.empty()) {
        if (index == detail::NearPairs::none - 1)
            throw Error("a world holds at most 2^32 - 2 objects", "World::add");
        s.objects.emplace_back();
        s.presences.emplace_back();
    } else {
        index = s.free_indices.back();
        s.free_indices.pop_back();
    }
    detail::WorldObject& o = s.objects[index];
    o.new_shape = std::move(shape);
    o.pose = pose;
    o.name = std::move(options.name);
    o.groups = options.groups;
    s.presences[index].movable = options.movable;
    s.presences[index].alive = true;
    ++s.count;
    s.touch(index);
    return s.id_of(index);
}

void World::remove(ObjectId id) {
    const detail::Changing changing(*state_);
    detail::Presence& here = state_->presence(id);
    here.alive = false;
    here.probed_by.reset();
    --state_->count;
    state_->touch(id.index);
}

void World::move(ObjectId id, const Pose& pose) {
    const detail::Changing changing(*state_);
    state_->object(id).pose = pose;
    state_->touch(id.index);
}

void World::reshape(ObjectId id, Shape shape) {
    const detail::Changing changing(*state_);
    state_->object(id).new_shape = std::move(shape);
    state_->touch(id.index);
}

void World::set_groups(ObjectId id, Groups groups) {
    const detail::Changing changing(*state_);
    detail::WorldObject& o = state_->object(id);
    o.groups = groups;
    o.class_known = false;
    state_->touch(id.index);
}

void World::set_movable(ObjectId id, bool movable) {
    const detail::Changing changing(*state_);
    state_->presence(id).movable = movable;
    state_->object(id).class_known = false;
    state_->touch(id.index);
}

void World::hibernate(ObjectId id) {
    const detail::Changing changing(*state_);
    state_->presence(id).hibernating = true;
    state_->touch(id.index);
}

void World::wake(ObjectId id) {
    const detail::Changing changing(*state_);
    state_->presence(id).hibernating = false;
    state_->touch(id.index);
}

bool World::contains(ObjectId id) const {
    return state_->contains(id);
}
std::size_t World::size() const {
    return state_->count;
}
const Shape& World::shape(ObjectId id) const {
    return std::as_const(*state_).object(id).latest_shape();
}
const Pose& World::pose(ObjectId id) const {
    return std::as_const(*state_).object(id).pose;
}
const Shape& World::updated_shape(ObjectId id) const {
    return std::as_const(*state_).object(id).shape;
}
const Pose& World::updated_pose(ObjectId id) const {
    return std::as_const(*state_).object(id).placed;
}
const std::string& World::name(ObjectId id) const {
    return std::as_const(*state_).object(id).name;
}

std::uint64_t World::version(ObjectId id) const {
    return std::as_const(*state_).object(id).version;
}

Box World::box(ObjectId id) const {
    const detail::WorldObject& o = std::as_const(*state_).object(id);
    return detail::box_in_world(o.latest_shape(), o.pose);
}

std::vector<ObjectId> World::objects() const {
    std::vector<ObjectId> ids;
    ids.reserve(state_->count);
    for (std::uint32_t i = 0; i < state_->objects.size(); ++i)
        if (state_->presences[i].alive) ids.push_back(state_->id_of(i));
    return ids;
}

std::optional<ObjectId> World::find(std::string_view name) const {
    for (std::uint32_t i = 0; i < state_->objects.size(); ++i)
        if (state_->presences[i].alive && state_->objects[i].name == name) return state_->id_of(i);
    return {};
}

std::string_view World::part_name(ObjectId id, TriangleId triangle) const {
    if (!detail::has_triangle(shape(id), triangle))
        throw Error("the mesh has no such triangle", "triangle " + std::to_string(triangle));
    return detail::part_name(shape(id), triangle);
}

ModuleId World::add_module(ModuleOptions options, CollisionCallback callback) {
    state_->modules.push_back(
        {std::move(options), std::make_shared<const CollisionCallback>(std::move(callback))});
    return {static_cast<std::uint32_t>(state_->modules.size() - 1)};
}

void World::remove_module(ModuleId id) {
    detail::WorldModule& m = state_->module(id);
    m.alive = false;
    m.callback.reset();
    state_->interests.remove_all_of(id);
    for (std::uint32_t i = 0; i < state_->objects.size(); ++i)
        if (state_->presences[i].alive && state_->presences[i].probed_by == id) unmute(state_->id_of(i));
}

InterestId World::add_interest(ModuleId id, Interest interest) {
    state_->module(id);
    for (const Selector* side : {&interest.a, &interest.b})
        if (side->names_object()) std::as_const(*state_).object(side->object());
    return state_->interests.add(id, std::move(interest));
}

void World::remove_interest(InterestId id) {
    state_->interests.remove(id);
}

ModuleId World::on_collision(CollisionCallback callback, Want want, double limit) {
    const ModuleId id = add_module({}, std::move(callback));
    Interest all;
    all.want = want;
    all.limit = limit;
    add_interest(id, all);
    return id;
}

void World::mute_others(ModuleId id, ObjectId object) {
    state_->module(id);
    state_->presence(object).probed_by = id;
}

void World::unmute(ObjectId object) {
    const detail::Changing changing(*state_);
    state_->presence(object).probed_by.reset();
    state_->touch(object.index);
}

void World::skip_rest(ModuleId id) {
    state_->module(id).skips = true;
}

UpdateReport World::update() {
    return state_->update();
}
std::uint64_t World::update_count() const {
    return state_->update_number;
}
const BroadPhase& World::broad_phase() const {
    if (!state_->broad_phase)
        throw Error("a world has no broad phase before its first update", "World::broad_phase");
    return *state_->broad_phase;
}

// Comparing boxes is faster than looking up a cached result.
bool World::touching(ObjectId a, ObjectId b) const {
    if (!overlap(box(a), box(b))) return false;
    const detail::WorldObject &first = state_->object(a), &second = state_->object(b);
    const detail::PairAsked asked{a, b, first.version, second.version};
    if (const auto known = state_->answers.touching(asked)) return *known;
    const bool found = intersects(first.latest_shape(), first.pose, second.latest_shape(), second.pose);
    state_->answers.keep(asked, found, state_->count);
    return found;
}

Distance World::distance(ObjectId a, ObjectId b) const {
    const detail::WorldObject &first = state_->object(a), &second = state_->object(b);
    const detail::PairAsked asked{a, b, first.version, second.version};
    if (const auto known = state_->answers.distance(asked)) return *known;
    const Distance found =
        graze::distance(first.latest_shape(), first.pose, second.latest_shape(), second.pose);
    state_->answers.keep(asked, found, state_->count);
    return found;
}

}  // namespace graze::inline v1
