#include "graze/world/responder.h"

#include <cmath>

namespace graze::inline v1 {

Responder::Responder(World& world, const ResponseOptions& options) : world_(world), options_(options) {
    response_of({}, {1, 0, 0}, {}, options);  // refuses options that are no good, now and not in a callback
    module_ = world.add_module({"responder", 0}, [this](const Collision& c) { hear(c); });
    Interest everything;
    everything.want = Want::triangles;
    world.add_interest(module_, everything);
}

Responder::~Responder() {
    world_.remove_module(module_);
}

void Responder::set_velocity(ObjectId object, const Vec3& velocity) {
    flyers_[object] = {velocity, world_.pose(object), {}};
}

Vec3 Responder::velocity(ObjectId object) const {
    const auto found = flyers_.find(object);
    return found == flyers_.end() ? Vec3{} : found->second.velocity;
}

// The normal is that of the face of the other one that it runs into most straight.
void Responder::hear(const Collision& c) {
    if (c.change == Change::ended) return;
    const auto note = [&](ObjectId id, ObjectId other, auto triangle_of) {
        const auto flyer = flyers_.find(id);
        if (flyer == flyers_.end()) return;
        Vec3 best;
        double straightest = -1;
        for (const IntersectingPair& contact : c.contacts) {
            const Triangle face =
                world_.pose(other)(world_.shape(other).mesh().triangle(triangle_of(contact)));
            const Vec3 normal = cross(face[1] - face[0], face[2] - face[0]);
            const double along = std::abs(dot(flyer->second.velocity, normal)) / length(normal);
            if (!(along > straightest)) continue;  // nor one without area
            straightest = along;
            best = normal;
        }
        flyer->second.normals.push_back(best);
    };
    note(c.a, c.b, [](const IntersectingPair& contact) { return contact.b; });
    note(c.b, c.a, [](const IntersectingPair& contact) { return contact.a; });
}

void Responder::respond(ObjectId id, Flyer& flyer) {
    for (const Vec3& normal : flyer.normals) {
        ResponseOptions how = options_;
        // A face without area has no normal to bounce from.
        if (!(dot(normal, normal) > 0)) how.velocity = VelocityResponse::stop;
        const PosedMotion after =
            response_of({world_.pose(id), flyer.velocity}, normal, flyer.last_free, how);
        flyer.velocity = after.velocity;
        if (after.pose != world_.pose(id)) world_.move(id, after.pose);
    }
    ++responses_;
}

UpdateReport Responder::step(double time) {
    std::erase_if(flyers_, [&](const auto& entry) { return !world_.contains(entry.first); });
    for (auto& [id, flyer] : flyers_) {
        flyer.normals.clear();
        const Pose& now = world_.pose(id);
        world_.move(id, Pose::translation(flyer.velocity * time) * now);
    }
    const UpdateReport report = world_.update();
    responses_ = 0;
    for (auto& [id, flyer] : flyers_) {
        if (flyer.normals.empty()) {
            flyer.last_free = world_.pose(id);
        } else {
            respond(id, flyer);
        }
    }
    return report;
}

}  // namespace graze::inline v1
