#include "graze/share/websocket/web_socket_gateway.h"

#include <algorithm>
#include <boost/beast/http.hpp>
#include <chrono>
#include <list>

#include "graze/base/error.h"
#include "graze/share/websocket/detail/socket_queue.h"

namespace graze::inline v1 {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
namespace net = boost::asio;
using tcp = net::ip::tcp;
using detail::FrameKind;
using detail::GatewayFrame;

constexpr double found_interval = 0.25;
constexpr std::uint32_t header_most = 8192;

double gateway_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::clamp(seconds, 0.001, 1e6) * 1000));
}

// "[::1]:8080" to "[::1]", "localhost:8080" to "localhost".
std::string host_without_port(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    const std::size_t bracket = host.rfind(']');
    const bool has_port = colon != host.npos && (bracket == host.npos || colon > bracket);
    return std::string(has_port ? host.substr(0, colon) : host);
}

// Before it is a WebSocket.
struct Visitor : std::enable_shared_from_this<Visitor> {
    explicit Visitor(tcp::socket socket) : stream(std::move(socket)) {}

    beast::tcp_stream stream;
    beast::flat_buffer buffer;
    http::request_parser<http::empty_body> parser;
    http::response<http::string_body> answer;
    double end = 0;
    bool shaking = false;  // its stream is a WebSocket's now, which has a time limit of its own
    bool done = false;
};

}  // namespace

