#include "graze/world/responder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/world/detail/shape_in_world.h"

namespace graze::inline v1 {
namespace {

// The normal of the face that a velocity hits most directly, of those faces of a shape that have contacts.
template <class TriangleOf>
Vec3 straightest_normal(const Shape& shape, const Pose& pose, const Vec3& velocity,
                        std::span<const IntersectingPair> contacts, TriangleOf triangle_of) {
    Vec3 best;
    double straightest = -1;
    for (const IntersectingPair& contact : contacts) {
        const Triangle face = detail::triangle_in_world(shape, pose, triangle_of(contact));
        const Vec3 normal = cross(face[1] - face[0], face[2] - face[0]);
        const double along = std::abs(dot(velocity, normal)) / length(normal);
        if (!(along > straightest)) continue;  // also skips faces without area
        straightest = along;
        best = normal;
    }
    return best;
}

// Approximately how often a motion has to be repeated until a shape has left another: a power of two.
double way_out(const Shape& a, const Pose& pose, const Vec3& motion, const Shape& b,
               const Pose& world_from_b) {
    const Box around = detail::box_in_world(b, world_from_b);
    for (double times = 1;; times *= 2) {
        const Vec3 by = motion * times;
        if (!is_in_range(by) || !is_in_range(pose.translation() + by)) return times;
        const Pose there = Pose::translation(by) * pose;
        if (!overlap(detail::box_in_world(a, there), around) || !intersects(a, there, b, world_from_b))
            return times;
    }
}

bool touch(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    return overlap(detail::box_in_world(a, world_from_a), detail::box_in_world(b, world_from_b)) &&
           intersects(a, world_from_a, b, world_from_b);
}

}  // namespace

class Responder::State {
  public:
    State(World& world, const ResponseOptions& options);
    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void set_velocity(ObjectId object, const Vec3& velocity);
    Vec3 velocity(ObjectId object) const;
    UpdateReport step(double time);
    std::size_t responses() const { return responses_; }

  private:
    // What an object touches after it moved.
    struct Touch {
        ObjectId other;
        Vec3 normal;  // of the other's face that the object hits most directly; zero if no face has a normal
    };
    struct Flyer {
        Vec3 velocity;
        std::optional<Pose> start{};      // pose before this step
        std::optional<Pose> last_free{};  // nullopt until one is known
        std::vector<Touch> touches{};
        bool is_back = false;  // in this step
    };
    // An object that was set back, its pose before, and the object that caused it if that one stood in the
    // way.
    struct SetBack {
        ObjectId id;
        Pose from;
        ObjectId by;
    };

    void hear(const Collision& collision);
    bool counts(ObjectId id, const Flyer& flyer, ObjectId other) const;
    void turn(Flyer& flyer, const Vec3& normal, const Vec3& before);
    void respond(ObjectId id, Flyer& flyer);
    bool go_back(ObjectId id, const Pose& to);
    bool make_way(ObjectId id, std::vector<SetBack>& gone);
    void send_back(ObjectId id, const Pose& to, ObjectId by, std::vector<SetBack>& gone);

