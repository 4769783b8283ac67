// Saved shapes of other kinds than meshes, and companions.
#include <gtest/gtest.h>

#include <cstring>

#include "graze/base/error.h"
#include "graze/io/load.h"
#include "graze/io/saved_shape.h"
#include "graze/mesh/generate.h"
#include "tests/io/files.h"
#include "tests/io/saved/saved_files.h"
#include "tests/tree/size_companion.h"

namespace graze::test {
namespace {

TEST(SavedKind, of_an_oriented_box_comes_back_bit_by_bit) {
    for (const OrientedBox& box : {OrientedBox({1, 2, 3}), OrientedBox(), OrientedBox({1e99, 0, 1e-300}),
                                   OrientedBox({1, 2e-9, 3}, Pose({0.1, 0.7, -0.3, 0.2}, {1e6, 2, 3}))}) {
        const Shape shape(box);
        const std::string content = saved(shape);
        const Shape again = parse_saved(content);
        EXPECT_EQ(again.kind(), shape.kind());
        ASSERT_NE(again.oriented_box(), nullptr);
        EXPECT_EQ(*again.oriented_box(), box);
        EXPECT_EQ(again.content_hash(), shape.content_hash());
        EXPECT_EQ(saved(again), content);
    }
}

TEST(SavedKind, is_refused_where_its_corners_are_no_box_or_not_all_there) {
    const Shape shape(OrientedBox({1, 2, 3}));
    std::string content = saved(shape);
    // The value is the last section: the last corner's z.
    const double elsewhere = 7;
    std::memcpy(content.data() + content.size() - sizeof(double), &elsewhere, sizeof(double));
    EXPECT_THROW(parse_saved(content), Error);
    EXPECT_THROW(parse_saved(content, false), Error) << "without a look at checksums, too";
    EXPECT_THROW(parse_saved(saved(shape).substr(0, 300)), Error);
}

class Unit final : public ShapeValue {
  public:
    Box box() const override { return {{0, 0, 0}, {1, 1, 1}}; }
    void write(std::string& bytes) const override { bytes += "unit"; }
    static std::shared_ptr<const ShapeValue> read(std::span<const std::byte>) {
        return std::make_shared<const Unit>();
    }
};

TEST(SavedKind, that_is_not_known_is_refused_with_its_name) {
    const ShapeKind kind = register_shape_kind({"test: unit", 1, &Unit::read});
    std::string content = saved(Shape(kind, std::make_shared<const Unit>()));
    EXPECT_EQ(parse_saved(content).kind(), kind);
    content.replace(content.find("test: unit"), 10, "test: none");
    try {
        parse_saved(content, false);
        FAIL() << "should have been refused";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("test: none"), std::string::npos) << e.what();
    }
}

TEST(SavedKind, that_has_no_reader_is_refused_when_it_is_loaded) {
    const ShapeKind kind = register_shape_kind({"test: saved for good", 1, nullptr});
    const std::string content = saved(Shape(kind, std::make_shared<const Unit>()));
    EXPECT_NE(refusal([&] { parse_saved(content); }).find("cannot be loaded"), std::string::npos);
}

TEST(SavedKind, of_a_box_is_loaded_as_a_shape_but_not_as_a_mesh) {
    const TemporaryFolder folder;
    const auto file = folder / "box.graze";
    save_shape(Shape(OrientedBox({1, 2, 3})), file);
    EXPECT_NE(load(file).oriented_box(), nullptr);
    try {
        load_mesh(file);
        FAIL() << "should have been refused";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("oriented box"), std::string::npos) << e.what();
    }
}

TEST(SavedKind, is_told_by_a_look_at_the_file) {
    const TemporaryFolder folder;
    save_shape(Shape(OrientedBox({1, 2, 3})), folder / "box.graze");
    save_shape(Shape(make_box({1, 2, 3})), folder / "mesh.graze");
    EXPECT_EQ(kind_of_saved_shape(folder / "box.graze"), "oriented box");
    EXPECT_EQ(kind_of_saved_shape(folder / "mesh.graze"), "mesh");
    const auto kind_of = [&](std::string_view content) {
        return kind_of_saved_shape(folder.write("some.file", content));
    };
    EXPECT_EQ(kind_of("solid x\nendsolid x\n"), std::nullopt);
    EXPECT_EQ(kind_of("x"), std::nullopt);
    EXPECT_THROW(kind_of_saved_shape(folder / "missing.graze"), Error);
    const std::string content = saved(Shape(OrientedBox({1, 2, 3})));
    for (std::size_t size = 8; size < content.size(); ++size)  // however short, no crash
        EXPECT_TRUE(kind_of(std::string_view(content).substr(0, size)).has_value()) << size;
    for (std::size_t i = 8; i < 160; ++i) {
        std::string damaged = content;
        damaged[i] = static_cast<char>(damaged[i] ^ 0xff);
        EXPECT_TRUE(kind_of(damaged).has_value()) << i;
    }
}

const CompanionSlot<double>& size_slot() {
    static const CompanionSlot<double> slot(size_companion<1000>("test: saved size"));
    return slot;
}

TEST(SavedCompanion, is_saved_with_its_shape_once_it_was_made) {
    const Shape shape(make_box({5, 1, 1}));
    const std::string without = saved(shape);
    EXPECT_EQ(shape.companion(size_slot()), 5);
    const std::string with = saved(shape);
    EXPECT_GT(with.size(), without.size());
    EXPECT_EQ(parse_saved(without).companion(size_slot()), 5);
    EXPECT_EQ(parse_saved(with).companion(size_slot()), 1005);
}

TEST(SavedCompanion, of_another_program_is_made_again) {
    const Shape shape(make_box({5, 1, 1}));
    shape.companion(size_slot());
    std::string content = saved(shape);
    content.replace(content.find("test: saved size"), 16, "test: other size");
    EXPECT_EQ(parse_saved(content, false).companion(size_slot()), 5);
}

TEST(SavedCompanion, is_refused_where_it_is_cut_off) {
    const Shape shape(make_box({5, 1, 1}));
    shape.companion(size_slot());
    std::string content = saved(shape);
    const std::size_t sizes = content.find("test: saved size") - 16;
    for (const std::uint64_t size : {std::uint64_t{9}, ~std::uint64_t{0}, std::uint64_t{7}}) {
        std::memcpy(content.data() + sizes + 8, &size, sizeof(size));
        EXPECT_THROW(parse_saved(content, false), Error) << size;
    }
}

}  // namespace
}  // namespace graze::test
