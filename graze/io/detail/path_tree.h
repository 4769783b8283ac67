// The tree of the paths of an assembly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/mesh/assembly.h"

namespace graze::inline v1::detail {

// Nodes are numbered in the order in which the paths name them. A node may be a part and have children.
class PathTree {
  public:
    struct Node {
        std::string name;
        std::optional<std::size_t> part;
        std::vector<std::uint32_t> children;
    };

    // `rename` is applied to every name.
    PathTree(const Assembly& assembly, const std::function<std::string(std::string)>& rename);

    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<std::uint32_t>& roots() const { return roots_; }

    // Parts whose name another part already had: they follow that part, with the same name.
    std::uint64_t repeated() const { return repeated_; }

  private:
    static constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t add(std::uint32_t parent, std::string name);
    std::uint32_t find_or_add(std::uint32_t parent, std::string name);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> roots_;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> known_;  // by parent and name
    std::uint64_t repeated_ = 0;
};

}  // namespace graze::inline v1::detail
