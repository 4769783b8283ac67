#include "graze/query/kinds/detail/any_kind.h"

#include <cmath>
#include <limits>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "graze/base/log.h"

namespace graze::inline v1::detail {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

void log_unsupported(std::string_view question, ShapeKind a, ShapeKind b) {
    static std::mutex mutex;
    static std::set<std::tuple<std::string, int, int>> logged;
    {
        const std::lock_guard lock(mutex);
        if (!logged.emplace(question, a.number(), b.number()).second) return;
    }
    log(LogLevel::warning, std::string(question) + " is not answered for the kinds \"" +
                               std::string(a.name()) + "\" and \"" + std::string(b.name()) + "\"");
}

void log_unsupported(std::string_view question, ShapeKind kind) {
    log_unsupported(question, kind, kind);
}

// For a cell that takes B first: a filter with A and B in the caller's order.
template <class Ask>
auto with_exchanged_filter(const QueryOptions& options, Ask&& ask) {
    if (!options.filter) return ask(options);
    QueryOptions other = options;
    other.filter = [&options](FeatureId b, FeatureId a) { return options.filter(a, b); };
    return ask(other);
}

void exchange(Contact& contact) {
    std::swap(contact.point_a, contact.point_b);
    std::swap(contact.feature_a, contact.feature_b);
    contact.normal = Vec3{} - contact.normal;  // no -0
}

}  // namespace

Answer intersects_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const QueryOptions& options) {
    const auto found = question_tables().intersects.find(a.kind(), b.kind());
    if (found.cell == nullptr) {
        log_unsupported("intersects", a.kind(), b.kind());
        return Answer::unsupported;
    }
    if (!found.exchanged) return found.cell(a, world_from_a, b, world_from_b, options);
    return with_exchanged_filter(options, [&](const QueryOptions& other) {
        return found.cell(b, world_from_b, a, world_from_a, other);
    });
}

Witness witness_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                    const QueryOptions& options) {
    Witness result;
    result.answer = intersects_any(a, world_from_a, b, world_from_b, options);
    if (result.answer != Answer::yes) return result;
    const Distance touch = distance_any(a, world_from_a, b, world_from_b, options);
    if (touch.value == 0) {
        static_cast<Contact&>(result) = touch;
    } else {
        result.answer = Answer::undecided;  // the budget did not last for the place
    }
    return result;
}

Answer within_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  double limit, const QueryOptions& options) {
    if (std::isnan(limit)) return Answer::bad_input;
    const auto found = question_tables().within.find(a.kind(), b.kind());
    if (found.cell == nullptr) {
        log_unsupported("within", a.kind(), b.kind());
        return Answer::unsupported;
    }
    if (limit < 0) return Answer::no;
    if (!found.exchanged) return found.cell(a, world_from_a, b, world_from_b, limit, options);
    return with_exchanged_filter(options, [&](const QueryOptions& other) {
        return found.cell(b, world_from_b, a, world_from_a, limit, other);
    });
}

Distance distance_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      const QueryOptions& options) {
    const auto found = question_tables().distance.find(a.kind(), b.kind());
    if (found.cell == nullptr) {
        log_unsupported("distance", a.kind(), b.kind());
        Distance none;
        none.value = none.distance = none.at_least = no_number;
        none.status = QueryStatus::unsupported;
        return none;
    }
    if (!found.exchanged) return found.cell(a, world_from_a, b, world_from_b, options);
    Distance result = with_exchanged_filter(options, [&](const QueryOptions& other) {
        return found.cell(b, world_from_b, a, world_from_a, other);
    });
    exchange(result);
    return result;
}

Relation relation_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                      OpenMeshes open_meshes, const QueryOptions& options) {
    const auto found = question_tables().relation.find(a.kind(), b.kind());
    if (found.cell == nullptr) {
        log_unsupported("relation", a.kind(), b.kind());
        return Relation::unsupported;
    }
    if (!found.exchanged) return found.cell(a, world_from_a, b, world_from_b, open_meshes, options);
    const Relation result = with_exchanged_filter(options, [&](const QueryOptions& other) {
        return found.cell(b, world_from_b, a, world_from_a, open_meshes, other);
    });
    if (result == Relation::a_in_b) return Relation::b_in_a;
    return result == Relation::b_in_a ? Relation::a_in_b : result;
}

RayPassage ray_passage(const Shape& shape, const Pose& world_from_shape, const Ray& ray,
                       const QueryOptions& options) {
    const RayCell cell = question_tables().ray.find(shape.kind());
    if (cell != nullptr) return cell(shape, world_from_shape, ray, options);
    log_unsupported("ray", shape.kind());
    RayPassage none;
    none.status = QueryStatus::unsupported;
    return none;
}

PointDistance point_distance_any(const Shape& shape, const Pose& world_from_shape, const Vec3& point,
                                 bool with_sign, const QueryOptions& options) {
    PointDistance none;
    none.value = none.at_least = no_number;
    if (!is_in_range(point)) {
        none.status = QueryStatus::bad_input;
        return none;
    }
    const PointCell cell = question_tables().point.find(shape.kind());
    if (cell != nullptr) return cell(shape, world_from_shape, point, with_sign, options);
    log_unsupported("distance of a point", shape.kind());
    none.status = QueryStatus::unsupported;
    return none;
}

bool meshes_only(std::string_view question, const Shape& a, const Shape& b) {
    if (are_meshes(a, b)) return true;
    log_unsupported(question, a.kind(), b.kind());
    return false;
}

}  // namespace graze::inline v1::detail
