#include <array>
#include <utility>

#include "graze/clash/files/clash_file.h"
#include "graze/clash/files/detail/json_text.h"

namespace graze::inline v1 {
namespace {

using detail::JsonText;

class Writer {
  public:
    Writer(const ClashReport& report, JsonText::Send send) : report_(report), json_(std::move(send)) {}

    void write() {
        json_.begin('{');
        line("schema");
        json_.string("graze.clash/2");
        line("complete");
        json_.boolean(report_.complete());
        line("metres_per_unit");
        number_or_null(report_.metres_per_unit);
        line("settings");
        write_settings();
        line("files");
        list(report_.files, [&](const ClashFile& file) { write_file(file); });
        line("parts");
        list(report_.parts, [&](const ClashPart& part) { write_part(part); });
        line("pairs");
        write_counts();
        line("rules");
        or_null(report_.rules, [&](const UsedRules& rules) { write_rules(rules); });
        line("baseline");
        or_null(report_.baseline, [&](const BaselineSummary& baseline) { write_baseline(baseline); });
        line("findings");
        list(report_.findings, [&](const ClashFinding& f) {
            write_finding(f, report_.parts[f.a].path, report_.parts[f.b].path, f.a, f.b);
        });
        line("remarks");
        write_strings(report_.remarks);
        line("run");
        write_run();
        json_.end_line('}', 0);
        json_.finish();
    }

  private:
    void line(std::string_view name) { json_.key_line(name, 1); }

    template <typename Item, typename Write>
    void list(const std::vector<Item>& items, Write&& write_item) {
        json_.begin('[');
        for (const Item& item : items) {
            json_.next_line(2);
            write_item(item);
        }
        json_.end_line(']', 1);
    }

    void write_strings(const std::vector<std::string>& texts) {
        json_.begin('[');
        for (const std::string& text : texts) {
            json_.next();
            json_.string(text);
        }
        json_.end(']');
    }

    template <typename Value, typename Write>
    void or_null(const std::optional<Value>& value, Write&& write_value) {
        if (value)
            write_value(*value);
        else
            json_.null();
    }
    void number_or_null(const std::optional<double>& value) {
        or_null(value, [&](double v) { json_.number(v); });
    }

    void key_string(std::string_view name, std::string_view value) {
        json_.key(name);
        json_.string(value);
    }
    void key_count(std::string_view name, std::uint64_t value) {
        json_.key(name);
        json_.count(value);
    }
    void key_count(std::string_view name, const std::optional<std::size_t>& value) {
        json_.key(name);
        or_null(value, [&](std::size_t v) { json_.count(v); });
    }
    void key_number(std::string_view name, double value) {
        json_.key(name);
        json_.number(value);
    }
    void key_boolean(std::string_view name, bool value) {
        json_.key(name);
        json_.boolean(value);
    }
    void add(double value) {
        json_.next();
        json_.number(value);
    }
    void add(const Vec3& p) {
        add(p.x);
        add(p.y);
        add(p.z);
    }
    void key_point(std::string_view name, const Vec3& p) {
        json_.key(name);
        json_.begin('[');
        add(p);
        json_.end(']');
    }
    void key_box(std::string_view name, const Box& box) {
        json_.key(name);
        if (box.empty()) {
            json_.null();
            return;
        }
        json_.begin('[');
        add(box.lower);
        add(box.upper);
        json_.end(']');
    }

    void write_settings() {
        json_.begin('{');
        key_number("clearance", report_.options.clearance);
        key_number("touch", report_.options.touch);
        key_string("open_parts",
                   report_.options.open_parts == OpenMeshes::as_surfaces ? "surfaces" : "refuse");
        key_count("budget", report_.options.budget);
        json_.key("between");
        or_null(report_.options.between, [&](const RuleSides& sides) {
            json_.begin('{');
            json_.key("a");
            write_strings(sides.a);
            json_.key("b");
            write_strings(sides.b);
            json_.end('}');
        });
        key_boolean("as_tessellated", report_.options.as_tessellated);
        json_.end('}');
    }

