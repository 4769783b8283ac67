#include "graze/deform/deformable_shape.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/deform/detail/vertex_checks.h"
#include "graze/deform/refit/detail/pattern_edit.h"
#include "graze/deform/refit/detail/refit_memory.h"
#include "graze/deform/refit/refit.h"

namespace graze::inline v1 {
DeformableShape::DeformableShape(Mesh mesh, const DeformOptions& options) : options_(options) {
    if (!(options.rebuild_at >= 0))
        throw Error("the factor at which a hierarchy is built anew is " + std::to_string(options.rebuild_at),
                    {}, "give a number of at least 1, or 0 for never");
    shape_ = Shape(std::move(mesh), {.threads = options.threads, .effort = options.effort});
    pattern_ = shape_.tree();
    measure_pattern(shape_.mesh());
}

void DeformableShape::measure_pattern(const Mesh& mesh) {
    if (pattern_.empty()) return;
    const WideTree tree = refitted(pattern_, mesh, options_.threads);
    surface_built_ = box_surface(tree);
    subtree_surfaces_ = detail::subtree_surfaces(tree);
}

void DeformableShape::rebuild(const Mesh& mesh) {
    shape_ = shape_.next_version(mesh, {.threads = options_.threads, .effort = options_.effort});
    pattern_ = shape_.tree();
    measure_pattern(mesh);
    ++counts_.rebuilds;
    parts_in_turn_ = 0;
}

bool DeformableShape::rebuild_parts(const Mesh& mesh, const WideTree& tree) {
    // What decays slowly everywhere is not seen in parts.
    constexpr int most_in_turn = 8;
    if (options_.whole_rebuilds || parts_in_turn_ == most_in_turn) return false;
    detail::PatternEdit edit;
    if (auto decayed = detail::decayed_subtrees(tree, subtree_surfaces_, options_.rebuild_at))
        edit.anew = std::move(*decayed);
    else
        return false;
    auto mended =
        detail::edited(pattern_, mesh, edit, {.threads = options_.threads, .effort = options_.effort});
    if (!mended) return false;
    const WideTree fitted = refitted(*mended, mesh, options_.threads);
    pattern_ = std::move(*mended);
    surface_built_ = box_surface(fitted);
    subtree_surfaces_ = detail::subtree_surfaces(fitted);
    shape_ = shape_.next_version(Shape(mesh, fitted));
    ++counts_.partial_rebuilds;
    ++parts_in_turn_;
    return true;
}

struct DeformableShape::Frame {
    std::vector<Vec3> vertices;
    detail::RefitMemory tree;
    std::atomic<bool> free = true;
    // Of the count of those who hold the frame, so that holding it takes nothing from the heap.
    alignas(std::max_align_t) std::array<std::byte, 96> count_memory;

    // Gives out the memory of the count, and notes when it is given back: nobody holds the frame then.
    template <class T>
    struct CountMemory {
        using value_type = T;
        std::shared_ptr<Frame> frame;

        explicit CountMemory(std::shared_ptr<Frame> of) : frame(std::move(of)) {}
        template <class U>
        CountMemory(const CountMemory<U>& other) : frame(other.frame) {}
        T* allocate(std::size_t n) {
            static_assert(sizeof(T) <= sizeof(Frame::count_memory) &&
                          alignof(T) <= alignof(std::max_align_t));
            if (n != 1) throw std::bad_alloc();
            frame->free.store(false, std::memory_order_relaxed);
            return static_cast<T*>(static_cast<void*>(frame->count_memory.data()));
        }
        void deallocate(T*, std::size_t) { frame->free.store(true, std::memory_order_release); }
        template <class U>
        bool operator==(const CountMemory<U>& other) const {
            return frame == other.frame;
        }
    };

