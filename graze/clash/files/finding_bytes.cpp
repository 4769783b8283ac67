#include <bit>
#include <limits>

#include "graze/base/error.h"
#include "graze/clash/files/detail/finding_bytes.h"

namespace graze::inline v1::detail {
namespace {

[[noreturn]] void refuse(const char* problem) {
    throw Error(problem, "findings as bytes");
}

// Which fields of a finding are present.
enum FindingFlag : std::uint16_t {
    as_surfaces = 1,
    has_depth = 2,
    has_volume = 4,
    has_gap = 8,
    has_wanted_clearance = 16,
    has_allowance = 32,
    has_status = 64,
    has_id = 128,
    has_thickness = 256,
    has_faceting = 512,
    all_flags = 1023,
};

unsigned flag_if(bool condition, FindingFlag flag) {
    return condition ? unsigned{flag} : 0u;
}

unsigned flags_of(const ClashFinding& f) {
    return flag_if(f.as_surfaces, as_surfaces) | flag_if(f.depth.has_value(), has_depth) |
           flag_if(f.volume.has_value(), has_volume) | flag_if(f.thickness.has_value(), has_thickness) |
           flag_if(f.gap.has_value(), has_gap) |
           flag_if(f.wanted_clearance.has_value(), has_wanted_clearance) |
           flag_if(f.allowed.has_value(), has_allowance) | flag_if(f.status.has_value(), has_status) |
           flag_if(!f.id.empty(), has_id) | flag_if(f.faceting.has_value(), has_faceting);
}

constexpr std::size_t point_size = 3 * sizeof(double), box_size = 2 * point_size;

void write(ByteWriter& out, const DepthBounds& depth) {
    out.number(depth.value);
    out.number(depth.at_most);
}

DepthBounds read_depth(ByteReader& in) {
    const double value = in.number();
    return {value, in.number()};
}

void write(ByteWriter& out, const VolumeBounds& volume) {
    out.number(volume.value);
    out.number(volume.error);
}

VolumeBounds read_volume(ByteReader& in) {
    const double value = in.number();
    return {value, in.number()};
}

void write(ByteWriter& out, const Faceting& faceting) {
    const auto& [tolerance, explains, curved, gap] = faceting;
    out.byte(static_cast<std::uint8_t>((explains ? 1 : 0) + (gap ? 2 : 0) + (curved ? 4 : 0)));
    out.number(tolerance);
    if (gap) out.number(*gap);
}

Faceting read_faceting(ByteReader& in) {
    const std::uint8_t flags = in.byte_below(8);
    Faceting faceting{
        .tolerance = in.number(), .explains = (flags & 1) != 0, .curved = (flags & 4) != 0, .gap = {}};
    if (flags & 2) faceting.gap = in.number();
    return faceting;
}

void write(ByteWriter& out, const IntersectionCurve& curve) {
    out.byte(curve.closed ? 1 : 0);
    out.count(curve.points.size());
    for (const Vec3& p : curve.points) out.point(p);
}

IntersectionCurve read_curve(ByteReader& in) {
    IntersectionCurve curve;
    curve.closed = in.byte_below(2) == 1;
    curve.points.resize(in.count_of(point_size));
    for (Vec3& p : curve.points) p = in.point();
    return curve;
}

// All members by name here and below: a new member does not compile until it is written.
void write(ByteWriter& out, const FoundRegion& region) {
    const auto& [box, depth, point, nearest, volume, thickness, curves, faceting] = region;
    out.byte(static_cast<std::uint8_t>((depth ? 1 : 0) + (volume ? 2 : 0) + (thickness ? 4 : 0) +
                                       (faceting ? 8 : 0)));
    out.box(box);
    if (depth) write(out, *depth);
    out.point(point);
    out.point(nearest);
    if (volume) write(out, *volume);
    if (thickness) out.number(*thickness);
    if (faceting) write(out, *faceting);
    out.count(curves.size());
    for (const IntersectionCurve& curve : curves) write(out, curve);
}

FoundRegion read_region(ByteReader& in) {
    FoundRegion region;
    const std::uint8_t flags = in.byte_below(16);
    region.box = in.box();
    if (flags & 1) region.depth = read_depth(in);
    region.point = in.point();
    region.nearest = in.point();
    if (flags & 2) region.volume = read_volume(in);
    if (flags & 4) region.thickness = in.number();
    if (flags & 8) region.faceting = read_faceting(in);
    constexpr std::size_t smallest_curve = 2;
    region.curves.resize(in.count_of(smallest_curve));
    for (IntersectionCurve& curve : region.curves) curve = read_curve(in);
    return region;
}

}  // namespace

void ByteWriter::count(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
}

void ByteWriter::fixed(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) byte(static_cast<std::uint8_t>(value >> (8 * i)));
}

void ByteWriter::number(double value) {
    fixed(std::bit_cast<std::uint64_t>(value));
}

