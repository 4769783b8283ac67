// Builds inner sphere trees, level by level (Weller 2012, 5.2.1.2).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>

#include "graze/base/error.h"
#include "graze/base/float_rounding.h"
#include "graze/query/point/point_distance.h"
#include "graze/spheres/detail/solid_skin.h"
#include "graze/spheres/tree/detail/enclosing_ball.h"
#include "graze/spheres/tree/detail/material.h"
#include "graze/spheres/tree/detail/sphere_clusters.h"
#include "graze/spheres/tree/detail/sphere_tree_data.h"

namespace graze::inline v1 {
namespace {

constexpr int slots = SphereNode::width;
constexpr double ball_volume_factor = 4 * std::numbers::pi / 3;

// Spheres that take part, all in one order: that of the packing at first, that of the tree in the end.
struct TreeSpheres {
    std::vector<Sphere> sphere;  // in coordinates of the tree, in floats
    std::vector<Sphere> outer;   // the same centres with the reach of the material
    std::vector<SphereLeaf> leaf;
    std::vector<float> free_radius;  // of the ball around the centre that is inside the solid
    std::vector<Vec3> centroid;      // of the material
};

struct Segment {
    std::uint32_t begin = 0, end = 0;  // of the spheres
    std::uint32_t node = 0;            // that is made of them
    std::uint32_t size() const { return end - begin; }
};

Vec3 rounded(const Vec3& v) {
    return {static_cast<double>(nearest_float(v.x)), static_cast<double>(nearest_float(v.y)),
            static_cast<double>(nearest_float(v.z))};
}

double power_of_two_above(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, exponent);
}

double cube(double x) {
    return x * x * x;
}

// Newton's method for the third root, as libm's differ; `near` is positive.
double radius_of_ball(double volume, double near) {
    const double target = volume / ball_volume_factor;
    if (!(target > 0)) return 0;
    double r = near;
    for (int i = 0; i < 100; ++i) r = (2 * r + target / (r * r)) / 3;
    return r;
}

class SphereTreeBuilder {
  public:
    SphereTreeBuilder(const Shape& shape, const SpherePacking& packing, const SphereTreeOptions& options)
        : shape_(shape),
          packing_(packing),
          options_(options),
          data_(std::make_shared<SphereTreeBuild::Data>()),
          all_(TreeSpheres{}),
          skin_(shape) {}

    std::shared_ptr<const SphereTreeBuild::Data> build() {
        place();
        report("sharing out the volume", 0);
        take_spheres();
        measure_material();
        measure_free_radii();
        measure_cones();
        make_nodes();
        data_->leaves = all_.leaf;
        keep_triangles();
        keep_planes();
        make_coarse();
        SphereTreeBuild::find_slots(*data_);
        return data_;
    }

  private:
    void report(const char* stage, std::uint64_t done) const {
        if (options_.progress == nullptr) return;
        if (options_.progress->cancelled()) throw Error("cancelled");
        options_.progress->report(stage, done, all_.sphere.size());
    }

    void place() {
        const Box& box = shape_.mesh().box();
        data_->origin = box.center();
        const Vec3 half = box.size() * 0.5;
        data_->unit = power_of_two_above(std::max({half.x, half.y, half.z}));
        if (!(data_->unit > 0)) data_->unit = 1;
    }
    Vec3 in_tree(const Vec3& p) const { return (p - data_->origin) / data_->unit; }

    // Centres are rounded to floats, radii reduced by as much and rounded down: still inside, still apart.
    void take_spheres() {
        for (std::size_t i = 0; i < packing_.spheres.size(); ++i) {
            const Vec3 exact = in_tree(packing_.spheres[i].center), center = rounded(exact);
            const double radius = packing_.spheres[i].radius / data_->unit;
            const float r = rounded_down(radius - length(exact - center) * (1 + 1e-9) - 1e-15 * (1 + radius));
            if (!(r > 1e-7f)) {
                ++data_->skipped;
                continue;
            }
            SphereLeaf leaf;
            leaf.sphere = static_cast<std::uint32_t>(i);
            all_.sphere.push_back({center, static_cast<double>(r)});
            all_.leaf.push_back(leaf);
        }
        if (all_.sphere.empty()) throw Error("there are no spheres to make a tree of");
    }

