#include "graze/tree/shape.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "tests/tree/size_companion.h"

namespace graze {
namespace {

TEST(Shape, is_a_mesh_unless_it_was_made_of_something_else) {
    EXPECT_TRUE(Shape().is_mesh());
    EXPECT_EQ(Shape().kind().name(), "mesh");
    const Shape box(OrientedBox({1, 2, 3}));
    EXPECT_FALSE(box.is_mesh());
    EXPECT_EQ(box.kind().name(), "oriented box");
    ASSERT_NE(box.oriented_box(), nullptr);
    EXPECT_EQ(*box.oriented_box(), OrientedBox({1, 2, 3}));
    EXPECT_EQ(Shape().oriented_box(), nullptr);
    EXPECT_TRUE(box.mesh().empty());
    EXPECT_TRUE(box.tree().empty());
    EXPECT_EQ(box.box(), (Box{{-1, -2, -3}, {1, 2, 3}}));
}

TEST(Shape, has_bounds_of_its_own) {
    EXPECT_TRUE(Shape().box().empty());
    EXPECT_EQ(Shape(make_box({2, 4, 6})).box(), (Box{{-1, -2, -3}, {1, 2, 3}}));
}

TEST(Shape, has_an_identity_that_copies_share_and_others_do_not) {
    const Mesh mesh = make_box({1, 1, 1});
    const Shape a(mesh), b(mesh);
    const Shape copy = a;
    EXPECT_EQ(copy.id(), a.id());
    EXPECT_FALSE(a.id() == b.id());
    EXPECT_EQ(a.content_hash(), b.content_hash());
    const Shape deformed = a.next_version(make_box({1, 1, 2}));
    EXPECT_EQ(deformed.id().identity, a.id().identity);
    EXPECT_EQ(deformed.id().version, a.id().version + 1);
}

TEST(Shape, keeps_its_kind_in_the_next_version) {
    const Shape ball(Sphere{{0, 0, 0}, 1});
    EXPECT_THROW(ball.next_version(make_box({1, 1, 1})), Error);
    EXPECT_THROW(ball.next_version(Shape(OrientedBox({1, 1, 1}))), Error);
    EXPECT_THROW(Shape(make_box({1, 1, 1})).next_version(ball), Error);
    const Shape larger = ball.next_version(Shape(Sphere{{0, 0, 0}, 2}));
    EXPECT_EQ(larger.id().identity, ball.id().identity);
    EXPECT_EQ(larger.id().version, ball.id().version + 1);
    ASSERT_NE(larger.as<Sphere>(), nullptr);
    EXPECT_EQ(larger.as<Sphere>()->radius, 2);
    EXPECT_EQ(larger.box().upper.x, Shape(Sphere{{0, 0, 0}, 2}).box().upper.x);

    const Shape mesh(make_box({1, 1, 1})), taller(make_box({1, 1, 2}));
    const Shape next = mesh.next_version(taller);
    EXPECT_EQ(next.id().identity, mesh.id().identity);
    EXPECT_EQ(next.id().version, 1u);
    EXPECT_EQ(next.content_hash(), taller.content_hash());
    EXPECT_EQ(next.tree().nodes().size(), taller.tree().nodes().size());
}

TEST(Shape, has_a_hash_of_what_it_consists_of) {
    EXPECT_EQ(Shape(OrientedBox({1, 2, 3})).content_hash(), Shape(OrientedBox({1, 2, 3})).content_hash());
    EXPECT_NE(Shape(OrientedBox({1, 2, 3})).content_hash(), Shape(OrientedBox({1, 2, 4})).content_hash());
}

// A kind of a room further down: everything above a plane.
class Above final : public ShapeValue {
  public:
    explicit Above(double height) : height_(height) {}
    Box box() const override {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        return {{-infinite, -infinite, height_}, {infinite, infinite, infinite}};
    }
    void write(std::string& bytes) const override {
        bytes.append(reinterpret_cast<const char*>(&height_), sizeof(height_));
    }
    static std::shared_ptr<const ShapeValue> read(std::span<const std::byte> bytes) {
        double height = 0;
        if (bytes.size() != sizeof(height)) throw Error("has no height");
        std::memcpy(&height, bytes.data(), sizeof(height));
        return std::make_shared<const Above>(height);
    }

