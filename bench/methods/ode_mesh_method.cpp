// ODE: dCollide of two triangle meshes with room for one contact, any contact. Its trees and their traversal
// are OPCODE's or GIMPACT's, as the library was configured; both work in floats, also where ODE itself is
// built for doubles, so that close pairs may get wrong answers.
#include <ode/ode.h>

#include <array>

#include "bench/methods/mesh_method.h"
#include "graze/base/error.h"

namespace graze::bench {
namespace {

std::string version() {
    const std::string trees = dCheckConfiguration("ODE_EXT_opcode")    ? "OPCODE"
                              : dCheckConfiguration("ODE_EXT_gimpact") ? "GIMPACT"
                                                                       : "without trimeshes";
    const std::string reals = dCheckConfiguration("ODE_double_precision") ? "double" : "single";
    return "ODE " GRAZE_BENCH_ODE_VERSION " " + trees + ", " + reals;
}

struct OdePose {
    dMatrix3 rotation;  // rows of four
    std::array<dReal, 3> position;
};

OdePose to_ode(const Pose& pose) {
    OdePose result{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column)
            result.rotation[4 * row + column] = static_cast<dReal>(pose.matrix()[row][column]);
        result.position[row] = static_cast<dReal>(pose.matrix()[row][3]);
    }
    return result;
}

class Ode final : public MeshMethod {
  public:
    Ode() : MeshMethod(version(), Tone::peer) {
        if (dInitODE2(0) == 0 || dAllocateODEDataForThread(dAllocateMaskAll) == 0)
            throw Error("ODE cannot be started", "graze-bench", "build graze-bench without it");
    }
    ~Ode() override {
        clear();
        dCloseODE();
    }
    void load(const Mesh& mesh) override {
        clear();
        vertices_.clear();
        indices_.clear();
        for (const Vec3& p : mesh.vertices()) {
            for (const double x : {p.x, p.y, p.z, 0.0}) vertices_.push_back(static_cast<dReal>(x));
        }
        for (const auto& t : mesh.triangles()) indices_.insert(indices_.end(), t.begin(), t.end());
    }
    void build() override {
        data_ = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildSimple(data_, vertices_.data(), static_cast<int>(vertices_.size() / 4),
                                    indices_.data(), static_cast<int>(indices_.size()));
        a_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
        b_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
    }
    void prepare(std::span<const Pose> world_from_b) override {
        poses_.clear();
        for (const Pose& pose : world_from_b) poses_.push_back(to_ode(pose));
    }
    bool touching(std::size_t pose) override {
        const OdePose& p = poses_[pose];
        dGeomSetPosition(b_, p.position[0], p.position[1], p.position[2]);
        dGeomSetRotation(b_, p.rotation);
        dContactGeom contact;
        constexpr auto one_contact_any = static_cast<int>(1u | CONTACTS_UNIMPORTANT);
        return dCollide(a_, b_, one_contact_any, &contact, sizeof contact) > 0;
    }

  private:
    void clear() {
        if (data_ == nullptr) return;
        dGeomDestroy(a_);
        dGeomDestroy(b_);
        dGeomTriMeshDataDestroy(data_);
        data_ = nullptr;
    }

    std::vector<dReal> vertices_;  // four to a vertex, as BuildSimple wants them
    std::vector<dTriIndex> indices_;
    dTriMeshDataID data_ = nullptr;
    dGeomID a_ = nullptr, b_ = nullptr;
    std::vector<OdePose> poses_;
};

}  // namespace

std::unique_ptr<MeshMethod> ode_mesh_method() {
    return std::make_unique<Ode>();
}

}  // namespace graze::bench
