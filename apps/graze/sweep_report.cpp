#include "sweep_report.h"

#include <fmt/format.h>

#include <cmath>

#include "arguments.h"
#include "text.h"

namespace graze::app {
namespace {

Json sweep_number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json swept_pair_json(const SweepAnswer& answer, const SweptPair& pair) {
    const TimeOfImpact& impact = pair.impact;
    Json json{{"moving", answer.name(pair.moving)},
              {"resting", answer.name(pair.resting)},
              {"question", name_of(impact.question)},
              {"answer", name_of(impact.answer)},
              {"at_least", sweep_number(impact.at_least)},
              {"at_most", sweep_number(impact.at_most)},
              {"limit", impact.limit},
              {"close_at_start", pair.close_at_start}};
    if (impact.answer != Answer::yes) return json;
    json["distance"] = sweep_number(impact.distance);
    json["point_moving"] = to_json(impact.point_a);
    json["point_resting"] = to_json(impact.point_b);
    json["normal"] = impact.certainty == NormalCertainty::none ? Json(nullptr) : to_json(impact.normal);
    return json;
}

Json least_json(const SweepAnswer& answer) {
    if (!answer.sweep.least) return nullptr;
    const LeastClearance& least = *answer.sweep.least;
    return {{"distance", sweep_number(least.distance.value)},
            {"at_least", sweep_number(least.distance.at_least)},
            {"step", least.distance.time},
            {"moving", answer.name(least.moving)},
            {"resting", answer.name(least.resting)},
            {"point_moving", to_json(least.distance.point_a)},
            {"point_resting", to_json(least.distance.point_b)}};
}

std::string sweep_unit(const SweepAnswer& answer) {
    const auto unit = answer.loaded.assembly.metres_per_unit;
    return unit ? unit_name(*unit) : "units";
}

std::string step_text(double step) {
    return fmt::format("{:.9g}", step);
}

std::string bounds_text(const TimeOfImpact& impact) {
    if (!std::isfinite(impact.at_most))
        return fmt::format("not before step {}; contact itself was not shown", step_text(impact.at_least));
    return fmt::format("from step {:.12g} to {:.12g}", impact.at_least, impact.at_most);
}

const char* met_word(ImpactQuestion question) {
    switch (question) {
        case ImpactQuestion::contact:
            return "touches";
        case ImpactQuestion::overlap:
            return "is pressed into";
        case ImpactQuestion::clearance:
            break;
    }
    return "comes too close to";
}

std::string swept_point(const Vec3& p) {
    return fmt::format("{}, {}, {}", number(p.x), number(p.y), number(p.z));
}

}  // namespace

Json sweep_json(const SweepAnswer& answer) {
    Json moving = Json::array(), met = Json::array(), undecided = Json::array(), along = Json::array(),
         pictures = Json::array();
    for (const std::size_t part : answer.moving) moving.push_back(answer.name(part));
    for (const SweptPair& pair : answer.sweep.met) met.push_back(swept_pair_json(answer, pair));
    for (const SweptPair& pair : answer.sweep.undecided) undecided.push_back(swept_pair_json(answer, pair));
    for (const ClearanceSample& sample : answer.sweep.clearance)
        along.push_back({{"step", sample.step},
                         {"distance", sweep_number(sample.distance)},
                         {"moving", answer.name(sample.moving)},
                         {"resting", answer.name(sample.resting)}});
    for (const auto& picture : answer.pictures)
        pictures.push_back({{"file", picture.file}, {"step", picture.step}, {"what", picture.what}});
    Json envelope;
    if (answer.envelope)
        envelope = {{"file", answer.envelope->file},
                    {"cell", answer.envelope->cell},
                    {"tolerance", answer.envelope->tolerance},
                    {"triangles", answer.envelope->triangles}};
    const auto unit = answer.loaded.assembly.metres_per_unit;
    return {{"schema", "graze.sweep/1"},
            {"free", answer.sweep.met.empty() && answer.sweep.undecided.empty()},
            {"complete", answer.complete()},
            {"moving", std::move(moving)},
            {"path", {{"file", answer.path_file}, {"steps", answer.path.size() - 1}}},
            {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
            {"clearance", answer.clearance},
            {"first", met.empty() ? Json(nullptr) : met.front()},
            {"met", std::move(met)},
            {"undecided", std::move(undecided)},
            {"least", least_json(answer)},
            {"along", std::move(along)},
            {"counts", {{"pairs", answer.sweep.pairs}, {"apart_by_boxes", answer.sweep.apart_by_boxes}}},
            {"plot", answer.plot ? Json(*answer.plot) : Json(nullptr)},
            {"pictures", std::move(pictures)},
            {"envelope", std::move(envelope)}};
}

std::string sweep_text(const Style& style, const SweepAnswer& answer) {
    const std::string unit = sweep_unit(answer);
    const PartSweep& sweep = answer.sweep;
    std::string text;
    if (!sweep.met.empty()) {
        const SweptPair& first = sweep.met.front();
        text +=
            style.yellow(fmt::format("{} {} {} at step {} of {}", printable(answer.name(first.moving)),
                                     met_word(first.impact.question), printable(answer.name(first.resting)),
                                     step_text(first.impact.at_least), answer.path.size() - 1)) +
            "\n";
        text += field(style, "certainly", bounds_text(first.impact));
        text += field(style, "at", swept_point(first.impact.point_b));
        constexpr std::size_t most_shown = 12;
        for (std::size_t i = 1; i < sweep.met.size() && i < most_shown; ++i) {
            const SweptPair& pair = sweep.met[i];
            text += field(style, i == 1 ? "later" : "",
                          fmt::format("step {}  {} {} {}", step_text(pair.impact.at_least),
                                      printable(answer.name(pair.moving)), met_word(pair.impact.question),
                                      printable(answer.name(pair.resting))));
        }
        if (sweep.met.size() > most_shown)
            text +=
                field(style, "", style.dim(fmt::format("and {} more pairs", sweep.met.size() - most_shown)));
    } else if (sweep.undecided.empty()) {
        text += style.green("free: nothing is met on the way") + "\n";
    }
    for (const SweptPair& pair : sweep.undecided)
        text += style.yellow(fmt::format(
                    "undecided: {} and {}, free until step {}", printable(answer.name(pair.moving)),
                    printable(answer.name(pair.resting)), step_text(pair.impact.at_least))) +
                "\n";
    text += field(style, "moving",
                  answer.moving.size() == 1 ? printable(answer.name(answer.moving.front()))
                                            : count_of(answer.moving.size(), "part"));
    text +=
        field(style, "path",
              fmt::format("{}, {}", printable(answer.path_file), count_of(answer.path.size() - 1, "step")));
    if (sweep.least) {
        const LeastClearance& least = *sweep.least;
        text += field(style, "least clearance",
                      fmt::format("{} {} at step {}: {} and {}", number(least.distance.value), unit,
                                  number(least.distance.time), printable(answer.name(least.moving)),
                                  printable(answer.name(least.resting))));
    }
    text += field(style, "pairs",
                  fmt::format("{}, {} of them apart by their boxes", with_thousands(sweep.pairs),
                              with_thousands(sweep.apart_by_boxes)));
    if (answer.plot) text += field(style, "written", printable(*answer.plot));
    for (const auto& picture : answer.pictures)
        text += field(style, "", fmt::format("{}  {}", printable(picture.file), style.dim(picture.what)));
    if (answer.envelope)
        text += field(style, "",
                      fmt::format("{}  {}", printable(answer.envelope->file),
                                  style.dim(fmt::format("holds all that was passed, to {} {}",
                                                        number(answer.envelope->tolerance), unit))));
    return text;
}

}  // namespace graze::app
