#include <cmath>

#include "graze/mesh/content_hash.h"
#include "info_report.h"

namespace graze::app {
namespace {

// Numbers in JSON are finite: what is beyond the range of double is null.
Json number_or_null(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json point_or_null(const std::optional<Vec3>& v) {
    return v ? to_json(*v) : Json(nullptr);
}

Json spot_json(const Spot& spot, const FileFacts& facts) {
    return {{"part", facts.path_of(spot.part)},
            {"triangle", spot.triangle},
            {"polygon", spot.polygon},
            {"at", to_json(spot.at)}};
}

Json inertia_json(const std::optional<Inertia>& inertia) {
    if (!inertia) return nullptr;
    Json result;
    result["xx"] = number_or_null(inertia->xx);
    result["yy"] = number_or_null(inertia->yy);
    result["zz"] = number_or_null(inertia->zz);
    result["xy"] = number_or_null(inertia->xy);
    result["yz"] = number_or_null(inertia->yz);
    result["zx"] = number_or_null(inertia->zx);
    return result;
}

Json principal_axes_json(const std::optional<Inertia>& inertia) {
    const std::optional<PrincipalAxes> principal = inertia ? principal_axes(*inertia) : std::nullopt;
    if (!principal) return nullptr;
    Json axes = Json::array();
    for (const Vec3& axis : principal->axes) axes.push_back(to_json(axis));
    return {{"moments", principal->moments}, {"axes", std::move(axes)}};
}

Json surface_json(const Facts& f) {
    Json surface{
        {"closed", f.closed()},       {"why_not", f.closed() ? Json(nullptr) : Json(f.why_not_closed)},
        {"points", f.points},         {"edges", f.edges},
        {"pieces", f.pieces},         {"closed_pieces", f.closed_pieces},
        {"clusters", f.clusters},     {"manifold", f.manifold},
        {"orientable", f.orientable}, {"handles", f.genus_known ? Json(f.handles) : Json(nullptr)}};
    return surface;
}

Json measures_json(const Facts& f) {
    return {{"area", number_or_null(f.surface.area)},
            {"area_centroid", point_or_null(f.surface.centroid)},
            {"volume", f.solid ? number_or_null(f.solid->volume) : Json(nullptr)},
            {"centroid", f.solid ? point_or_null(f.solid->centroid) : Json(nullptr)},
            {"inertia", f.solid ? inertia_json(f.solid->inertia) : Json(nullptr)},
            {"principal_axes", f.solid ? principal_axes_json(f.solid->inertia) : Json(nullptr)}};
}

Json defects_json(const Facts& f, const FileFacts& facts) {
    Json defects;
    for (std::size_t i = 0; i < defect_kinds; ++i) {
        Json first = Json::array();
        for (const Spot& spot : f.defects[i].first) first.push_back(spot_json(spot, facts));
        defects[std::string(name_of(static_cast<Defect>(i)))] = {{"count", f.defects[i].count},
                                                                 {"first", std::move(first)}};
    }
    return defects;
}

Json rims_json(const Facts& f, const FileFacts& facts) {
    Json longest = Json::array();
    for (const Rim& rim : f.longest_rims) {
        Json item = spot_json(rim.start, facts);
        item["edges"] = rim.edges;
        item["length"] = number_or_null(rim.length);
        item["closed"] = rim.closed;
        longest.push_back(std::move(item));
    }
    return {{"count", f.rims}, {"longest", std::move(longest)}};
}

void add_findings(Json& to, const Facts& f, const FileFacts& facts) {
    to["surface"] = surface_json(f);
    to["measures"] = measures_json(f);
    to["defects"] = defects_json(f, facts);
    to["rims"] = rims_json(f, facts);
    to["fit_for"] = {{"surfaces", true}, {"solids", f.closed()}};
}

Json parts_json(const FileFacts& facts, bool each_part) {
    Json parts = Json::array();
    for (std::size_t p = 0; p < facts.parts.size(); ++p) {
        const Mesh& mesh = *facts.assembly().parts[p].mesh;
        Json part{{"name", facts.path_of(p)},
                  {"polygons", mesh.polygon_count()},
                  {"triangles", mesh.triangle_count()}};
        if (facts.parts[p].instances > 1) part["mesh"] = facts.parts[p].mesh;
        if (each_part) {
            part["content_hash"] = content_hash(mesh).hex();
            add_findings(part, facts.meshes[facts.parts[p].mesh], facts);
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

const char* letter(Axis axis) {
    return axis == Axis::x ? "x" : axis == Axis::y ? "y" : "z";
}

}  // namespace

Json to_json(const std::string& file, const FileFacts& facts, bool each_part) {
    const AssemblyFile& about = facts.file();
    const Assembly& assembly = facts.assembly();
    const Facts& all = facts.all;
    Json result{
        {"file", file},
        {"format", about.format},
        {"precision", about.single_precision ? "single" : "double"},
        {"metres_per_unit", assembly.metres_per_unit ? Json(*assembly.metres_per_unit) : Json(nullptr)},
        {"up", assembly.up ? Json(letter(*assembly.up)) : Json(nullptr)},
        {"vertices", all.vertices},
        {"triangles", all.triangles},
        {"polygons", all.polygons},
        {"meshes", facts.mesh_count},
        {"parts", parts_json(facts, each_part)},
        {"box", to_json(facts.box)},
        {"merged_vertices", about.merged_vertices},
        {"unused_vertices", about.unused_vertices},
        {"irregular_polygons", all.irregular_polygons},
        {"content_hash", facts.content_hash ? Json(facts.content_hash->hex()) : Json(nullptr)},
        {"skipped", to_json(about.skipped)}};
    add_findings(result, all, facts);
    result["open_parts"] = facts.open_parts;
    result["closed_together"] = facts.closed_together ? Json(*facts.closed_together) : Json(nullptr);
    return result;
}

}  // namespace graze::app
