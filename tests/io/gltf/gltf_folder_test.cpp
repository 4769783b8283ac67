// What files a glTF file may make graze read, and how much of them.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/io/gltf/detail/gltf_bytes.h"
#include "graze/io/load.h"
#include "tests/io/files.h"
#include "tests/io/gltf/gltf_files.h"

namespace graze::test {
namespace {

namespace fs = std::filesystem;

// A model in a folder "model", beside a folder that is none of its business.
class GltfFolder : public ::testing::Test {
  protected:
    GltfFolder() {
        fs::create_directories(folder_ / "model/sub");
        fs::create_directories(folder_ / "other");
        file_.node(R"("mesh":0)");
        for (const char* name : {"model/in.bin", "model/sub/in.bin", "other/out.bin"})
            folder_.write(name, file_.binary);
        link("in.bin", "model/link-in.bin");
        link(fs::canonical(folder_ / "model/in.bin"), "model/absolute-link-in.bin");
        link("../other/out.bin", "model/link-out.bin");
        link(fs::canonical(folder_ / "other/out.bin"), "model/absolute-link-out.bin");
        link("../other", "model/linked");
        link("link-out.bin", "model/link-to-link.bin");
    }

    void link(const fs::path& to, const std::string& name) const { fs::create_symlink(to, folder_ / name); }

    std::string outcome(const std::string& uri, bool allow_outside = false) {
        file_.uri = uri;
        LoadOptions options;
        options.allow_outside = allow_outside;
        return refusal([&] { load_mesh(folder_.write("model/x.gltf", file_.json()), options); });
    }

