// What a query says besides its result: yes, no, or why there is no answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::inline v1 {

// The answer to a question that is a yes or a no. It does not convert to bool, so that nobody takes a
// question that was not answered for a no.
enum class Answer : std::uint8_t {
    no,
    yes,
    undecided,    // the budget was used up, or the query was cancelled
    unsupported,  // not for these kinds of shapes
    bad_input,    // an argument is not a number, out of range, or two sizes differ
};
const char* name_of(Answer answer);  // "no", "yes", ...

// How complete a result is. Where there is no answer, numbers are NaN.
enum class QueryStatus : std::uint8_t {
    complete,
    undecided,    // the budget was used up, or the query was cancelled; bounds hold
    unsupported,  // not for these kinds of shapes
    bad_input,    // an argument is not a number, out of range, or two sizes differ
    not_closed,  // the question is about solids, and a mesh is not closed: Shape::closed_surface() says where
};
const char* name_of(QueryStatus status);  // "complete", "undecided", ...
QueryStatus status_of(Answer answer);     // `complete` for yes and no

// A list that a query returns: a vector with a status. Unless the status is `complete`, the list is not all
// there is, or empty.
template <class T>
struct Listed : std::vector<T> {
    QueryStatus status = QueryStatus::complete;
};

// What a query has written to the memory of its caller.
struct Filled {
    std::size_t count = 0;  // of all that were found; the memory holds min(count, its size) of them
    QueryStatus status = QueryStatus::complete;

    friend bool operator==(const Filled&, const Filled&) = default;
};

}  // namespace graze::inline v1
