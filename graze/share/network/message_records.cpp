// Records as bytes.
#include "graze/share/network/detail/wire.h"
#include "graze/share/network/message.h"

namespace graze::inline v1 {
namespace detail {
namespace {

void write_state(WireWriter& out, const MovingState& s) {
    out.f64(s.time);
    out.vec_f64(s.position);
    out.f64(s.rotation.w), out.f64(s.rotation.x), out.f64(s.rotation.y), out.f64(s.rotation.z);
    out.vec_f64(s.velocity), out.vec_f64(s.acceleration), out.vec_f64(s.angular_velocity);
}

MovingState read_state(WireReader& in) {
    MovingState s;
    s.time = in.f64();
    s.position = in.vec_f64();
    s.rotation = in.quat_f64();
    s.velocity = in.vec_f64(), s.acceleration = in.vec_f64(), s.angular_velocity = in.vec_f64();
    return s;
}

struct RecordWriter {
    WireWriter& out;

    void operator()(const CreatedRecord& r) const {
        out.id(r.id), out.peer(r.owner), out.text(r.name), out.hash(r.shape), out.u64(r.groups);
        write_state(out, r.state);
    }
    void operator()(const OwnedRecord& r) const { out.id(r.id), out.peer(r.from), out.ownership(r.to); }
    void operator()(const RemovedRecord& r) const { out.id(r.id), out.u32(r.epoch); }
    void operator()(const LaunchedRecord& r) const {
        out.id(r.id), out.u32(r.epoch);
        write_state(out, r.state);
    }
    void operator()(const Verdict& v) const {
        out.id(v.pair.a), out.id(v.pair.b), out.ownership(v.owner_a), out.ownership(v.owner_b);
        out.u32(v.episode), out.f64(v.time), out.vec_f64(v.normal), out.u8(v.a_keeps_place ? 1 : 0);
        for (const JudgedMotion* m : {&v.a, &v.b}) out.vec_f64(m->position), out.vec_f64(m->velocity);
    }
};

RecordContent read_content(WireReader& in, std::uint8_t kind) {
    switch (kind) {
        case 0: {
            CreatedRecord r;
            r.id = in.id(), r.owner = in.peer(), r.name = in.text(max_shared_name), r.shape = in.hash();
            r.groups = in.u64();
            r.state = read_state(in);
            return r;
        }
        case 1: {
            OwnedRecord r;
            r.id = in.id(), r.from = in.peer(), r.to = in.ownership();
            return r;
        }
        case 2: {
            const SharedId id = in.id();
            return RemovedRecord{id, in.u32()};
        }
        case 3: {
            LaunchedRecord r;
            r.id = in.id(), r.epoch = in.u32();
            r.state = read_state(in);
            return r;
        }
        case 4: {
            Verdict v;
            v.pair.a = in.id(), v.pair.b = in.id();
            v.owner_a = in.ownership(), v.owner_b = in.ownership();
            v.episode = in.u32(), v.time = in.f64(), v.normal = in.vec_f64();
            const std::uint8_t keeps = in.u8();
            if (keeps > 1) in.spoil();
            v.a_keeps_place = keeps == 1;
            for (JudgedMotion* m : {&v.a, &v.b}) m->position = in.vec_f64(), m->velocity = in.vec_f64();
            return v;
        }
        default:
            in.spoil();
            return RemovedRecord{};
    }
}

}  // namespace

void write_record(WireWriter& out, const Record& record) {
    out.peer(record.origin), out.u64(record.number);
    out.u8(static_cast<std::uint8_t>(record.content.index()));
    std::visit(RecordWriter{out}, record.content);
}

Record read_record(WireReader& in) {
    Record record;
    record.origin = in.peer(), record.number = in.u64();
    record.content = read_content(in, in.u8());
    return record;
}

}  // namespace detail

void append_record(const Record& record, std::string& bytes) {
    detail::WireWriter out(bytes);
    detail::write_record(out, record);
}

std::size_t encoded_size(const Record& record) {
    std::string bytes;
    append_record(record, bytes);
    return bytes.size();
}

}  // namespace graze::inline v1