    void write_file(const ClashFile& file) {
        json_.begin('{');
        key_string("file", file.file);
        key_string("format", file.format);
        key_string("precision", file.single_precision ? "single" : "double");
        key_count("parts", file.part_count);
        json_.key("skipped");
        json_.begin('[');
        for (const Skipped& s : file.skipped) {
            json_.next();
            json_.begin('{');
            key_string("what", s.what);
            key_count("count", s.count);
            json_.end('}');
        }
        json_.end(']');
        json_.key("metres_per_unit");
        number_or_null(file.metres_per_unit);
        json_.key("stated_metres_per_unit");
        number_or_null(file.stated_unit);
        key_boolean("turned", file.turned);
        json_.end('}');
    }

    void write_part(const ClashPart& part) {
        json_.begin('{');
        key_string("path", part.path);
        if (!part.name.empty()) key_string("name", part.name);
        key_count("file", part.file);
        key_count("triangles", part.triangles);
        key_boolean("closed", part.closed);
        json_.key("why_not_closed");
        if (part.why_not_closed.empty())
            json_.null();
        else
            json_.string(part.why_not_closed);
        key_string("hash", part.hash.hex());
        json_.key("pose");
        json_.begin('[');
        for (const auto& row : part.world_from_part.matrix())
            for (const double v : row) add(v);
        json_.end(']');
        key_box("box", part.box);
        if (!part.attributes.empty()) {
            json_.key("attributes");
            json_.begin('[');
            for (const Attribute& attribute : part.attributes) {
                json_.next();
                json_.begin('{');
                key_string("name", attribute.name);
                key_string("value", attribute.value);
                json_.end('}');
            }
            json_.end(']');
        }
        if (part.stitched) {
            json_.key("stitched");
            write_stitched(*part.stitched);
        }
        json_.end('}');
    }

    void write_stitched(const StitchReport& s) {
        json_.begin('{');
        key_number("tolerance", s.tolerance);
        key_boolean("closed", s.closed);
        key_number("moved_by", s.moved_by());
        key_number("largest_move", s.largest_move);
        key_number("widest_gap", s.widest_gap);
        for (const auto& [name, count] :
             {std::pair{"joined_edges", s.joined_edges}, std::pair{"split_edges", s.split_edges},
              std::pair{"merged_points", s.merged_points}, std::pair{"added_triangles", s.added_triangles},
              std::pair{"open_edges", s.open_edges}, std::pair{"open_rims", s.open_rims},
              std::pair{"open_pieces", s.open_pieces}})
            key_count(name, count);
        json_.key("longest_rim");
        or_null(s.longest_rim, [&](const OpenRim& rim) {
            json_.begin('{');
            key_number("length", rim.length);
            key_point("middle", rim.middle);
            json_.end('}');
        });
        json_.end('}');
    }

    void write_counts() {
        const ClashCounts& n = report_.counts;
        json_.begin('{');
        for (const auto& [name, count] :
             {std::pair{"total", n.pairs}, std::pair{"apart_by_boxes", n.apart_by_boxes},
              std::pair{"apart", n.apart}, std::pair{"ignored", n.ignored}, std::pair{"clash", n.clash},
              std::pair{"inside", n.inside}, std::pair{"touch", n.touch}, std::pair{"clearance", n.clearance},
              std::pair{"undecided", n.undecided}, std::pair{"not_compared", n.not_compared},
              std::pair{"allowed", n.allowed}})
            key_count(name, count);
        json_.end('}');
    }

    void write_rules(const UsedRules& rules) {
        json_.begin('{');
        key_string("file", rules.file);
        json_.key("unused");
        list(rules.unused, [&](const UnusedRule& rule) {
            json_.begin('{');
            key_count("line", rule.line);
            key_string("text", rule.text);
            json_.end('}');
        });
        json_.end('}');
    }

    void write_baseline(const BaselineSummary& baseline) {
        json_.begin('{');
        key_string("file", baseline.file);
        key_count("new", baseline.added);
        key_count("changed", baseline.changed);
        key_count("same", baseline.same);
        json_.key("resolved");
        list(baseline.resolved, [&](const ResolvedFinding& r) {
            write_finding(r.finding, r.path_a, r.path_b, r.part_a, r.part_b);
        });
        json_.end('}');
    }

