#include "moving_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "arguments.h"
#include "draw_arguments.h"
#include "graze/base/error.h"
#include "motion_file.h"
#include "text.h"

namespace graze::app {
namespace {

bool is_a_file(const std::string& name) {
    std::error_code error;
    return std::filesystem::exists(name, error);
}

}  // namespace

MovingParts read_moving_parts(Session& session, AssemblyInput input, const std::vector<std::string>& moving,
                              const std::vector<std::string>& against, const Threads& threads) {
    MovingParts parts;
    std::ranges::copy_if(moving, std::back_inserter(input.files), is_a_file);
    const std::size_t moving_files = input.all_files().size();
    input.files.insert(input.files.end(), against.begin(), against.end());
    parts.loaded = input.read(session, threads);
    for (std::size_t i = 0; i < moving_files; ++i) {
        const AssemblyFile& file = parts.loaded.files[i];
        for (std::size_t k = 0; k < file.part_count; ++k) parts.moving.push_back(file.first_part + k);
    }
    for (const std::string& name : moving)
        if (!is_a_file(name))
            std::ranges::copy(matching_parts("PART", name, parts.loaded.assembly),
                              std::back_inserter(parts.moving));
    std::ranges::sort(parts.moving);
    parts.moving.erase(std::unique(parts.moving.begin(), parts.moving.end()), parts.moving.end());
    if (parts.moving.empty()) throw Error("has no parts", moving.front());
    if (!against.empty() && parts.moving.size() == parts.loaded.assembly.parts.size())
        throw Error("all parts move, and none is left to be met", against.front(), "name fewer parts");
    return parts;
}

Path path_to_follow(const std::string& file, const std::string& number_text) {
    const std::uint32_t number = parse_count("--path-number", number_text, 1, 4'000'000'000);
    std::vector<Path> paths = read_motion(file);
    if (number > paths.size())
        throw Error(fmt::format("has {}, and no number {}", count_of(paths.size(), "path"), number), file,
                    "see --path-number");
    if (paths[number - 1].size() < 2)
        throw Error(fmt::format("path {} has one pose only", number), file, "a path has two poses or more");
    return std::move(paths[number - 1]);
}

}  // namespace graze::app
