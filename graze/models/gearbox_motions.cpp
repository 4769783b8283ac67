#include "graze/models/gearbox_motions.h"

#include <cstdint>
#include <string_view>

namespace graze::inline v1 {
namespace {

Path along(std::initializer_list<Vec3> places, std::uint32_t steps_between) {
    std::vector<Pose> keys;
    for (const Vec3& place : places) keys.push_back(Pose::translation(place));
    return interpolated_path(keys, steps_between);
}

Box box_of(const Part& part) {
    return part.world_from_part(part.mesh->box());
}

void add_lid_motions(const Gearbox& gearbox, std::vector<TakenOut>& motions) {
    const std::vector<Part>& all = gearbox.assembly.parts;
    std::vector<std::size_t> cover;
    std::optional<std::size_t> lid, hose;
    std::string machine;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view path = all[i].path;
        if (!lid && path.ends_with("/inspection cover/lid")) {
            lid = i;
            machine = path.substr(0, path.find('/') + 1);
        }
        if (!lid || !path.starts_with(machine)) continue;
        if (path.find("/inspection cover/lid") != path.npos ||
            path.find("/inspection cover/screw") != path.npos)
            cover.push_back(i);
        if (path.ends_with("/hose/hose")) hose = i;
    }
    if (!lid || !hose) return;
    // Above the fitting the hose is a straight prism with an edge at its largest x, and the side of the lid
    // that faces it is flat. So the two meet when their boxes do.
    const double gap = box_of(all[*lid]).lower.x - box_of(all[*hose]).upper.x;
    constexpr std::uint32_t steps = 20;
    constexpr double lift = 30, aside = 16;
    motions.push_back({"the inspection cover's lid, with its screws, straight up",
                       cover,
                       along({{0, 0, 0}, {0, 0, 120}}, 60),
                       {}});
    motions.push_back({"the inspection cover's lid, with its screws, up and then aside into the hose", cover,
                       along({{0, 0, 0}, {0, 0, lift}, {-aside, 0, lift}}, steps),
                       TakenOut::Bump{*lid, *hose, steps + gap / aside * steps}});
}

void add_captive_motions(const Gearbox& gearbox, std::vector<TakenOut>& motions) {
    constexpr double height = 40;
    constexpr std::uint32_t steps = 40;
    for (const Captive& c : gearbox.captives) {
        motions.push_back({c.what + ": straight up",
                           {c.part},
                           along({{0, 0, 0}, {0, 0, height}}, steps),
                           TakenOut::Bump{c.part, c.holder, c.up / height * steps}});
        if (!c.out.empty()) motions.push_back({c.what + ": turned, then up", {c.part}, c.out, {}});
    }
}

}  // namespace

std::vector<TakenOut> gearbox_motions(const Gearbox& gearbox) {
    std::vector<TakenOut> motions;
    add_lid_motions(gearbox, motions);
    add_captive_motions(gearbox, motions);
    return motions;
}

}  // namespace graze::inline v1
