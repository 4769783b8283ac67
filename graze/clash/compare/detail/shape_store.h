// The shapes of an assembly's meshes: built when they are needed, put away and dropped when they would take
// too much memory.
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

// Each mesh once, however many parts share it. Any number of threads may ask.
class ShapeStore {
  public:
    // Of all that is held. Where shapes in use alone take more, it is exceeded: nobody waits for others.
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    explicit ShapeStore(const Assembly& assembly);  // which must outlive it
    // `files` is where shapes go that are dropped and needed again.
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

    // Builds it, or takes it from its file, unless it is there.
    Held hold(std::uint32_t number);

    // How often each shape will be held from now on: after that it is dropped for good.
    void expect(std::vector<std::uint64_t> uses_of_mesh);

    // The most that was held at a time, in bytes.
    std::uint64_t peak() const;

  private:
    struct Slot {
        const Mesh* mesh = nullptr;
        Shape shape;
        std::uint64_t bytes = 0;  // 0: not there
        std::uint32_t users = 0;
        std::uint64_t uses_left = std::numeric_limits<std::uint64_t>::max();
        bool busy = false;                         // some thread builds it or puts it away
        std::list<std::uint32_t>::iterator place;  // in idle_, if it is there and has no users
    };
    struct Dropped {
        std::uint32_t number;
        Shape shape;
    };

    Shape fetch(const Mesh& mesh);
    std::vector<Dropped> fatten();
    void put_away(std::vector<Dropped> dropped, std::unique_lock<std::mutex>& lock);
    void release(std::uint32_t number);
    Shape take_out(Slot& slot);

    std::uint64_t limit_ = no_limit;
    ShapeFiles files_;
    mutable std::mutex mutex_;
    std::condition_variable no_longer_busy_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> mesh_of_part_;
    std::list<std::uint32_t> idle_;  // there and without users, the longest first
    std::uint64_t bytes_ = 0, peak_ = 0;
};

// What a shape takes once all that queries make of it on the way is there, without its mesh, which belongs to
// the assembly.
std::uint64_t memory_of(const Shape& shape);
// The same before it is built.
std::uint64_t expected_memory(const Mesh& mesh);

}  // namespace graze::inline v1::detail
