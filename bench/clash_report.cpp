#include "bench/clash_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "graze/base/error.h"

namespace graze::bench {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;

class Comparison {
  public:
    void look_at(const LookedAtPair& pair, const ClashFinding* found) {
        switch (found == nullptr ? Relation::apart : found->relation) {
            case Relation::touching:
                return count(answers_.touching, !pair.colliding);
            case Relation::overlapping:
                return count(answers_.overlapping, !pair.colliding);
            case Relation::a_in_b:
            case Relation::b_in_a:
                return count(answers_.inside, !pair.colliding);
            default:
                break;
        }
        count(answers_.apart, pair.colliding);
        if (pair.colliding) return;
        const bool close = found != nullptr && found->gap, said_close = std::isfinite(pair.distance);
        if (close || said_close) count(answers_.too_close, close != said_close);
        if (close && said_close) compare_distances(found->gap->distance, pair.distance);
    }
    const ClashAnswers& answers() const { return answers_; }

  private:
    static void count(ClashAnswers::Share& share, bool wrong) {
        ++share.of;
        share.wrong += wrong ? 1 : 0;
    }
    void compare_distances(double right, double said) {
        const double difference = std::abs(said - right) / right;
        count(answers_.distances, difference > 1e-9);
        answers_.worst_distance = std::max(answers_.worst_distance, difference);
    }
    ClashAnswers answers_;
};

}  // namespace

std::string ClashAnswers::text() const {
    std::string text;
    for (const auto& [share, what] :
         {std::pair{touching, "touching"}, std::pair{overlapping, "overlapping"}, std::pair{inside, "inside"},
          std::pair{apart, "apart"}, std::pair{too_close, "too close"}, std::pair{distances, "distances"}})
        if (share.wrong > 0)
            text += fmt::format("{}{} of {} {}", text.empty() ? "" : ", ", share.wrong, share.of, what);
    return text.empty() ? "none" : text;
}

ClashAnswers compare_answers(const LookedAtPairs& said, const ClashReport& report) {
    std::map<Pair, const ClashFinding*> found;
    for (const ClashFinding& f : report.findings) found[{f.a, f.b}] = &f;
    Comparison comparison;
    std::size_t met = 0;
    for (const LookedAtPair& pair : said.all) {
        const auto it = found.find({pair.a, pair.b});
        if (it != found.end()) ++met;
        comparison.look_at(pair, it == found.end() ? nullptr : it->second);
    }
    if (said.complete && met != found.size())
        throw Error(fmt::format("{} of {} findings are of pairs that were not looked at", found.size() - met,
                                found.size()),
                    "a broad phase", "one of them is wrong: make it a test");
    return comparison.answers();
}

Table clash_table(const std::vector<ClashRow>& rows) {
    Table table({{"method", Align::left},
                 {"building, s"},
                 {"pair results, s"},
                 {"of graze"},
                 {"both, s"},
                 {"of graze"},
                 {"pairs"},
                 {"wrong", Align::left}});
    const auto ratio = [](double time, double of, bool complete) {
        return fmt::format("{}{:.2f}", complete ? "" : "> ", time / of);
    };
    const ClashRow& graze = rows.front();
    for (const ClashRow& row : rows)
        table.add_row({row.method, fmt::format("{:.3f}", row.building),
                       fmt::format("{}{:.3f}", row.complete ? "" : "> ", row.pairs),
                       ratio(row.pairs, graze.pairs, row.complete),
                       fmt::format("{}{:.3f}", row.complete ? "" : "> ", row.building + row.pairs),
                       ratio(row.building + row.pairs, graze.building + graze.pairs, row.complete),
                       fmt::format("{}", row.looked_at), row.answers});
    return table;
}

nlohmann::ordered_json to_json(const ClashRow& row) {
    return {{"method", row.method},       {"building_s", row.building}, {"pairs_s", row.pairs},
            {"looked_at", row.looked_at}, {"complete", row.complete},   {"wrong", row.answers}};
}

}  // namespace graze::bench
