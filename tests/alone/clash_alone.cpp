#include <memory>

#include "graze/clash/clash.h"
#include "graze/mesh/generate.h"
#include "tests/alone/alone.h"

int main() {
    const auto cube = std::make_shared<const graze::Mesh>(graze::make_box({1, 1, 1}));
    graze::Assembly assembly;
    assembly.parts.push_back({"a", cube, {}});
    assembly.parts.push_back({"b", cube, graze::Pose::translation({0.5, 0, 0})});
    GRAZE_CHECK(graze::clash(assembly).counts.clash == 1);
    return 0;
}
