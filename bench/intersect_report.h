// What `graze-bench intersect` and `graze-bench distance` measured, and how it is shown.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness/report.h"
#include "bench/harness/timing.h"
#include "bench/methods/copies_method.h"

namespace graze::bench {

// One method on one object at one distance.
struct MeshMethodResult {
    std::vector<double> microseconds;  // the fastest run of each configuration
    std::size_t runs = 0;
    std::size_t wrong = 0;

    double mean() const;
    double worst() const;

    // One run over `count` configurations, ask(i) for each. One method goes over all of them before the next
    // one starts, so that no branch predictor remembers the last answer; and once before without being timed,
    // as the method before has emptied the caches.
    template <class Ask>
    void time_once(std::size_t count, Ask&& ask) {
        for (std::size_t i = 0; i < count; ++i) ask(i);
        const bool first = runs++ == 0;
        if (first) microseconds.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const double time = std::max(0.0, nanoseconds_of([&] { ask(i); }) - clock_nanoseconds()) / 1000;
            microseconds[i] = first ? time : std::min(microseconds[i], time);
        }
    }
};

// The methods in their order, graze first.
struct IntersectRow {
    double distance = 0;  // relative to the object's size; negative: penetrating
    std::size_t configurations = 0;
    std::size_t touching = 0;
    QueryCounts counts;  // graze's, over all configurations
    std::vector<MeshMethodResult> methods;

    // Of the peer with the lowest; 0 without peers.
    double fastest_peer_mean() const;
    double fastest_peer_worst() const;
};

struct ObjectResult {
    std::string name;
    std::size_t triangles = 0;
    std::size_t without_contact = 0;  // lines left out
    std::string reference;            // what graze's answers were compared with
    Disturbance disturbance;
    std::vector<double> build_nanoseconds;               // per triangle, by method
    std::vector<std::optional<std::size_t>> tree_bytes;  // by method
    std::vector<IntersectRow> rows;                      // one per distance
};

// The methods' hierarchies of an object, built and timed; everything else is still to be measured.
template <class Methods>
ObjectResult built(const std::string& name, const Mesh& mesh, const Methods& methods) {
    ObjectResult result;
    result.name = name;
    result.triangles = mesh.triangle_count();
    for (const auto& method : methods) {
        result.build_nanoseconds.push_back(build_nanoseconds(*method, mesh));
        result.tree_bytes.push_back(method->tree_bytes());
    }
    return result;
}

// graze alone on one shape at several resolutions.
struct Growth {
    double distance = 0;
    std::vector<std::pair<std::size_t, double>> microseconds_by_triangles;

    double exponent() const;  // of the least-squares line through the logarithms
};

struct IntersectResults {
    std::vector<std::string> method_names;
    std::vector<Tone> method_tones;
    std::vector<ObjectResult> objects;
    std::vector<Growth> growth;
};

// "0.01 apart", "0.01 penetrating"
std::string words_for_distance(double distance);

// Of a benchmark: its JSON and plots are called so, and its plots have these titles.
struct ReportNames {
    std::string file = "intersect";
    std::string title = "Two meshes: microseconds per query";
};

// A group of objects with means of its own, such as parts from CAD; objects have rows for the same distances.
// Adds it to what report() is given as `more`; print_group() prints its tables after the report. Nothing for
// a group without objects.
void add_group(const std::string& name, const IntersectResults& results, nlohmann::ordered_json& more);
void print_group(const RunOptions& run_options, const std::string& title, const IntersectResults& results);

// Prints the tables, writes the JSON and the plots. What else was measured is added to the JSON.
void report(const RunOptions& run_options, const IntersectResults& results, const Disturbance& disturbance,
            const ReportNames& names = {}, const nlohmann::ordered_json& more = {});

}  // namespace graze::bench