    World& world_;
    ResponseOptions options_;
    ModuleId module_;
    std::map<ObjectId, Flyer> flyers_;
    std::vector<ObjectId> back_;  // set back in this step
    std::size_t responses_ = 0;
};

Responder::State::State(World& world, const ResponseOptions& options) : world_(world), options_(options) {
    response_of({}, {1, 0, 0}, {}, options);  // throws for invalid options, now and not in a callback
    module_ = world.add_module({"responder", 0}, [this](const Collision& c) { hear(c); });
    Interest everything;
    everything.want = Want::triangles;
    world.add_interest(module_, everything);
}

Responder::State::~State() {
    world_.remove_module(module_);
}

void Responder::State::set_velocity(ObjectId object, const Vec3& velocity) {
    if (!is_in_range(velocity)) throw Error("a velocity is not finite, or beyond 1e100");
    world_.pose(object);  // throws for objects that are not in the world
    flyers_[object].velocity = velocity;
}

Vec3 Responder::State::velocity(ObjectId object) const {
    const auto found = flyers_.find(object);
    return found == flyers_.end() ? Vec3{} : found->second.velocity;
}

// Other modules may have moved and re-shaped the objects since the contact was found.
void Responder::State::hear(const Collision& c) {
    if (c.change == Change::ended) return;
    const auto note = [&](ObjectId id, ObjectId other, auto triangle_of) {
        const auto flyer = flyers_.find(id);
        if (flyer == flyers_.end()) return;
        flyer->second.touches.push_back(
            {other, straightest_normal(world_.updated_shape(other), world_.updated_pose(other),
                                       flyer->second.velocity, c.contacts, triangle_of)});
    };
    note(c.a, c.b, [](const IntersectingPair& contact) { return contact.b; });
    note(c.b, c.a, [](const IntersectingPair& contact) { return contact.a; });
}

// Whether an object responds to another that it touches: not if it touched the other before and is on its way
// out.
bool Responder::State::counts(ObjectId id, const Flyer& flyer, ObjectId other) const {
    if (!world_.contains(other)) return false;
    if (!flyer.start) return true;
    Pose other_start = world_.pose(other);
    const auto found = flyers_.find(other);
    if (found != flyers_.end()) other_start = found->second.start.value_or(other_start);
    const Shape &shape = world_.shape(id), &other_shape = world_.shape(other);
    if (!touch(shape, *flyer.start, other_shape, other_start)) return true;
    // Relative to the other object.
    const Pose &now = world_.updated_pose(id), &other_now = world_.updated_pose(other);
    const Vec3 motion = (now.translation() - flyer.start->translation()) -
                        (other_now.translation() - other_start.translation());
    if (motion == Vec3{}) return false;
    return way_out(shape, now, motion, other_shape, other_now) >
           way_out(shape, now, motion * -1.0, other_shape, other_now);
}

// Of several faces in one plane only the first reflects the velocity, or two faces would reflect it back.
void Responder::State::turn(Flyer& flyer, const Vec3& normal, const Vec3& before) {
    ResponseOptions how = options_;
    const double along = dot(before, normal), now = dot(flyer.velocity, normal);
    if (how.velocity == VelocityResponse::bounce && ((along > 0 && now <= 0) || (along < 0 && now >= 0)))
        return;
    // A face without area has no normal to bounce from.
    if (how.velocity == VelocityResponse::bounce && !(dot(normal, normal) > 0))
        how.velocity = VelocityResponse::stop;
    flyer.velocity = response_of({{}, flyer.velocity}, normal, {}, how).velocity;
}

void Responder::State::respond(ObjectId id, Flyer& flyer) {
    bool responds = false;
    const Vec3 before = flyer.velocity;
    for (const Touch& touch : flyer.touches) {
        if (!counts(id, flyer, touch.other)) continue;
        responds = true;
        turn(flyer, touch.normal, before);
    }
    if (!responds) return;
    ++responses_;
    if (!options_.set_back || flyer.is_back) return;
    if (!(flyer.start && go_back(id, *flyer.start)) && flyer.last_free) go_back(id, *flyer.last_free);
}

void Responder::State::send_back(ObjectId id, const Pose& to, ObjectId by, std::vector<SetBack>& gone) {
    gone.push_back({id, world_.pose(id), by});
    world_.move(id, to);
    flyers_.at(id).is_back = true;
    back_.push_back(id);
}

// Sets back every object at the pose that an object was set back to. False if one of them cannot go back,
// because it was there before or has no velocity.
bool Responder::State::make_way(ObjectId id, std::vector<SetBack>& gone) {
    const Shape shape = world_.shape(id);
    const Pose pose = world_.pose(id);
    std::vector<ObjectId> near = world_.overlapping(world_.box(id));
    std::erase_if(near, [&](ObjectId other) { return std::ranges::find(back_, other) != back_.end(); });
    near.insert(near.end(), back_.begin(), back_.end());
    for (const ObjectId other : near) {
        if (other == id || !world_.contains(other)) continue;
        const Shape& other_shape = world_.shape(other);
        if (!touch(shape, pose, other_shape, world_.pose(other))) continue;
        const auto found = flyers_.find(other);
        if (found == flyers_.end() || found->second.is_back) return false;
        const std::optional<Pose> start = found->second.start;
        if (!start || touch(shape, pose, other_shape, *start)) return false;
        send_back(other, *start, id, gone);
    }
    return true;
}

bool Responder::State::go_back(ObjectId id, const Pose& to) {
    std::vector<SetBack> gone;
    send_back(id, to, {}, gone);
    for (std::size_t i = 0; i < gone.size(); ++i) {
        if (make_way(gone[i].id, gone)) continue;
        for (const SetBack& b : gone) {
            world_.move(b.id, b.from);
            flyers_.at(b.id).is_back = false;
            back_.pop_back();
        }
        return false;
    }
    for (const SetBack& b : gone) {
        Flyer& flyer = flyers_.at(b.id);
        // An object that touches something responds to that.
        if (b.by == ObjectId{} || !flyer.touches.empty()) continue;
        const Shape &shape = world_.shape(b.id), &other = world_.shape(b.by);
        const Pose& place = world_.pose(b.by);
        const auto contacts = intersecting_triangles(shape, b.from, other, place);
        const Vec3 normal = straightest_normal(other, place, flyer.velocity, contacts,
                                               [](const IntersectingPair& contact) { return contact.b; });
        turn(flyer, normal, flyer.velocity);
        ++responses_;
    }
    return true;
}

UpdateReport Responder::State::step(double time) {
    const auto forget_gone = [this] {
        std::erase_if(flyers_, [&](const auto& entry) { return !world_.contains(entry.first); });
    };
    forget_gone();
    std::vector<std::pair<ObjectId, Pose>> moves;
    for (const auto& [id, flyer] : flyers_)
        moves.emplace_back(id, Pose::translation(flyer.velocity * time) * world_.pose(id));
    for (auto& [id, flyer] : flyers_) {
        flyer.touches.clear();
        flyer.is_back = false;
        flyer.start = world_.pose(id);
    }
    for (const auto& [id, pose] : moves) world_.move(id, pose);
    const UpdateReport report = world_.update();
    forget_gone();  // objects that callbacks removed
    responses_ = 0;
    back_.clear();
    for (auto& [id, flyer] : flyers_)
        if (!flyer.touches.empty()) respond(id, flyer);
    for (auto& [id, flyer] : flyers_) {
        if (flyer.touches.empty() || flyer.is_back) flyer.last_free = world_.pose(id);
        flyer.start.reset();
    }
    return report;
}

Responder::Responder(World& world, const ResponseOptions& options)
    : state_(std::make_unique<State>(world, options)) {}

Responder::~Responder() = default;

void Responder::set_velocity(ObjectId object, const Vec3& velocity) {
    state_->set_velocity(object, velocity);
}

Vec3 Responder::velocity(ObjectId object) const {
    return state_->velocity(object);
}

UpdateReport Responder::step(double time) {
    return state_->step(time);
}

std::size_t Responder::responses() const {
    return state_->responses();
}

}  // namespace graze::inline v1
