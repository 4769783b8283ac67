// Tables of functions: which one answers a question about shapes of these kinds.
#pragma once

#include <array>
#include <atomic>

#include "graze/tree/shape_kind.h"

namespace graze::inline v1 {

// For questions about one shape. `Cell` is a pointer to a function. Any thread may read while another fills
// the table.
template <class Cell>
class KindTable {
  public:
    void set(ShapeKind kind, Cell cell) { cells_[kind.number()].store(cell, std::memory_order_release); }
    // Null: the question is not answered for this kind.
    Cell find(ShapeKind kind) const { return cells_[kind.number()].load(std::memory_order_acquire); }

  private:
    std::array<std::atomic<Cell>, ShapeKind::most> cells_{};
};

// For questions about two shapes. One order of two kinds is enough: for the other order, the caller exchanges
// the shapes and mirrors the answer.
template <class Cell>
class PairTable {
  public:
    struct Found {
        Cell cell = nullptr;     // null: the question is not answered for these kinds
        bool exchanged = false;  // the cell takes B first
    };

    void set(ShapeKind a, ShapeKind b, Cell cell) {
        cells_[a.number()][b.number()].store(cell, std::memory_order_release);
    }
    Found find(ShapeKind a, ShapeKind b) const {
        if (const Cell cell = cells_[a.number()][b.number()].load(std::memory_order_acquire))
            return {cell, false};
        return {cells_[b.number()][a.number()].load(std::memory_order_acquire), true};
    }

  private:
    std::array<std::array<std::atomic<Cell>, ShapeKind::most>, ShapeKind::most> cells_{};
};

}  // namespace graze::inline v1
