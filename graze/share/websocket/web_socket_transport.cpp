#include "graze/share/websocket/web_socket_transport.h"

#include <boost/asio/connect.hpp>
#include <chrono>

#include "graze/base/error.h"
#include "graze/share/websocket/detail/socket_queue.h"

namespace graze::inline v1 {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = boost::asio::ip::tcp;
using detail::FrameKind;
using detail::GatewayFrame;

// Of something that was begun.
struct Outcome {
    bool done = false;
    beast::error_code error;
};

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

class WebSocketTransport::State {
  public:
    explicit State(const WebSocketOptions& options)
        : queue_(std::make_shared<detail::SocketQueue>(beast::tcp_stream(io_), detail::max_frame_to_client,
                                                       options.queue_bytes)) {
        const std::string where = options.host + ":" + std::to_string(options.port);
        const double end = steady_seconds() + options.connect_seconds;
        const auto wait = [&](const auto& done, const char* what) {
            while (!done()) {
                if (steady_seconds() > end) throw Error(what, where, "is it a gateway of graze?");
                io_.restart();
                io_.run_one_for(std::chrono::milliseconds(50));
            }
        };
        const auto check = [&](beast::error_code error, const std::string& what) {
            if (error) throw Error(what + ": " + error.message(), where, "start graze share --gateway there");
        };
        boost::system::error_code resolved;
        tcp::resolver resolver(io_);
        const auto results = resolver.resolve(options.host, std::to_string(options.port), resolved);
        check(resolved, "the host has no address");
        // Handlers own what they write to: an error leaves some of them behind.
        const auto connected = std::make_shared<Outcome>();
        beast::get_lowest_layer(queue_->socket())
            .async_connect(results, [connected](beast::error_code error, const tcp::endpoint&) {
                *connected = {true, error};
            });
        wait([&] { return connected->done; }, "nobody answers");
        check(connected->error, "no connection");
        beast::get_lowest_layer(queue_->socket()).socket().set_option(tcp::no_delay(true));
        queue_->socket().set_option(websocket::stream_base::timeout::suggested(beast::role_type::client));
        const auto shaken = std::make_shared<Outcome>();
        const auto response = std::make_shared<websocket::response_type>();
        queue_->socket().async_handshake(
            *response, where, options.path,
            [shaken, response](beast::error_code error) { *shaken = {true, error}; });
        wait([&] { return shaken->done; }, "the gateway does not answer");
        if (shaken->error && !response->body().empty())
            throw Error("the gateway refuses: " + response->body().substr(0, 200), where);
        check(shaken->error, "no WebSocket");
        queue_->begin();
        listen();
        wait([&] { return address_ != 0 || !queue_->open(); }, "the gateway gives no address");
        if (address_ == 0) throw Error("the gateway ended the connection", where);
    }
    ~State() {
        queue_->close(websocket::close_code::going_away, "");
        io_.restart();
        io_.poll();
        queue_->drop();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void poll() {
        listen();
        io_.restart();
        io_.poll();
    }
    bool connected() const { return queue_->open(); }
    Address address() const { return address_; }
    bool write(const GatewayFrame& frame) { return queue_->write(detail::frame_bytes(frame)); }
    bool receive(Datagram& datagram) {
        if (arrived_.empty()) poll();
        if (arrived_.empty()) return false;
        datagram = std::move(arrived_.front());
        arrived_.pop_front();
        return true;
    }
    const std::vector<Address>& found() {
        poll();
        return found_;
    }

  private:
    void listen() {
        if (arrived_.size() > 4096) return;  // the rest waits in the network
        queue_->read_up_to(256, [this](GatewayFrame frame) {
            if (frame.kind == FrameKind::hello) {
                address_ = frame.address;
            } else if (frame.kind == FrameKind::from) {
                arrived_.push_back({frame.address, std::move(frame.bytes)});
            } else if (frame.kind == FrameKind::found) {
                found_ = std::move(frame.found);
            }
        });
    }

    boost::asio::io_context io_{1};
    std::shared_ptr<detail::SocketQueue> queue_;
    Address address_ = 0;
    std::deque<Datagram> arrived_;
    std::vector<Address> found_;
};

WebSocketTransport::WebSocketTransport(const WebSocketOptions& options)
    : state_(std::make_unique<State>(options)) {}
WebSocketTransport::~WebSocketTransport() = default;

bool WebSocketTransport::connected() const {
    return state_->connected();
}
double WebSocketTransport::now() const {
    return steady_seconds();
}
Address WebSocketTransport::address() const {
    return state_->address();
}
void WebSocketTransport::send(Address to, std::span<const std::byte> bytes) {
    if (bytes.size() > max_datagram) return;
    state_->write({FrameKind::send, to, Channel::status, 0, {bytes.begin(), bytes.end()}, {}});
}
bool WebSocketTransport::publish(Channel channel, std::uint64_t key, std::span<const std::byte> bytes) {
    if (bytes.size() > max_datagram) return false;
    return state_->write({FrameKind::publish, 0, channel, key, {bytes.begin(), bytes.end()}, {}});
}
bool WebSocketTransport::receive(Datagram& datagram) {
    return state_->receive(datagram);
}
std::vector<Address> WebSocketTransport::found() {
    return state_->found();
}

}  // namespace graze::inline v1
