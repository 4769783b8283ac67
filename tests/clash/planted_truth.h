// A report about a gearbox beside what was planted in it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/clash/clash.h"
#include "graze/models/gearbox.h"

namespace graze::test {

// Compares everything that both know: kinds of all pairs, volumes, distances, depths. For options without a
// tolerance of touching, and no rules.
class PlantedTruth {
  public:
    // Both must outlive it.
    PlantedTruth(const Gearbox& gearbox, const ClashReport& report, double clearance)
        : gearbox_(gearbox), report_(report), clearance_(clearance) {
        for (const ClashFinding& f : report.findings) found_[{f.a, f.b}] = &f;
    }

    // A sentence for each, none if the report is right.
    std::vector<std::string> differences() {
        differences_.clear();
        if (!report_.complete()) differences_.emplace_back("the report is not complete");
        std::map<Pair, const PlantedPair*> planted;
        for (const PlantedPair& pair : gearbox_.truth) {
            planted[std::minmax(pair.a, pair.b)] = &pair;
            check_planted(pair);
        }
        for (const ClashFinding& f : report_.findings)
            if (!planted.contains({f.a, f.b})) check_not_planted(f);
        return differences_;
    }

  private:
    using Pair = std::pair<std::size_t, std::size_t>;
    using Kind = PlantedPair::Kind;

    static FindingKind expected(Kind kind) {
        switch (kind) {
            case Kind::clash:
            case Kind::fit:
                return FindingKind::clash;
            case Kind::inside:
                return FindingKind::inside;
            case Kind::touch:
                return FindingKind::touch;
            case Kind::clearance:
                break;
        }
        return FindingKind::clearance;
    }

    void check_planted(const PlantedPair& pair) {
        const auto it = found_.find(std::minmax(pair.a, pair.b));
        if (it == found_.end()) {
            // Those as far apart as was asked, give or take what is known of them, may be found or not.
            const Known distance = pair.distance.value_or(Known{});
            if (pair.kind != Kind::clearance || distance.value + distance.error < clearance_)
                differ(pair, std::string("missed, a ") + name_of(pair.kind));
            return;
        }
        const ClashFinding& finding = *it->second;
        if (finding.kind != expected(pair.kind)) {
            differ(pair,
                   std::string("found as ") + name_of(finding.kind) + ", planted as " + name_of(pair.kind));
            return;
        }
        if (pair.kind == Kind::inside &&
            finding.relation != (pair.a < pair.b ? Relation::a_in_b : Relation::b_in_a))
            differ(pair, "the wrong one is inside");
        if (pair.volume) check_volume(pair, *pair.volume, finding);
        if (pair.distance) check_distance(pair, *pair.distance, finding);
        if (pair.depth) check_depth(pair, *pair.depth, finding);
    }

    void check_volume(const PlantedPair& pair, const Known& known, const ClashFinding& finding) {
        if (!finding.volume) return differ(pair, "no volume");
        compare(pair, "volume", known, finding.volume->value, finding.volume->error);
    }

    void check_distance(const PlantedPair& pair, const Known& known, const ClashFinding& finding) {
        if (!finding.gap) return differ(pair, "no distance");
        compare(pair, "distance", known, finding.gap->distance, rounding);
    }

    // Who moves a part by the planted depth frees it, so no point of its surface is deeper in the other. What
    // is there twice has no depth, but is thick.
    void check_depth(const PlantedPair& pair, const Known& known, const ClashFinding& finding) {
        if (!finding.depth) return differ(pair, "no depth");
        const DepthBounds& depth = *finding.depth;
        const auto [value, error] = known;
        if (std::max(depth.value, finding.thickness.value_or(0)) <= 0) differ(pair, "neither deep nor thick");
        if (depth.value > depth.at_most) differ(pair, "depth is more than at most");
        if (depth.value > value + error + rounding)
            differ(pair, "depth " + std::to_string(depth.value) + ", planted " + std::to_string(value));
        if (pair.kind == Kind::fit && depth.at_most < value - error - rounding)
            differ(pair,
                   "depth at most " + std::to_string(depth.at_most) + ", planted " + std::to_string(value));
    }

    void compare(const PlantedPair& pair, const std::string& what, const Known& known, double value,
                 double error) {
        if (!(std::abs(value - known.value) <= known.error + error))
            differ(pair, what + " " + std::to_string(value) + ", planted " + std::to_string(known.value));
    }

    // Nothing is known of such pairs but that they are apart.
    void check_not_planted(const ClashFinding& f) {
        if (f.kind == FindingKind::clearance && f.gap && f.gap->distance > 0 && f.gap->distance < clearance_)
            return;
        differences_.push_back(names(f.a, f.b) + ": not planted, found as " + name_of(f.kind));
    }

    std::string names(std::size_t a, std::size_t b) const {
        return gearbox_.assembly.parts[a].path + " and " + gearbox_.assembly.parts[b].path;
    }
    void differ(const PlantedPair& pair, const std::string& how) {
        differences_.push_back(names(pair.a, pair.b) + " (" + pair.what + "): " + how);
    }

    static constexpr double rounding = 1e-12;  // mm, of distances in a gearbox
    const Gearbox& gearbox_;
    const ClashReport& report_;
    double clearance_;
    std::map<Pair, const ClashFinding*> found_;
    std::vector<std::string> differences_;
};

}  // namespace graze::test
