#include "graze/deform/deformable_shape.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/deform/detail/vertex_checks.h"
#include "graze/deform/refit/detail/refit_memory.h"
#include "graze/deform/refit/refit.h"

namespace graze::inline v1 {
DeformableShape::DeformableShape(Mesh mesh, const DeformOptions& options) : options_(options) {
    if (!(options.rebuild_at >= 0))
        throw Error("the factor at which a hierarchy is built anew is " + std::to_string(options.rebuild_at),
                    {}, "give a number of at least 1, or 0 for never");
    shape_ = Shape(std::move(mesh), {.threads = options.threads, .effort = options.effort});
    pattern_ = shape_.tree();
    surface_built_ = box_surface(refitted(pattern_, shape_.mesh(), options.threads));
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
    if (decayed) {
        shape_ = shape_.next_version(mesh, {.threads = options_.threads, .effort = options_.effort});
        pattern_ = shape_.tree();
        surface_built_ = box_surface(refitted(pattern_, mesh, options_.threads));
        ++counts_.rebuilds;
    } else {
        shape_ = shape_.next_version(Shape(std::move(mesh), std::move(tree)));
    }
    ++counts_.frames;
    return shape_;
}

}  // namespace graze::inline v1
