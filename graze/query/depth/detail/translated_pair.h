// Two solids, the first of which is translated: what the parts of the search for a penetration share.
#pragma once

#include <optional>

#include "graze/base/budget.h"
#include "graze/query/relation/relation.h"
#include "graze/tree/query_counts.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

class TranslatedPair {
  public:
    // Keeps references. The meshes are not empty, and coordinates are far from the limit.
    TranslatedPair(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                   Meter& meter, QueryCounts& counts);

    const Shape& a() const { return a_; }
    const Shape& b() const { return b_; }
    const Pose& pose_a() const { return world_from_a_; }
    const Pose& pose_b() const { return world_from_b_; }
    const Box& box_a() const { return box_a_; }
    const Box& box_b() const { return box_b_; }
    Meter& meter() const { return *meter_; }
    QueryOptions options() const;

    // What is charged until the value is destroyed.
    class Charged {
      public:
        Charged(TranslatedPair& pair, Meter& meter) : pair_(pair), before_(pair.meter_) {
            pair.meter_ = &meter;
        }
        ~Charged() { pair_.meter_ = before_; }
        Charged(const Charged&) = delete;
        Charged& operator=(const Charged&) = delete;

      private:
        TranslatedPair& pair_;
        Meter* before_;
    };

    Pose moved(const Vec3& t) const;
    Relation relation_at(const Vec3& t) const;
    // Have the solids no common point after this translation? Exact; false also if the budget is used up.
    bool is_free(const Vec3& t) const { return relation_at(t) == Relation::apart; }

    double size() const { return size_; }          // the diagonal of the smaller box
    double scale() const { return scale_; }        // a power of two, about the size of the larger box
    double gap() const { return gap_; }            // that solids are to keep once they are separated
    double rounding() const { return rounding_; }  // the error of computed lengths is less

    // The shortest translation along an axis of the world that separates the boxes.
    Vec3 box_translation() const;

  private:
    const Shape& a_;
    const Pose& world_from_a_;
    const Shape& b_;
    const Pose& world_from_b_;
    Box box_a_, box_b_;
    Meter* meter_;
    QueryCounts& counts_;
    double size_, scale_ = 1, gap_, rounding_;
};

}  // namespace graze::inline v1::detail