    TemporaryFolder folder_;
    GltfFile file_ = one_triangle();
};

constexpr std::array outside{"../other/out.bin",       "%2e%2e/other/out.bin",
                             "%2E%2e%2Fother/out.bin", "sub/../../other/out.bin",
                             "./../other/out.bin",     "../model/../other/out.bin",
                             "link-out.bin",           "absolute-link-out.bin",
                             "link-to-link.bin",       "linked/out.bin",
                             "sub/../linked/out.bin"};

TEST_F(GltfFolder, below_is_what_is_read) {
    for (const char* uri : {"in.bin", "sub/in.bin", "sub/../in.bin", "./sub/.././in.bin", "../model/in.bin",
                            "link-in.bin", "absolute-link-in.bin", "linked/../model/in.bin", "sub//in.bin"})
        EXPECT_EQ(outcome(uri), "accepted") << uri;
}

TEST_F(GltfFolder, outside_is_not_read_by_any_name) {
    for (const char* uri : outside)
        EXPECT_TRUE(contains(outcome(uri), "lies outside the folder of the file that names it")) << uri;
    EXPECT_TRUE(contains(outcome((folder_ / "model/in.bin").string()), "only files named relative"));
}

TEST_F(GltfFolder, outside_is_not_told_from_what_does_not_exist) {
    for (const char* uri : {"../other/gone.bin", "../gone/gone.bin", "linked/gone.bin"})
        EXPECT_TRUE(contains(outcome(uri), "lies outside the folder")) << uri;
    EXPECT_TRUE(contains(outcome("gone.bin"), "there is no such file"));
}

TEST_F(GltfFolder, outside_is_read_if_the_caller_allows_it) {
    for (const char* uri : outside) EXPECT_EQ(outcome(uri, true), "accepted") << uri;
    EXPECT_EQ(outcome(fs::absolute(folder_ / "other/out.bin").string(), true), "accepted");
    EXPECT_TRUE(contains(outcome("https://example.org/a.bin", true), "only files named relative"));
}

TEST_F(GltfFolder, that_is_a_link_itself_is_where_it_leads) {
    fs::create_directory_symlink(fs::canonical(folder_ / "model"), folder_ / "elsewhere");
    file_.uri = "sub/../in.bin";
    folder_.write("model/x.gltf", file_.json());
    EXPECT_EQ(refusal([&] { load_mesh(folder_ / "elsewhere/x.gltf"); }), "accepted");
}

TEST_F(GltfFolder, is_the_current_one_for_a_file_without_a_folder) {
    file_.uri = "in.bin";
    folder_.write("model/x.gltf", file_.json());
    const fs::path before = fs::current_path();
    fs::current_path(folder_ / "model");
    const std::string read = refusal([] { load_mesh("x.gltf"); });
    file_.uri = "../other/out.bin";
    folder_.write("model/x.gltf", file_.json());
    const std::string refused = refusal([] { load_mesh("x.gltf"); });
    fs::current_path(before);
    EXPECT_EQ(read, "accepted");
    EXPECT_TRUE(contains(refused, "lies outside the folder")) << refused;
}

TEST_F(GltfFolder, has_pipes_folders_and_devices_that_are_refused_without_waiting) {
    ASSERT_EQ(::mkfifo((folder_ / "model/pipe").c_str(), 0600), 0);
    link("/dev/zero", "model/zero");
    for (const bool allow_outside : {false, true}) {
        EXPECT_TRUE(contains(outcome("pipe", allow_outside), "is not a regular file"));
        EXPECT_TRUE(contains(outcome("sub", allow_outside), "is a folder, not a file"));
        EXPECT_TRUE(contains(outcome(".", allow_outside), "is a folder, not a file"));
    }
    EXPECT_TRUE(contains(outcome("zero"), "lies outside the folder"));
    EXPECT_TRUE(contains(outcome("zero", true), "is not a regular file"));
}

// No machine has the memory for a terabyte.
TEST_F(GltfFolder, has_files_of_which_only_what_is_asked_for_is_read) {
    constexpr std::uint64_t terabyte = std::uint64_t{1} << 40;
    fs::resize_file(folder_ / "model/in.bin", terabyte);
    EXPECT_EQ(outcome("in.bin"), "accepted");
    // The buffer is the whole file, and a view is a little of it.
    std::string json = file_.json();
    const std::string length = R"("buffers":[{"byteLength":36)";
    json.replace(json.find(length), length.size(), R"("buffers":[{"byteLength":)" + std::to_string(terabyte));
    EXPECT_EQ(refusal([&] { load_mesh(folder_.write("model/x.gltf", json)); }), "accepted");
    // The view is the whole file as well, and an accessor a little of it, with or without gaps.
    const std::string of_view = R"("byteLength":36})";
    const std::size_t at = json.rfind(of_view);
    ASSERT_NE(at, std::string::npos) << json;
    for (const std::string stride : {"", R"(,"byteStride":252)"}) {
        std::string wide = json;
        wide.replace(at, of_view.size(), R"("byteLength":)" + std::to_string(terabyte) + stride + "}");
        EXPECT_EQ(refusal([&] { load_mesh(folder_.write("model/x.gltf", wide)); }), "accepted");
    }
}

using detail::GltfBuffer;
using detail::GltfBytes;

TEST_F(GltfFolder, has_files_of_which_little_is_read_ahead) {
    constexpr std::uint64_t size = 1'000'000'000;
    fs::resize_file(folder_ / "model/in.bin", size);
    const std::vector<GltfBuffer> buffers{{size, "in.bin"}};
    const detail::GltfChunks chunks;
    const detail::GltfFolder folder{folder_ / "model"};
    for (const std::uint64_t step : {36u, 1000u, 10'000u}) {
        GltfBytes bytes(buffers, chunks, folder);
        constexpr std::uint64_t count = 10'000;
        for (std::uint64_t i = 0; i < count; ++i) {
            EXPECT_EQ(bytes.bytes(0, i * step, 36, size - i * step).size(), 36u);
            EXPECT_LE(bytes.fetched_bytes(), 2 * 36 * (i + 1) + 100'000) << step;
        }
    }
    // Ranges that start at one place do not make the whole file be read.
    GltfBytes bytes(buffers, chunks, folder);
    for (std::uint64_t i = 1; i < 100; ++i) bytes.bytes(0, 500, 36 * i);
    EXPECT_LE(bytes.fetched_bytes(), 1'000'000u);
}

TEST_F(GltfFolder, has_files_that_are_read_at_most_twice_however_often_they_are_named) {
    constexpr std::uint64_t size = 100'000;
    fs::resize_file(folder_ / "model/in.bin", size);
    std::vector<GltfBuffer> buffers;
    for (int i = 0; i < 50; ++i)
        for (const char* uri : {"in.bin", "./in.bin", "link-in.bin", "absolute-link-in.bin"})
            buffers.push_back({size - static_cast<std::uint64_t>(i), uri});
    const detail::GltfChunks chunks;
    const detail::GltfFolder folder{folder_ / "model"};
    GltfBytes bytes(buffers, chunks, folder);
    for (std::uint64_t i = 0; i < buffers.size(); ++i) {
        EXPECT_EQ(bytes.bytes(i, 2 * i, 50'000 + i).size(), 50'000 + i);
        EXPECT_EQ(bytes.bytes(i, 7, 3 * i).size(), 3 * i);
        EXPECT_LE(bytes.fetched_bytes(), 2 * size);
    }
}

TEST_F(GltfFolder, has_pieces_of_files_as_they_are) {
    std::string content;
    for (int i = 0; i < 1000; ++i) content += static_cast<char>(i * 7 % 251);
    folder_.write("model/in.bin", content);
    const std::vector<GltfBuffer> buffers{{1000, "in.bin"}, {900, "link-in.bin"}};
    const detail::GltfChunks chunks;
    const detail::GltfFolder folder{folder_ / "model"};
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        GltfBytes bytes(buffers, chunks, folder);
        std::vector<std::pair<std::span<const std::byte>, std::string_view>> pieces;
        for (int i = 0; i < 12; ++i) {
            const std::size_t buffer = random.below(2);
            const std::uint64_t offset = random.below(900), length = random.below(901 - offset);
            pieces.emplace_back(bytes.bytes(buffer, offset, length),
                                std::string_view(content).substr(offset, length));
        }
        for (const auto& [got, expected] : pieces)
            EXPECT_TRUE(std::ranges::equal(got, std::as_bytes(std::span(expected)))) << "seed " << seed;
    }
}

TEST_F(GltfFolder, may_have_more_files_than_a_process_may_open) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit few = before;
    few.rlim_cur = 40;
    std::vector<GltfBuffer> buffers;
    for (int i = 0; i < 60; ++i) {
        const std::string name = std::to_string(i) + ".bin";
        folder_.write("model/" + name, file_.binary);
        buffers.push_back({36, name});
    }
    const detail::GltfChunks chunks;
    const detail::GltfFolder folder{folder_ / "model"};
    GltfBytes bytes(buffers, chunks, folder);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const std::string read = refusal([&] {
        for (std::size_t i = 0; i < buffers.size(); ++i) bytes.bytes(i, 0, 36);
    });
    ::setrlimit(RLIMIT_NOFILE, &before);
    EXPECT_EQ(read, "accepted");
}

}  // namespace
}  // namespace graze::test