    void measure_material() {
        const std::vector<Triangle> triangles = outward_triangles();
        const Vec3 size = shape_.mesh().box().size() / data_->unit;
        const double box_volume = std::max(size.x * size.y * size.z, 1e-300);
        double solid = 0;
        for (const Triangle& t : triangles) solid += dot(t[0], cross(t[1], t[2])) / 6;
        // So many cells that as many as wanted are solid, within reason.
        const double wanted = options_.voxels_per_sphere * static_cast<double>(all_.sphere.size()) *
                              box_volume / std::max(solid, 1e-3 * box_volume);
        const auto cells = static_cast<std::size_t>(std::clamp(wanted, 32'768.0, 24e6));
        const auto [shares, layers] = detail::share_material(all_.sphere, triangles, cells, options_.threads);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const Sphere& s = all_.sphere[i];
            all_.centroid.push_back(shares[i].centroid);
            all_.leaf[i].material = shares[i].volume;
            all_.leaf[i].core = rounded_down(shares[i].core);
            all_.leaf[i].secondary_radius = nearest_float(radius_of_ball(shares[i].volume, s.radius));
            // The ball that stands for the material is kept within, too.
            const double secondary = length(shares[i].centroid - s.center) +
                                     static_cast<double>(all_.leaf[i].secondary_radius) * (1 + 1e-6) + 1e-6;
            all_.outer.push_back({s.center, std::max(shares[i].reach, secondary)});
        }
        data_->layers = layers;
        data_->area = area();
        data_->volume_error = 2e-7 * solid + 2e-9 * box_volume;
    }

    double area() const {
        double twice = 0;
        for (TriangleId t = 0; t < shape_.mesh().triangle_count(); ++t) {
            const Triangle c = shape_.mesh().triangle(t);
            twice += length(cross((c[1] - c[0]) / data_->unit, (c[2] - c[0]) / data_->unit));
        }
        return twice / 2;
    }

    // In coordinates of the tree; those within the material are left out.
    std::vector<Triangle> outward_triangles() const {
        std::vector<Triangle> triangles;
        triangles.reserve(shape_.mesh().triangle_count());
        for (TriangleId t = 0; t < shape_.mesh().triangle_count(); ++t) {
            const int way = skin_.facing(t);
            if (way == 0) continue;
            const Triangle local = shape_.mesh().triangle(t);
            const std::size_t second = way > 0 ? 1 : 2;
            triangles.push_back({{in_tree(local[0]), in_tree(local[second]), in_tree(local[3 - second])}});
        }
        return triangles;
    }

    void measure_free_radii() {
        std::vector<Vec3> centers(all_.sphere.size());
        for (std::size_t i = 0; i < centers.size(); ++i)
            centers[i] = data_->origin + all_.sphere[i].center * data_->unit;
        std::vector<PointDistance> found(centers.size());
        QueryOptions query;
        query.threads = options_.threads;
        distance_batch(shape_, Pose(), centers, found, query);
        all_.free_radius.resize(centers.size());
        for (std::size_t i = 0; i < centers.size(); ++i) {
            all_.free_radius[i] = rounded_down(std::max(found[i].value / data_->unit * (1 - 1e-11) - 1e-14,
                                                        all_.sphere[i].radius * (1 - 1e-7)));
            all_.leaf[i].triangle = found[i].feature.index;
        }
    }

    Vec3 outward_normal(TriangleId t) const {
        const Triangle triangle = shape_.mesh().triangle(t);
        return normalized(cross((triangle[1] - triangle[0]) / data_->unit,
                                (triangle[2] - triangle[0]) / data_->unit)) *
               skin_.facing(t);
    }

    std::span<const TriangleId> listed_triangles(const SphereLeaf& leaf) const {
        const std::span<const TriangleId> listed = packing_.triangles_of(leaf.sphere);
        return listed.empty() ? std::span<const TriangleId>(&leaf.triangle, 1) : listed;
    }

    // The cone around the normals of a sphere's triangles: about their mean.
    void measure_cones() {
        for (SphereLeaf& leaf : all_.leaf) {
            Vec3 sum;
            for (const TriangleId t : listed_triangles(leaf)) sum += outward_normal(t);
            const Vec3 axis = normalized(sum);
            double cosine = 1;
            for (const TriangleId t : listed_triangles(leaf)) {
                const Vec3 n = outward_normal(t);
                if (dot(n, n) > 0) cosine = std::min(cosine, dot(n, axis));
            }
            if (!(length(sum) > 1e-9)) cosine = -1;
            leaf.cone_cosine = static_cast<float>(std::max(cosine, -1.0));
            for (std::size_t k = 0; k < 3; ++k) leaf.axis[k] = static_cast<float>(axis[k]);
        }
    }

    void make_nodes() {
        const auto n = static_cast<std::uint32_t>(all_.sphere.size());
        std::vector<Segment> level{{0, n, 0}};
        add_nodes(1);
        const SphereNodeVolume whole = whole_volume(n);
        data_->material = whole.material[0];
        data_->spheres = whole.spheres[0];
        std::uint64_t settled = 0;
        while (!level.empty()) {
            report("clustering spheres", settled);
            ++data_->depth;
            // What is large is worked on by all threads together, what is small by one thread each.
            std::vector<std::vector<Segment>> below(level.size());
            std::vector<std::size_t> small;
            for (std::size_t i = 0; i < level.size(); ++i) {
                if (level[i].size() > 30'000)
                    below[i] = split(level[i], options_.threads);
                else
                    small.push_back(i);
            }
            parallel_for(options_.threads, small.size(), 16, [&](std::size_t first, std::size_t last) {
                for (std::size_t k = first; k < last; ++k)
                    below[small[k]] = split(level[small[k]], Threads{});
            });
            std::vector<Segment> next;
            for (std::size_t i = 0; i < level.size(); ++i) {
                int slot = 0;
                for (Segment child : below[i]) {
                    SphereLink link = SphereLink::leaf(child.begin);
                    if (child.size() > 1) {
                        child.node = static_cast<std::uint32_t>(data_->nodes.size());
                        add_nodes(1);
                        link = SphereLink::node(child.node);
                        next.push_back(child);
                    } else {
                        ++settled;
                    }
                    data_->nodes[level[i].node].child[slot++] = link;
                }
            }
            parallel_for(options_.threads, level.size(), 16, [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i)
                    for (std::size_t k = 0; k < below[i].size(); ++k)
                        fill(level[i].node, static_cast<int>(k), below[i][k]);
            });
            level = std::move(next);
        }
        bound_root();
    }

    SphereNodeVolume whole_volume(std::uint32_t n) {
        add_nodes(1);
        fill_volume(static_cast<std::uint32_t>(data_->nodes.size()) - 1, 0, {0, n, 0});
        const SphereNodeVolume whole = data_->volumes.back();
        data_->nodes.pop_back();
        data_->insides.pop_back();
        data_->volumes.pop_back();
        return whole;
    }

    void add_nodes(std::size_t count) {
        SphereNode empty{};
        SphereNodeInside no_inside{};
        const SphereNodeVolume no_volume{};
        for (int k = 0; k < slots; ++k) {
            empty.radius[k] = empty.outer[k] = -1e9f;
            empty.x[k] = empty.y[k] = empty.z[k] = 0;
        }
        data_->nodes.insert(data_->nodes.end(), count, empty);
        data_->insides.insert(data_->insides.end(), count, no_inside);
        data_->volumes.insert(data_->volumes.end(), count, no_volume);
    }

    // Sorts the spheres of the segment by cluster.
    std::vector<Segment> split(const Segment& segment, const Threads& threads) {
        std::vector<Segment> children;
        if (segment.size() <= options_.branching) {
            for (std::uint32_t i = segment.begin; i < segment.end; ++i) children.push_back({i, i + 1, 0});
            return children;
        }
        std::vector<std::uint8_t> cluster(segment.size());
        detail::cluster_spheres(std::span(all_.sphere).subspan(segment.begin, segment.size()),
                                {options_.branching, options_.partition, options_.most_rounds, segment.begin},
                                threads, cluster);
        std::vector<std::uint32_t> order;
        order.reserve(segment.size());
        for (std::uint32_t c = 0; c < options_.branching; ++c) {
            const auto before = static_cast<std::uint32_t>(order.size());
            for (std::uint32_t i = 0; i < segment.size(); ++i)
                if (cluster[i] == c) order.push_back(segment.begin + i);
            const auto after = static_cast<std::uint32_t>(order.size());
            if (after > before) children.push_back({segment.begin + before, segment.begin + after, 0});
        }
        reorder(all_.sphere, segment.begin, order);
        reorder(all_.outer, segment.begin, order);
        reorder(all_.leaf, segment.begin, order);
        reorder(all_.free_radius, segment.begin, order);
        reorder(all_.centroid, segment.begin, order);
        return children;
    }

    template <class T>
    static void reorder(std::vector<T>& values, std::uint32_t begin, std::span<const std::uint32_t> order) {
        std::vector<T> sorted;
        sorted.reserve(order.size());
        for (const std::uint32_t i : order) sorted.push_back(values[i]);
        std::ranges::copy(sorted, values.begin() + begin);
    }

    void fill(std::uint32_t node, int slot, const Segment& child) {
        fill_ball(node, slot, child);
        fill_inside(node, slot, child);
        fill_volume(node, slot, child);
    }

    void fill_ball(std::uint32_t node, int slot, const Segment& child) {
        const auto spheres = std::span(all_.sphere).subspan(child.begin, child.size());
        const auto outer = std::span(all_.outer).subspan(child.begin, child.size());
        const Vec3 center =
            rounded(child.size() == 1 ? spheres[0].center : detail::enclosing_ball(spheres).center);
        SphereNode& n = data_->nodes[node];
        n.x[slot] = static_cast<float>(center.x);
        n.y[slot] = static_cast<float>(center.y);
        n.z[slot] = static_cast<float>(center.z);
        n.radius[slot] = child.size() == 1 ? static_cast<float>(spheres[0].radius)
                                           : rounded_up(detail::enclosing_radius(center, spheres));
        n.outer[slot] = rounded_up(detail::enclosing_radius(center, outer));
    }

    void fill_inside(std::uint32_t node, int slot, const Segment& child) {
        std::uint32_t best = child.begin;
        for (std::uint32_t i = child.begin; i < child.end; ++i)
            if (all_.free_radius[i] > all_.free_radius[best]) best = i;
        SphereNodeInside& in = data_->insides[node];
        in.x[slot] = static_cast<float>(all_.sphere[best].center.x);
        in.y[slot] = static_cast<float>(all_.sphere[best].center.y);
        in.z[slot] = static_cast<float>(all_.sphere[best].center.z);
        in.radius[slot] = all_.free_radius[best];
    }

    void fill_volume(std::uint32_t node, int slot, const Segment& child) {
        double material = 0, spheres = 0;
        Vec3 centroid, direction;
        for (std::uint32_t i = child.begin; i < child.end; ++i) {
            const SphereLeaf& leaf = all_.leaf[i];
            const double v = ball_volume_factor * cube(all_.sphere[i].radius);
            material += leaf.material;
            spheres += v;
            centroid += all_.centroid[i] * leaf.material;
            direction += Vec3{static_cast<double>(leaf.axis[0]), static_cast<double>(leaf.axis[1]),
                              static_cast<double>(leaf.axis[2])} *
                         v;
        }
        centroid = material > 0 ? centroid / material : all_.sphere[child.begin].center;
        direction = spheres > 0 ? direction / spheres : Vec3{};
        SphereNodeVolume& volume = data_->volumes[node];
        volume.material[slot] = material;
        volume.spheres[slot] = spheres;
        volume.secondary[slot] = nearest_float(radius_of_ball(material, 1));
        for (std::size_t k = 0; k < 3; ++k) {
            volume.centroid[k][slot] = static_cast<float>(centroid[k]);
            volume.direction[k][slot] = static_cast<float>(direction[k]);
        }
    }

    void bound_root() {
        const Vec3 center = rounded(detail::enclosing_ball(all_.sphere).center);
        for (std::size_t k = 0; k < 3; ++k) data_->ball[k] = static_cast<float>(center[k]);
        data_->ball[3] = rounded_up(detail::enclosing_radius(center, all_.sphere));
        data_->outer = rounded_up(detail::enclosing_radius(center, all_.outer));
    }

    // Large spheres are near to several surfaces: the triangles nearest to six points on such a sphere.
    std::vector<TriangleId> triangles_around_large() const {
        std::vector<Vec3> points;
        for (const Sphere& s : all_.sphere) {
            if (!is_large(s)) continue;
            for (const double side : {-1.0, 1.0})
                for (std::size_t k = 0; k < 3; ++k) {
                    Vec3 p = s.center;
                    p[k] += side * s.radius;
                    points.push_back(data_->origin + p * data_->unit);
                }
        }
        std::vector<PointDistance> found(points.size());
        QueryOptions query;
        query.threads = options_.threads;
        distance_batch(shape_, Pose(), points, found, query);
        std::vector<TriangleId> triangles;
        for (const PointDistance& d : found) triangles.push_back(d.feature.index);
        return triangles;
    }

    bool is_large(const Sphere& s) const {
        return ball_volume_factor * cube(s.radius) * 30'000 > data_->material;
    }

    void keep_planes() {
        const std::vector<TriangleId> around = triangles_around_large();
        std::size_t next = 0;
        for (std::size_t i = 0; i < data_->leaves.size(); ++i) {
            const auto first = static_cast<std::uint32_t>(data_->planes.size());
            data_->first_plane.push_back(first);
            for (const TriangleId t : listed_triangles(data_->leaves[i])) keep_plane(first, t);
            if (!is_large(all_.sphere[i])) continue;
            for (std::size_t k = 0; k < 6; ++k) keep_plane(first, around[next++]);
        }
        data_->first_plane.push_back(static_cast<std::uint32_t>(data_->planes.size()));
    }

    // Unless there are enough for the leaf whose planes begin at `first`, or one is much the same.
    void keep_plane(std::uint32_t first, TriangleId t) {
        constexpr std::size_t most_planes = 8;
        const Vec3 n = outward_normal(t);
        const auto is_same = [&n](const SpherePlane& p) {
            return dot(n, {static_cast<double>(p.normal[0]), static_cast<double>(p.normal[1]),
                           static_cast<double>(p.normal[2])}) > 0.99;
        };
        const std::span<const SpherePlane> mine = std::span(data_->planes).subspan(first);
        if (!(dot(n, n) > 0) || mine.size() == most_planes || std::ranges::any_of(mine, is_same)) return;
        const double offset = dot(n, in_tree(shape_.mesh().triangle(t)[0]));
        data_->planes.push_back({{static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)},
                                 static_cast<float>(offset)});
    }

