// A WebSocket server through which programs without DDS take part in a shared world. Each connection gets a
// transport of its own behind the gateway, so others see its peer as one of theirs, under its own address.
//
//     graze::WebSocketGateway gateway({.port = 8080}, [&] { return
//     std::make_unique<graze::DdsTransport>(dds); }); for (;;) gateway.poll();   // in the same loop as
//     worlds
//
// Plain WebSockets, on the loopback by default: whoever wants others in puts a server with TLS before it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graze/share/network/transport.h"

namespace graze::inline v1 {

struct GatewayOptions {
    std::string address = "127.0.0.1";  // to listen at
    std::uint16_t port = 0;             // 0: the system chooses one
    std::string path = "/graze";
    // What the header Host may name, without the port: otherwise any page could reach the gateway through a
    // name that points to the loopback.
    std::vector<std::string> hosts{"127.0.0.1", "localhost", "[::1]"};
    // Web pages that may connect, as their header Origin: "https://example.org". Programs send none.
    std::vector<std::string> origins;
    std::size_t connections_most = 32;
    std::size_t message_most = 1300;         // bytes; a longer message ends its connection
    double handshake_seconds = 5;            // from the connection to the end of the handshake
    double idle_seconds = 30;                // without a word or an answer to a ping
    std::size_t messages_per_second = 4000;  // of each connection; more wait in the network
    std::size_t queue_bytes = 1U << 20;      // to a client that reads too slowly; then it is disconnected
};

struct GatewayCounts {
    std::uint64_t accepted = 0;                      // connections that became WebSockets
    std::uint64_t refused = 0;                       // that did not, or were ended because of what they sent
    std::uint64_t to_clients = 0, from_clients = 0;  // messages
    std::string last_problem;                        // why the last one was refused
};

class WebSocketGateway {
  public:
    using MakeTransport = std::function<std::unique_ptr<Transport>()>;

    // Throws Error if it cannot listen there.
    WebSocketGateway(const GatewayOptions& options, MakeTransport make);
    ~WebSocketGateway();
    WebSocketGateway(const WebSocketGateway&) = delete;
    WebSocketGateway& operator=(const WebSocketGateway&) = delete;

    std::uint16_t port() const;
    // Does what there is to do, and does not wait.
    void poll();
    std::size_t connections() const;
    const GatewayCounts& counts() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
