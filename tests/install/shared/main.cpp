// A user of the installed graze who shares a world: over DDS, or through a gateway.
#include <graze/share/network/local_hub.h>
#include <graze/share/shared_world.h>

#include <cstdio>
#ifdef USES_dds
#include <graze/share/dds/dds_transport.h>
#include <unistd.h>
#else
#include <graze/base/error.h>
#include <graze/share/websocket/web_socket_gateway.h>
#include <graze/share/websocket/web_socket_transport.h>
#endif

namespace {

// A world of one ball that falls.
int surprises_on(graze::Transport& transport) {
    graze::SharedOptions options;
    options.peer = 1;
    graze::SharedWorld shared(transport, options);
    shared.start();
    const auto ball = shared.add(graze::Shape(graze::Sphere{{0, 0, 0}, 1}), {}, {.name = "ball"});
    for (int i = 0; i < 3; ++i) shared.update();
    return !(shared.name(ball) == "ball" && shared.all_know() && shared.has_shape(ball));
}

}  // namespace

int main() {
#ifdef USES_dds
    graze::DdsOptions options;
    options.world = "install-test-" + std::to_string(getpid());
    graze::DdsTransport one(options), other(options);  // in one process
    return surprises_on(one) + (one.address() == other.address());
#else
    graze::LocalHub hub;
    graze::WebSocketGateway gateway({}, [&] { return hub.add(); });
    gateway.poll();
    const auto end = hub.add();
    int surprises = surprises_on(*end) + (gateway.port() == 0);
    try {
        graze::WebSocketOptions nobody;
        nobody.port = 1;
        const graze::WebSocketTransport transport(nobody);
        ++surprises;
    } catch (const graze::Error& e) {
        std::printf("%s\n", e.what());
    }
    return surprises;
#endif
}