    void make_coarse() {
        constexpr std::uint32_t count = SphereTree::coarse_sphere_count;
        const auto& spheres = packing_.spheres;
        if (spheres.size() < 2 * std::size_t{count} ||
            !std::ranges::is_sorted(spheres, std::greater<>(), &Sphere::radius))
            return;
        SpherePacking largest;
        largest.spheres.assign(spheres.begin(), spheres.begin() + count);
        if (!packing_.first_triangle.empty()) {
            largest.first_triangle.assign(packing_.first_triangle.begin(),
                                          packing_.first_triangle.begin() + count + 1);
            largest.triangles.assign(packing_.triangles.begin(),
                                     packing_.triangles.begin() + largest.first_triangle.back());
        }
        data_->coarse = SphereTree(shape_, largest, options_);
    }

    void keep_triangles() {
        for (const SphereLeaf& leaf : data_->leaves) {
            data_->first_triangle.push_back(static_cast<std::uint32_t>(data_->triangles.size()));
            const auto listed = listed_triangles(leaf);
            data_->triangles.insert(data_->triangles.end(), listed.begin(), listed.end());
        }
        data_->first_triangle.push_back(static_cast<std::uint32_t>(data_->triangles.size()));
    }

    const Shape& shape_;
    const SpherePacking& packing_;
    const SphereTreeOptions& options_;
    std::shared_ptr<SphereTreeBuild::Data> data_;
    TreeSpheres all_;
    const detail::SolidSkin skin_;
};

void check_tree_options(const SphereTreeOptions& options) {
    if (options.branching < 2 || options.branching > SphereNode::width)
        throw Error("a sphere tree has 2 to 8 children per node, not " + std::to_string(options.branching));
    if (options.most_rounds == 0) throw Error("the clustering of a sphere tree needs at least one round");
    if (!(options.voxels_per_sphere > 0 && options.voxels_per_sphere <= 1e6))
        throw Error("the number of voxels per sphere must be positive, and at most a million");
}

}  // namespace

SphereTree::SphereTree(const Shape& shape, const SpherePacking& packing, const SphereTreeOptions& options) {
    check_tree_options(options);
    if (!shape.is_mesh()) throw Error("a sphere tree is made of a mesh, not of a shape of another kind");
    if (shape.empty()) throw Error("an empty mesh has no sphere tree");
    if (!shape.closed_surface().closed())
        throw Error("a sphere tree is made of a closed mesh: this one has " +
                    shape.closed_surface().why_not());
    data_ = SphereTreeBuilder(shape, packing, options).build();
}

}  // namespace graze::inline v1
