#include "graze/clash/files/detail/shown_names.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graze/base/random.h"
#include "graze/clash/rules/detail/name_pattern.h"

namespace graze::test {
namespace {

using Names = std::vector<std::string>;

Names shown(const Names& paths) {
    const std::vector<std::string_view> views(paths.begin(), paths.end());
    return detail::shown_names(views);
}

TEST(ShownNames, are_the_last_names_where_these_are_unique) {
    EXPECT_EQ(shown({"m/frame/plate", "m/shaft", "cube"}), (Names{"plate", "shaft", "cube"}));
    EXPECT_EQ(shown({}), Names{});
}

TEST(ShownNames, have_as_many_names_as_tell_parts_apart) {
    EXPECT_EQ(shown({"m/a (2)/nut", "m/a/nut", "m/plate"}), (Names{"…/a (2)/nut", "…/a/nut", "plate"}));
    EXPECT_EQ(shown({"m/a/bolt 1/nut", "m/a/bolt 2/nut", "m/b/bolt 1/nut"}),
              (Names{"…/a/bolt 1/nut", "…/bolt 2/nut", "…/b/…/nut"}));
}

TEST(ShownNames, have_the_file_only_where_several_have_the_part) {
    EXPECT_EQ(shown({"one/shaft", "two/shaft", "two/plate"}), (Names{"one/shaft", "two/shaft", "plate"}));
}

TEST(ShownNames, leave_out_what_tells_nothing_apart) {
    EXPECT_EQ(shown({"f/line 1/unit/motor/rotor", "f/line 2/unit/motor/rotor"}),
              (Names{"…/line 1/…/rotor", "…/line 2/…/rotor"}));
}

TEST(ShownNames, that_say_nothing_come_with_what_they_belong_to) {
    EXPECT_EQ(shown({"as1/bracket/SOLID", "as1/plate/solid 2", "as1/Mesh_012", "as1/node 3/12"}),
              (Names{"…/bracket/SOLID", "…/plate/solid 2", "Mesh_012", "12"}));
    EXPECT_EQ(shown({"x/gear/body 1/surfaces"}), (Names{"…/gear/…/surfaces"}));
}

TEST(ShownNames, keep_a_slash_that_belongs_to_a_name) {
    EXPECT_EQ(shown({"m/pipe 3\\/4", "m/pipe 4\\/4"}), (Names{"pipe 3\\/4", "pipe 4\\/4"}));
}

TEST(ShownNames, are_unique_and_match_their_part_as_patterns) {
    Random random(20);
    const Names words{"nut", "bolt (2)", "solid", "plate", "a", "b"};
    for (int round = 0; round < 200; ++round) {
        std::set<std::string> paths;
        for (int i = 0; i < 40; ++i) {
            std::string path = "file";
            for (std::uint64_t names = random.below(6); names > 0; --names)
                path += "/" + words[random.below(words.size())];
            paths.insert(path);
        }
        const Names list(paths.begin(), paths.end()), names = shown(list);
        EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            EXPECT_TRUE(detail::NamePattern(names[i]).matches(list[i])) << names[i] << " for " << list[i];
    }
}

TEST(ShownNames, of_many_parts_take_no_time) {
    Names paths;
    for (int i = 0; i < 100'000; ++i)
        paths.push_back("plant/line " + std::to_string(i / 1000) + "/unit " + std::to_string(i / 10 % 100) +
                        "/bolt " + std::to_string(i % 10));
    EXPECT_EQ(shown(paths).back(), "…/line 99/unit 99/bolt 9");
}

}  // namespace
}  // namespace graze::test
