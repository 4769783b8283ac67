#include "tests/alone/far_room.h"

#include <memory>

#include "graze/query/kinds/question_tables.h"

namespace graze::test {
namespace {

class Everywhere final : public ShapeValue {
  public:
    Box box() const override { return {{-1, -1, -1}, {1, 1, 1}}; }
    void write(std::string& bytes) const override { bytes += '.'; }
    static std::shared_ptr<const ShapeValue> read(std::span<const std::byte>) {
        return std::make_shared<const Everywhere>();
    }
};

}  // namespace

bool register_far_room() {
    static const bool once = [] {
        const ShapeKind kind = register_shape_kind({"test: everywhere", 1, &Everywhere::read});
        question_tables().intersects.set(
            kind, {}, [](const Shape&, const Pose&, const Shape&, const Pose&, const QueryOptions&) {
                return Answer::yes;
            });
        return true;
    }();
    return once;
}

}  // namespace graze::test