class WebSocketGateway::State {
  public:
    State(const GatewayOptions& options, MakeTransport make)
        : options_(options), make_(std::move(make)), acceptor_(io_) {
        const std::string where = options.address + ":" + std::to_string(options.port);
        beast::error_code error;
        const auto address = net::ip::make_address(options.address, error);
        if (error) throw Error("'" + options.address.substr(0, 80) + "' is no IP address", "gateway");
        const tcp::endpoint endpoint(address, options.port);
        const auto step = [&](const char* what) {
            if (error) throw Error(std::string(what) + ": " + error.message(), where, "take another port");
        };
        acceptor_.open(endpoint.protocol(), error), step("no socket");
        // NOLINTNEXTLINE(bugprone-unused-return-value)
        acceptor_.set_option(net::socket_base::reuse_address(true), error);
        acceptor_.bind(endpoint, error), step("the gateway cannot have this address");
        acceptor_.listen(16, error), step("the gateway cannot listen");
        port_ = acceptor_.local_endpoint().port();
        accept();
    }
    ~State() {
        for (Member& m : members_) m.queue->drop();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void poll() {
        io_.restart();
        io_.poll();
        const double now = gateway_seconds();
        std::erase_if(visitors_, [&](const std::shared_ptr<Visitor>& v) {
            if (!v->done && !v->shaking && now > v->end) {
                v->done = true;
                v->stream.cancel();
                refuse("a handshake took too long");
            }
            return v->done;
        });
        for (Member& m : members_) serve(m, now);
        members_.remove_if([&](const Member& m) {
            if (m.queue->open()) return false;
            m.queue->forget();
            if (!m.queue->problem().empty()) refuse(m.queue->problem());
            leaving_.push_back(m.queue);
            return true;
        });
        std::erase_if(leaving_, [](const auto& queue) { return queue.expired(); });
    }

    std::uint16_t port() const { return port_; }
    std::size_t connections() const { return members_.size(); }
    const GatewayCounts& counts() const { return counts_; }

  private:
    struct Member {
        std::shared_ptr<detail::SocketQueue> queue;
        std::unique_ptr<Transport> transport;
        double polled = 0, found_at = -1e300, allowed = 0;
        std::vector<Address> found;
    };

    void refuse(const std::string& why) {
        ++counts_.refused;
        counts_.last_problem = why;
    }

    void accept() {
        acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
            if (error == net::error::operation_aborted) return;
            if (!error) welcome(std::move(socket));
            accept();
        });
    }

    void welcome(tcp::socket socket) {
        if (members_.size() + visitors_.size() + leaving_.size() >= options_.connections_most)
            return refuse("there are too many connections already");  // the socket closes itself
        beast::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);  // NOLINT(bugprone-unused-return-value)
        const auto visitor = std::make_shared<Visitor>(std::move(socket));
        visitor->end = gateway_seconds() + options_.handshake_seconds;
        visitor->parser.header_limit(header_most);
        visitors_.push_back(visitor);
        http::async_read_header(visitor->stream, visitor->buffer, visitor->parser,
                                [this, visitor](beast::error_code error, std::size_t) {
                                    if (visitor->done) return;
                                    if (error) {
                                        visitor->done = true;
                                        return refuse("what came is no request: " + error.message());
                                    }
                                    examine(visitor);
                                });
    }

    // Why this request is none for the gateway; empty: it is.
    std::pair<http::status, std::string> problem_of(const http::request<http::empty_body>& request) const {
        const auto given = [&](http::field field) { return std::string(request[field]); };
        if (std::ranges::find(options_.hosts, host_without_port(given(http::field::host))) ==
            options_.hosts.end())
            return {http::status::forbidden, "the header Host names another machine"};
        if (request.find(http::field::origin) != request.end() &&
            std::ranges::find(options_.origins, given(http::field::origin)) == options_.origins.end())
            return {http::status::forbidden, "pages of this origin may not connect"};
        if (request.target() != options_.path) return {http::status::not_found, "there is nothing here"};
        if (!websocket::is_upgrade(request)) return {http::status::upgrade_required, "this is a WebSocket"};
        return {http::status::ok, {}};
    }

    void examine(const std::shared_ptr<Visitor>& visitor) {
        const http::request<http::empty_body> request = visitor->parser.release();
        auto [status, problem] = problem_of(request);
        if (problem.empty() && visitor->buffer.size() > 0)
            status = http::status::bad_request, problem = "messages came before the handshake was over";
        if (!problem.empty()) return send_away(visitor, status, problem);
        std::unique_ptr<Transport> transport;
        try {
            transport = make_();
        } catch (const std::exception& e) {
            return send_away(visitor, http::status::service_unavailable, e.what());
        }
        visitor->shaking = true;
        const auto queue = std::make_shared<detail::SocketQueue>(std::move(visitor->stream),
                                                                 options_.message_most, options_.queue_bytes);
        websocket::stream_base::timeout limits{};
        limits.handshake_timeout = milliseconds(options_.handshake_seconds);
        limits.idle_timeout = milliseconds(options_.idle_seconds);
        limits.keep_alive_pings = true;
        queue->socket().set_option(limits);
        const auto shared = std::make_shared<std::unique_ptr<Transport>>(std::move(transport));
        // The visitor counts as one connection until the handshake is over.
        queue->socket().async_accept(request, [this, queue, shared, visitor](beast::error_code error) {
            visitor->done = true;
            if (error) return refuse("the handshake failed: " + error.message());
            queue->begin();
            ++counts_.accepted;
            Member& m = members_.emplace_back();
            m.queue = queue;
            m.transport = std::move(*shared);
            m.polled = gateway_seconds();
            GatewayFrame hello;
            hello.address = m.transport->address();
            queue->write(detail::frame_bytes(hello));
        });
    }

    void send_away(const std::shared_ptr<Visitor>& visitor, http::status status, const std::string& problem) {
        refuse(problem);
        visitor->answer = {status, 11};
        visitor->answer.set(http::field::content_type, "text/plain");
        visitor->answer.keep_alive(false);
        visitor->answer.body() = problem + "\n";
        visitor->answer.prepare_payload();
        http::async_write(visitor->stream, visitor->answer, [visitor](beast::error_code, std::size_t) {
            beast::error_code ignored;
            // NOLINTNEXTLINE(bugprone-unused-return-value)
            visitor->stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
            visitor->done = true;
        });
    }

    void serve(Member& m, double now) {
        const auto rate = static_cast<double>(options_.messages_per_second);
        m.allowed = std::min(m.allowed + (now - m.polled) * rate, 0.25 * rate);
        m.polled = now;
        const auto count = static_cast<std::size_t>(std::max(m.allowed, 0.0));
        m.queue->read_up_to(count, [this, &m](const GatewayFrame& frame) { hear(m, frame); });
        for (Datagram d; m.queue->open() && m.transport->receive(d);) {
            GatewayFrame frame;
            frame.kind = FrameKind::from;
            frame.address = d.from;
            frame.bytes = std::move(d.bytes);
            if (m.queue->write(detail::frame_bytes(frame))) {
                ++counts_.to_clients;
                continue;
            }
            m.queue->close(websocket::close_code::try_again_later, "the client reads too slowly");
        }
        if (now - m.found_at < found_interval) return;
        m.found_at = now;
        std::vector<Address> found = m.transport->found();
        std::ranges::sort(found);
        if (found == m.found) return;
        m.found = found;
        GatewayFrame frame;
        frame.kind = FrameKind::found;
        frame.found = std::move(found);
        m.queue->write(detail::frame_bytes(frame));
    }

    void hear(Member& m, const GatewayFrame& frame) {
        m.allowed -= 1;
        ++counts_.from_clients;
        if (frame.kind == FrameKind::send) {
            m.transport->send(frame.address, frame.bytes);
        } else if (frame.kind == FrameKind::publish) {
            m.transport->publish(frame.channel, frame.key, frame.bytes);
        } else {
            m.queue->close(websocket::close_code::policy_error, "clients do not say this");
        }
    }

    GatewayOptions options_;
    MakeTransport make_;
    GatewayCounts counts_;
    net::io_context io_{1};
    tcp::acceptor acceptor_;
    std::uint16_t port_ = 0;
    std::vector<std::shared_ptr<Visitor>> visitors_;
    std::list<Member> members_;                                // handlers refer to them
    std::vector<std::weak_ptr<detail::SocketQueue>> leaving_;  // that wait for the client's farewell
};

WebSocketGateway::WebSocketGateway(const GatewayOptions& options, MakeTransport make)
    : state_(std::make_unique<State>(options, std::move(make))) {}
WebSocketGateway::~WebSocketGateway() = default;

std::uint16_t WebSocketGateway::port() const {
    return state_->port();
}
void WebSocketGateway::poll() {
    state_->poll();
}
std::size_t WebSocketGateway::connections() const {
    return state_->connections();
}
const GatewayCounts& WebSocketGateway::counts() const {
    return state_->counts();
}

}  // namespace graze::inline v1