void ByteWriter::point(const Vec3& p) {
    number(p.x);
    number(p.y);
    number(p.z);
}

void ByteWriter::box(const Box& b) {
    point(b.lower);
    point(b.upper);
}

void ByteWriter::text(std::string_view value) {
    count(value.size());
    content_ += value;
}

std::span<const std::byte> ByteReader::take(std::size_t count) {
    if (count > rest_.size()) refuse("end too early");
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
}

std::uint8_t ByteReader::byte() {
    return std::to_integer<std::uint8_t>(take(1)[0]);
}

std::uint8_t ByteReader::byte_below(std::uint8_t limit) {
    const std::uint8_t value = byte();
    if (value >= limit) refuse("have a value that means nothing");
    return value;
}

std::uint64_t ByteReader::count() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const std::uint64_t bits = byte();
        value |= (bits & 0x7f) << shift;
        if (bits < 0x80) return value;
    }
    refuse("have a number that does not end");
}

std::size_t ByteReader::count_of(std::size_t size) {
    const std::uint64_t n = count();
    if (n > rest_.size() / size) refuse("end too early");
    return n;
}

std::uint64_t ByteReader::fixed() {
    const auto bytes = take(8);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return value;
}

double ByteReader::number() {
    return std::bit_cast<double>(fixed());
}

Vec3 ByteReader::point() {
    const double x = number(), y = number();
    return {x, y, number()};
}

Box ByteReader::box() {
    Box b;
    b.lower = point();
    b.upper = point();
    return b;
}

std::string ByteReader::text() {
    const auto bytes = take(count_of(1));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write_finding(ByteWriter& out, const ClashFinding& finding) {
    const auto& [id, a, b, kind, relation, surfaces, point, depth, volume, thickness, faceting, gap,
                 wanted_clearance, allowed, status, regions, out_of_budget] = finding;
    out.count(a);
    out.count(b);
    out.byte(static_cast<std::uint8_t>(kind));
    out.byte(static_cast<std::uint8_t>(relation));
    out.count(flags_of(finding));
    out.point(point);
    if (depth) write(out, *depth);
    if (volume) write(out, *volume);
    if (thickness) out.number(*thickness);
    if (faceting) write(out, *faceting);
    if (gap) {
        out.number(gap->distance);
        out.point(gap->point_a);
        out.point(gap->point_b);
    }
    if (wanted_clearance) out.number(*wanted_clearance);
    if (allowed) {
        out.count(allowed->line);
        out.number(allowed->depth);
    }
    if (status) out.byte(static_cast<std::uint8_t>(*status));
    if (!id.empty()) out.text(id);
    out.count(regions.size());
    for (const FoundRegion& region : regions) write(out, region);
    out.count(out_of_budget.size());
    for (const Figure figure : out_of_budget) out.byte(static_cast<std::uint8_t>(figure));
}

ClashFinding read_finding(ByteReader& in) {
    constexpr auto below = [](auto last) { return static_cast<std::uint8_t>(static_cast<int>(last) + 1); };
    ClashFinding f;
    f.a = in.count();
    f.b = in.count();
    f.kind = static_cast<FindingKind>(in.byte_below(below(FindingKind::touch)));
    f.relation = static_cast<Relation>(in.byte_below(below(Relation::undecided)));
    const std::uint64_t flags = in.count();
    if (flags > all_flags) refuse("have a value that means nothing");
    f.as_surfaces = (flags & as_surfaces) != 0;
    f.point = in.point();
    if (flags & has_depth) f.depth = read_depth(in);
    if (flags & has_volume) f.volume = read_volume(in);
    if (flags & has_thickness) f.thickness = in.number();
    if (flags & has_faceting) f.faceting = read_faceting(in);
    if (flags & has_gap) {
        f.gap.emplace();
        f.gap->distance = in.number();
        f.gap->point_a = in.point();
        f.gap->point_b = in.point();
    }
    if (flags & has_wanted_clearance) f.wanted_clearance = in.number();
    if (flags & has_allowance) {
        const std::uint64_t line = in.count();
        if (line > std::numeric_limits<std::uint32_t>::max()) refuse("have a line beyond all files");
        f.allowed = Allowance{static_cast<std::uint32_t>(line), in.number()};
    }
    if (flags & has_status) f.status = static_cast<FindingStatus>(in.byte_below(below(FindingStatus::same)));
    if (flags & has_id) f.id = in.text();
    constexpr std::size_t smallest_region = 1 + box_size + 2 * point_size + 1;
    f.regions.resize(in.count_of(smallest_region));
    for (FoundRegion& region : f.regions) region = read_region(in);
    f.out_of_budget.resize(in.count_of(1));
    for (Figure& figure : f.out_of_budget) figure = static_cast<Figure>(in.byte_below(below(Figure::depth)));
    return f;
}

}  // namespace graze::inline v1::detail
