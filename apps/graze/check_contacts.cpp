#include "check_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "arrows.h"
#include "graze/base/error.h"
#include "text.h"
#ifdef GRAZE_HAS_RENDER
#include "draw_arguments.h"
#include "graze/mesh/generate.h"
#include "graze/render/draw.h"
#endif

namespace graze::app {
namespace {

const char* certainty_word(NormalCertainty certainty) {
    if (certainty == NormalCertainty::certain) return "certain";
    return certainty == NormalCertainty::unsure ? "unsure" : "none";
}

const char* contact_feature_word(FeatureId::Kind kind) {
    switch (kind) {
        case FeatureId::Kind::vertex:
            return "vertex";
        case FeatureId::Kind::edge:
            return "edge";
        case FeatureId::Kind::face:
            return "face";
        case FeatureId::Kind::none:
            break;
    }
    return "none";
}

// Of a mesh, the triangle that the feature belongs to, and which of its corners or edges it is.
Json contact_feature_json(const PlacedShape& placed, FeatureId feature) {
    if (feature.kind == FeatureId::Kind::none) return nullptr;
    Json json{{"kind", contact_feature_word(feature.kind)}};
    if (placed.shape.is_mesh()) {
        json.update(triangle_json(placed, feature.index));
        if (feature.kind != FeatureId::Kind::face) json["index"] = feature.corner;
    } else {
        json["index"] = feature.index;
    }
    return json;
}

std::string point_text(const Vec3& p) {
    return fmt::format("{}, {}, {}", number(p.x), number(p.y), number(p.z));
}

}  // namespace

Json contacts_json(const TwoShapes& shapes, const ListedContacts& contacts) {
    Json list = Json::array();
    for (const ContactPoint& c : contacts.list) {
        const bool has_normal = c.certainty != NormalCertainty::none;
        list.push_back({{"kind", name_of(c.kind)},
                        {"distance", c.distance},
                        {"point_a", to_json(c.point_a)},
                        {"point_b", to_json(c.point_b)},
                        {"normal", has_normal ? to_json(c.normal) : Json(nullptr)},
                        {"certainty", certainty_word(c.certainty)},
                        {"weight", c.weight},
                        {"a", contact_feature_json(shapes.a, c.feature_a)},
                        {"b", contact_feature_json(shapes.b, c.feature_b)}});
    }
    return {{"margin", contacts.margin},
            {"complete", contacts.list.status == QueryStatus::complete},
            {"count", contacts.list.size()},
            {"list", std::move(list)}};
}

std::string contacts_text(const Style& style, const ListedContacts& contacts) {
    const auto& list = contacts.list;
    std::string text =
        field(style, "contacts",
              fmt::format("{} within {}{}", with_thousands(list.size()), number(contacts.margin),
                          list.status == QueryStatus::complete ? "" : ", as far as the budget lasted"));
    constexpr std::size_t most_shown = 20;
    for (std::size_t i = 0; i < std::min(list.size(), most_shown); ++i) {
        const ContactPoint& c = list[i];
        std::string line =
            fmt::format("{} at {}, distance {}", name_of(c.kind), point_text(c.point_a), number(c.distance));
        if (c.certainty != NormalCertainty::none)
            line += fmt::format(", normal {}{}", point_text(c.normal),
                                c.certainty == NormalCertainty::certain ? "" : " (unsure)");
        text += field(style, "", line);
    }
    if (list.size() > most_shown)
        text += field(style, "",
                      fmt::format("and {} more; --json lists all", with_thousands(list.size() - most_shown)));
    return text;
}

#ifdef GRAZE_HAS_RENDER
void check_contacts_picture(const std::string& file, const std::string& size) {
    if (std::filesystem::path(file).extension() != ".png")
        throw Error("is not the name of a picture", file, "end the name in .png");
    static_cast<void>(parse_picture_size("--size", size));
}

void draw_contacts(Session& session, const TwoShapes& shapes, const ListedContacts& contacts,
                   const std::string& file, const std::string& size, const Threads& threads) {
    if (!shapes.are_meshes()) throw Error("pictures of contacts show meshes only", file, "give two meshes");
    const double small = std::min(length(shapes.a.mesh().box().size()), length(shapes.b.mesh().box().size()));
    std::vector<Arrow> sure, unsure;
    const Mesh ball = make_sphere(0.012 * small, 200);
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (const ContactPoint& c : contacts.list) {
        const auto first = static_cast<VertexId>(vertices.size());
        for (const Vec3& v : ball.vertices()) vertices.push_back(c.point_a + v);
        for (const auto& t : ball.triangles())
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
        if (c.certainty == NormalCertainty::none) continue;
        (c.certainty == NormalCertainty::certain ? sure : unsure)
            .push_back({c.point_a, c.point_a + c.normal * (0.18 * small)});
    }
    const Mesh balls(std::move(vertices), std::move(triangles));
    const Mesh sure_arrows = arrow_mesh(sure, 0.008 * small),
               unsure_arrows = arrow_mesh(unsure, 0.008 * small);
    const Color blue{82, 126, 184}, sand{206, 160, 82}, red{196, 44, 44}, grey{120, 120, 124};
    const std::vector<DrawItem> items{
        {.mesh = &balls, .color = red, .crease_degrees = 180},
        {.mesh = &sure_arrows, .color = red},
        {.mesh = &unsure_arrows, .color = grey},
        {.mesh = &shapes.a.mesh(), .world_from_mesh = shapes.a.pose, .color = blue, .opacity = 0.45},
        {.mesh = &shapes.b.mesh(), .world_from_mesh = shapes.b.pose, .color = sand, .opacity = 0.3}};
    DrawOptions drawing;
    const PictureSize pixels = parse_picture_size("--size", size);
    drawing.width = pixels.width;
    drawing.height = pixels.height;
    drawing.threads = threads;
    drawing.progress = &session.progress;
    save_png(draw(items, fit(items, {0.6, -1.6, 0.7}, drawing.width, drawing.height), drawing), file);
}
#else
void check_contacts_picture(const std::string& file, const std::string&) {
    throw Error("pictures are not part of this build", file, "build graze with GRAZE_RENDER=ON");
}
void draw_contacts(Session&, const TwoShapes&, const ListedContacts&, const std::string&, const std::string&,
                   const Threads&) {}
#endif

}  // namespace graze::app
