// Details of findings: all triangles of the two parts near a finding.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "graze/base/threads.h"
#include "graze/report/detail/finding_focus.h"
#include "graze/report/detail/near_mesh.h"
#include "graze/report/detail/packed_mesh.h"
#include "graze/report/detail/part_budget.h"

namespace graze::inline v1::detail {

struct FindingDetail {
    static constexpr std::uint32_t not_yet = ~std::uint32_t{0};

    std::size_t part = 0;
    std::uint32_t* mesh = nullptr;  // the number of the packed mesh in the page, once the page has it
    PackedMesh packed;              // empty if another finding has the same detail

    bool is_new() const { return packed.triangles > 0; }
};

struct FindingDetails {
    std::string finding;
    std::vector<FindingDetail> parts;  // those that the overview does not show well enough
    bool in_full = true;  // false: too many triangles are near, and only those at the worst point are kept

    bool empty() const { return parts.empty(); }
};

class DetailFinder {
  public:
    // All arguments must outlive the object.
    DetailFinder(const Assembly& assembly, const ClashReport& report, const PageParts& parts)
        : assembly_(&assembly), report_(&report), parts_(&parts) {}

    // False if the overview shows all findings well enough.
    bool needs_details(std::size_t finding) const;
    // The details of the findings from `first` to before `last`. Call it for ascending ranges.
    std::vector<FindingDetails> find(std::size_t first, std::size_t last, const Threads& threads);

  private:
    struct Source {
        explicit Source(const Mesh& mesh) : near(mesh) {}
        NearTriangles near;
        std::once_flag coarse_made;
        std::unique_ptr<DetailMaker> coarse;
    };
    struct NearOnes {
        std::vector<TriangleId> triangles;
        bool all = true;  // all triangles near the finding are kept
    };
    // What a detail is made from: a mesh, the triangles that stay, and the precision needed.
    struct Recipe {
        std::size_t part = 0;
        Source* source = nullptr;
        NearOnes near;
        double unit = 0;
    };

    void add_sources(std::size_t first, std::size_t last);
    bool is_shown_well(std::size_t part, const FindingFocus& focus) const;
    std::vector<Recipe> recipes(const ClashFinding& finding);  // may be called by several threads at once
    // The number of the detail made from this recipe, and whether the recipe is new.
    std::pair<std::uint32_t*, bool> number_of(const Recipe& recipe);
    static NearOnes near_triangles(const Source& source, const Pose& world_from_part,
                                   const FindingFocus& focus);
    static PackedMesh packed(const Recipe& recipe);

    const Assembly* assembly_;
    const ClashReport* report_;
    const PageParts* parts_;
    std::map<const Mesh*, Source> sources_;
    // By mesh, precision and a hash of the triangles. A deque, for details point to the numbers in it.
    std::map<std::tuple<const Mesh*, double, std::uint64_t, std::uint64_t>, std::uint32_t*> known_;
    std::deque<std::uint32_t> numbers_;
};

}  // namespace graze::inline v1::detail
