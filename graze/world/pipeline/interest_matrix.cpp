#include "graze/world/pipeline/detail/interest_matrix.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint32_t small = 32;  // classes whose cells are found without searching
constexpr std::uint32_t no_cell = ~0u;

bool needs_limit(Want want) {
    return want == Want::clearance || want == Want::distance || want == Want::contacts;
}

void check(const Interest& interest) {
    if (!std::isfinite(interest.limit) || interest.limit < 0)
        throw Error("the limit of an interest is negative or not finite", {}, "give a length of 0 or more");
    if (interest.want == Want::contacts && !(interest.limit > 0))
        throw Error("an interest in contacts has no margin", {}, "give a limit above 0");
    const bool names_part = !interest.a.part().empty() || !interest.b.part().empty();
    if (names_part && (needs_limit(interest.want) || interest.want == Want::boxes))
        throw Error("an interest in parts of objects can ask for touch, witness or triangles only", {},
                    "ask for whole objects, or make the parts objects of their own");
}

}  // namespace

InterestId InterestMatrix::add(ModuleId module, Interest interest) {
    check(interest);
    const bool general = !interest.a.names_object() && !interest.b.names_object();
    if (general) {
        std::size_t count = 0;
        for (const auto& [id, e] : entries_)
            count += !e.interest.a.names_object() && !e.interest.b.names_object() ? 1 : 0;
        if (count >= max_general)
            throw Error("there are 32 interests in groups already", {},
                        "remove some, or use fewer and larger groups");
    }
    for (const Selector* side : {&interest.a, &interest.b}) {
        if (side->names_object() && named_[side->object()] >= max_of_object)
            throw Error("there are 16 interests in this object already", {}, "remove some, or use groups");
    }
    for (const Selector* side : {&interest.a, &interest.b})
        if (side->names_object()) ++named_[side->object()];
    changed_ = true;
    const InterestId id{next_++};
    entries_.emplace(id, Entry{module, std::move(interest)});
    return id;
}

void InterestMatrix::remove(InterestId id) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) return;
    for (const Selector* side : {&found->second.interest.a, &found->second.interest.b}) {
        if (!side->names_object()) continue;
        const auto count = named_.find(side->object());
        if (--count->second == 0) named_.erase(count);
    }
    entries_.erase(found);
    changed_ = true;
}

void InterestMatrix::remove_all_of(ModuleId module) {
    std::vector<InterestId> gone;
    for (const auto& [id, e] : entries_)
        if (e.module == module) gone.push_back(id);
    for (const InterestId id : gone) remove(id);
}

std::vector<std::unique_ptr<PairWish>> InterestMatrix::settle() {
    changed_ = false;
    class_numbers_.clear();
    classes_.clear();
    cell_numbers_.clear();
    small_matrix_.assign(small * small, no_cell);
    return std::exchange(cells_, {});
}

std::uint64_t InterestMatrix::still_there(std::uint64_t notified, const PairWish& wish) const {
    for (std::size_t i = 0; i < wish.wishes.size(); ++i)
        if (!entries_.contains(wish.wishes[i].interest)) notified &= ~(std::uint64_t{1} << i);
    return notified;
}

std::uint32_t InterestMatrix::keep_cell(const PairWish& wish) {
    cells_.push_back(std::make_unique<PairWish>(wish));
    return static_cast<std::uint32_t>(cells_.size() - 1);
}

std::uint32_t InterestMatrix::class_of(ObjectId id, Groups groups, bool movable) {
    const ClassKey key(groups, movable, named_.contains(id) ? id : ObjectId{});
    const auto [found, is_new] = class_numbers_.try_emplace(key, static_cast<std::uint32_t>(classes_.size()));
    if (is_new) {
        Class made{key, 0};
        for (const auto& [number, e] : entries_) {
            const bool matches = e.interest.a.matches(id, groups) || e.interest.b.matches(id, groups);
            if (matches && needs_limit(e.interest.want))
                made.margin = std::max(made.margin, e.interest.limit);
        }
        classes_.push_back(made);
    }
    return found->second;
}

PairWish InterestMatrix::make_cell(const ClassKey& first, const ClassKey& second) const {
    const auto& [groups1, movable1, id1] = first;
    const auto& [groups2, movable2, id2] = second;
    PairWish cell;
    for (const auto& [number, e] : entries_) {
        const Interest& i = e.interest;
        if (!movable1 && !movable2 && !i.among_immovable) continue;
        const bool straight = i.a.matches(id1, groups1) && i.b.matches(id2, groups2);
        if (!straight && !(i.a.matches(id2, groups2) && i.b.matches(id1, groups1))) continue;
        cell.wishes.push_back({number, e.module, i.want, i.limit, straight ? i.a.part() : i.b.part(),
                               straight ? i.b.part() : i.a.part()});
        cell.touch |= i.want == Want::touch;
        cell.contact |= i.want == Want::witness;
        cell.triangles |= i.want == Want::triangles || cell.wishes.back().names_part();
        cell.clearance |= i.want == Want::clearance;
        cell.distance |= i.want == Want::distance;
        if (i.want == Want::contacts) cell.contact_margin = std::max(cell.contact_margin, i.limit);
        if (i.want == Want::distance) cell.distance_limit = std::max(cell.distance_limit, i.limit);
    }
    return cell;
}

std::uint32_t InterestMatrix::cell(std::uint32_t first, std::uint32_t second) {
    const bool is_small = first < small && second < small;
    if (is_small && small_matrix_[first * small + second] != no_cell)
        return small_matrix_[first * small + second];
    const auto key = std::uint64_t{first} << 32 | second;
    const auto [found, is_new] = cell_numbers_.try_emplace(key, static_cast<std::uint32_t>(cells_.size()));
    if (is_new)
        cells_.push_back(std::make_unique<PairWish>(make_cell(classes_[first].key, classes_[second].key)));
    if (is_small) small_matrix_[first * small + second] = found->second;
    return found->second;
}

std::uint64_t carried_over(std::uint64_t notified, const PairWish& from, const PairWish& to) {
    std::uint64_t result = 0;
    std::size_t j = 0;
    for (std::size_t i = 0; i < from.wishes.size(); ++i) {
        if ((notified >> i & 1u) == 0) continue;
        while (j < to.wishes.size() && to.wishes[j].interest < from.wishes[i].interest) ++j;
        if (j < to.wishes.size() && to.wishes[j].interest == from.wishes[i].interest)
            result |= std::uint64_t{1} << j;
    }
    return result;
}

}  // namespace graze::inline v1::detail
