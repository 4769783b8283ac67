#include <array>
#include <charconv>
#include <initializer_list>
#include <limits>
#include <utility>

#include "graze/base/detail/quote.h"
#include "graze/base/error.h"
#include "graze/clash/files/clash_file.h"
#include "graze/clash/files/detail/json_reader.h"

namespace graze::inline v1 {
namespace {

using detail::field;
using detail::JsonReader;
using detail::optional_field;

class Reader {
  public:
    explicit Reader(std::string_view text) : json_(text) {}

    ClashReport read() {
        json_.object(field("schema", [&] { check_schema(json_.string()); }),
                     field("complete", [&] { json_.boolean(); }),  // follows from the counts
                     field("metres_per_unit", [&] { read_number(report_.metres_per_unit); }),
                     field("settings", [&] { read_settings(); }), field("files", [&] { read_files(); }),
                     field("parts", [&] { json_.array([&] { read_part(); }); }),
                     field("pairs", [&] { read_counts(); }), field("rules", [&] { read_rules(); }),
                     field("baseline", [&] { read_baseline(); }),
                     field("findings", [&] { json_.array([&] { read_found(); }); }),
                     optional_field("remarks", [&] { read_strings(report_.remarks); }),
                     field("run", [&] { read_run(); }));
        json_.end();
        check_parts_of_findings();
        return std::move(report_);
    }

  private:
    void check_schema(const std::string& schema) const {
        if (schema != "graze.clash/2")
            json_.fail("the schema is '" + detail::shortened(schema) + "', not 'graze.clash/2'");
    }

