#include "check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "text.h"

namespace graze::app {
namespace {

const char* name(CommonKind kind) {
    switch (kind) {
        case CommonKind::none:
            return "none";
        case CommonKind::point:
            return "point";
        case CommonKind::segment:
            return "segment";
        case CommonKind::polygon:
            return "polygon";
    }
    return "none";
}

const char* name(Feature::Kind kind) {
    switch (kind) {
        case Feature::Kind::corner:
            return "corner";
        case Feature::Kind::edge:
            return "edge";
        case Feature::Kind::face:
            return "face";
    }
    return "face";
}

Json triangle_feature_json(const Feature& feature) {
    return {{"kind", name(feature.kind)}, {"index", feature.index}};
}

Json normal_json(const Contact& contact) {
    if (contact.certainty == NormalCertainty::none) return nullptr;
    return {{"direction", to_json(contact.normal)},
            {"certain", contact.certainty == NormalCertainty::certain}};
}

Json contact_json(const CheckAnswer& answer, const Contact& contact) {
    Json json{{"point", to_json(contact.point_a)}, {"normal", normal_json(contact)}};
    json["a"] = feature_json(answer.a, contact.feature_a);
    json["b"] = feature_json(answer.b, contact.feature_b);
    return json;
}

Json pair_json(const CheckAnswer& answer, const TrianglePair& pair) {
    const TriangleIntersection common = answer.common(pair);
    Json points = Json::array();
    for (const CommonPoint& p : common.points())
        points.push_back({{"position", to_json(p.position)},
                          {"on_a", triangle_feature_json(p.on_a)},
                          {"on_b", triangle_feature_json(p.on_b)}});
    return {{"a", triangle_json(answer.a, pair.a)},
            {"b", triangle_json(answer.b, pair.b)},
            {"kind", name(common.kind)},
            {"coplanar", common.coplanar},
            {"points", std::move(points)}};
}

std::string triangle_feature_text(const Feature& feature) {
    return feature.kind == Feature::Kind::face ? "face"
                                               : fmt::format("{} {}", name(feature.kind), feature.index);
}

// Coordinates stand in columns.
std::vector<std::string> point_lines(const TriangleIntersection& common) {
    std::array<std::size_t, 3> width{};
    for (const CommonPoint& p : common.points())
        for (std::size_t i = 0; i < 3; ++i) width[i] = std::max(width[i], number(p.position[i]).size());
    std::vector<std::string> lines;
    for (const CommonPoint& p : common.points()) {
        std::string line;
        for (std::size_t i = 0; i < 3; ++i) line += fmt::format("{:>{}}  ", number(p.position[i]), width[i]);
        lines.push_back(line + fmt::format(" on {} of A, {} of B", triangle_feature_text(p.on_a),
                                           triangle_feature_text(p.on_b)));
    }
    return lines;
}

std::string pair_text(const Style& style, const CheckAnswer& answer, const TrianglePair& pair) {
    const TriangleIntersection common = answer.common(pair);
    std::string text =
        field(style, "they meet in", "A  " + triangle_text(answer.a, pair.a)) +
        field(style, "", "B  " + triangle_text(answer.b, pair.b)) +
        field(style, "have in common",
              fmt::format("a {}{}", name(common.kind), common.coplanar ? " (coplanar triangles)" : ""));
    for (const std::string& line : point_lines(common)) text += field(style, "", line);
    return text;
}

std::string normal_text(const Style& style, const Contact& contact) {
    if (contact.certainty == NormalCertainty::none) return "";
    const Vec3& n = contact.normal;
    return field(style, "normal",
                 fmt::format("{}, {}, {} from A to B{}", number(n.x), number(n.y), number(n.z),
                             contact.certainty == NormalCertainty::certain ? "" : ", unsure"));
}

std::string contact_text(const Style& style, const CheckAnswer& answer, const Contact& contact) {
    const Vec3& p = contact.point_a;
    return field(style, "they meet in", "A  " + feature_text(answer.a, contact.feature_a)) +
           field(style, "", "B  " + feature_text(answer.b, contact.feature_b)) +
           field(style, "at", fmt::format("{}, {}, {}", number(p.x), number(p.y), number(p.z)));
}

// A primitive is a solid, whatever the other is.
std::string verdict_with_primitive(Relation relation) {
    if (relation == Relation::apart) return "apart: the shapes have no point in common";
    if (relation == Relation::touching)
        return "touching: the mesh, which is not closed, meets the surface of the solid and goes no deeper";
    return "overlapping: the mesh, which is not closed, has points inside the solid";
}

std::string verdict(Relation relation, bool as_surfaces) {
    switch (relation) {
        case Relation::apart:
            return as_surfaces ? "apart: the surfaces have no point in common"
                               : "apart: the shapes have no point in common";
        case Relation::touching:
            return as_surfaces ? "touching: the surfaces meet but do not cross"
                               : "touching: the surfaces meet, no point is inside both";
        case Relation::overlapping:
            return as_surfaces ? "overlapping: the surfaces cross"
                               : "overlapping: there are points inside both";
        case Relation::a_in_b:
            return "inside: A lies inside B, and their surfaces do not meet";
        case Relation::b_in_a:
            return "inside: B lies inside A, and their surfaces do not meet";
        case Relation::undecided:
            return "undecided: the budget was used up";
        case Relation::not_closed:
        case Relation::unsupported:
            break;
    }
    return name_of(relation);
}

std::string verdict_of(const CheckAnswer& answer) {
    const Relation relation = answer.found.relation;
    const bool is_of_surfaces =
        relation == Relation::apart || relation == Relation::touching || relation == Relation::overlapping;
    if (is_of_surfaces && answer.as_surfaces() && !answer.are_meshes())
        return verdict_with_primitive(relation);
    return verdict(relation, answer.as_surfaces());
}

std::string open_text(const Style& style, const char* label, const PlacedShape& placed) {
    if (placed.closed()) return "";
    const std::string why = placed.shape.closed_surface().why_not();
    return field(style, "note", fmt::format("{} is not closed: {}", label, why));
}

// Null where there is no answer; the status says why.
Json penetration_json(const CheckAnswer& answer, const Penetration& found) {
    Json json{{"status", name_of(found.status)}};
    const bool known = !std::isnan(found.value);
    json["length"] = known ? Json(found.value) : Json(nullptr);
    json["at_least"] = known ? Json(found.at_least) : Json(nullptr);
    json["translation"] = known ? to_json(found.translation) : Json(nullptr);
    const auto side = [](const PlacedShape& placed, const Vec3& point, FeatureId feature) {
        Json place = feature_json(placed, feature);
        place["point"] = to_json(point);
        return place;
    };
    const bool placed = known && found.feature_a.kind != FeatureId::Kind::none;
    json["a"] = placed ? side(answer.a, found.point_a, found.feature_a) : Json(nullptr);
    json["b"] = placed ? side(answer.b, found.point_b, found.feature_b) : Json(nullptr);
    return json;
}

std::string penetration_text(const Style& style, const Penetration& found) {
    if (found.status == QueryStatus::not_closed)
        return field(style, "way out", "not known, because a mesh is not closed");
    if (std::isnan(found.value)) return field(style, "way out", "not known for these kinds of shapes");
    if (found.value == 0) return field(style, "way out", "none needed");
    const Vec3& t = found.translation;
    return field(style, "way out", fmt::format("{}, {}, {} for A", number(t.x), number(t.y), number(t.z))) +
           field(style, "",
                 fmt::format("{} long; no way is shorter than {}{}", number(found.value),
                             number(found.at_least),
                             found.status == QueryStatus::undecided ? ", as far as the budget lasted" : ""));
}

}  // namespace

// Pairs are written one by one: as one document, millions of them would take gigabytes.
void write_check_json(Output& out, const CheckAnswer& answer, bool all) {
    const Found& found = answer.found;
    Json witness = found.first     ? pair_json(answer, *found.first)
                   : found.contact ? contact_json(answer, *found.contact)
                                   : Json(nullptr);
    if (found.first && found.contact) witness["normal"] = normal_json(*found.contact);
    Json document{{"schema", "graze.check/2"},
                  {"relation", name_of(found.relation)},
                  {"complete", found.complete},
                  {"as_surfaces", answer.as_surfaces()},
                  {"a", to_json(answer.a)},
                  {"b", to_json(answer.b)},
                  {"compared",
                   {{"box_pairs", found.counts.box_pairs},
                    {"triangle_pairs", found.counts.triangle_pairs},
                    {"exact_pairs", found.counts.exact_pairs}}},
                  {"witness", std::move(witness)}};
    if (found.penetration) document["penetration"] = penetration_json(answer, *found.penetration);
    if (found.contacts) document["contacts"] = contacts_json(answer, *found.contacts);
    if (all) document["pair_count"] = found.pair_count;
    std::string text = dump(document);
    if (!all) {
        out.write(text);
        return;
    }
    text.erase(text.size() - 3);  // "\n}\n": the list of pairs comes before it
    out.write(text + ",\n  \"pairs\": [");
    const char* separator = "\n    ";
    for (const TrianglePair& pair : found.pairs) {
        out.write(separator + dump_line(pair_json(answer, pair)));
        separator = ",\n    ";
    }
    out.write(found.pairs.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

std::string check_text(const Style& style, const CheckAnswer& answer, bool all) {
    const Found& found = answer.found;
    const std::string sentence = verdict_of(answer);
    std::string text = found.relation == Relation::apart ? style.green(sentence) : style.yellow(sentence);
    text += "\n" + field(style, "A", printable(answer.a.name)) + field(style, "B", printable(answer.b.name));
    if (all)
        text +=
            field(style, "pairs",
                  with_thousands(found.pair_count) + (found.complete ? "" : ", as far as the budget lasted"));
    if (found.first) {
        text += pair_text(style, answer, *found.first);
    } else if (found.contact) {
        text += contact_text(style, answer, *found.contact);
    }
    if (found.contact) text += normal_text(style, *found.contact);
    if (found.penetration) text += penetration_text(style, *found.penetration);
    if (found.contacts) text += contacts_text(style, *found.contacts);
    text += open_text(style, "A", answer.a) + open_text(style, "B", answer.b);
    const QueryCounts& counts = found.counts;
    return text +
           field(style, "compared",
                 fmt::format("{}, {}; {} left to exact arithmetic", count_of(counts.box_pairs, "box pair"),
                             count_of(counts.triangle_pairs, "triangle pair"),
                             with_thousands(counts.exact_pairs)));
}

}  // namespace graze::app
