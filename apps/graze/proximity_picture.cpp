#include "proximity_picture.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "arrows.h"
#include "graze/base/error.h"
#ifdef GRAZE_HAS_RENDER
#include "draw_arguments.h"
#include "graze/render/draw.h"
#include "graze/spheres/packing/sphere_mesh.h"
#endif

namespace graze::app {

#ifdef GRAZE_HAS_RENDER
namespace {

std::vector<SphereContact> all_contacts(const ProximityPicture& what) {
    std::vector<SphereContact> contacts(
        sphere_contacts(what.tree_a, what.a.pose, what.tree_b, what.b.pose, {}).count);
    sphere_contacts(what.tree_a, what.a.pose, what.tree_b, what.b.pose, contacts);
    return contacts;
}

Mesh spheres_in_contact(const SphereTree& tree, std::vector<std::uint32_t> leaves) {
    std::ranges::sort(leaves);
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
    std::vector<Sphere> spheres;
    for (const std::uint32_t leaf : leaves) spheres.push_back(tree.sphere(leaf));
    std::ranges::sort(spheres, std::greater{}, &Sphere::radius);
    constexpr std::size_t most_drawn = 20'000;  // more are too small to be seen
    if (spheres.size() > most_drawn) spheres.resize(most_drawn);
    return sphere_mesh(spheres, 200);
}

// The contacts that matter most, each as an arrow along B's normal: where it pushes A.
std::vector<Arrow> push_arrows(std::vector<SphereContact> contacts, double length_of_all) {
    constexpr std::size_t most_arrows = 250;
    const std::size_t count = std::min(contacts.size(), most_arrows);
    std::ranges::partial_sort(contacts, contacts.begin() + static_cast<std::ptrdiff_t>(count), std::greater{},
                              &SphereContact::volume);
    std::vector<Arrow> arrows;
    for (std::size_t i = 0; i < count; ++i)
        arrows.push_back({contacts[i].point, contacts[i].point + contacts[i].normal_b * length_of_all});
    return arrows;
}

}  // namespace

void check_proximity_picture(const std::string& file, const std::string& size) {
    if (std::filesystem::path(file).extension() != ".png")
        throw Error("is not the name of a picture", file, "end the name in .png");
    static_cast<void>(parse_picture_size("--size", size));
}

void draw_proximity(Session& session, const ProximityPicture& what, const std::string& file,
                    const std::string& size) {
    const std::vector<SphereContact> contacts = all_contacts(what);
    std::vector<std::uint32_t> leaves_a, leaves_b;
    for (const SphereContact& c : contacts) {
        leaves_a.push_back(c.leaf_a);
        leaves_b.push_back(c.leaf_b);
    }
    const Mesh spheres_a = spheres_in_contact(what.tree_a, std::move(leaves_a)),
               spheres_b = spheres_in_contact(what.tree_b, std::move(leaves_b));
    const double small = std::min(length(what.a.mesh().box().size()), length(what.b.mesh().box().size()));
    const Mesh pushes = arrow_mesh(push_arrows(contacts, 0.1 * small), 0.006 * small);
    std::vector<Arrow> main;  // the force on A, or the way from A to B
    const Proximity& p = what.proximity;
    if (what.force && length(what.force->force_a) > 0)
        main.push_back(
            {what.force->center, what.force->center + normalized(what.force->force_a) * (0.35 * small)});
    if (p.distance > 0 && std::isfinite(p.distance)) main.push_back({p.contact.point_a, p.contact.point_b});
    const Mesh main_arrow = arrow_mesh(main, 0.015 * small);

    const bool touching = !contacts.empty();
    const double shell = touching ? 0.16 : 0.5;
    const Color blue{82, 126, 184}, sand{206, 160, 82}, red{196, 44, 44}, dark{40, 44, 52};
    const std::vector<DrawItem> items{
        {.mesh = &spheres_a,
         .world_from_mesh = what.a.pose,
         .color = blue,
         .opacity = 0.75,
         .crease_degrees = 180},
        {.mesh = &spheres_b,
         .world_from_mesh = what.b.pose,
         .color = sand,
         .opacity = 0.75,
         .crease_degrees = 180},
        {.mesh = &pushes, .color = red},
        {.mesh = &main_arrow, .color = dark},
        {.mesh = &what.a.mesh(), .world_from_mesh = what.a.pose, .color = blue, .opacity = shell},
        {.mesh = &what.b.mesh(), .world_from_mesh = what.b.pose, .color = sand, .opacity = shell}};
    DrawOptions drawing;
    const PictureSize pixels = parse_picture_size("--size", size);
    drawing.width = pixels.width;
    drawing.height = pixels.height;
    drawing.threads = what.threads;
    drawing.progress = &session.progress;
    const Camera camera = fit(items, {0.6, -1.6, 0.7}, drawing.width, drawing.height);
    save_png(draw(items, camera, drawing), file);
}
#else
void check_proximity_picture(const std::string& file, const std::string&) {
    throw Error("pictures are not part of this build", file, "build graze with GRAZE_RENDER=ON");
}
void draw_proximity(Session&, const ProximityPicture&, const std::string&, const std::string&) {}
#endif

}  // namespace graze::app
