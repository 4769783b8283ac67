// Assembles one machine: its parts at their places, and the truth about them.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "graze/base/random.h"
#include "graze/models/gearbox.h"
#include "graze/models/gearbox/design.h"
#include "graze/models/gearbox/threads.h"

namespace graze::inline v1::gearbox {

// The tessellation: how many pieces curved surfaces are cut into.
struct Fineness {
    std::uint32_t sides, small_sides;  // around shafts and bores; around bolts and their holes
    std::uint32_t tooth_flank, tooth_layers, groove, cage, ball, thread_flank;
    double layer_length;  // mm along shafts and hoses

    HousingFineness housing() const { return {sides, small_sides}; }
    ThreadFineness thread() const { return {small_sides, thread_flank}; }
    GearFineness gear() const { return {tooth_flank, tooth_layers, sides}; }
};
// The scale 1 looks decent. The number of triangles grows with the square of larger scales.
Fineness fineness_at(double scale);

// Makes each mesh once and returns it again later.
class MeshLibrary {
  public:
    explicit MeshLibrary(const Fineness& f) : fineness(f) {}
    SharedMesh get(const std::string& name, const std::function<Mesh()>& make);

    const Fineness fineness;

  private:
    std::map<std::string, SharedMesh> meshes_;
};

enum class Level : std::uint8_t { small, one_stage, two_stages };

// The height of the parting plane over the machine's foot or base plate.
double height_over_floor(const HousingDesign& housing, Level level);

// The faults of one machine; a negative number means that the fault is absent.
struct Faults {
    int sunk_bolt = -1;    // a flange bolt with its washer, one pitch too deep
    int high_key = -1;     // the key of a shaft, half a millimetre too high
    int long_sleeve = -1;  // the first sleeve of a shaft, a quarter of a millimetre too long
    int double_ball = -1;  // a ball that is there twice, in the left bearing of the first shaft
    bool cable = false;    // a cable that goes through a bracket without a hole
};

class Machine {
  public:
    Machine(Gearbox& out, MeshLibrary& library, const MachineDesign& design, Level level, std::string path,
            const Vec3& place, const Faults& faults);
    void build();

  private:
    struct Bearing {
        std::size_t inner, outer;
    };
    using Kind = PlantedPair::Kind;

    bool full() const { return level_ != Level::small; }
    std::size_t place(const std::string& name, const SharedMesh& mesh, const Pose& machine_from_part);
    SharedMesh mesh(const std::string& name, const std::function<Mesh()>& make);
    void touch(std::size_t a, std::size_t b, const char* what);
    void clearance(std::size_t a, std::size_t b, Known distance, const char* what);
    void clash(std::size_t a, std::size_t b, double volume, Known depth, const char* what);
    void fit(std::size_t a, std::size_t b, double volume, double depth, const char* what);

    void add_housing();
    void add_dowels();
    void add_flange_bolts();
    void add_flange_bolt(std::size_t i, const Vec2& at);
    void add_shaft(std::size_t k);
    void add_gears(std::size_t k, std::size_t shaft);
    void add_sleeves(std::size_t k, std::size_t shaft, const Bearing (&bearings)[2]);
    Bearing add_bearing(std::size_t k, int side, std::size_t shaft);
    void add_balls(const BearingSize& size, const std::string& path, double x, double y, bool doubled);
    void add_end_cover(std::size_t k, int side, std::size_t shaft, const Bearing& bearing);
    void add_seal(std::size_t k, int side, std::size_t shaft, std::size_t cover, const Cover& shape);
    void add_inspection_cover();
    void add_base();
    void add_potted_sensor();
    void add_nameplate();
    void add_hose();
    void add_cables();

    Gearbox& out_;
    MeshLibrary& library_;
    const MachineDesign& design_;
    Level level_;
    std::string path_;
    Vec3 place_;
    Faults faults_;
    Fineness fineness_;
    std::size_t lower_ = 0, upper_ = 0, base_ = 0;
    std::vector<std::vector<std::size_t>> gears_;  // part of each gear of each shaft
};

// Parts are modelled along z. These poses put a part along +y (`side` = 1) or along -y, in both cases with +x
// up.
Pose along_y(int side, const Vec3& place);
Pose at(const Vec3& place);

}  // namespace graze::inline v1::gearbox
