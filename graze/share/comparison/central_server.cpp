#include "graze/share/comparison/central_server.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/float_rounding.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/ray/ray.h"
#include "graze/share/network/detail/wire.h"

namespace graze::inline v1 {
namespace {

using detail::WireReader;
using detail::WireWriter;

// "GC", a version, and what it is.
constexpr std::uint16_t central_mark = 0x4347;
constexpr std::uint8_t central_version = 2, inputs_kind = 0, answer_kind = 1;
constexpr std::size_t inputs_at_once = 24, waiting_inputs_most = 512;
constexpr std::size_t objects_at_once = 36, shots_at_once = 8;
constexpr float longest_input = 0.25F;

std::span<const std::byte> as_wire(const std::string& text) {
    return std::as_bytes(std::span(text));
}

Vec3 rounded_to_floats(const Vec3& v) {
    return {static_cast<double>(nearest_float(v.x)), static_cast<double>(nearest_float(v.y)),
            static_cast<double>(nearest_float(v.z))};
}

struct InputsMessage {
    std::uint32_t id = 0;
    Vec3 begin{};
    std::vector<CentralInput> inputs;
    std::vector<CentralShot> shots;  // that were not answered yet
};
struct AnswerMessage {
    double time = 0;            // of the server
    std::uint32_t applied = 0;  // of the receiver's inputs
    std::vector<std::pair<std::uint32_t, Vec3>> places;
    std::vector<CentralHit> hits;  // of the receiver's last shots
};

std::string inputs_bytes(const InputsMessage& m) {
    std::string bytes;
    WireWriter out(bytes);
    out.u16(central_mark), out.u8(central_version), out.u8(inputs_kind);
    out.u32(m.id), out.vec_f64(m.begin), out.u16(static_cast<std::uint16_t>(m.inputs.size()));
    for (const CentralInput& i : m.inputs)
        out.u32(i.number), out.f32(static_cast<double>(i.duration)), out.vec_f32(i.velocity);
    out.u16(static_cast<std::uint16_t>(m.shots.size()));
    for (const CentralShot& s : m.shots)
        out.u32(s.number), out.vec_f64(s.origin), out.vec_f32(s.direction), out.f64(s.seen_at);
    return bytes;
}

std::string answer_bytes(const AnswerMessage& m) {
    std::string bytes;
    WireWriter out(bytes);
    out.u16(central_mark), out.u8(central_version), out.u8(answer_kind);
    out.f64(m.time), out.u32(m.applied), out.u16(static_cast<std::uint16_t>(m.places.size()));
    for (const auto& [id, place] : m.places) out.u32(id), out.vec_f64(place);
    out.u16(static_cast<std::uint16_t>(m.hits.size()));
    for (const CentralHit& h : m.hits) out.u32(h.number), out.u32(h.target);
    return bytes;
}

bool begins(WireReader& in, std::uint8_t kind) {
    const bool marked = in.u16() == central_mark;
    const bool version = in.u8() == central_version;
    return in.u8() == kind && marked && version && in.good();
}

std::optional<InputsMessage> parsed_inputs(std::span<const std::byte> bytes) {
    WireReader in(bytes);
    if (!begins(in, inputs_kind)) return {};
    InputsMessage m;
    m.id = in.u32(), m.begin = in.vec_f64();
    m.inputs.resize(in.count_of(20));
    for (CentralInput& i : m.inputs) {
        i.number = in.u32();
        i.duration = static_cast<float>(in.f32());
        i.velocity = in.vec_f32();
        if (!(i.duration >= 0 && i.duration <= longest_input) || !is_in_range(i.velocity)) in.spoil();
    }
    m.shots.resize(in.count_of(48));
    for (CentralShot& s : m.shots) {
        s.number = in.u32(), s.origin = in.vec_f64(), s.direction = in.vec_f32(), s.seen_at = in.f64();
        if (!is_in_range(s.origin) || !is_in_range(s.direction) || !(length(s.direction) > 0) ||
            !std::isfinite(s.seen_at))
            in.spoil();
    }
    if (!in.complete() || m.id == 0 || !is_in_range(m.begin)) return {};
    return m;
}

std::optional<AnswerMessage> parsed_answer(std::span<const std::byte> bytes) {
    WireReader in(bytes);
    if (!begins(in, answer_kind)) return {};
    AnswerMessage m;
    m.time = in.f64(), m.applied = in.u32();
    m.places.resize(in.count_of(28));
    for (auto& [id, place] : m.places) {
        id = in.u32(), place = in.vec_f64();
        if (!is_in_range(place)) in.spoil();
    }
    m.hits.resize(in.count_of(8));
    for (CentralHit& h : m.hits) h.number = in.u32(), h.target = in.u32();
    if (!in.complete() || !std::isfinite(m.time)) return {};
    return m;
}

}  // namespace

bool CentralSimulation::apply(std::uint32_t id, const CentralInput& input) {
    const auto it = objects_.find(id);
    if (it == objects_.end()) return false;
    const Vec3 tentative = it->second.position + input.velocity * static_cast<double>(input.duration);
    if (!is_in_range(tentative)) return false;
    const Pose pose = Pose::translation(tentative);
    for (const auto& [other, object] : objects_)
        if (other != id &&
            intersects(it->second.shape, pose, object.shape, Pose::translation(object.position)))
            return false;
    it->second.position = tentative;
    return true;
}

std::uint32_t CentralSimulation::first_hit_by(std::uint32_t shooter, const CentralShot& shot,
                                              const std::function<Vec3(std::uint32_t)>& place) const {
    std::uint32_t target = 0;
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& [id, object] : objects_) {
        if (id == shooter) continue;
        const FirstHit hit =
            first_hit(object.shape, Pose::translation(place(id)), {shot.origin, shot.direction});
        if (!hit.found() || hit.t >= nearest) continue;
        nearest = hit.t;
        target = id;
    }
    return target;
}

