// What graze check has found, as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check_contacts.h"
#include "command.h"
#include "graze/query/depth/penetration.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/relation.h"
#include "two_shapes.h"

namespace graze::app {

struct Found {
    Relation relation = Relation::apart;
    bool complete = true;                    // false: the budget was used up
    std::optional<TrianglePair> first;       // of two meshes, in the order of the search
    std::optional<Contact> contact;          // of other shapes
    std::uint64_t pair_count = 0;            // with --all
    std::vector<TrianglePair> pairs;         // with --all and --json: the lowest, in ascending order
    std::optional<Penetration> penetration;  // with --penetration
    std::optional<ListedContacts> contacts;  // with --contacts
    QueryCounts counts;
};

struct CheckAnswer : TwoShapes {
    Found found;

    TriangleIntersection common(const TrianglePair& pair) const {
        return intersection(a.world(pair.a), b.world(pair.b));
    }
    bool as_surfaces() const { return !a.closed() || !b.closed(); }
};

void write_check_json(Output& out, const CheckAnswer& answer, bool all);
std::string check_text(const Style& style, const CheckAnswer& answer, bool all);

}  // namespace graze::app
