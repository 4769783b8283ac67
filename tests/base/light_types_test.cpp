// FilePath and Duration, which stand for standard types whose headers are expensive.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

#include "graze/base/duration.h"
#include "graze/base/file_path.h"

namespace graze {
namespace {

std::vector<std::string> texts(const FilePaths& files) {
    std::vector<std::string> result;
    for (const FilePath& file : files.list()) result.push_back(file.string());
    return result;
}

TEST(FilePath, is_made_of_all_that_a_path_is_made_of_and_becomes_one) {
    const std::filesystem::path path = std::filesystem::path("folder") / "gear.stl";
    for (const FilePath& file : {FilePath("folder/gear.stl"), FilePath(std::string("folder/gear.stl")),
                                 FilePath(std::string_view("folder/gear.stl")), FilePath(path),
                                 FilePath(std::filesystem::directory_entry(path))}) {
        EXPECT_EQ(file.string(), "folder/gear.stl");
        const std::filesystem::path back = file;
        EXPECT_EQ(back, path);
    }
    EXPECT_TRUE(FilePath().empty());
    EXPECT_FALSE(std::filesystem::exists(FilePath("no such file")));
}

TEST(FilePaths, are_braces_or_any_range_but_not_the_pieces_of_one_path) {
    const std::vector<std::string> expected{"a.stl", "b.obj"};
    EXPECT_EQ(texts({"a.stl", "b.obj"}), expected);
    EXPECT_EQ(texts(expected), expected);
    EXPECT_EQ(texts(std::vector<std::filesystem::path>{"a.stl", "b.obj"}), expected);
    EXPECT_EQ(texts(std::vector<const char*>{"a.stl", "b.obj"}), expected);
    EXPECT_TRUE(texts({}).empty());
    static_assert(!std::is_convertible_v<std::filesystem::path, FilePaths>);
    static_assert(!std::is_convertible_v<int, FilePath>);
}

TEST(Duration, is_made_of_whole_nanoseconds_and_becomes_chrono_again) {
    using namespace std::chrono_literals;
    EXPECT_EQ(Duration(5ms).count(), 5'000'000);
    EXPECT_EQ(Duration(2h).count(), 7'200'000'000'000);
    EXPECT_EQ(Duration(7ns), Duration(7));
    EXPECT_EQ(Duration(250ms).seconds(), 0.25);
    const std::chrono::nanoseconds back = Duration(3us);
    EXPECT_EQ(back, 3us);
    const std::chrono::duration<double, std::milli> rounded = Duration(1500us);
    EXPECT_EQ(rounded.count(), 1.5);
    Duration sum;
    sum += 2ms;
    EXPECT_TRUE(Duration(1ms) < sum);
    // As in chrono: what would be rounded is not converted without a word.
    static_assert(!std::is_convertible_v<std::chrono::duration<double>, Duration>);
    static_assert(!std::is_convertible_v<std::chrono::duration<int, std::pico>, Duration>);
    static_assert(!std::is_convertible_v<Duration, std::chrono::milliseconds>);
}

}  // namespace
}  // namespace graze