class CentralServer::State {
  public:
    State(Transport& carrier, const CentralOptions& wanted)
        : transport(carrier), options(wanted), history(wanted.rewind_most) {}

    struct Client {
        Address address = 0;
        std::uint32_t applied = 0, shots = 0;
        double since = 0, used = 0;
        std::vector<CentralHit> hits{};
    };

    void update() {
        Datagram d;
        for (int i = 0; i < 10'000 && transport.receive(d); ++i) hear(d);
        if (transport.now() - sent < 1 / options.send_rate) return;
        sent = transport.now();
        answer();
    }

    void hear(const Datagram& d) {
        const auto m = parsed_inputs(d.bytes);
        if (!m) return void(++refused);
        const auto known = clients.find(m->id);
        if (known == clients.end()) {
            if (clients.size() >= options.clients_most) return void(++refused);
            clients[m->id] = {d.from, 0, 0, transport.now()};
            simulation.set(m->id, {options.shape, m->begin});
        } else if (known->second.address != d.from) {
            return void(++refused);  // in another's name
        }
        Client& client = clients[m->id];
        for (const CentralInput& input : m->inputs) {
            if (input.number <= client.applied) continue;  // said again, because the answer takes time
            // Nobody is faster than time: what a client does takes as long as it says.
            const double used = client.used + static_cast<double>(input.duration);
            if (used > transport.now() - client.since + options.time_ahead) return void(++refused);
            client.used = used;
            client.applied = input.number;
            simulation.apply(m->id, input);
        }
        for (const CentralShot& shot : m->shots) {
            if (shot.number <= client.shots) continue;
            client.shots = shot.number;
            judge(m->id, client, shot);
        }
    }

    void judge(std::uint32_t id, Client& client, const CentralShot& shot) {
        const auto now_at = [&](std::uint32_t other) { return simulation.objects().at(other).position; };
        // The present is where all are now, and not yet a moment of the history. Nobody sees the future.
        const double here = transport.now();
        const double seen = std::clamp(shot.seen_at, here - options.rewind_most, here);
        const auto then_at = [&](std::uint32_t other) {
            if (history.empty() || seen > history.newest()) return now_at(other);
            return history.at(seen, other).value_or(now_at(other));
        };
        JudgedShot judged{id, shot.number};
        if (options.compensate) {
            judged.target = simulation.first_hit_by(id, shot, then_at);
            judged.rewound = here - seen;
        } else {
            judged.target = simulation.first_hit_by(id, shot, now_at);
        }
        if (options.compensate && judged.target != 0) {
            judged.around_the_corner = simulation.first_hit_by(id, shot, now_at) != judged.target;
            judged.target_moved = length(now_at(judged.target) - then_at(judged.target));
        }
        client.hits.push_back({shot.number, judged.target});
        if (client.hits.size() > shots_at_once) client.hits.erase(client.hits.begin());
        if (callback) callback(judged);
    }

    void answer() {
        for (const auto& [id, object] : simulation.objects()) history.add(sent, id, object.position);
        std::vector<std::pair<std::uint32_t, Vec3>> places;
        for (const auto& [id, object] : simulation.objects()) places.emplace_back(id, object.position);
        for (const auto& [id, client] : clients)
            for (std::size_t i = 0; i < places.size(); i += objects_at_once) {
                const auto begin = places.begin() + static_cast<std::ptrdiff_t>(i);
                const auto end =
                    begin + static_cast<std::ptrdiff_t>(std::min(objects_at_once, places.size() - i));
                const std::string bytes = answer_bytes({sent, client.applied, {begin, end}, client.hits});
                transport.send(client.address, as_wire(bytes));
                bytes_sent += bytes.size();
            }
    }

    Transport& transport;
    CentralOptions options;
    CentralSimulation simulation;
    PlaceHistory history;
    std::function<void(const JudgedShot&)> callback;
    std::map<std::uint32_t, Client> clients;
    double sent = -1e300;
    std::uint64_t refused = 0, bytes_sent = 0;
};

CentralServer::CentralServer(Transport& transport, const CentralOptions& options)
    : state_(std::make_unique<State>(transport, options)) {}
CentralServer::~CentralServer() = default;
void CentralServer::update() {
    state_->update();
}
const CentralSimulation& CentralServer::simulation() const {
    return state_->simulation;
}
void CentralServer::on_shot(std::function<void(const JudgedShot&)> callback) {
    state_->callback = std::move(callback);
}
std::uint64_t CentralServer::refused() const {
    return state_->refused;
}
std::uint64_t CentralServer::bytes_sent() const {
    return state_->bytes_sent;
}

class CentralClient::State {
  public:
    State(Transport& carrier, const CentralClientOptions& wanted) : transport(carrier), options(wanted) {
        if (options.id == 0) throw Error("client number 0 is nobody", "central server");
        simulation.set(options.id, {options.shape, options.begin});
    }

