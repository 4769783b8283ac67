// An oriented box as a kind of shape. Its bytes are the doubles of its eight corners.
#include <bit>
#include <cstring>
#include <utility>

#include "graze/base/error.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {
namespace {

class BoxValue final : public ShapeValue {
  public:
    explicit BoxValue(const OrientedBox& box) : box_(box) {}
    const OrientedBox& oriented() const { return box_; }

    Box box() const override { return box_.box(); }
    void write(std::string& bytes) const override {
        static_assert(std::endian::native == std::endian::little, "bytes are written as they are in memory");
        const auto& corners = box_.corners();
        bytes.append(reinterpret_cast<const char*>(corners.data()), sizeof(corners));
    }
    static std::shared_ptr<const ShapeValue> read(std::span<const std::byte> bytes) {
        std::array<Vec3, 8> corners;
        if (bytes.size() != sizeof(corners))
            throw Error("an oriented box has " + std::to_string(sizeof(corners)) + " bytes, not " +
                        std::to_string(bytes.size()));
        std::memcpy(corners.data(), bytes.data(), sizeof(corners));
        return std::make_shared<const BoxValue>(OrientedBox::with_corners(corners));
    }

  private:
    OrientedBox box_;
};

}  // namespace

ShapeKind oriented_box_kind() {
    static const ShapeKind kind = register_shape_kind({"oriented box", 1, &BoxValue::read});
    return kind;
}

Shape::Shape(const OrientedBox& box) : Shape(oriented_box_kind(), std::make_shared<const BoxValue>(box)) {}

const OrientedBox* Shape::oriented_box() const {
    return kind() == oriented_box_kind() ? &static_cast<const BoxValue*>(value())->oriented() : nullptr;
}

}  // namespace graze::inline v1
