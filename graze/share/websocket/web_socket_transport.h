// Takes part in a shared world through a gateway (web_socket_gateway.h), without DDS.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graze/share/network/transport.h"

namespace graze::inline v1 {

struct WebSocketOptions {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::string path = "/graze";
    double connect_seconds = 5;
    std::size_t queue_bytes = 1U << 20;  // that the network has not taken; then nothing more is
};

class WebSocketTransport : public Transport {
  public:
    // Waits until it is connected. Throws Error if that fails, with what the gateway says.
    explicit WebSocketTransport(const WebSocketOptions& options);
    ~WebSocketTransport() override;
    WebSocketTransport(const WebSocketTransport&) = delete;
    WebSocketTransport& operator=(const WebSocketTransport&) = delete;

    // False: the connection has ended. Nothing is sent or received any more.
    bool connected() const;

    double now() const override;
    Address address() const override;  // as the gateway has told it
    void send(Address to, std::span<const std::byte> bytes) override;
    bool receive(Datagram& datagram) override;
    bool publishes() const override { return true; }
    bool publish(Channel channel, std::uint64_t key, std::span<const std::byte> bytes) override;
    std::vector<Address> found() override;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
