#include "graze/mesh/detail/point_survey.h"

#include <algorithm>
#include <atomic>
#include <tuple>

namespace graze::inline v1::detail {
namespace {

template <typename T>
void append_to(std::vector<T>& list, const std::vector<T>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

void add(std::uint64_t& counter, std::uint64_t n) {
    if (n > 0) std::atomic_ref(counter).fetch_add(n, std::memory_order_relaxed);
}

// Accumulates counts for one component at a time, because neighbouring points mostly belong to the same
// component.
class ComponentTally {
  public:
    explicit ComponentTally(std::span<Component> components) : components_(components) {}
    ComponentTally(const ComponentTally&) = delete;
    ComponentTally& operator=(const ComponentTally&) = delete;
    ~ComponentTally() { flush(); }

    Component& of(std::uint32_t component) {
        if (component != current_) flush();
        current_ = component;
        return counts_;
    }

  private:
    void flush() {
        if (current_ == ClosedSurface::no_component) return;
        Component& c = components_[current_];
        add(c.edges, counts_.edges);
        add(c.points, counts_.points);
        add(c.boundary_edges, counts_.boundary_edges);
        add(c.non_manifold_edges, counts_.non_manifold_edges);
        add(c.inconsistent_edges, counts_.inconsistent_edges);
        add(c.non_manifold_points, counts_.non_manifold_points);
        // Threads only ever store false here.
        if (!counts_.closed) std::atomic_ref(c.closed).store(false, std::memory_order_relaxed);
        counts_ = {};
        current_ = ClosedSurface::no_component;
    }

    std::span<Component> components_;
    std::uint32_t current_ = ClosedSurface::no_component;
    Component counts_;
};

class Surveyor {
  public:
    Surveyor(const Edges& edges, const ClosedSurface& surface, std::span<Component> components)
        : edges_(edges), component_of_(surface.component_of_triangle()), tally_(components) {}

    void look_at(VertexId point) {
        const std::span<const TriangleId> triangles = edges_.triangles_at(point);
        if (triangles.empty()) return;
        ++found_.points;
        edges_.uses_at(point, uses_);
        open_.clear();
        crowded_.clear();
        sheet_.resize(triangles.size());
        for (std::uint32_t i = 0; i < sheet_.size(); ++i) sheet_[i] = i;
        Edges::for_each_group(uses_, [&](std::span<const EdgeUse> uses) {
            if (uses.front().other > point) count_edge(uses);
            if (uses.size() == 1) {
                open_.push_back(uses[0]);
            } else if (uses.size() == 2) {
                merge(index_of(triangles, uses[0].triangle), index_of(triangles, uses[1].triangle));
            } else {
                crowded_.push_back(component_of_[uses[0].triangle]);
            }
        });
        count_sheets(point, triangles);
        if (!open_.empty()) join_boundary(triangles);
        find_duplicates(point, triangles);
    }

    PointFindings take() { return std::move(found_); }

  private:
    static std::uint32_t index_of(std::span<const TriangleId> triangles, TriangleId t) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(triangles, t) - triangles.begin());
    }
    std::uint32_t find(std::uint32_t i) {
        while (sheet_[i] != i) i = sheet_[i] = sheet_[sheet_[i]];
        return i;
    }
    void merge(std::uint32_t i, std::uint32_t j) {
        i = find(i), j = find(j);
        sheet_[std::max(i, j)] = std::min(i, j);
    }

    void count_edge(std::span<const EdgeUse> uses) {
        ++found_.edges;
        const EdgeUse& first = uses.front();
        Component& component = tally_.of(component_of_[first.triangle]);
        ++component.edges;
        std::size_t outward = 0;
        for (const EdgeUse& use : uses) outward += use.outward ? 1 : 0;
        if (2 * outward != uses.size()) component.closed = false;
        const LocatedEdge edge{first.side(), static_cast<std::uint32_t>(uses.size())};
        if (uses.size() == 1) {
            ++component.boundary_edges;
            found_.boundary.push_back(first.side());
        } else if (uses.size() > 2) {
            ++component.non_manifold_edges;
            found_.non_manifold_edges.push_back(edge);
        } else if (outward != 1) {
            ++component.inconsistent_edges;
            found_.inconsistent_edges.push_back(edge);
        }
    }

