// graze share over real networks: DDS, or a gateway's WebSocket.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <random>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/share/network/local_hub.h"
#include "graze/share/rehearsal/live_share.h"
#include "report.h"
#include "share_request.h"
#include "text.h"
#ifdef GRAZE_HAS_DDS
#include "graze/share/dds/dds_transport.h"
#endif
#ifdef GRAZE_HAS_WEBSOCKET
#include "graze/share/websocket/web_socket_gateway.h"
#include "graze/share/websocket/web_socket_transport.h"
#endif

namespace graze::app {
namespace {

constexpr std::string_view web_socket_scheme = "ws://";
[[maybe_unused]] constexpr const char* share_packages = "cyclonedds-dev, cyclonedds-tools and libboost-dev";
#ifdef GRAZE_HAS_WEBSOCKET
[[maybe_unused]] constexpr const char* without_dds = ", or give --gateway PORT, or --simulate";
#else
[[maybe_unused]] constexpr const char* without_dds = ", or give --simulate";
#endif

std::string given(const std::string& value, const char* otherwise) {
    return value.empty() ? otherwise : value;
}

// What carries this peer's world, and what it is called.
struct Carrier {
    std::unique_ptr<Transport> transport;
    std::function<std::unique_ptr<Transport>()> another;  // for those who come through a gateway
    std::string name;
};

[[maybe_unused]] [[noreturn]] void refuse_missing(const char* what, const char* how) {
    throw Error(
        fmt::format("this graze was built without {}", what), "share",
        fmt::format("install {} (scripts/install-deps share) and build again{}", share_packages, how));
}

Carrier carrier_over_web_socket([[maybe_unused]] const ShareRequest& request) {
    for (const auto& [name, value] : live_only(request))
        if (!value.empty() && (name == "--security" || name == "--domain" || name == "--interface" ||
                               name == "--world" || name == "--gateway"))
            throw Error(name + " is for DDS, not for a peer that joins through a gateway", "share",
                        "say it where the gateway is");
#ifdef GRAZE_HAS_WEBSOCKET
    const std::string where = request.join.substr(web_socket_scheme.size());
    const std::size_t colon = where.rfind(':');
    WebSocketOptions options;
    if (colon == std::string::npos || colon == 0)
        throw Error("a gateway's address has a host and a port", request.join, "such as ws://127.0.0.1:8080");
    options.host = where.substr(0, colon);
    std::string port = where.substr(colon + 1);
    if (const std::size_t slash = port.find('/'); slash != std::string::npos) {
        if (port.size() > slash + 1) options.path = port.substr(slash);
        port.resize(slash);
    }
    options.port = static_cast<std::uint16_t>(parse_count("--join", port, 1, 65'535));
    return {std::make_unique<WebSocketTransport>(options), {}, request.join};
#else
    refuse_missing("WebSockets", "");
#endif
}

Carrier carrier_of(const ShareRequest& request) {
    if (request.join.starts_with(web_socket_scheme)) return carrier_over_web_socket(request);
#ifdef GRAZE_HAS_DDS
    DdsOptions options;
    options.domain = parse_count("--domain", given(request.domain, "0"), 0, 230);
    options.world = given(request.world, "graze");
    options.interface_address = given(request.interface_address, "127.0.0.1");
    if (options.interface_address == "auto") options.interface_address.clear();
    if (!request.join.empty()) options.peers.push_back(request.join);
    options.security = request.security;
    const auto another = [options] { return std::make_unique<DdsTransport>(options); };
    return {another(), another, "DDS"};
#else
    for (const auto& [name, value] : live_only(request))
        if (!value.empty() && (name == "--join" || name == "--security"))
            refuse_missing("DDS", ", or join ws://HOST:PORT of a gateway");
    if (request.gateway.empty()) refuse_missing("DDS", without_dds);
    const auto hub = std::make_shared<LocalHub>();
    const auto another = [hub] { return hub->add(); };
    return {another(), another, "WebSocket"};
#endif
}

std::function<void()> gateway_of(const ShareRequest& request, [[maybe_unused]] const Carrier& carrier) {
    if (request.gateway.empty()) {
        if (!request.origins.empty())
            throw Error("--origin is for a gateway", "share", "give --gateway PORT");
        return [] {};
    }
#ifdef GRAZE_HAS_WEBSOCKET
    GatewayOptions options;
    options.port = static_cast<std::uint16_t>(parse_count("--gateway", request.gateway, 0, 65'535));
    options.origins = request.origins;
    const auto gateway = std::make_shared<WebSocketGateway>(options, carrier.another);
    complain(fmt::format("gateway at ws://127.0.0.1:{}", gateway->port()));
    return [gateway] { gateway->poll(); };
#else
    refuse_missing("WebSockets", ", or leave out --gateway");
#endif
}

LiveOptions live_options(const ShareRequest& request, Shape shape) {
    LiveOptions options;
    const double size = rehearsed_size(shape);
    options.shape = std::move(shape);
    options.motion = {motion_of(request), 4 * size, 2 * size};
    options.objects = parse_count("--objects", given(request.objects, "5"), 0, 10'000);
    options.rate = parse_number_between("--rate", request.rate, 1, 1000);
    options.seconds =
        request.seconds.empty() ? 0 : parse_number_between("--seconds", request.seconds, 0.1, 1e6);
    options.wait_for = parse_count("--wait-for", given(request.wait_for, "0"), 0, 250);
    options.join = !request.join.empty();
    options.join_seconds = parse_number_between("--patience", given(request.patience, "20"), 0.1, 1e6);
    SharedOptions& shared = options.shared;
    shared.rule = rule_of(request);
    if (options.motion.kind == RehearsedMotion::hands) shared.reckoning.order = ReckoningOrder::second;
    const double threshold = parse_number_between("--threshold", request.threshold, 1e-6, 1000) / 100;
    shared.reckoning.error_threshold = threshold * size;
    shared.proximity.error_threshold = 0.2 * threshold * size;
    std::random_device random;
    shared.peer = !request.peer.empty() ? parse_count("--peer", request.peer, 1, 4'000'000'000)
                  : options.join        ? 2 + random() % 4'000'000'000U
                                        : 1;
    using std::chrono::system_clock;
    shared.session = static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::seconds>(system_clock::now().time_since_epoch()).count());
    // Peers that are given the same seed do not have the same objects.
    options.seed =
        parse_count("--seed", request.seed, 0, 4'000'000'000) + 1'000'003 * std::uint64_t{shared.peer};
    return options;
}

double part(const std::vector<double>& sorted, double share) {
    if (sorted.empty()) return 0;
    return sorted[static_cast<std::size_t>(std::floor(share * static_cast<double>(sorted.size() - 1)))];
}

Json live_json(const ShareRequest& request, const Carrier& carrier, const LiveOptions& o,
               const LiveReport& r) {
    return {{"schema", "graze.share.live/1"},
            {"file", request.input},
            {"over", carrier.name},
            {"peer", o.shared.peer},
            {"others", r.peers_most},
            {"objects", r.objects},
            {"seconds", r.seconds},
            {"all_know", r.settled},
            {"verdicts", r.verdicts},
            {"verdicts_digest", fmt::format("{:016x}", r.verdict_digest)},
            {"corrections", r.counts.corrections},
            {"superseded", r.counts.superseded},
            {"refused", r.counts.refused},
            {"delay",
             {{"median", part(r.delays, 0.5)}, {"p99", part(r.delays, 0.99)}, {"worst", part(r.delays, 1)}}},
            {"traffic",
             {{"messages", r.counts.messages},
              {"bytes", r.counts.bytes},
              {"motion_updates", r.counts.motion_updates}}},
            {"updates", {{"all", r.updates}, {"late", r.updates_late}}}};
}

std::string live_text(const Style& style, const Carrier& carrier, const LiveReport& r) {
    std::string text =
        r.settled ? style.green(fmt::format("all know the same {}", count_of(r.verdicts, "verdict"))) + "\n"
                  : style.yellow("not everybody has said that it knows the same") + "\n";
    text += field(style, "over", carrier.name);
    text += field(style, "world",
                  fmt::format("{} of {}, {:.1f} s", count_of(r.objects, "object"),
                              count_of(r.peers_most + 1, "peer"), r.seconds));
    text += field(style, "collisions",
                  fmt::format("{}, {} corrected an object of this peer", count_of(r.verdicts, "verdict"),
                              with_thousands(r.counts.corrections)));
    if (!r.delays.empty())
        text += field(
            style, "delay",
            fmt::format("of others' verdicts: median {:.1f} ms, 99 % {:.1f} ms, worst {:.1f} ms",
                        1000 * part(r.delays, 0.5), 1000 * part(r.delays, 0.99), 1000 * part(r.delays, 1)));
    if (r.counts.refused > 0) text += field(style, "refused", count_of(r.counts.refused, "message"));
    text += field(style, "traffic",
                  fmt::format("{:.1f} KB/s sent",
                              r.seconds > 0 ? static_cast<double>(r.counts.bytes) / r.seconds / 1000 : 0));
    return text;
}

}  // namespace

Exit run_live_share(Session& session, const ShareRequest& request) {
    LoadOptions loading;
    request.import.apply_to(loading);
    LiveOptions options = live_options(request, Shape(read_mesh(session, request.input, loading).mesh));
    const Carrier carrier = carrier_of(request);
    const std::function<void()> poll_gateway = gateway_of(request, carrier);
    session.progress.clear();
    options.stopped = [&session] { return session.progress.cancelled(); };
    options.each_update = [&](const SharedWorld&) { poll_gateway(); };
    ShareLog log(request.log);
    options.each_event = [&log](const SharedWorld& world, const SharedEvent& e) {
        log.hear(world.self(), e);
    };
    const LiveReport report = share_live(*carrier.transport, options);
    log.end({options.shared.peer, options.shared.session}, report.settled);
    log.close();
    for (int i = 0; i < 20; ++i) poll_gateway();  // a farewell to those who came through it
    session.out.write(request.json ? dump(live_json(request, carrier, options, report))
                                   : live_text(session.style, carrier, report));
    return report.settled ? Exit::fine : Exit::found;
}

}  // namespace graze::app
