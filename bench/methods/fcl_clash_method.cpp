// FCL: a BVHModel for each mesh, a dynamic tree over the parts, and for each pair whether they collide, or
// all contacts; for those that do not collide the distance. OBBRSS is the volume that FCL recommends for
// both; with RSS alone collisions take a hundred times as long.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <map>
#include <tuple>

#include "bench/methods/clash_method.h"
#include "bench/methods/fcl_copies.h"

namespace graze::bench {
namespace {

// FCL computes the box of a turned object from its sphere; here it is given a tight one.
class PlacedObject final : public fcl::CollisionObjectd {
  public:
    PlacedObject(const std::shared_ptr<fcl::CollisionGeometryd>& model, const Pose& pose, const Box& box,
                 double margin, std::uint32_t number)
        : CollisionObject(model, to_fcl(pose)), number_(number) {
        const fcl::Vector3d grow(margin, margin, margin);
        aabb = fcl::AABBd(fcl::Vector3d(box.lower.x, box.lower.y, box.lower.z) - grow,
                          fcl::Vector3d(box.upper.x, box.upper.y, box.upper.z) + grow);
    }
    std::uint32_t number() const { return number_; }

  private:
    std::uint32_t number_;
};

enum class Contacts { one, all };  // one is enough for a yes, and is not described

class FclClash final : public ClashMethod {
  public:
    FclClash(const std::string& wants, Contacts contacts)
        : ClashMethod("FCL " GRAZE_BENCH_FCL_VERSION " OBBRSS, " + wants),
          request_(contacts == Contacts::one ? fcl::CollisionRequestd(1, false)
                                             : fcl::CollisionRequestd(INT_MAX, true)) {}

    void load(const Assembly& assembly, std::span<const Box> boxes) override {
        clear();
        boxes_ = boxes;
        std::map<const Mesh*, std::size_t> numbers;
        for (const Part& part : assembly.parts) {
            const auto [it, is_new] = numbers.emplace(part.mesh.get(), meshes_.size());
            if (is_new) meshes_.push_back(converted(*part.mesh));
            mesh_of_part_.push_back(it->second);
            poses_.push_back(part.world_from_part);
        }
    }

    void build(double clearance) override {
        objects_.clear();
        manager_ = std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
        std::vector<std::shared_ptr<fcl::CollisionGeometryd>> models;
        for (const Arrays& mesh : meshes_) models.push_back(model_of(mesh));
        std::vector<fcl::CollisionObjectd*> all;
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            objects_.push_back(std::make_unique<PlacedObject>(models[mesh_of_part_[i]], poses_[i], boxes_[i],
                                                              clearance / 2, static_cast<std::uint32_t>(i)));
            all.push_back(objects_.back().get());
        }
        manager_->registerObjects(all);
        manager_->setup();
    }

    LookedAtPairs compare(double clearance, double most_seconds) override {
        Search search{request_, clearance, most_seconds, std::chrono::steady_clock::now(), {}};
        manager_->collide(&search, look_at);
        return std::move(search.pairs);
    }

  private:
    struct Arrays {
        std::vector<fcl::Vector3d> vertices;
        std::vector<fcl::Triangle> triangles;
    };
    struct Search {
        const fcl::CollisionRequestd& request;
        double clearance, most_seconds;
        std::chrono::steady_clock::time_point start;
        LookedAtPairs pairs;
    };

    void clear() {
        manager_.reset();
        objects_.clear();
        meshes_.clear();
        mesh_of_part_.clear();
        poses_.clear();
    }

    static Arrays converted(const Mesh& mesh) {
        Arrays arrays;
        for (const Vec3& p : mesh.vertices()) arrays.vertices.emplace_back(p.x, p.y, p.z);
        for (const auto& t : mesh.triangles()) arrays.triangles.emplace_back(t[0], t[1], t[2]);
        return arrays;
    }

    static std::shared_ptr<fcl::CollisionGeometryd> model_of(const Arrays& mesh) {
        auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
        model->beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.vertices.size()));
        model->addSubModel(mesh.vertices, mesh.triangles);
        model->endModel();
        return model;
    }

    // Returns whether to stop.
    static bool look_at(fcl::CollisionObjectd* first, fcl::CollisionObjectd* second, void* data) {
        auto& search = *static_cast<Search*>(data);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - search.start;
        if (taken.count() > search.most_seconds) {
            search.pairs.complete = false;
            return true;
        }
        LookedAtPair& pair = search.pairs.all.emplace_back();
        std::tie(pair.a, pair.b) = std::minmax(number_of(first), number_of(second));
        fcl::CollisionResultd collision;
        pair.colliding = fcl::collide(first, second, search.request, collision) > 0;
        if (pair.colliding || search.clearance == 0) return false;
        fcl::DistanceResultd nearest(search.clearance);  // it need not look beyond
        const double distance = fcl::distance(first, second, fcl::DistanceRequestd(true), nearest);
        if (distance < search.clearance) pair.distance = distance;
        return false;
    }
    static std::uint32_t number_of(const fcl::CollisionObjectd* object) {
        return static_cast<const PlacedObject*>(object)->number();
    }

    fcl::CollisionRequestd request_;
    std::vector<Arrays> meshes_;
    std::vector<std::size_t> mesh_of_part_;
    std::vector<Pose> poses_;
    std::span<const Box> boxes_;
    std::vector<std::unique_ptr<PlacedObject>> objects_;
    std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> manager_;
};

}  // namespace

ClashMethods fcl_clash_methods() {
    ClashMethods methods;
    methods.push_back(std::make_unique<FclClash>("yes or no", Contacts::one));
    methods.push_back(std::make_unique<FclClash>("all contacts", Contacts::all));
    return methods;
}

}  // namespace graze::bench
