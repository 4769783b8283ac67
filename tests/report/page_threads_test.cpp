#include <gtest/gtest.h>

#include "graze/clash/clash.h"
#include "graze/mesh/generate.h"
#include "graze/report/clash_pictures.h"
#include "graze/report/page_geometry.h"

namespace graze::test {
namespace {

// Balls in a row, each a little in the next.
Assembly row_of_balls() {
    Assembly assembly;
    for (int i = 0; i < 5; ++i)
        assembly.parts.push_back({"ball " + std::to_string(i),
                                  std::make_shared<const Mesh>(make_sphere(10, 7000 + 100 * i)),
                                  Pose::translation({19.99 * i, 0, 0})});
    return assembly;
}

TEST(PageThreads, make_no_difference) {
    const Assembly assembly = row_of_balls();
    const ClashReport report = clash(assembly);
    PageGeometryOptions options;
    options.max_bytes = 500'000;
    ClashPictureOptions pictures;
    pictures.width = 80;
    pictures.height = 60;
    const PageGeometry serial = page_geometry(assembly, report, options);
    const std::vector<std::string> drawn = clash_pictures(assembly, report, pictures);
    options.threads = pictures.threads = Threads(4, ThreadBackend::standard);
    const PageGeometry parallel = page_geometry(assembly, report, options);
    EXPECT_EQ(parallel.header, serial.header);
    EXPECT_EQ(parallel.blob, serial.blob);
    EXPECT_NE(serial.header.find("\"details\":[\n{"), std::string::npos);  // there is something to compare
    EXPECT_EQ(clash_pictures(assembly, report, pictures), drawn);
}

}  // namespace
}  // namespace graze::test