  private:
    double height_;
};

TEST(Shape, of_a_kind_of_another_room_is_one_like_any_other) {
    const ShapeKind kind = register_shape_kind({"test: above", 1, &Above::read});
    EXPECT_EQ(register_shape_kind({"test: above", 1, &Above::read}), kind);
    EXPECT_EQ(find_shape_kind("test: above"), kind);
    EXPECT_EQ(find_shape_kind("test: below"), std::nullopt);
    const Shape shape(kind, std::make_shared<const Above>(3));
    EXPECT_EQ(shape.kind().name(), "test: above");
    EXPECT_EQ(shape.box().lower.z, 3);
    EXPECT_EQ(shape.oriented_box(), nullptr);
    EXPECT_NE(shape.content_hash(), Shape(kind, std::make_shared<const Above>(4)).content_hash());
    EXPECT_THROW(Shape(kind, nullptr), Error);
    EXPECT_THROW(Shape(ShapeKind(), std::make_shared<const Above>(3)), Error);
}

TEST(ShapeKind, is_refused_without_a_name_or_with_that_of_another) {
    register_shape_kind({"test: version one", 1, &Above::read});
    EXPECT_THROW(register_shape_kind({"test: version one", 2, &Above::read}), Error);
    EXPECT_THROW(register_shape_kind({"mesh", 1, &Above::read}), Error);
    EXPECT_THROW(register_shape_kind({"", 1, &Above::read}), Error);
}

TEST(Companion, is_refused_where_it_is_not_made) {
    const Shape shape(make_box({1, 1, 1}));
    const CompanionSlot<int> slot(
        {.name = "test: nothing", .make = [](const Shape&) { return std::shared_ptr<const void>(); }});
    EXPECT_THROW(shape.companion(slot), Error);
    EXPECT_THROW(shape.companion(slot), Error) << "again";
    EXPECT_THROW(CompanionSlot<int>({.name = "test: without a function"}), Error);
    EXPECT_THROW(CompanionSlot<int>({.name = "test: saved only",
                                     .make = [](const Shape&) { return std::shared_ptr<const void>(); },
                                     .save = [](const void*, std::string&) {}}),
                 Error);
}

int made = 0;

TEST(Companion, is_made_on_first_use_and_shared_by_copies) {
    const CompanionSlot<std::size_t> slot(
        {.name = "test: corners", .make = [](const Shape& shape) -> std::shared_ptr<const void> {
             ++made;
             return std::make_shared<const std::size_t>(shape.mesh().vertices().size());
         }});
    EXPECT_EQ(CompanionSlot<std::size_t>({.name = "test: corners"}).number(), slot.number());
    const Shape shape(make_box({1, 1, 1}));
    const Shape copy = shape;
    EXPECT_EQ(made, 0);
    EXPECT_EQ(shape.companion(slot), 8u);
    EXPECT_EQ(&copy.companion(slot), &shape.companion(slot));
    EXPECT_EQ(made, 1);
    std::string bytes;
    EXPECT_FALSE(shape.save_companion(slot.number(), bytes)) << "it cannot be saved";
}

TEST(Companion, is_saved_and_loaded_where_its_room_can) {
    const CompanionSlot<double> slot(test::size_companion("test: size"));
    const Shape shape(make_box({5, 1, 1}));
    std::string bytes;
    EXPECT_FALSE(shape.save_companion(slot.number(), bytes)) << "nobody has used it yet";
    EXPECT_EQ(shape.companion(slot), 5);
    ASSERT_TRUE(shape.save_companion(slot.number(), bytes));
    const Shape other(make_box({7, 1, 1}));
    EXPECT_THROW(other.load_companion(slot.number(), {}), Error);
    other.load_companion(slot.number(), std::as_bytes(std::span(bytes)));
    EXPECT_EQ(other.companion(slot), 5) << "as loaded, not made again";
}

}  // namespace
}  // namespace graze
