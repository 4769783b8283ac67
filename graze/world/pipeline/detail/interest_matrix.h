// Which pairs of objects are of interest to a module (Zachmann 2000, 3.9).
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

// One interest that covers a pair.
struct Wish {
    InterestId interest;
    ModuleId module;
    Want want;
    double limit;
    std::string part_of_first, part_of_second;

    bool names_part() const { return !part_of_first.empty() || !part_of_second.empty(); }
};

// All interests that cover a pair, in ascending order of interests.
struct PairWish {
    std::vector<Wish> wishes;
    // Which results are needed.
    bool touch = false, contact = false, triangles = false, clearance = false, distance = false;
    double distance_limit = 0;  // the largest limit of the wishes for a distance
    double contact_margin = 0;  // and of those for contacts; 0: none

    bool beyond_boxes() const {
        return touch || contact || triangles || clearance || distance || contact_margin > 0;
    }
};

// The matrix has a row for each class of objects that no interest distinguishes. A cell is made when it is
// first read. Each object that an interest names is a class of its own.
class InterestMatrix {
  public:
    static constexpr std::size_t max_general = 32,
                                 max_of_object = 16;  // so that a pair has at most 64 wishes

    // Throws Error if there are too many interests, or the interest is invalid.
    InterestId add(ModuleId module, Interest interest);
    void remove(InterestId id);
    void remove_all_of(ModuleId module);

    // Interests have changed since the last call of settle(): classes and cells are invalid.
    bool changed() const { return changed_; }
    // Starts again with new cells, and returns the old ones.
    std::vector<std::unique_ptr<PairWish>> settle();
    // The bits of `notified` that stand for interests that still exist.
    std::uint64_t still_there(std::uint64_t notified, const PairWish& wish) const;
    // A cell for pairs that no interest covers any more, but of whose end a module must be notified.
    std::uint32_t keep_cell(const PairWish& wish);

    std::uint32_t class_of(ObjectId id, Groups groups, bool movable);
    double margin_of(std::uint32_t object_class) const { return classes_[object_class].margin; }
    // Number of the cell for objects of these classes, the class of the object with the lower index first.
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
    std::map<ObjectId, std::size_t> named_;  // objects that interests name, and the number of these interests
    std::map<ClassKey, std::uint32_t> class_numbers_;
    std::vector<Class> classes_;
    std::unordered_map<std::uint64_t, std::uint32_t> cell_numbers_;
    std::vector<std::uint32_t> small_matrix_;  // the cells of the first classes, found without a search
    std::vector<std::unique_ptr<PairWish>> cells_;
};

// Translates the bits of `notified` from the wishes of one cell to the wishes of another.
std::uint64_t carried_over(std::uint64_t notified, const PairWish& from, const PairWish& to);

}  // namespace graze::inline v1::detail
