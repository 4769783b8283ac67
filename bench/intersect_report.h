// What `graze-bench intersect` measured and how it is shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/harness/report.h"
#include "bench/methods/mesh_method.h"

namespace graze::bench {

// One method on one object at one distance.
struct MeshMethodResult {
    std::vector<double> microseconds;  // the fastest run of each configuration
    std::size_t runs = 0;
    std::size_t wrong = 0;

    double mean() const;
    double worst() const;
};

// The methods in their order, graze first.
struct IntersectRow {
    double distance = 0;  // relative to the object's size; negative: penetrating
    std::size_t configurations = 0;
    std::size_t touching = 0;
    IntersectCounts counts;  // graze's, over all configurations
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

// Prints the tables, writes intersect.json and the plots.
void report(const Settings& settings, const IntersectResults& results, const Disturbance& disturbance);

}  // namespace graze::bench
