#include "graze/query/sweep/time_of_impact.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/query/depth/local_depth.h"
#include "graze/query/distance/distance.h"
#include "graze/query/relation/relation.h"
#include "graze/query/sweep/detail/impact_search.h"

namespace graze::inline v1 {
namespace {

using detail::FoundImpact;
using detail::ImpactRequest;
using detail::ImpactSearch;
using detail::SweepSide;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double default_touch = 1e-9, least_touch = 1e-12;  // of the largest coordinate

TimeOfImpact without_answer(Answer answer) {
    TimeOfImpact result;
    result.answer = answer;
    result.at_least = result.at_most = not_a_number;
    return result;
}

bool is_length(double value) {
    return value >= 0 && value <= max_coordinate;
}

// Of all places that the shape comes to, as far as they are finite.
double largest_on_the_way(const Shape& shape, const Motion& motion, double begin, double end) {
    const Box swept = motion.swept(shape.box(), begin, end);
    double largest = 0;
    for (std::size_t k = 0; k < 3; ++k)
        for (const double bound : {swept.lower[k], swept.upper[k]})
            if (std::abs(bound) <= max_coordinate) largest = std::max(largest, std::abs(bound));
    return largest;
}

// A time before which no point moves as far as the shapes are apart at the start.
double first_possible_time(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                           double begin, double end, double apart) {
    if (!(apart > 0)) return begin;
    double step = end - begin;
    for (int i = 0; i < 24; ++i, step /= 2) {
        const double time = begin + step;
        if (motion_a.travel(a.box(), begin, time) + motion_b.travel(b.box(), begin, time) < apart)
            return time;
    }
    return begin;
}

// Meshes in contact that overlap by more than the tolerance. Of what is not closed the search tells.
bool overlap_already(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double touch,
                     const QueryOptions& options) {
    const Relation found = relation(a, pose_a, b, pose_b, OpenMeshes::as_surfaces, options);
    if (found == Relation::a_in_b || found == Relation::b_in_a) return true;
    if (found != Relation::overlapping || !a.is_mesh() || !b.is_mesh()) return false;
    LocalDepthOptions depth;
    depth.relative_error = 0;
    depth.limit = touch;
    return local_depth(a, pose_a, b, pose_b, depth, options).value > touch;
}

// Of a half-space that turns, points at any distance move at any speed: there is no bound to search with.
bool is_unbounded(const Shape& shape, const Motion& motion, double begin, double end) {
    if (shape.as<HalfSpace>() == nullptr) return false;
    double time = begin;
    while (true) {
        const MotionCourse course = motion.course(time);
        if (course.rate != 0 || course.warp != 0) return true;
        if (!(course.until < end) || !(course.until > time)) return false;
        time = course.until;
    }
}

void take(const FoundImpact& found, TimeOfImpact& result) {
    static_cast<Contact&>(result) = found.contact;
    result.answer = found.answer;
    result.at_least = found.at_least;
    result.at_most = found.at_most;
}

}  // namespace

const char* name_of(ImpactQuestion question) {
    switch (question) {
        case ImpactQuestion::contact:
            return "contact";
        case ImpactQuestion::overlap:
            return "overlap";
        case ImpactQuestion::clearance:
            break;
    }
    return "clearance";
}

TimeOfImpact time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                            const ImpactOptions& impact, const QueryOptions& options) {
    if (!is_length(impact.clearance) || !(impact.keep >= 0 && impact.keep < 1) ||
        (impact.touch && !is_length(*impact.touch)) || std::isnan(impact.until))
        return without_answer(Answer::bad_input);
    TimeOfImpact result;
    if (a.empty() || b.empty()) return result;
    if (!SweepSide::takes(a) || !SweepSide::takes(b) || (options.filter && !(a.is_mesh() && b.is_mesh())))
        return without_answer(Answer::unsupported);

    const double begin = std::min(motion_a.begin(), motion_b.begin()),
                 end = std::clamp(impact.until, begin, std::max(motion_a.end(), motion_b.end()));
    if (is_unbounded(a, motion_a, begin, end) || is_unbounded(b, motion_b, begin, end))
        return without_answer(Answer::unsupported);
    Meter meter(options.budget, options.progress, "searching for the first impact");
    QueryCounts ignored;
    QueryOptions first = options;
    first.budget = Budget::part_of(meter);
    first.progress = nullptr;
    const Pose pose_a = motion_a.at(begin), pose_b = motion_b.at(begin);
    const bool parts_only =
        impact.stays_close && impact.clearance > 0 && impact.keep == 0 && a.is_mesh() && b.is_mesh();
    Distance start;  // as far as can be, if it is not measured
    start.value = start.at_least = max_coordinate;
    if (!parts_only) start = distance(a, pose_a, b, pose_b, first);
    if (start.status == QueryStatus::unsupported || start.status == QueryStatus::bad_input)
        return without_answer(start.status == QueryStatus::unsupported ? Answer::unsupported
                                                                       : Answer::bad_input);
    result.at_least = begin;
    if (start.status != QueryStatus::complete && meter.exhausted()) {
        result.answer = Answer::undecided;
        return result;
    }
    if (std::isinf(start.value)) {  // the filter lets nothing through
        result.at_least = infinity;
        return result;
    }
    const double largest =
        std::max(largest_on_the_way(a, motion_a, begin, end), largest_on_the_way(b, motion_b, begin, end));
    result.touch = std::max(impact.touch.value_or(default_touch * largest), least_touch * largest);
    result.limit = std::max(impact.clearance, impact.keep * start.value);
    if (result.limit > 0) {
        result.question = ImpactQuestion::clearance;
    } else if (start.value <= result.touch) {
        result.question = ImpactQuestion::overlap;
    }
    static_cast<Contact&>(result) = start;
    const bool is_overlap = result.question == ImpactQuestion::overlap;
    const bool met =
        is_overlap ? overlap_already(a, pose_a, b, pose_b, result.touch, first) : start.value <= result.limit;
    if (met) {
        result.answer = Answer::yes;
        // The distance is rounded: only where the limit holds exactly has the contact been shown.
        const bool shown = is_overlap || !(result.limit > 0) ||
                           within(a, pose_a, b, pose_b, result.limit, first) == Answer::yes;
        if (shown) result.at_most = begin;
        return result;
    }
    SweepSide side_a(a, motion_a), side_b(b, motion_b);
    const ImpactRequest request{begin, end, result.limit, result.touch, is_overlap, options.filter};
    std::vector<detail::SweepPair> own_pairs;
    std::optional<QueryCache> own_cache;
    std::vector<detail::SweepPair>& pairs = options.cache != nullptr ? options.cache->sweep.pairs : own_pairs;
    ImpactSearch search(side_a, side_b, request, meter, options.counts != nullptr ? *options.counts : ignored,
                        pairs);
    ImpactSearch::Advanced advanced{begin, {}};
    if (!is_overlap && !parts_only) {
        advanced.time = first_possible_time(a, motion_a, b, motion_b, begin, end,
                                            start.at_least * (1 - 1e-12) - result.limit - result.touch);
        advanced = search.advance_whole(advanced.time,
                                        options.cache != nullptr ? *options.cache : own_cache.emplace());
    }
    const FoundImpact found = advanced.arrived ? *advanced.arrived : search.run(advanced.time);
    take(found, result);
    if (found.answer != Answer::yes) static_cast<Contact&>(result) = Contact{};
    return result;
}

}  // namespace graze::inline v1
