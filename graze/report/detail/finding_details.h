// What is near a finding, in full.
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
    std::uint32_t* mesh = nullptr;  // the number that the packed mesh has in the page, once it is there
    PackedMesh packed;              // empty if another finding's detail is the same

    bool is_new() const { return packed.triangles > 0; }
};

struct FindingDetails {
    std::string finding;
    std::vector<FindingDetail> parts;  // those that the overview does not show well enough
    bool in_full = true;  // false: too many triangles are near; only those at the worst point are here

    bool empty() const { return parts.empty(); }
};

class DetailFinder {
  public:
    // All must outlive it.
    DetailFinder(const Assembly& assembly, const ClashReport& report, const PageParts& parts)
        : assembly_(&assembly), report_(&report), parts_(&parts) {}

    // False if the overview shows all that was found.
    bool needs_details(std::size_t finding) const;
    // Of the findings from `first` to before `last`. To be asked for in ascending order.
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
        bool all = true;  // that are near what was found
    };
    // What a detail is made of: a mesh, the triangles that stay, and how precise it has to be.
    struct Recipe {
        std::size_t part = 0;
        Source* source = nullptr;
        NearOnes near;
        double unit = 0;
    };

    void add_sources(std::size_t first, std::size_t last);
    bool is_shown_well(std::size_t part, const FindingFocus& focus) const;
    std::vector<Recipe> recipes(const ClashFinding& finding);  // on several threads at once
    // The number of what is made by this recipe, and whether it is new.
    std::pair<std::uint32_t*, bool> number_of(const Recipe& recipe);
    static NearOnes near_triangles(const Source& source, const Pose& world_from_part,
                                   const FindingFocus& focus);
    static PackedMesh packed(const Recipe& recipe);

    const Assembly* assembly_;
    const ClashReport* report_;
    const PageParts* parts_;
    std::map<const Mesh*, Source> sources_;
    // By mesh, precision and a hash of the triangles; a deque keeps its numbers where they are.
    std::map<std::tuple<const Mesh*, double, std::uint64_t, std::uint64_t>, std::uint32_t*> known_;
    std::deque<std::uint32_t> numbers_;
};

}  // namespace graze::inline v1::detail
