#include "graze/share/network/detail/gateway_frame.h"

#include <gtest/gtest.h>

#include "graze/base/random.h"

namespace graze::test {
namespace {

using detail::FrameKind;
using detail::GatewayFrame;

std::span<const std::byte> frame_span(const std::string& text) {
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

TEST(GatewayFrame, is_read_as_it_was_written) {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        GatewayFrame frame;
        frame.kind = static_cast<FrameKind>(random.below(5));
        const bool has_bytes = frame.kind != FrameKind::hello && frame.kind != FrameKind::found;
        if (frame.kind == FrameKind::publish) {
            frame.channel = static_cast<Channel>(random.below(3));
            frame.key = random.bits();
        } else if (frame.kind == FrameKind::found) {
            for (std::uint64_t n = random.below(30); n > 0; --n) frame.found.push_back(random.bits());
        } else {
            frame.address = random.bits();
        }
        if (has_bytes) frame.bytes.resize(random.below(max_datagram + 1), std::byte{9});
        const auto read = detail::parsed_frame(frame_span(detail::frame_bytes(frame)));
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(read->kind, frame.kind);
        EXPECT_EQ(read->address, frame.address);
        EXPECT_EQ(read->channel, frame.channel);
        EXPECT_EQ(read->key, frame.key);
        EXPECT_EQ(read->bytes, frame.bytes);
        EXPECT_EQ(read->found, frame.found);
    }
}

TEST(GatewayFrame, is_none_if_it_is_too_long_too_short_or_of_no_kind) {
    const std::string eight(8, '\1');
    for (const std::string& text :
         {std::string(), std::string(1, '\5') + eight, std::string(1, '\1'),
          std::string(1, '\0') + eight + "x", std::string("\4\2\0", 3) + eight,
          std::string("\2\3", 2) + eight, std::string(1, '\1') + eight + std::string(max_datagram + 1, 'x')})
        EXPECT_FALSE(detail::parsed_frame(frame_span(text)).has_value()) << text.size();
}

}  // namespace
}  // namespace graze::test