    template <typename Value, typename Read>
    void read_or_null(std::optional<Value>& value, Read&& read_value) {
        value.reset();
        if (!json_.take_null()) read_value(value.emplace());
    }
    void read_number(std::optional<double>& value) {
        read_or_null(value, [&](double& v) { v = json_.number(); });
    }
    auto number_field(std::string_view name, double& value) {
        return field(name, [&] { value = json_.number(); });
    }
    auto count_field(std::string_view name, std::uint64_t& value) {
        return field(name, [&] { value = json_.count(); });
    }
    auto small_count_field(std::string_view name, std::uint32_t& value) {
        return field(name, [&] {
            const std::uint64_t count = json_.count();
            if (count > std::numeric_limits<std::uint32_t>::max()) json_.fail("a count is too large");
            value = static_cast<std::uint32_t>(count);
        });
    }
    auto string_field(std::string_view name, std::string& value) {
        return field(name, [&] { value = json_.string(); });
    }
    auto boolean_field(std::string_view name, bool& value) {
        return field(name, [&] { value = json_.boolean(); });
    }
    auto point_field(std::string_view name, Vec3& value) {
        return field(name, [&] {
            const auto v = numbers<3>();
            value = {v[0], v[1], v[2]};
        });
    }
    auto box_field(std::string_view name, Box& value) {
        return field(name, [&] {
            value = Box();
            if (json_.take_null()) return;
            const auto v = numbers<6>();
            value = {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
        });
    }

    template <std::size_t Count>
    std::array<double, Count> numbers() {
        std::array<double, Count> values{};
        std::size_t i = 0;
        json_.array([&] {
            if (i == Count) json_.fail("a list has more than " + std::to_string(Count) + " numbers");
            values[i++] = json_.number();
        });
        if (i < Count) json_.fail("a list has less than " + std::to_string(Count) + " numbers");
        return values;
    }

    template <typename Value>
    Value choice(std::initializer_list<Value> values, auto&& name_of_value) {
        const std::string text = json_.string();
        for (const Value value : values)
            if (text == name_of_value(value)) return value;
        json_.fail("'" + detail::shortened(text) + "' is not known");
    }

    void read_strings(std::vector<std::string>& texts) {
        json_.array([&] { texts.push_back(json_.string()); });
    }

    void read_settings() {
        UsedOptions& s = report_.options;
        json_.object(number_field("clearance", s.clearance), number_field("touch", s.touch),
                     field("open_parts",
                           [&] {
                               s.open_parts =
                                   choice({OpenMeshes::as_surfaces, OpenMeshes::refuse}, [](OpenMeshes o) {
                                       return o == OpenMeshes::as_surfaces ? "surfaces" : "refuse";
                                   });
                           }),
                     optional_field("budget", [&] { read_count(s.budget); }),
                     optional_field("between",
                                    [&] {
                                        read_or_null(s.between, [&](RuleSides& sides) {
                                            json_.object(field("a", [&] { read_strings(sides.a); }),
                                                         field("b", [&] { read_strings(sides.b); }));
                                        });
                                    }),
                     optional_field("as_tessellated", [&] { s.as_tessellated = json_.boolean(); }));
    }

    void read_files() {
        json_.array([&] {
            ClashFile& file = report_.files.emplace_back();
            json_.object(
                string_field("file", file.file), string_field("format", file.format),
                field("precision",
                      [&] {
                          file.single_precision =
                              choice({false, true}, [](bool single) { return single ? "single" : "double"; });
                      }),
                count_field("parts", file.part_count),
                field("skipped",
                      [&] {
                          json_.array([&] {
                              Skipped& s = file.skipped.emplace_back();
                              json_.object(string_field("what", s.what), count_field("count", s.count));
                          });
                      }),
                optional_field("metres_per_unit", [&] { read_number(file.metres_per_unit); }),
                optional_field("stated_metres_per_unit", [&] { read_number(file.stated_unit); }),
                optional_field("turned", [&] { file.turned = json_.boolean(); }));
        });
    }

    void read_part() {
        ClashPart& part = report_.parts.emplace_back();
        json_.object(string_field("path", part.path),
                     optional_field("name", [&] { part.name = json_.string(); }),
                     field("file", [&] { read_index(part.file); }), count_field("triangles", part.triangles),
                     boolean_field("closed", part.closed),
                     field("why_not_closed",
                           [&] { part.why_not_closed = json_.take_null() ? std::string() : json_.string(); }),
                     field("hash", [&] { part.hash = read_hash(); }),
                     field("pose", [&] { part.world_from_part = read_pose(); }), box_field("box", part.box),
                     optional_field("attributes",
                                    [&] {
                                        json_.array([&] {
                                            Attribute& attribute = part.attributes.emplace_back();
                                            json_.object(string_field("name", attribute.name),
                                                         string_field("value", attribute.value));
                                        });
                                    }),
                     optional_field("stitched", [&] { read_stitched(part); }));
    }

    void read_stitched(ClashPart& part) {
        read_or_null(part.stitched, [&](StitchReport& s) {
            json_.object(
                number_field("tolerance", s.tolerance), boolean_field("closed", s.closed),
                field("moved_by", [&] { json_.number(); }),  // follows from the next two
                number_field("largest_move", s.largest_move), number_field("widest_gap", s.widest_gap),
                count_field("joined_edges", s.joined_edges), count_field("split_edges", s.split_edges),
                count_field("merged_points", s.merged_points),
                count_field("added_triangles", s.added_triangles), count_field("open_edges", s.open_edges),
                count_field("open_rims", s.open_rims), count_field("open_pieces", s.open_pieces),
                field("longest_rim", [&] {
                    read_or_null(s.longest_rim, [&](OpenRim& rim) {
                        json_.object(number_field("length", rim.length), point_field("middle", rim.middle));
                    });
                }));
        });
    }

    void read_index(std::optional<std::size_t>& index) {
        read_or_null(index, [&](std::size_t& i) { i = json_.count(); });
    }
    void read_count(std::optional<std::uint64_t>& count) {
        read_or_null(count, [&](std::uint64_t& n) { n = json_.count(); });
    }

    ContentHash read_hash() {
        const std::string digits = json_.string();
        ContentHash hash;
        const auto half = [&](std::size_t from, std::uint64_t& value) {
            const char* const first = digits.data() + from;
            const auto [end, error] = std::from_chars(first, first + 16, value, 16);
            return error == std::errc() && end == first + 16;
        };
        if (digits.size() != 32 || !half(0, hash.high) || !half(16, hash.low))
            json_.fail("'" + detail::shortened(digits) + "' is not a hash of 32 digits");
        return hash;
    }

    Pose read_pose() {
        const auto v = numbers<12>();
        try {
            return Pose(Pose::Matrix{
                {{v[0], v[1], v[2], v[3]}, {v[4], v[5], v[6], v[7]}, {v[8], v[9], v[10], v[11]}}});
        } catch (const Error& e) {
            json_.fail("a pose is wrong: " + e.problem());
        }
    }

    void read_counts() {
        ClashCounts& n = report_.counts;
        json_.object(count_field("total", n.pairs), count_field("apart_by_boxes", n.apart_by_boxes),
                     count_field("apart", n.apart), count_field("ignored", n.ignored),
                     count_field("clash", n.clash), count_field("inside", n.inside),
                     count_field("touch", n.touch), count_field("clearance", n.clearance),
                     count_field("undecided", n.undecided), count_field("not_compared", n.not_compared),
                     count_field("allowed", n.allowed));
    }

    void read_rules() {
        read_or_null(report_.rules, [&](UsedRules& rules) {
            json_.object(string_field("file", rules.file), field("unused", [&] {
                             json_.array([&] {
                                 UnusedRule& rule = rules.unused.emplace_back();
                                 json_.object(small_count_field("line", rule.line),
                                              string_field("text", rule.text));
                             });
                         }));
        });
    }

    void read_baseline() {
        read_or_null(report_.baseline, [&](BaselineSummary& b) {
            json_.object(string_field("file", b.file), count_field("new", b.added),
                         count_field("changed", b.changed), count_field("same", b.same),
                         field("resolved", [&] {
                             json_.array([&] {
                                 ResolvedFinding& r = b.resolved.emplace_back();
                                 read_finding(r.finding, r.path_a, r.path_b, r.part_a, r.part_b);
                             });
                         }));
        });
    }

    void read_found() {
        Named& named = named_.emplace_back();
        std::optional<std::size_t> a, b;
        ClashFinding& finding = report_.findings.emplace_back();
        read_finding(finding, named.a, named.b, a, b);
        if (!a || !b) json_.fail("a finding is not about two parts");
        finding.a = *a;
        finding.b = *b;
    }

    void read_finding(ClashFinding& f, std::string& path_a, std::string& path_b,
                      std::optional<std::size_t>& part_a, std::optional<std::size_t>& part_b) {
        json_.object(
            string_field("id", f.id), field("kind", [&] { f.kind = read_kind(); }), string_field("a", path_a),
            string_field("b", path_b), field("part_a", [&] { read_index(part_a); }),
            field("part_b", [&] { read_index(part_b); }),
            field("relation", [&] { f.relation = read_relation(); }),
            boolean_field("as_surfaces", f.as_surfaces), point_field("point", f.point),
            field("depth", [&] { read_depth(f.depth); }), field("volume", [&] { read_volume(f.volume); }),
            field("thickness", [&] { read_number(f.thickness); }),
            optional_field("faceting", [&] { read_faceting(f.faceting); }),
            field("distance", [&] { read_gap(f.gap); }),
            field("wanted_clearance", [&] { read_number(f.wanted_clearance); }),
            field("allowed", [&] { read_allowed(f.allowed); }),
            field("status", [&] { read_status(f.status); }),
            field("regions", [&] { json_.array([&] { read_region(f.regions.emplace_back()); }); }),
            optional_field("out_of_budget", [&] { read_figures(f.out_of_budget); }));
    }

    void read_figures(std::vector<Figure>& figures) {
        using enum Figure;
        if (json_.take_null()) return;
        json_.array([&] {
            figures.push_back(choice({relation, clearance, point, distance, regions, volume, depth},
                                     [](Figure f) { return name_of(f); }));
        });
    }

    FindingKind read_kind() {
        using enum FindingKind;
        return choice({clash, inside, undecided, clearance, touch}, [](FindingKind k) { return name_of(k); });
    }
    Relation read_relation() {
        using enum Relation;
        return choice({apart, touching, overlapping, a_in_b, b_in_a, not_closed, undecided},
                      [](Relation r) { return name_of(r); });
    }
    void read_status(std::optional<FindingStatus>& status) {
        using enum FindingStatus;
        read_or_null(status, [&](FindingStatus& value) {
            value = choice({added, changed, same}, [](FindingStatus s) { return name_of(s); });
        });
    }
    void read_depth(std::optional<DepthBounds>& depth) {
        read_or_null(depth, [&](DepthBounds& d) {
            json_.object(number_field("value", d.value), number_field("at_most", d.at_most));
        });
    }
    void read_volume(std::optional<VolumeBounds>& volume) {
        read_or_null(volume, [&](VolumeBounds& v) {
            json_.object(number_field("value", v.value), number_field("error", v.error));
        });
    }
    void read_faceting(std::optional<Faceting>& faceting) {
        read_or_null(faceting, [&](Faceting& f) {
            json_.object(number_field("tolerance", f.tolerance), boolean_field("explains", f.explains),
                         boolean_field("curved", f.curved), field("gap", [&] { read_number(f.gap); }));
        });
    }
    void read_gap(std::optional<FoundGap>& gap) {
        read_or_null(gap, [&](FoundGap& g) {
            json_.object(number_field("value", g.distance), point_field("point_a", g.point_a),
                         point_field("point_b", g.point_b));
        });
    }
    void read_allowed(std::optional<Allowance>& allowed) {
        read_or_null(allowed, [&](Allowance& a) {
            json_.object(small_count_field("line", a.line), number_field("depth", a.depth));
        });
    }

    void read_region(FoundRegion& region) {
        json_.object(
            box_field("box", region.box), field("depth", [&] { read_depth(region.depth); }),
            point_field("point", region.point), point_field("nearest", region.nearest),
            field("volume", [&] { read_volume(region.volume); }),
            field("thickness", [&] { read_number(region.thickness); }),
            optional_field("faceting", [&] { read_faceting(region.faceting); }),
            field("curves", [&] { json_.array([&] { read_curve(region.curves.emplace_back()); }); }));
    }

    void read_curve(IntersectionCurve& curve) {
        std::vector<double> flat;
        json_.object(boolean_field("closed", curve.closed),
                     field("points", [&] { json_.array([&] { flat.push_back(json_.number()); }); }));
        if (flat.size() % 3 != 0) json_.fail("the points of a curve are not three numbers each");
        curve.points.reserve(flat.size() / 3);
        for (std::size_t i = 0; i < flat.size(); i += 3)
            curve.points.push_back({flat[i], flat[i + 1], flat[i + 2]});
    }

    void read_run() {
        RunFacts& run = report_.run;
        json_.object(number_field("seconds", run.seconds), small_count_field("threads", run.threads),
                     string_field("graze", run.version),
                     optional_field("shard",
                                    [&] {
                                        read_or_null(run.shard, [&](ClashShard& shard) {
                                            json_.object(small_count_field("number", shard.number),
                                                         small_count_field("count", shard.count));
                                        });
                                    }),
                     optional_field("job", [&] { run.job = json_.string(); }),
                     optional_field("share", [&] { run.share = json_.count(); }),
                     optional_field("resumed", [&] { run.resumed = json_.count(); }));
    }

    // Called last, when all parts are known: keys come in any order.
    void check_parts_of_findings() const {
        for (const ClashPart& part : report_.parts)
            if (part.file && *part.file >= report_.files.size())
                json_.fail("part '" + part.path + "' is of a file that is not there");
        for (std::size_t i = 0; i < report_.findings.size(); ++i) {
            const ClashFinding& f = report_.findings[i];
            if (f.a >= f.b || f.b >= report_.parts.size() || report_.parts[f.a].path != named_[i].a ||
                report_.parts[f.b].path != named_[i].b)
                json_.fail("finding '" + f.id + "' is about parts that are not there");
        }
        if (report_.baseline)
            for (const ResolvedFinding& r : report_.baseline->resolved)
                if ((r.part_a && *r.part_a >= report_.parts.size()) ||
                    (r.part_b && *r.part_b >= report_.parts.size()))
                    json_.fail("resolved finding '" + r.finding.id + "' is about parts that are not there");
    }

    struct Named {
        std::string a, b;
    };
    JsonReader json_;
    ClashReport report_;
    std::vector<Named> named_;  // the paths of the parts of findings
};

}  // namespace

ClashReport parse_clashes(std::string_view json, const std::string& name) {
    try {
        return Reader(json).read();
    } catch (const Error& e) {
        throw e.within(name);
    }
}

}  // namespace graze::inline v1
