// The experiments with spheres (Weller 2012, 4.3.3, 5.4, 5.6 and 6.3.5.2), and whether what is printed there
// holds.
#include <algorithm>
#include <string>

#include "bench/harness/table.h"
#include "bench/spheres_experiment.h"

namespace graze::bench {

int run_spheres_benchmark(const RunOptions& run_options, const SpheresSelection& selection) {
    const LoadWatch watch;
    SpheresPart all;
    const auto add = [&](const char* name, const auto& measured) {
        const auto& parts = selection.parts;
        if (!parts.empty() && std::ranges::find(parts, name) == parts.end()) return;
        const SpheresPart part = measured();
        all.text += part.text;
        all.json.update(part.json);
        all.verdicts.insert(all.verdicts.end(), part.verdicts.begin(), part.verdicts.end());
    };
    add("packing", [&] { return measure_packings(run_options, selection, watch); });
    add("hierarchy", [&] { return measure_hierarchies(run_options, selection); });
    add("volume", [&] { return measure_trees(run_options, selection, watch); });
    add("choice", [&] { return measure_choice(run_options, selection); });
    add("budget", [&] { return measure_time_budgets(run_options, selection); });
    add("path", [&] { return measure_paths(run_options, selection, watch); });
    Table verdicts({{"what is printed", Align::left}, {"measured", Align::left}, {"verdict", Align::left}});
    for (const auto& v : all.verdicts) {
        verdicts.add_row({v[0], v[1], v[2]});
        all.json["verdicts"].push_back({{"printed", v[0]}, {"measured", v[1]}, {"verdict", v[2]}});
    }
    all.text += section_text(run_options, "What Weller 2012 prints, and what graze promises", verdicts);
    publish("spheres", run_options, watch, all.text, all.json);
    return 0;
}

}  // namespace graze::bench