    // Keeps the frame, which is free again when the last copy is gone, whatever thread drops it.
    static std::shared_ptr<const void> hold(const std::shared_ptr<Frame>& frame) {
        return {static_cast<const void*>(frame.get()), [](const void*) {}, CountMemory<std::byte>(frame)};
    }
};

std::shared_ptr<DeformableShape::Frame> DeformableShape::free_frame() {
    for (const auto& frame : frames_)
        if (frame->free.load(std::memory_order_acquire)) return frame;
    return frames_.emplace_back(std::make_shared<Frame>());
}

const Shape& DeformableShape::move_to(std::span<const Vec3> positions) {
    detail::check_one_each(positions.size(), "positions", shape_.mesh().vertices().size());
    const std::shared_ptr<Frame> frame = free_frame();
    frame->vertices.assign(positions.begin(), positions.end());
    return take(frame);
}

const Shape& DeformableShape::move_to(const VertexMotion& motion, double time) {
    detail::check_one_each(motion.vertex_count(), "moving vertices", shape_.mesh().vertices().size());
    const std::shared_ptr<Frame> frame = free_frame();
    frame->vertices.resize(motion.vertex_count());
    motion.positions(time, frame->vertices, options_.threads);
    return take(frame);
}

const Shape& DeformableShape::take(const std::shared_ptr<Frame>& frame) {
    const std::shared_ptr<const void> held = Frame::hold(frame);
    MeshArrays arrays = shape_.mesh().arrays();
    for (Vec3& p : frame->vertices) p += Vec3{};  // -0 becomes 0
    arrays.vertices = {frame->vertices, held};
    arrays.faces = nullptr;  // a bent plane is none
    Mesh mesh(std::move(arrays));

    WideTree tree = detail::refitted(pattern_, mesh, options_.threads, frame->tree, held);
    const bool decayed = options_.rebuild_at > 0 && box_surface(tree) > options_.rebuild_at * surface_built_;
    if (!decayed) {
        shape_ = shape_.next_version(Shape(std::move(mesh), std::move(tree)));
    } else if (!rebuild_parts(mesh, tree)) {
        rebuild(mesh);
    }
    ++counts_.frames;
    return shape_;
}

const Shape& DeformableShape::change_faces(std::span<const TriangleId> removed,
                                           std::span<const std::array<VertexId, 3>> added,
                                           std::span<const Vec3> new_vertices) {
    const Mesh& mesh = shape_.mesh();
    const std::span<const std::array<VertexId, 3>> before = mesh.triangles();
    detail::PatternEdit edit;
    edit.renamed.resize(before.size());
    for (const TriangleId t : removed) {
        const std::string where = "triangle " + std::to_string(t);
        if (t >= before.size())
            throw Error("cannot be taken away from a mesh of " + std::to_string(before.size()), where);
        if (edit.renamed[t] == detail::PatternEdit::gone) throw Error("is taken away twice", where);
        edit.renamed[t] = detail::PatternEdit::gone;
    }
    std::vector<std::array<VertexId, 3>> triangles;
    triangles.reserve(before.size() - removed.size() + added.size());
    for (std::size_t t = 0; t < before.size(); ++t) {
        if (edit.renamed[t] == detail::PatternEdit::gone) continue;
        edit.renamed[t] = static_cast<TriangleId>(triangles.size());
        triangles.push_back(before[t]);
    }
    const auto first_added = static_cast<TriangleId>(triangles.size());
    triangles.insert(triangles.end(), added.begin(), added.end());
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    vertices.insert(vertices.end(), new_vertices.begin(), new_vertices.end());
    const Mesh changed(std::move(vertices), std::move(triangles), {}, mesh.metres_per_unit());

    std::optional<WideTree> pattern;
    if (!pattern_.empty() && !changed.empty()) {
        edit.inserted =
            detail::leaves_for(shape_.tree(), before, changed.vertices(), edit.renamed, added, first_added);
        pattern =
            detail::edited(pattern_, changed, edit, {.threads = options_.threads, .effort = options_.effort});
    }
    if (!pattern) {
        rebuild(changed);
        return shape_;
    }
    pattern_ = std::move(*pattern);
    shape_ = shape_.next_version(Shape(changed, refitted(pattern_, changed, options_.threads)));
    surface_built_ = box_surface(shape_.tree());
    subtree_surfaces_ = detail::subtree_surfaces(shape_.tree());
    return shape_;
}

}  // namespace graze::inline v1
