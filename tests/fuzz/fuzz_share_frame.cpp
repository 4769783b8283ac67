// Frames of a gateway's WebSocket from anybody: read as what they are, or not at all; what is read is written
// as it came.
#include <cstdint>
#include <cstring>

#include "graze/share/network/detail/gateway_frame.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto frame = graze::detail::parsed_frame(bytes);
    if (!frame) return 0;
    if (frame->bytes.size() > graze::max_datagram) __builtin_trap();
    if (frame->found.size() > graze::detail::most_found) return 0;  // more than a gateway sends
    const std::string again = graze::detail::frame_bytes(*frame);
    if (again.size() != size || std::memcmp(again.data(), data, size) != 0) __builtin_trap();
    return 0;
}