    void act(const Vec3& velocity, double duration) {
        CentralInput input{++number, static_cast<float>(std::clamp(duration, 0.0, double{longest_input})),
                           rounded_to_floats(velocity)};
        if (waiting.size() < waiting_inputs_most) waiting.push_back(input);
        if (options.predict) simulation.apply(options.id, input);
        const auto first = waiting.begin() + static_cast<std::ptrdiff_t>(
                                                 waiting.size() - std::min(waiting.size(), inputs_at_once));
        const std::string bytes = inputs_bytes({options.id, options.begin, {first, waiting.end()}, shots});
        transport.send(options.server, as_wire(bytes));
        bytes_sent += bytes.size();
    }

    std::uint32_t shoot(const Vec3& origin, const Vec3& direction) {
        shots.push_back({++shot, origin, direction, shown_time()});
        if (shots.size() > shots_at_once) shots.erase(shots.begin());
        return shot;
    }

    // The moment of the server's clock that others are shown at.
    double shown_time() const { return newest + (transport.now() - heard) - options.view_delay; }

    Vec3 other(std::uint32_t id) const {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        const auto history = histories.find(id);
        if (history == histories.end()) return {nan, nan, nan};
        if (options.view_delay > 0) return places.at(shown_time(), id).value_or(Vec3{nan, nan, nan});
        return history->second.position(shown_time());
    }

    void update() {
        Datagram d;
        for (int i = 0; i < 10'000 && transport.receive(d); ++i)
            if (const auto m = d.from == options.server ? parsed_answer(d.bytes) : std::nullopt) hear(*m);
    }

    void hear(const AnswerMessage& m) {
        if (m.time < newest) return;  // overtaken
        newest = m.time;
        heard = transport.now();
        ++answers;
        std::erase_if(waiting, [&](const CentralInput& i) { return i.number <= m.applied; });
        for (const CentralHit& h : m.hits) {
            if (h.number <= answered) continue;
            answered = h.number;
            hits.push_back(h);
            std::erase_if(shots, [&](const CentralShot& s) { return s.number <= h.number; });
        }
        for (const auto& [id, place] : m.places) {
            if (id != options.id) {
                simulation.set(id, {options.shape, place});
                histories[id].hear({m.time, place});
                places.add(m.time, id, place);
                continue;
            }
            const Vec3 predicted = own();
            joined = true;
            simulation.set(id, {options.shape, place});
            if (!options.predict) continue;
            for (const CentralInput& input : waiting) simulation.apply(id, input);
            const double off = length(own() - predicted);
            if (off > 0) ++corrections;
            worst = std::max(worst, off);
        }
    }

    Vec3 own() const { return simulation.objects().at(options.id).position; }

    Transport& transport;
    CentralClientOptions options;
    CentralSimulation simulation;
    std::deque<CentralInput> waiting;
    std::map<std::uint32_t, PositionHistory> histories;
    PlaceHistory places;
    std::vector<CentralShot> shots;
    std::vector<CentralHit> hits;
    std::uint32_t number = 0, shot = 0, answered = 0;
    double newest = -std::numeric_limits<double>::infinity(), heard = 0, worst = 0;
    bool joined = false;
    std::uint64_t answers = 0, corrections = 0, bytes_sent = 0;
};

CentralClient::CentralClient(Transport& transport, const CentralClientOptions& options)
    : state_(std::make_unique<State>(transport, options)) {}
CentralClient::~CentralClient() = default;
void CentralClient::act(const Vec3& velocity, double duration) {
    state_->act(velocity, duration);
}
void CentralClient::update() {
    state_->update();
}
bool CentralClient::joined() const {
    return state_->joined;
}
Vec3 CentralClient::own() const {
    return state_->own();
}
std::uint32_t CentralClient::shoot(const Vec3& origin, const Vec3& direction) {
    return state_->shoot(origin, rounded_to_floats(direction));
}
std::vector<CentralHit> CentralClient::take_hits() {
    return std::exchange(state_->hits, {});
}
Vec3 CentralClient::other(std::uint32_t id) const {
    return state_->other(id);
}
std::uint64_t CentralClient::answers() const {
    return state_->answers;
}
std::uint64_t CentralClient::corrections() const {
    return state_->corrections;
}
double CentralClient::worst_correction() const {
    return state_->worst;
}
std::uint64_t CentralClient::bytes_sent() const {
    return state_->bytes_sent;
}

}  // namespace graze::inline v1
