#include "graze/io/detail/path_tree.h"

#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1::detail {

PathTree::PathTree(const Assembly& assembly, const std::function<std::string(std::string)>& rename) {
    for (std::size_t p = 0; p < assembly.parts.size(); ++p) {
        std::uint32_t node = none, parent = none;
        for (std::string& name : split_path(assembly.parts[p].path)) {
            parent = node;
            node = find_or_add(parent, rename(std::move(name)));
        }
        if (nodes_[node].part) {
            node = add(parent, nodes_[node].name);
            ++repeated_;
        }
        nodes_[node].part = p;
    }
    known_.clear();
}

std::uint32_t PathTree::add(std::uint32_t parent, std::string name) {
    if (nodes_.size() >= none) throw Error("has more than 4294967295 names");
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    (parent == none ? roots_ : nodes_[parent].children).push_back(node);
    nodes_.push_back({std::move(name), {}, {}});
    return node;
}

std::uint32_t PathTree::find_or_add(std::uint32_t parent, std::string name) {
    const auto [place, is_new] = known_.try_emplace({parent, std::move(name)}, 0);
    if (is_new) place->second = add(parent, place->first.second);
    return place->second;
}

}  // namespace graze::inline v1::detail
