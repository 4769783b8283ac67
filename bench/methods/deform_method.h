// Peers of deforming shapes: self-intersections of a mesh, and a hierarchy that follows its vertices.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/query/contact.h"

namespace graze::bench {

class SelfMethod {
  public:
    explicit SelfMethod(std::string name) : name_(std::move(name)) {}
    SelfMethod(const SelfMethod&) = delete;
    SelfMethod& operator=(const SelfMethod&) = delete;
    virtual ~SelfMethod() = default;

    const std::string& name() const { return name_; }
    // Not timed. False if the method cannot use the mesh.
    virtual bool load(const Mesh& mesh) = 0;
    // Timed. All pairs, in any order; a < b.
    virtual std::vector<TrianglePair> pairs() = 0;
    virtual bool any() = 0;

  private:
    std::string name_;
};

class RefitMethod {
  public:
    explicit RefitMethod(std::string name) : name_(std::move(name)) {}
    RefitMethod(const RefitMethod&) = delete;
    RefitMethod& operator=(const RefitMethod&) = delete;
    virtual ~RefitMethod() = default;

    const std::string& name() const { return name_; }
    virtual void load(const Mesh& mesh) = 0;                 // not timed
    virtual void move(std::span<const Vec3> positions) = 0;  // not timed: the peer's own copy of the vertices
    virtual void refit() = 0;                                // timed

  private:
    std::string name_;
};

// In files of their own that are built only where the peers are installed.
std::unique_ptr<SelfMethod> cgal_self_method();
std::unique_ptr<RefitMethod> bullet_refit_method();

}  // namespace graze::bench
