#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <iterator>

#include "graze/base/log.h"
#include "graze/clash/compare/detail/shape_store.h"
#include "tests/clash/assemblies.h"
#include "tests/clash/same_reports.h"

namespace graze::test {
namespace {

using detail::ShapeFiles;
using detail::ShapeStore;

// Parts with meshes of their own, crowded.
Assembly many_meshes(std::size_t count) {
    Assembly assembly;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = static_cast<double>(i);
        assembly.parts.push_back({"ball " + std::to_string(i),
                                  std::make_shared<const Mesh>(make_sphere(1.2 + x * 1e-3, 500)),
                                  Pose::translation({x, 0, 0})});
    }
    return assembly;
}

std::filesystem::path fresh_folder(const std::string& name) {
    const auto folder = std::filesystem::temp_directory_path() / name;
    std::filesystem::remove_all(folder);
    return folder;
}

TEST(ShapeStore, holds_no_more_than_it_may) {
    const Assembly assembly = many_meshes(20);
    const std::uint64_t one = detail::memory_of(Shape(*assembly.parts[19].mesh));
    ShapeStore store(assembly, 3 * one, ShapeFiles(fresh_folder("graze-store-limit"), false));
    for (int round = 0; round < 2; ++round)
        for (std::uint32_t i = 0; i < 20; ++i)
            EXPECT_EQ(store.hold(i).shape().content_hash(), content_hash(*assembly.parts[i].mesh));
    EXPECT_LE(store.peak(), 3 * one + one / 2);  // an estimate comes before the figure
    EXPECT_GE(store.peak(), 2 * one);
}

TEST(ShapeStore, takes_dropped_shapes_from_files_as_they_were) {
    const Assembly assembly = many_meshes(3);
    const auto folder = fresh_folder("graze-store-files");
    {
        ShapeStore store(assembly, 1, ShapeFiles(folder, false));
        const WideTree before = store.hold(0).shape().tree();
        store.hold(1);
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
        const WideTree after = store.hold(0).shape().tree();
        ASSERT_EQ(after.bytes(), before.bytes());
        EXPECT_EQ(std::memcmp(after.leaves().data(), before.leaves().data(), after.leaves().size_bytes()), 0);
        EXPECT_EQ(std::memcmp(after.nodes().data(), before.nodes().data(), after.nodes().size_bytes()), 0);
    }
    EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(ShapeStore, goes_over_its_limit_rather_than_wait_for_itself) {
    const Assembly assembly = many_meshes(4);
    ShapeStore store(assembly, 1, ShapeFiles(fresh_folder("graze-store-over"), false));
    const auto a = store.hold(0), b = store.hold(1), again = store.hold(0), c = store.hold(2);
    EXPECT_GT(store.peak(), detail::memory_of(a.shape()));
    EXPECT_EQ(a.shape().content_hash(), again.shape().content_hash());
}

TEST(ShapeStore, leaves_strangers_files_alone) {
    const Assembly assembly = many_meshes(3);
    const auto folder = fresh_folder("graze-store-strangers");
    std::filesystem::create_directory(folder);
    std::filesystem::create_directory(folder / "photos");
    {
        ShapeStore store(assembly, 1, ShapeFiles(folder, false));
        store.hold(0);
        store.hold(1);
    }
    EXPECT_TRUE(std::filesystem::exists(folder / "photos"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    std::filesystem::remove_all(folder);
}

TEST(ShapeStore, builds_again_what_is_damaged_on_disk) {
    const Assembly assembly = many_meshes(2);
    const auto folder = fresh_folder("graze-store-damage");
    ShapeStore store(assembly, 1, ShapeFiles(folder, false));
    store.hold(0);
    store.hold(1);
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        std::filesystem::resize_file(entry.path(), 100);
    EXPECT_EQ(store.hold(0).shape().content_hash(), content_hash(*assembly.parts[0].mesh));
}

TEST(ClashMemory, its_limit_changes_nothing_that_is_found) {
    const Assembly assembly = many_meshes(60);
    const ClashReport whole = clash(assembly);
    EXPECT_GT(whole.counts.clash, 50u);
    for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{2'500'000}})
        for (const unsigned threads : {1u, 4u}) {
            ClashOptions options;
            options.memory = memory;
            options.cache = fresh_folder("graze-clash-memory");
            options.threads = Threads(threads, ThreadBackend::standard);
            expect_same_but_run(clash(assembly, options), whole);
            EXPECT_FALSE(std::filesystem::exists(options.cache));
        }
}

TEST(ClashMemory, files_may_stay_for_the_next_run) {
    const Assembly assembly = many_meshes(5);
    ClashOptions options;
    options.cache = fresh_folder("graze-clash-cache");
    options.keep_cache = true;
    const ClashReport first = clash(assembly, options);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(options.cache), {}), 5);
    expect_same_but_run(clash(assembly, options), first);
    std::filesystem::remove_all(options.cache);
}

}  // namespace
}  // namespace graze::test