    // Also counts the point for every component that it belongs to.
    void count_sheets(VertexId point, std::span<const TriangleId> triangles) {
        sheet_components_.clear();
        for (std::uint32_t i = 0; i < triangles.size(); ++i) {
            if (find(i) == i) sheet_components_.push_back(component_of_[triangles[i]]);
        }
        const std::size_t sheets = sheet_components_.size();
        if (sheets > 1) std::ranges::sort(sheet_components_);
        for (std::size_t first = 0; first < sheets;) {
            const std::uint32_t c = sheet_components_[first];
            std::size_t last = first + 1;
            while (last < sheets && sheet_components_[last] == c) ++last;
            if (first > 0) found_.touching_components.push_back({sheet_components_[0], c});
            Component& component = tally_.of(c);
            ++component.points;
            if (last - first > 1 && std::ranges::find(crowded_, c) == crowded_.end())
                ++component.non_manifold_points;
            first = last;
        }
        if (sheets > 1 && crowded_.empty())
            found_.non_manifold_points.push_back({point, triangles[0], static_cast<std::uint32_t>(sheets)});
    }

    // The two ends of a sheet belong together. Where more than two triangles share an edge, ends may be left
    // over; if there are two of them, they are joined as well.
    void join_boundary(std::span<const TriangleId> triangles) {
        ends_.clear();
        for (const EdgeUse& use : open_) ends_.push_back({find(index_of(triangles, use.triangle)), use});
        std::ranges::stable_sort(ends_, {}, &End::sheet);
        open_.clear();
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            if (i + 1 < ends_.size() && ends_[i].sheet == ends_[i + 1].sheet) {
                add_joint(ends_[i].use, ends_[i + 1].use);
                ++i;
            } else {
                open_.push_back(ends_[i].use);
            }
        }
        if (open_.size() == 2) add_joint(open_[0], open_[1]);
    }
    void add_joint(const EdgeUse& a, const EdgeUse& b) {
        found_.joints.push_back({a.side(), b.side(), a.outward, b.outward});
    }

    // Triangles are compared at the lowest of their points.
    void find_duplicates(VertexId point, std::span<const TriangleId> triangles) {
        faces_.clear();
        for (const TriangleId t : triangles) {
            const auto& p = edges_.points_of(t);
            const std::size_t here = p[0] == point ? 0 : p[1] == point ? 1 : 2;
            const VertexId after = p[(here + 1) % 3], before = p[(here + 2) % 3];
            if (after < point || before < point) continue;
            faces_.push_back({std::min(after, before), std::max(after, before), t, after < before});
        }
        if (faces_.size() < 2) return;
        std::ranges::sort(faces_, [](const Face& a, const Face& b) {
            return std::tie(a.middle, a.highest, a.triangle) < std::tie(b.middle, b.highest, b.triangle);
        });
        for (std::size_t first = 0, i = 1; i < faces_.size(); ++i) {
            const Face &f = faces_[first], &g = faces_[i];
            if (f.middle == g.middle && f.highest == g.highest) {
                found_.duplicates.push_back({g.triangle, f.triangle, f.ascending != g.ascending});
            } else {
                first = i;
            }
        }
    }

    struct End {
        std::uint32_t sheet = 0;
        EdgeUse use;
    };
    struct Face {
        VertexId middle = 0, highest = 0;
        TriangleId triangle = 0;
        bool ascending = false;  // runs from the lowest point to the middle one
    };

    const Edges& edges_;
    std::span<const std::uint32_t> component_of_;
    ComponentTally tally_;
    PointFindings found_;
    // For the current point.
    std::vector<EdgeUse> uses_, open_;
    std::vector<std::uint32_t> crowded_;  // components of edges with more than two triangles
    std::vector<std::uint32_t> sheet_;    // a forest over the point's triangles
    std::vector<std::uint32_t> sheet_components_;
    std::vector<End> ends_;
    std::vector<Face> faces_;
};

}  // namespace

void PointFindings::append(const PointFindings& more) {
    points += more.points;
    edges += more.edges;
    append_to(boundary, more.boundary);
    append_to(joints, more.joints);
    append_to(non_manifold_edges, more.non_manifold_edges);
    append_to(inconsistent_edges, more.inconsistent_edges);
    append_to(non_manifold_points, more.non_manifold_points);
    append_to(duplicates, more.duplicates);
    append_to(touching_components, more.touching_components);
}

PointFindings survey_points(const Edges& edges, const ClosedSurface& surface, std::span<Component> components,
                            std::size_t first, std::size_t last) {
    Surveyor surveyor(edges, surface, components);
    for (; first < last; ++first) surveyor.look_at(static_cast<VertexId>(first));
    return surveyor.take();
}

}  // namespace graze::inline v1::detail
