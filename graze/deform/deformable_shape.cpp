#include "graze/deform/deformable_shape.h"

#include <atomic>
#include <string>
#include <utility>

#include "graze/base/error.h"
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

    // Keeps the frame, which is free again when the last copy is gone, whatever thread drops it.
    static std::shared_ptr<const void> hold(const std::shared_ptr<Frame>& frame) {
        frame->free.store(false, std::memory_order_relaxed);
        return {frame.get(), [frame](const void*) { frame->free.store(true, std::memory_order_release); }};
    }
};

std::shared_ptr<DeformableShape::Frame> DeformableShape::free_frame() {
    for (const auto& frame : frames_)
        if (frame->free.load(std::memory_order_acquire)) return frame;
    return frames_.emplace_back(std::make_shared<Frame>());
}

const Shape& DeformableShape::move_to(std::span<const Vec3> positions) {
    if (positions.size() != shape_.mesh().vertices().size())
        throw Error(std::to_string(positions.size()) + " positions for the " +
                        std::to_string(shape_.mesh().vertices().size()) + " vertices of a deforming mesh",
                    {}, "give one for each vertex");
    const std::shared_ptr<Frame> frame = free_frame();
    const std::shared_ptr<const void> held = Frame::hold(frame);
    MeshArrays arrays = shape_.mesh().arrays();
    frame->vertices.assign(positions.begin(), positions.end());
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
