#include "graze/share/network/message.h"

#include <cmath>

#include "graze/base/float_rounding.h"
#include "graze/share/network/detail/wire.h"

namespace graze::inline v1 {
namespace {

using detail::WireReader;
using detail::WireWriter;

constexpr std::uint16_t message_mark = 0x5a47;  // "GZ"

// Parts of a state that are mostly absent.
enum StateFlags : std::uint8_t { has_rotation = 1, has_acceleration = 2, has_turning = 4, has_time = 8 };

bool is_zero(const Vec3& v) {
    return v == Vec3{};
}

std::uint8_t flags_of(const MovingState& s, double sent) {
    const Quat& q = s.rotation;
    const bool turned = q.w != 1 || q.x != 0 || q.y != 0 || q.z != 0;
    return static_cast<std::uint8_t>(
        (turned ? has_rotation : 0) | (is_zero(s.acceleration) ? 0 : has_acceleration) |
        (is_zero(s.angular_velocity) ? 0 : has_turning) | (s.time == sent ? 0 : has_time));
}

void write_update(WireWriter& out, const MotionMessage::Update& u, double sent) {
    const MovingState& s = u.state;
    const std::uint8_t flags = flags_of(s, sent);
    out.id(u.id), out.u32(u.epoch), out.u8(flags);
    if ((flags & has_time) != 0) out.f64(s.time);
    out.vec_f64(s.position);
    if ((flags & has_rotation) != 0)
        out.f32(s.rotation.w), out.f32(s.rotation.x), out.f32(s.rotation.y), out.f32(s.rotation.z);
    out.vec_f32(s.velocity);
    if ((flags & has_acceleration) != 0) out.vec_f32(s.acceleration);
    if ((flags & has_turning) != 0) out.vec_f32(s.angular_velocity);
}

MotionMessage::Update read_update(WireReader& in, double sent) {
    MotionMessage::Update u;
    u.id = in.id(), u.epoch = in.u32();
    const std::uint8_t flags = in.u8();
    if (flags > 15) in.spoil();
    u.state.time = (flags & has_time) != 0 ? in.f64() : sent;
    u.state.position = in.vec_f64();
    if ((flags & has_rotation) != 0) u.state.rotation = in.quat_f32();
    u.state.velocity = in.vec_f32();
    if ((flags & has_acceleration) != 0) u.state.acceleration = in.vec_f32();
    if ((flags & has_turning) != 0) u.state.angular_velocity = in.vec_f32();
    if (!is_valid(u.state)) in.spoil();
    return u;
}

struct ContentWriter {
    WireWriter& out;
    double sent;

