// Which pairs of objects anybody wants to know about (Zachmann 2000, 3.9).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "graze/world/collision.h"
#include "graze/world/pipeline/interest.h"

namespace graze::inline v1::detail {

// One interest that a pair is covered by.
struct Wish {
    InterestId interest;
    ModuleId module;
    Want want;
    double reach;
    std::string part_of_first, part_of_second;

    bool names_part() const { return !part_of_first.empty() || !part_of_second.empty(); }
};

// All that is wanted of a pair, in ascending order of interests.
struct PairWish {
    std::vector<Wish> wishes;
    bool touch = false, contact = false, triangles = false, distance = false;  // what has to be computed

    bool beyond_boxes() const { return touch || contact || triangles || distance || clearance; }
    bool clearance = false;
};

// The matrix has a row for each class of objects that no interest tells apart; its cells are made when they
// are first looked at. Objects that an interest names are a class of their own.
class InterestMatrix {
  public:
    static constexpr std::size_t max_general = 32,
                                 max_of_object = 16;  // so that a pair has at most 64 wishes

    // Throws Error where there are too many, or the interest makes no sense.
    InterestId add(ModuleId module, Interest interest);
    void remove(InterestId id);
    void remove_all_of(ModuleId module);

    // Since the last call of settle() interests have changed: classes and cells are void.
    bool changed() const { return changed_; }
    // Begins anew; the cells that were so far are given back.
    std::vector<std::unique_ptr<PairWish>> settle();
    // Bits of `told` that stand for interests that are still there.
    std::uint64_t still_there(std::uint64_t told, const PairWish& wish) const;
    // A cell for pairs that no interest covers any more, but of whose end somebody must be told.
    std::uint32_t keep_cell(const PairWish& wish);

    std::uint32_t class_of(ObjectId id, Groups groups, bool movable);
    double margin_of(std::uint32_t object_class) const { return classes_[object_class].margin; }
    // Number of the cell for objects of these classes, the one with the lower index first.
    std::uint32_t cell(std::uint32_t first, std::uint32_t second);
    const PairWish& wish(std::uint32_t cell) const { return *cells_[cell]; }

  private:
    struct Entry {
        ModuleId module;
        Interest interest;
    };
    using ClassKey = std::tuple<Groups, bool, ObjectId>;
    struct Class {
        ClassKey key;
        double margin = 0;
    };
    PairWish make_cell(const ClassKey& first, const ClassKey& second) const;

    std::map<InterestId, Entry> entries_;
    std::uint32_t next_ = 0;
    bool changed_ = false;
    std::map<ObjectId, std::size_t> named_;  // objects that interests name, and how often
    std::map<ClassKey, std::uint32_t> class_numbers_;
    std::vector<Class> classes_;
    std::unordered_map<std::uint64_t, std::uint32_t> cell_numbers_;
    std::vector<std::uint32_t> small_matrix_;  // the same for the first classes, without searching
    std::vector<std::unique_ptr<PairWish>> cells_;
};

// Bits of `told` that stood for the wishes of one cell, for those of another.
std::uint64_t carried_over(std::uint64_t told, const PairWish& from, const PairWish& to);

}  // namespace graze::inline v1::detail