    void write_finding(const ClashFinding& f, std::string_view path_a, std::string_view path_b,
                       std::optional<std::size_t> part_a, std::optional<std::size_t> part_b) {
        json_.begin('{');
        key_string("id", f.id);
        key_string("kind", name_of(f.kind));
        key_string("a", path_a);
        key_string("b", path_b);
        key_count("part_a", part_a);
        key_count("part_b", part_b);
        key_string("relation", name_of(f.relation));
        key_boolean("as_surfaces", f.as_surfaces);
        key_point("point", f.point);
        key_depth(f.depth);
        key_volume(f.volume);
        key_thickness(f.thickness);
        key_faceting(f.faceting);
        key_gap(f.gap);
        json_.key("wanted_clearance");
        number_or_null(f.wanted_clearance);
        key_allowed(f.allowed);
        json_.key("status");
        or_null(f.status, [&](FindingStatus status) { json_.string(name_of(status)); });
        json_.key("regions");
        json_.begin('[');
        for (const FoundRegion& region : f.regions) {
            json_.next();
            write_region(region);
        }
        json_.end(']');
        key_figures(f.out_of_budget);
        json_.end('}');
    }

    void key_figures(const std::vector<Figure>& figures) {
        json_.key("out_of_budget");
        if (figures.empty()) {
            json_.null();
            return;
        }
        json_.begin('[');
        for (const Figure figure : figures) {
            json_.next();
            json_.string(name_of(figure));
        }
        json_.end(']');
    }
    void key_depth(const std::optional<DepthBounds>& depth) {
        json_.key("depth");
        or_null(depth, [&](const DepthBounds& d) {
            json_.begin('{');
            key_number("value", d.value);
            key_number("at_most", d.at_most);
            json_.end('}');
        });
    }
    void key_volume(const std::optional<VolumeBounds>& volume) {
        json_.key("volume");
        or_null(volume, [&](const VolumeBounds& v) {
            json_.begin('{');
            key_number("value", v.value);
            key_number("error", v.error);
            json_.end('}');
        });
    }
    void key_thickness(const std::optional<double>& thickness) {
        json_.key("thickness");
        number_or_null(thickness);
    }
    void key_faceting(const std::optional<Faceting>& faceting) {
        json_.key("faceting");
        or_null(faceting, [&](const Faceting& f) {
            json_.begin('{');
            key_number("tolerance", f.tolerance);
            key_boolean("explains", f.explains);
            key_boolean("curved", f.curved);
            json_.key("gap");
            number_or_null(f.gap);
            json_.end('}');
        });
    }
    void key_gap(const std::optional<FoundGap>& gap) {
        json_.key("distance");
        or_null(gap, [&](const FoundGap& g) {
            json_.begin('{');
            key_number("value", g.distance);
            key_point("point_a", g.point_a);
            key_point("point_b", g.point_b);
            json_.end('}');
        });
    }
    void key_allowed(const std::optional<Allowance>& allowed) {
        json_.key("allowed");
        or_null(allowed, [&](const Allowance& a) {
            json_.begin('{');
            key_count("line", a.line);
            key_number("depth", a.depth);
            json_.end('}');
        });
    }

    void write_region(const FoundRegion& region) {
        json_.begin('{');
        key_box("box", region.box);
        key_depth(region.depth);
        key_point("point", region.point);
        key_point("nearest", region.nearest);
        key_volume(region.volume);
        key_thickness(region.thickness);
        key_faceting(region.faceting);
        json_.key("curves");
        json_.begin('[');
        for (const IntersectionCurve& curve : region.curves) {
            json_.next();
            json_.begin('{');
            key_boolean("closed", curve.closed);
            json_.key("points");
            json_.begin('[');
            for (const Vec3& p : curve.points) add(p);
            json_.end(']');
            json_.end('}');
        }
        json_.end(']');
        json_.end('}');
    }

    void write_run() {
        const RunFacts& run = report_.run;
        json_.begin('{');
        key_number("seconds", run.seconds);
        key_count("threads", run.threads);
        key_string("graze", run.version);
        json_.key("shard");
        or_null(run.shard, [&](const ClashShard& shard) {
            json_.begin('{');
            key_count("number", shard.number);
            key_count("count", shard.count);
            json_.end('}');
        });
        key_string("job", run.job);
        key_count("share", run.share);
        key_count("resumed", run.resumed);
        json_.end('}');
    }

    const ClashReport& report_;
    JsonText json_;
};

}  // namespace

void write_clashes(const ClashReport& report, const std::function<void(std::string_view)>& send) {
    Writer(report, send).write();
}

std::string format_clashes(const ClashReport& report) {
    std::string text;
    write_clashes(report, [&](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace graze::inline v1
