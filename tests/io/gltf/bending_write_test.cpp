#include "graze/io/save_bending.h"

#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "tests/io/temporary_folder.h"

namespace graze::test {
namespace {

struct Bent {
    Mesh box = make_box({1, 2, 3});
    std::vector<std::vector<Vec3>> keys;
    std::vector<double> times{0, 0.5, 2};

    Bent() {
        for (const double shift : {0.0, 1.0, 3.0}) {
            std::vector<Vec3>& key = keys.emplace_back(box.vertices().begin(), box.vertices().end());
            for (Vec3& p : key) p.z += shift * p.x;
        }
    }
    BendingPart part() const { return {"box", box, {keys.begin(), keys.end()}}; }
};

TEST(SaveBending, writes_the_first_key_as_the_mesh_and_z_as_y) {
    const TemporaryFolder folder;
    const Bent bent;
    save_bending(std::array{bent.part(), bent.part()}, bent.times, folder / "bent.glb");
    const Mesh read = load_mesh(folder / "bent.glb").mesh;
    EXPECT_EQ(read.triangle_count(), 24U);
    EXPECT_NEAR(read.box().size().x, 1, 1e-6);
    EXPECT_NEAR(read.box().size().y, 3, 1e-6);
    EXPECT_NEAR(read.box().size().z, 2, 1e-6);
}

TEST(SaveBending, refuses_what_does_not_fit_together) {
    const TemporaryFolder folder;
    const Bent bent;
    const auto save = [&](const BendingPart& part, std::vector<double> times, const char* name = "bent.glb") {
        save_bending(std::array{part}, times, folder / name);
    };
    EXPECT_THROW(save(bent.part(), {0, 1}), Error);
    EXPECT_THROW(save(bent.part(), {0, 1, 1}), Error);
    EXPECT_THROW(save(bent.part(), {-1, 0, 1}), Error);
    EXPECT_THROW(save(bent.part(), bent.times, "bent.obj"), Error);
    BendingPart short_key = bent.part();
    short_key.keys[1] = short_key.keys[1].first(3);
    EXPECT_THROW(save(short_key, bent.times), Error);
    EXPECT_THROW(save({"nothing", Mesh(), {}}, {}), Error);
    EXPECT_NO_THROW(save(bent.part(), bent.times));
}

}  // namespace
}  // namespace graze::test