    void operator()(const StatusMessage& m) const {
        out.f64(m.echo_sent), out.f64(m.echo_age), out.u8(m.wants_copy ? 1 : 0);
        out.vec_f64(m.interest.region.lower), out.vec_f64(m.interest.region.upper);
        out.u64(m.interest.groups);
        out.vec_f32(m.view.eye), out.vec_f32(m.view.direction), out.f32(m.view.cosine);
        out.u16(static_cast<std::uint16_t>(m.known.size()));
        for (const StatusMessage::Known& k : m.known)
            out.peer(k.peer), out.u64(k.records), out.u64(k.address);
        out.u16(static_cast<std::uint16_t>(m.echoes.size()));
        for (const StatusMessage::Echo& e : m.echoes) out.peer(e.peer), out.f64(e.sent), out.f64(e.age);
    }
    void operator()(const MotionMessage& m) const {
        out.u16(static_cast<std::uint16_t>(m.updates.size()));
        for (const MotionMessage::Update& u : m.updates) write_update(out, u, sent);
    }
    void operator()(const RecordsMessage& m) const {
        out.u16(static_cast<std::uint16_t>(m.records.size()));
        for (const Record& r : m.records) detail::write_record(out, r);
    }
    void operator()(const BlobRequest& m) const { out.hash(m.hash), out.u64(m.offset); }
    void operator()(const BlobPiece& m) const {
        out.hash(m.hash), out.u64(m.total), out.u64(m.offset);
        out.text({reinterpret_cast<const char*>(m.bytes.data()), m.bytes.size()});
    }
    void operator()(const CopyOffer& m) const { out.hash(m.hash), out.u64(m.total); }
    void operator()(const GrabRequest& m) const { out.id(m.id), out.u32(m.epoch); }
    void operator()(const Goodbye&) const {}
};

StatusMessage read_status(WireReader& in) {
    StatusMessage m;
    m.echo_sent = in.f64(), m.echo_age = in.f64();
    const std::uint8_t wants = in.u8();
    if (wants > 1) in.spoil();
    m.wants_copy = wants == 1;
    m.interest.region.lower = in.vec_f64(), m.interest.region.upper = in.vec_f64();
    m.interest.groups = in.u64();
    m.view.eye = in.vec_f32(), m.view.direction = in.vec_f32(), m.view.cosine = in.f32();
    m.known.resize(in.count_of(24));
    for (StatusMessage::Known& k : m.known) k.peer = in.peer(), k.records = in.u64(), k.address = in.u64();
    m.echoes.resize(in.count_of(24));
    for (StatusMessage::Echo& e : m.echoes) e.peer = in.peer(), e.sent = in.f64(), e.age = in.f64();
    const bool numbers = is_finite(m.view.eye) && is_finite(m.view.direction) && std::isfinite(m.view.cosine);
    const Vec3 &lower = m.interest.region.lower, &upper = m.interest.region.upper;
    if (!numbers || std::isnan(lower.x + lower.y + lower.z) || std::isnan(upper.x + upper.y + upper.z))
        in.spoil();
    return m;
}

MessageContent read_message_content(WireReader& in, std::uint8_t kind, double sent) {
    switch (kind) {
        case 0:
            return read_status(in);
        case 1: {
            MotionMessage m;
            m.updates.resize(in.count_of(53));
            for (MotionMessage::Update& u : m.updates) u = read_update(in, sent);
            return m;
        }
        case 2: {
            RecordsMessage m;
            m.records.resize(in.count_of(detail::smallest_record));
            for (Record& r : m.records) r = detail::read_record(in);
            return m;
        }
        case 3: {
            BlobRequest m;
            m.hash = in.hash(), m.offset = in.u64();
            return m;
        }
        case 4: {
            BlobPiece m;
            m.hash = in.hash(), m.total = in.u64(), m.offset = in.u64();
            const auto bytes = in.bytes(in.u16());
            m.bytes.assign(bytes.begin(), bytes.end());
            if (m.offset > m.total || m.bytes.size() > m.total - m.offset) in.spoil();
            return m;
        }
        case 5: {
            CopyOffer m;
            m.hash = in.hash(), m.total = in.u64();
            return m;
        }
        case 6: {
            GrabRequest m;
            m.id = in.id(), m.epoch = in.u32();
            return m;
        }
        case 7:
            return Goodbye{};
        default:
            in.spoil();
            return Goodbye{};
    }
}

double as_float(double v) {
    return static_cast<double>(nearest_float(v));
}
Vec3 as_floats(const Vec3& v) {
    return {as_float(v.x), as_float(v.y), as_float(v.z)};
}

}  // namespace

std::vector<std::byte> encoded(const Message& message) {
    std::string bytes;
    WireWriter out(bytes);
    out.u16(message_mark), out.u8(message_version),
        out.u8(static_cast<std::uint8_t>(message.content.index()));
    out.peer(message.from), out.f64(message.sent);
    std::visit(ContentWriter{out, message.sent}, message.content);
    const auto* const data = reinterpret_cast<const std::byte*>(bytes.data());
    return {data, data + bytes.size()};
}

DecodedMessage decoded(std::span<const std::byte> bytes) {
    if (bytes.size() > max_datagram) return {{}, "a datagram is longer than any message"};
    WireReader in(bytes);
    if (in.u16() != message_mark) return {{}, "a datagram is not a message of graze"};
    if (const std::uint8_t version = in.u8(); version != message_version)
        return {{},
                "a message has version " + std::to_string(version) + ", not " +
                    std::to_string(message_version) + "; use the same version of graze everywhere"};
    const std::uint8_t kind = in.u8();
    Message message;
    message.from = in.peer(), message.sent = in.f64();
    if (!in.good() || message.from.nobody() || !std::isfinite(message.sent))
        return {{}, "a message does not say who sent it, or when"};
    message.content = read_message_content(in, kind, message.sent);
    if (!in.complete()) return {{}, "a message of kind " + std::to_string(kind) + " is malformed"};
    return {std::move(message), {}};
}

MovingState rounded_for_sending(const MovingState& state) {
    MovingState s = state;
    s.rotation = {as_float(s.rotation.w), as_float(s.rotation.x), as_float(s.rotation.y),
                  as_float(s.rotation.z)};
    s.velocity = as_floats(s.velocity), s.acceleration = as_floats(s.acceleration);
    s.angular_velocity = as_floats(s.angular_velocity);
    return s;
}

}  // namespace graze::inline v1
