// Files that are too large for every day. Run them with a folder that has room for 2 GB:
//   GRAZE_LARGE_FILES=/tmp ctest --preset release -R LargeFiles --verbose
// Each test is a process of its own there, so that its peak of memory is its own.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "graze/io/load.h"
#include "graze/io/load_assembly.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

// The most memory that this process ever had resident, in bytes.
std::uint64_t peak_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) * 1024;
    return 0;
}

class LargeFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        const char* const folder = std::getenv("GRAZE_LARGE_FILES");
        if (folder == nullptr) GTEST_SKIP() << "set GRAZE_LARGE_FILES to a folder with room for 2 GB";
        file_ = std::filesystem::path(folder) / ("graze-large-" + std::to_string(::getpid()));
    }
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove(file_, ignored);
    }

    // What loading has taken beyond `before`, in sizes of the file.
    double memory_of_file(std::uint64_t before) const {
        return static_cast<double>(peak_memory() - before) /
               static_cast<double>(std::filesystem::file_size(file_));
    }

    std::filesystem::path file_;
};

constexpr std::uint32_t facets = 42'949'672;  // 2^31 bytes and a little more

// Writes facet after facet as place(i) says, nine floats each.
template <typename Place>
void write_stl(const std::filesystem::path& file, Place&& place) {
    std::ofstream stream(file, std::ios::binary);
    std::string header = binary_stl({});
    for (std::size_t i = 0; i < 4; ++i) header[80 + i] = static_cast<char>(facets >> (8 * i) & 0xff);
    stream << header;
    std::string block;
    for (std::uint32_t i = 0; i < facets; ++i) {
        block.append(12, '\0');
        const std::array<float, 9> corners = place(i);
        block.append(reinterpret_cast<const char*>(corners.data()),
                     sizeof corners);  // little endian, as here
        block.append(2, '\0');
        if (block.size() > 1 << 20 || i + 1 == facets) {
            stream << block;
            block.clear();
        }
    }
    ASSERT_TRUE(stream.good()) << "is there room for 2 GB?";
}

TEST_F(LargeFiles, of_2_gb_of_connected_facets_are_read_within_three_times_their_size) {
    constexpr std::uint32_t width = 4096;  // a grid, two facets for each square
    write_stl(file_, [](std::uint32_t i) {
        const std::uint32_t column = i / 2 % width, row = i / 2 / width;
        const auto x = static_cast<float>(column), y = static_cast<float>(row);
        return i % 2 == 0 ? std::array{x, y, 0.f, x + 1, y, 0.f, x + 1, y + 1, 0.f}
                          : std::array{x, y, 0.f, x + 1, y + 1, 0.f, x, y + 1, 0.f};
    });
    const std::uint64_t before = peak_memory();
    const Loaded loaded = load_mesh(file_);
    EXPECT_EQ(loaded.mesh.triangle_count(), facets);
    EXPECT_EQ(loaded.format, "stl (binary)");
    const std::uint32_t rows = (facets / 2 + width - 1) / width;
    EXPECT_NEAR(static_cast<double>(loaded.mesh.vertices().size()), (width + 1.0) * (rows + 1.0), 2 * width);
    EXPECT_EQ(loaded.mesh.box().upper.x, width);
    std::cout << "peak memory: " << memory_of_file(before) << " of the file's size\n";
    EXPECT_LT(memory_of_file(before), 3);
}

TEST_F(LargeFiles, of_2_gb_without_two_equal_corners_are_read_within_three_times_their_size) {
    write_stl(file_, [](std::uint32_t i) {
        const std::uint32_t column = i % 8192, row = i / 8192;
        const auto x = static_cast<float>(column), y = static_cast<float>(row);
        return std::array{x, y, 0.f, x + .5f, y, 0.f, x, y + .5f, 0.f};
    });
    const std::uint64_t before = peak_memory();
    const Loaded loaded = load_mesh(file_);
    EXPECT_EQ(loaded.mesh.triangle_count(), facets);
    EXPECT_EQ(loaded.mesh.vertices().size(), std::size_t{3} * facets);
    std::cout << "peak memory: " << memory_of_file(before) << " of the file's size\n";
    EXPECT_LT(memory_of_file(before), 3);
}

TEST_F(LargeFiles, of_a_million_parts_of_one_triangle_take_a_kilobyte_for_each) {
    constexpr std::uint32_t count = 1'000'000;
    {
        std::ofstream stream(file_);
        for (std::uint32_t i = 0; i < count; ++i)
            stream << "v " << i << " 0 0\nv " << i << " 1 0\nv " << i << " 0 1\ng part number " << i
                   << "\nf -1 -2 -3\n";
    }
    const std::uint64_t before = peak_memory();
    LoadAssemblyOptions options;
    options.load.format = Format::obj;
    const LoadedAssembly loaded = load_assembly(std::vector{file_}, options);
    ASSERT_EQ(loaded.assembly.parts.size(), count);
    EXPECT_TRUE(loaded.assembly.parts.back().path.ends_with("/part number 999999"));
    EXPECT_EQ(loaded.assembly.parts.back().mesh->vertices().size(), 3u);
    std::cout << "memory: " << (peak_memory() - before) / count << " bytes a part\n";
    EXPECT_LT(peak_memory() - before, std::uint64_t{count} * 1500);
}

}  // namespace
}  // namespace graze::test
