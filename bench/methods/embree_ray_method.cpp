// Embree: one ray at a time, in floats, in its robust mode and with its best hierarchy, on one thread.
#include <embree3/rtcore.h>
#include <fmt/format.h>

#include <limits>
#include <vector>

#include "bench/methods/ray_method.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

class Embree final : public RayMethod {
  public:
    Embree() : RayMethod("Embree " RTC_VERSION_STRING, Tone::peer), device_(rtcNewDevice("threads=1")) {
        if (device_ == nullptr) throw Error("Embree does not start", "embree");
    }
    ~Embree() override {
        if (scene_ != nullptr) rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    void build(const Mesh& mesh) override {
        if (scene_ != nullptr) rtcReleaseScene(scene_);
        scene_ = rtcNewScene(device_);
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
        RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                                     RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                                     mesh.vertices().size()));
        for (const Vec3& p : mesh.vertices()) {
            for (std::size_t k = 0; k < 3; ++k) *vertices++ = static_cast<float>(p[k]);
        }
        auto* corners = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0,
                                                                       RTC_FORMAT_UINT3, 3 * sizeof(unsigned),
                                                                       mesh.triangle_count()));
        for (const auto& t : mesh.triangles()) {
            for (const VertexId v : t) *corners++ = v;
        }
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
    }
    void prepare(std::span<const Ray> rays) override {
        rays_.clear();
        for (const Ray& ray : rays) rays_.push_back(to_embree(ray));
    }
    void first_hits(std::size_t first, std::span<TriangleId> out) override {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        for (std::size_t i = 0; i < out.size(); ++i) {
            RTCRayHit hit;
            hit.ray = rays_[first + i];
            hit.hit.geomID = hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
            rtcIntersect1(scene_, &context, &hit);
            out[i] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? no_triangle : hit.hit.primID;
        }
    }
    void any_hits(std::size_t first, std::span<std::uint8_t> out) override {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        for (std::size_t i = 0; i < out.size(); ++i) {
            RTCRay ray = rays_[first + i];
            rtcOccluded1(scene_, &context, &ray);
            out[i] = ray.tfar < 0 ? 1 : 0;  // minus infinity says so
        }
    }

  private:
    static RTCRay to_embree(const Ray& ray) {
        const Vec3 &o = ray.origin(), &d = ray.direction();
        RTCRay r{};
        r.org_x = static_cast<float>(o.x), r.org_y = static_cast<float>(o.y),
        r.org_z = static_cast<float>(o.z);
        r.dir_x = static_cast<float>(d.x), r.dir_y = static_cast<float>(d.y),
        r.dir_z = static_cast<float>(d.z);
        r.tnear = 0;
        r.tfar = std::numeric_limits<float>::infinity();
        r.mask = 0xffffffffu;
        return r;
    }

    RTCDevice device_;
    RTCScene scene_ = nullptr;
    std::vector<RTCRay> rays_;
};

}  // namespace

std::unique_ptr<RayMethod> embree_ray_method() {
    return std::make_unique<Embree>();
}

}  // namespace graze::bench
