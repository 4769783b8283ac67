// The shapes of an assembly's meshes: built when they are needed, written to files and dropped when they
// would take too much memory.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "graze/clash/compare/detail/shape_files.h"
#include "graze/mesh/assembly.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Holds each mesh once, however many parts share it. Any number of threads may call.
class ShapeStore {
  public:
    // Limits the memory of all shapes held. The limit is exceeded if the shapes in use alone take more: no
    // thread waits for another to release shapes.
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    explicit ShapeStore(const Assembly& assembly);  // the assembly must outlive this object
    // `files` stores shapes that are dropped and needed again.
    ShapeStore(const Assembly& assembly, std::uint64_t limit, ShapeFiles files);

    std::size_t mesh_count() const { return slots_.size(); }
    std::uint32_t mesh_of_part(std::size_t part) const { return mesh_of_part_[part]; }
    const Mesh& mesh(std::uint32_t number) const { return *slots_[number].mesh; }
    bool limited() const { return limit_ != no_limit; }

    // A shape that stays in memory while this lives.
    class Held {
      public:
        Held(ShapeStore& store, std::uint32_t number, Shape shape)
            : store_(&store), number_(number), shape_(std::move(shape)) {}
        Held(Held&& other) noexcept
            : store_(std::exchange(other.store_, nullptr)),
              number_(other.number_),
              shape_(std::move(other.shape_)) {}
        Held(const Held&) = delete;
        Held& operator=(const Held&) = delete;
        Held& operator=(Held&&) = delete;
        ~Held();

        const Shape& shape() const { return shape_; }

      private:
        ShapeStore* store_;
        std::uint32_t number_;
        Shape shape_;
    };

    // Builds the shape, or reads it from its file, unless it is in memory.
    Held hold(std::uint32_t number);

    // How often each shape will be held from now on: after the last use the shape is dropped for good.
    void expect(std::vector<std::uint64_t> uses_of_mesh);

    // The largest number of bytes held at a time.
    std::uint64_t peak() const;

  private:
    struct Slot {
        const Mesh* mesh = nullptr;
        Shape shape;
        std::uint64_t bytes = 0;  // 0: not in memory
        std::uint32_t users = 0;
        std::uint64_t uses_left = std::numeric_limits<std::uint64_t>::max();
        bool busy = false;                         // a thread is building the shape or writing it to a file
        std::list<std::uint32_t>::iterator place;  // in idle_, if the shape is in memory and has no users
    };
    struct Dropped {
        std::uint32_t number;
        Shape shape;
    };

    Shape fetch(const Mesh& mesh);
    std::vector<Dropped> make_room();
    void put_away(std::vector<Dropped> dropped, std::unique_lock<std::mutex>& lock);
    void release(std::uint32_t number);
    Shape take_out(Slot& slot);

    std::uint64_t limit_ = no_limit;
    ShapeFiles files_;
    mutable std::mutex mutex_;
    std::condition_variable no_longer_busy_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> mesh_of_part_;
    std::list<std::uint32_t> idle_;  // in memory and without users, the longest unused first
    std::uint64_t bytes_ = 0, peak_ = 0;
};

// The memory of a shape with all data that queries add to it, without its mesh, which belongs to the
// assembly.
std::uint64_t memory_of(const Shape& shape);
// An estimate before the shape is built.
std::uint64_t expected_memory(const Mesh& mesh);

}  // namespace graze::inline v1::detail
