#include "graze/query/answer.h"

namespace graze::inline v1 {

const char* name_of(Answer answer) {
    switch (answer) {
        case Answer::no:
            return "no";
        case Answer::yes:
            return "yes";
        case Answer::undecided:
            return "undecided";
        case Answer::unsupported:
            return "unsupported";
        case Answer::bad_input:
            return "bad_input";
    }
    return "";
}

const char* name_of(QueryStatus status) {
    switch (status) {
        case QueryStatus::complete:
            return "complete";
        case QueryStatus::undecided:
            return "undecided";
        case QueryStatus::unsupported:
            return "unsupported";
        case QueryStatus::bad_input:
            return "bad_input";
        case QueryStatus::not_closed:
            return "not_closed";
    }
    return "";
}

QueryStatus status_of(Answer answer) {
    switch (answer) {
        case Answer::undecided:
            return QueryStatus::undecided;
        case Answer::unsupported:
            return QueryStatus::unsupported;
        case Answer::bad_input:
            return QueryStatus::bad_input;
        case Answer::no:
        case Answer::yes:
            break;
    }
    return QueryStatus::complete;
}

}  // namespace graze::inline v1
