#include "graze/clash/files/detail/shown_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

#include "graze/clash/rules/detail/name_pattern.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t most_names = 8;  // of a path; more say nothing to people

// What exporters call things that have no name of their own, without the number that follows.
constexpr std::array says_nothing{"",         "body",      "brep",    "component", "compound", "default",
                                  "geometry", "instance",  "item",    "mesh",      "node",     "object",
                                  "part",     "piece",     "pieces",  "polygon",   "shape",    "shell",
                                  "solid",    "solidbody", "surface", "surfaces",  "unnamed",  "untitled"};

bool is_telling_name(std::string_view name) {
    std::string word;
    for (const char c : name)
        if (c >= 'A' && c <= 'Z')
            word += static_cast<char>(c - 'A' + 'a');
        else if ((c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80)
            word += c;
    return std::ranges::find(says_nothing, word) == says_nothing.end();
}

// Where the name before the one that begins at `start` begins.
std::size_t name_before(std::string_view path, std::size_t start) {
    const std::size_t slash = last_separator(path.substr(0, start - 1));
    return slash == std::string_view::npos ? 0 : slash + 1;
}

class Namer {
  public:
    explicit Namer(std::span<const std::string_view> paths) : paths_(paths), start_(paths.size()) {
        for (std::size_t i = 0; i < paths.size(); ++i) {
            start_[i] = telling_start(paths[i]);
            ++uses_[end_of(i)];
        }
    }

    std::vector<std::string> run() {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < paths_.size(); ++i)
            if (is_shared(i)) open.push_back(i);
        for (std::size_t round = 1; round < most_names && !open.empty(); ++round) {
            std::erase_if(open, [&](std::size_t i) { return start_[i] == 0; });
            for (const std::size_t i : open) lengthen(i);
            std::erase_if(open, [&](std::size_t i) { return !is_shared(i); });
        }
        return with_names_left_out();
    }

  private:
    // The first name, which is the file's, does not say more; nor do others that say nothing.
    static std::size_t telling_start(std::string_view path) {
        const std::size_t last = name_before(path, path.size() + 1);
        std::size_t start = last, end = path.size();
        for (std::size_t names = 1; start > 0 && names < most_names; ++names) {
            if (is_telling_name(path.substr(start, end - start))) return start;
            end = start - 1;
            start = name_before(path, start);
        }
        return last;
    }

    std::string_view end_of(std::size_t i) const { return paths_[i].substr(start_[i]); }
    bool is_shared(std::size_t i) const { return uses_.at(end_of(i)) > 1; }
    void lengthen(std::size_t i) {
        --uses_[end_of(i)];
        start_[i] = name_before(paths_[i], start_[i]);
        ++uses_[end_of(i)];
    }

    // "gearbox (2)/…/shaft" where the names between tell nothing apart: no other shaft is in a gearbox (2).
    std::vector<std::string> with_names_left_out() const {
        std::unordered_map<NamePair, std::size_t, NamePairHash> uses;
        for (std::size_t i = 0; i < paths_.size(); ++i)
            if (const NamePair ends = ends_of(i); !ends.first.empty()) uses.emplace(ends, 0);
        if (!uses.empty())
            for (const std::string_view path : paths_) count_ends(path, uses);
        std::vector<std::string> names(paths_.size());
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            const NamePair ends = ends_of(i);
            if (!ends.first.empty() && uses.at(ends) == 1)
                names[i] = std::string(ends.first).append("/…/").append(ends.second);
            else
                names[i] = end_of(i);
            // A pattern of one name needs no more, and one with several is about a whole path.
            if (start_[i] > 0 && last_separator(names[i]) != std::string_view::npos) names[i].insert(0, "…/");
        }
        return names;
    }

    // The first and the last name of what is shown, if there are others between them; else empty.
    using NamePair = std::pair<std::string_view, std::string_view>;
    struct NamePairHash {
        std::size_t operator()(const NamePair& names) const {
            const std::hash<std::string_view> hash;
            return hash(names.first) * 31 + hash(names.second);
        }
    };
    NamePair ends_of(std::size_t i) const {
        const std::string_view end = end_of(i);
        const std::size_t last = name_before(end, end.size() + 1), first = first_name_end(end);
        if (last <= first + 1) return {};
        return {end.substr(0, first), end.substr(last)};
    }

    // Once for each pair of an ancestor and the part's own name that is asked for.
    static void count_ends(std::string_view path,
                           std::unordered_map<NamePair, std::size_t, NamePairHash>& uses) {
        std::size_t start = name_before(path, path.size() + 1);
        const std::string_view last = path.substr(start);
        for (std::size_t names = 0; start > 0 && names < most_names; ++names) {
            const std::size_t end = start - 1;
            start = name_before(path, start);
            if (const auto found = uses.find({path.substr(start, end - start), last}); found != uses.end())
                ++found->second;
        }
    }

    static std::size_t first_name_end(std::string_view path) {
        std::size_t end = path.size();
        while (true) {
            const std::size_t slash = last_separator(path.substr(0, end));
            if (slash == std::string_view::npos) return end;
            end = slash;
        }
    }

    std::span<const std::string_view> paths_;
    std::vector<std::size_t> start_;  // where the shown end of each path begins
    std::unordered_map<std::string_view, std::size_t> uses_;
};

}  // namespace

std::vector<std::string> shown_names(std::span<const std::string_view> paths) {
    return Namer(paths).run();
}

}  // namespace graze::inline v1::detail
