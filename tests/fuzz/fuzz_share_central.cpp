// What strangers send to a central server, and what a client is told by somebody that it takes for one:
// refused, or applied within the limits; nobody gets out of range.
#include "graze/share/comparison/central_server.h"
#include "graze/share/network/simulated_network.h"
#include "tests/fuzz/mesh_checks.h"

// The input is a row of datagrams, each after its length.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using graze::fuzz::require;
    graze::SimulatedNetwork network;
    graze::Transport &end = network.add(), &stranger = network.add(), &user = network.add();
    graze::CentralOptions options;
    options.shape = graze::Shape(graze::Sphere{{0, 0, 0}, 0.5});
    options.clients_most = 8;
    graze::CentralServer server(end, options);
    std::uint32_t judged = 0;
    server.on_shot([&](const graze::JudgedShot& s) {
        require(s.rewound >= 0 && s.rewound <= options.rewind_most);
        ++judged;
    });
    graze::CentralClientOptions wanted;
    wanted.shape = options.shape;
    wanted.id = 1;
    wanted.server = stranger.address();  // it believes what the stranger says
    wanted.view_delay = size % 2 == 0 ? 0 : 0.1;
    graze::CentralClient client(user, wanted);
    std::size_t at = 0;
    for (int i = 0; i < 64 && at + 2 <= size; ++i) {
        const std::size_t length =
            std::min<std::size_t>(data[at] + 256U * (data[at + 1] % 5U), size - at - 2);
        const std::span bytes(reinterpret_cast<const std::byte*>(data + at + 2), length);
        at += 2 + length;
        stranger.send(end.address(), bytes);
        stranger.send(user.address(), bytes);
        network.advance(0.05);
        server.update();
        client.update();
        client.act({1, 0, 0}, 0.05);
        client.shoot({0, 0, -5}, {0, 0, 1});
        client.take_hits();
        client.other(2);
        require(graze::is_in_range(client.own()));
    }
    require(server.simulation().objects().size() <= options.clients_most);
    for (const auto& [id, object] : server.simulation().objects())
        require(graze::is_in_range(object.position));
    return 0;
}
