#include <algorithm>

#include "graze/share/network/detail/gateway_frame.h"
#include "graze/share/network/detail/wire.h"

namespace graze::inline v1::detail {

std::string frame_bytes(const GatewayFrame& frame) {
    std::string bytes;
    WireWriter out(bytes);
    out.u8(static_cast<std::uint8_t>(frame.kind));
    switch (frame.kind) {
        case FrameKind::hello:
        case FrameKind::send:
        case FrameKind::from:
            out.u64(frame.address);
            break;
        case FrameKind::publish:
            out.u8(static_cast<std::uint8_t>(frame.channel)), out.u64(frame.key);
            break;
        case FrameKind::found: {
            const std::size_t count = std::min(frame.found.size(), most_found);
            out.u16(static_cast<std::uint16_t>(count));
            for (std::size_t i = 0; i < count; ++i) out.u64(frame.found[i]);
            break;
        }
    }
    if (frame.kind != FrameKind::hello && frame.kind != FrameKind::found)
        bytes.append(reinterpret_cast<const char*>(frame.bytes.data()), frame.bytes.size());
    return bytes;
}

std::optional<GatewayFrame> parsed_frame(std::span<const std::byte> bytes) {
    WireReader in(bytes);
    const std::uint8_t kind = in.u8();
    if (!in.good() || kind > 4) return {};
    GatewayFrame frame;
    frame.kind = static_cast<FrameKind>(kind);
    if (frame.kind == FrameKind::publish) {
        const std::uint8_t channel = in.u8();
        if (channel > 2) return {};
        frame.channel = static_cast<Channel>(channel);
        frame.key = in.u64();
    } else if (frame.kind == FrameKind::found) {
        frame.found.resize(in.count_of(8));
        for (Address& one : frame.found) one = in.u64();
    } else {
        frame.address = in.u64();
    }
    if (!in.good()) return {};
    if (frame.kind == FrameKind::hello || frame.kind == FrameKind::found)
        return in.complete() ? std::optional(std::move(frame)) : std::nullopt;
    if (in.left() > max_datagram) return {};
    const auto rest = in.bytes(in.left());
    frame.bytes.assign(rest.begin(), rest.end());
    return frame;
}

}  // namespace graze::inline v1::detail
