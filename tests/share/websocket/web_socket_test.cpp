#include "graze/share/websocket/web_socket_gateway.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "graze/base/error.h"
#include "graze/share/network/local_hub.h"
#include "graze/share/shared_world.h"
#include "graze/share/websocket/web_socket_transport.h"
#include "tests/share/party.h"

namespace graze::test {
namespace {

double clock_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A gateway with a hub behind it, polled by whoever waits for something.
struct GatewayHouse {
    explicit GatewayHouse(const GatewayOptions& options = {})
        : gateway(options, [this] { return hub.add(); }) {}

    template <class Done>
    bool comes_true(const Done& done, double seconds = 20) {
        for (const double end = clock_seconds() + seconds; !done();) {
            if (clock_seconds() > end) return false;
            gateway.poll();
        }
        return true;
    }

    LocalHub hub;
    WebSocketGateway gateway;
};

// A client that speaks bytes.
class RawClient {
  public:
    explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        (void)::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    ~RawClient() { ::close(socket_); }
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    void say(const std::string& text) { unsaid_ += text; }
    void ask(const std::string& headers, const std::string& path = "/graze") {
        say("GET " + path + " HTTP/1.1\r\n" + headers +
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n");
    }
    // A masked frame, with a mask of zeros.
    void frame(int opcode, const std::string& payload, bool masked = true) {
        std::string head{static_cast<char>(0x80 | opcode)};
        const int mask = masked ? 0x80 : 0;
        if (payload.size() < 126) {
            head += static_cast<char>(mask | static_cast<int>(payload.size()));
        } else {
            head += static_cast<char>(mask | 126);
            head += static_cast<char>(payload.size() >> 8);
            head += static_cast<char>(payload.size() & 0xff);
        }
        say(head + (masked ? std::string(4, '\0') : "") + payload);
    }
    // Sends and reads what can be; true when the other side has closed.
    bool closed() {
        const ssize_t sent =
            unsaid_.empty() ? 0 : ::send(socket_, unsaid_.data(), unsaid_.size(), MSG_NOSIGNAL);
        if (sent > 0) unsaid_.erase(0, static_cast<std::size_t>(sent));
        char buffer[4096];
        const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
        if (count > 0) heard_.append(buffer, static_cast<std::size_t>(count));
        if (count == 0) ::shutdown(socket_, SHUT_WR);  // as the other side waits for
        return count == 0 || (count < 0 && errno == ECONNRESET);
    }
    const std::string& heard() const { return heard_; }

  private:
    int socket_;
    std::string unsaid_, heard_;
};

std::string host_of(const GatewayHouse& house) {
    return "Host: 127.0.0.1:" + std::to_string(house.gateway.port()) + "\r\n";
}

TEST(WebSocketGateway, refuses_strange_hosts_origins_and_paths_with_a_sentence) {
    GatewayOptions options;
    options.origins = {"https://example.org"};
    GatewayHouse house(options);
    struct Case {
        std::string headers, path;
        const char* answer;
    };
    const std::string host = host_of(house);
    const Case cases[] = {
        {"Host: evil.example\r\n", "/graze", "403"},
        {"", "/graze", "403"},
        {host + "Origin: https://evil.example\r\n", "/graze", "403"},
        {host + "Origin: null\r\n", "/graze", "403"},
        {host, "/other", "404"},
        {host + "Origin: https://example.org\r\n", "/graze", "101"},
        {"Host: localhost:1\r\n", "/graze", "101"},
        {"Host: [::1]:99\r\n", "/graze", "101"},
    };
    std::uint64_t refused = 0;
    for (const Case& c : cases) {
        RawClient client(house.gateway.port());
        client.ask(c.headers, c.path);
        ASSERT_TRUE(house.comes_true([&] {
            client.closed();
            return client.heard().find("\r\n\r\n") != std::string::npos;
        })) << c.headers;
        EXPECT_EQ(client.heard().substr(0, 12), std::string("HTTP/1.1 ") + c.answer) << c.headers;
        if (std::string(c.answer) != "101") ++refused;
        EXPECT_EQ(house.gateway.counts().refused, refused);
    }
}

TEST(WebSocketGateway, refuses_what_is_no_request_and_requests_without_end) {
    GatewayHouse house;
    RawClient garbage(house.gateway.port()), endless(house.gateway.port()), plain(house.gateway.port()),
        hasty(house.gateway.port());
    hasty.ask(host_of(house));
    hasty.frame(2, "too early");
    garbage.say(std::string("\x16\x03\x01\0\0\r\n\r\n", 9));
    endless.say("GET /graze HTTP/1.1\r\nA: " + std::string(20'000, 'a'));
    plain.say("GET /graze HTTP/1.1\r\n" + host_of(house) + "\r\n");
    for (RawClient* const client : {&garbage, &endless, &plain, &hasty})
        EXPECT_TRUE(house.comes_true([&] { return client->closed(); }));
    EXPECT_EQ(plain.heard().substr(0, 12), "HTTP/1.1 426");
    EXPECT_EQ(house.gateway.counts().refused, 4U);
    EXPECT_EQ(house.gateway.connections(), 0U);
}

TEST(WebSocketGateway, waits_for_a_handshake_only_so_long) {
    GatewayOptions options;
    options.handshake_seconds = 0.05;
    GatewayHouse house(options);
    RawClient silent(house.gateway.port());
    EXPECT_TRUE(house.comes_true([&] { return silent.closed(); }));
    EXPECT_EQ(house.gateway.counts().last_problem, "a handshake took too long");
}

TEST(WebSocketGateway, ends_connections_that_do_not_answer) {
    GatewayOptions options;
    options.idle_seconds = 0.1;
    GatewayHouse house(options);
    RawClient silent(house.gateway.port());
    silent.ask(host_of(house));  // and never answers a ping
    EXPECT_TRUE(house.comes_true([&] { return silent.closed(); }));
    EXPECT_EQ(house.gateway.counts().accepted, 1U);
    EXPECT_TRUE(house.comes_true([&] { return house.gateway.connections() == 0; }));
}

TEST(WebSocketGateway, has_room_for_so_many_and_for_others_when_they_leave) {
    GatewayOptions options;
    options.connections_most = 2;
    GatewayHouse house(options);
    auto first = std::make_unique<RawClient>(house.gateway.port());
    RawClient second(house.gateway.port());
    first->ask(host_of(house)), second.ask(host_of(house));
    ASSERT_TRUE(
        house.comes_true([&] { return first->closed(), second.closed(), house.gateway.connections() == 2; }));
    RawClient third(house.gateway.port());
    third.ask(host_of(house));
    EXPECT_TRUE(house.comes_true([&] { return third.closed(); }));
    EXPECT_EQ(house.gateway.counts().last_problem, "there are too many connections already");
    first.reset();
    ASSERT_TRUE(house.comes_true([&] { return house.gateway.connections() == 1; }));
    RawClient fourth(house.gateway.port());
    fourth.ask(host_of(house));
    EXPECT_TRUE(house.comes_true([&] { return fourth.closed(), house.gateway.connections() == 2; }));
}

TEST(WebSocketGateway, ends_connections_that_send_what_is_no_message) {
    const std::string to(8, '\1');
    struct Case {
        int opcode;
        std::string payload;
        bool masked;
    };
    const Case cases[] = {
        {1, "text", true},                                           // not binary
        {2, "", true},                                               // empty
        {2, std::string(1, '\x09') + to, true},                      // no such kind
        {2, std::string(1, '\x00') + to, true},                      // what only gateways say
        {2, std::string("\x02\x07", 2) + to, true},                  // no such channel
        {2, std::string(1, '\x01') + "short", true},                 // no address
        {2, std::string(1, '\x01') + std::string(1250, 'x'), true},  // longer than a datagram
        {2, std::string(2000, '\x01'), true},                        // longer than any message
        {2, std::string(1, '\x01') + to, false},                     // clients must mask
        {5, "", true},                                               // no such opcode
    };
    GatewayHouse house;
    const auto bystander = house.hub.add();
    std::uint64_t refused = 0;
    for (const Case& c : cases) {
        RawClient client(house.gateway.port());
        client.ask(host_of(house));
        ASSERT_TRUE(house.comes_true([&] { return client.closed(), house.gateway.connections() == 1; }));
        client.frame(c.opcode, c.payload, c.masked);
        EXPECT_TRUE(house.comes_true([&] { return client.closed(), house.gateway.connections() == 0; }))
            << c.opcode << " " << c.payload.size();
        EXPECT_EQ(house.gateway.counts().refused, ++refused) << house.gateway.counts().last_problem;
    }
    Datagram d;
    EXPECT_FALSE(bystander->receive(d));
}

// Connecting waits, so the gateway needs a thread of its own here; clients are told apart by it.
class PolledGateway {
  public:
    explicit PolledGateway(GatewayHouse& house)
        : thread_([this, &house] {
              while (!done_) house.gateway.poll(), std::this_thread::yield();
          }) {}
    ~PolledGateway() {
        done_ = true;
        thread_.join();
    }

  private:
    std::atomic<bool> done_{false};
    std::thread thread_;
};

std::unique_ptr<WebSocketTransport> connected_to(GatewayHouse& house) {
    WebSocketOptions options;
    options.port = house.gateway.port();
    options.connect_seconds = 20;
    const PolledGateway polled(house);
    return std::make_unique<WebSocketTransport>(options);
}

TEST(WebSocketTransport, carries_to_all_and_to_one_and_says_from_whom) {
    GatewayHouse house;
    const auto inside = house.hub.add();
    const auto a = connected_to(house), b = connected_to(house);
    ASSERT_TRUE(house.comes_true([&] { return a->found().size() == 2 && b->found().size() == 2; }));
    const std::vector<std::byte> bytes(max_datagram, std::byte{7});
    ASSERT_TRUE(a->publish(Channel::records, 1, bytes));
    Datagram d;
    for (Transport* const t : {static_cast<Transport*>(b.get()), inside.get()}) {
        ASSERT_TRUE(house.comes_true([&] { return a->receive(d), t->receive(d); }));
        EXPECT_EQ(d.from, a->address());
        EXPECT_EQ(d.bytes, bytes);
    }
    b->send(a->address(), bytes);
    ASSERT_TRUE(house.comes_true([&] { return b->found(), a->receive(d); }));
    EXPECT_EQ(d.from, b->address());
    EXPECT_FALSE(inside->receive(d));
    EXPECT_FALSE(a->publish(Channel::records, 1, std::vector<std::byte>(max_datagram + 1)));
}

TEST(WebSocketTransport, says_why_it_cannot_connect) {
    const auto problem = [](const WebSocketOptions& options) {
        try {
            const WebSocketTransport t(options);
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    GatewayHouse house;
    WebSocketOptions options;
    options.connect_seconds = 0.05;  // nobody polls the gateway
    options.port = house.gateway.port();
    EXPECT_NE(problem(options).find("does not answer"), std::string::npos);
    options.connect_seconds = 20;
    options.path = "/nowhere";
    const PolledGateway polled(house);
    EXPECT_NE(problem(options), "");
}

TEST(WebSocketGateway, lets_a_flood_wait_and_serves_the_others) {
    GatewayOptions options;
    options.messages_per_second = 100;
    GatewayHouse house(options);
    const auto flood = connected_to(house), other = connected_to(house);
    const std::vector<std::byte> bytes(1000);
    std::size_t taken = 0;
    for (int i = 0; i < 20'000; ++i) taken += flood->publish(Channel::motion, 1, bytes) ? 1 : 0;
    EXPECT_LT(taken, 20'000U);  // the client's queue is limited as well
    Datagram d;
    other->send(flood->address(), bytes);
    const double begin = clock_seconds();
    ASSERT_TRUE(house.comes_true([&] { return other->found(), flood->receive(d); }));
    // No more than the rate allows, and the quarter of a second that may be saved up.
    EXPECT_LE(static_cast<double>(house.gateway.counts().from_clients),
              2 * 100 * (clock_seconds() - begin + 25));
    EXPECT_TRUE(flood->connected());
}

TEST(SharedWorldOverWebSocket, agrees_about_collisions) {
    GatewayHouse house;
    const auto inside = house.hub.add();
    const auto a = connected_to(house), b = connected_to(house);
    std::vector<std::unique_ptr<SharedWorld>> worlds;
    Transport* const ends[] = {inside.get(), a.get(), b.get()};
    for (std::uint32_t i = 0; i < 3; ++i) {
        SharedOptions options;
        options.peer = i + 1;
        worlds.push_back(std::make_unique<SharedWorld>(*ends[i], options));
    }
    const auto update_until = [&](const auto& done) {
        return house.comes_true([&] {
            for (const auto& w : worlds) w->update();
            return done();
        });
    };
    worlds[0]->start();
    for (const std::size_t i : {1, 2}) worlds[i]->join(inside->address());
    ASSERT_TRUE(update_until([&] {
        return std::ranges::all_of(worlds,
                                   [](const auto& w) { return w->joined() && w->peers().size() == 2; });
    }));
    worlds[1]->add(ball_shape(), moving({-1.5, 0, 0}, {4, 0, 0}));
    worlds[2]->add(ball_shape(), moving({1.5, 0, 0}, {-4, 0, 0}));
    ASSERT_TRUE(update_until([&] {
        return std::ranges::all_of(worlds, [&](const auto& w) {
            return w->counts().verdicts > 0 && w->all_know() &&
                   w->agreement().digest() == worlds[0]->agreement().digest();
        });
    }));
}

}  // namespace
}  // namespace graze::test
