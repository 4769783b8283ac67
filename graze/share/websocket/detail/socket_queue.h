// Both ends of a WebSocket: frames are read one after the other and written from a queue.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/share/network/detail/gateway_frame.h"

namespace graze::inline v1::detail {

using WebSocketStream = boost::beast::websocket::stream<boost::beast::tcp_stream>;

// Kept alive by its own pending operations. One thread.
class SocketQueue : public std::enable_shared_from_this<SocketQueue> {
  public:
    SocketQueue(boost::beast::tcp_stream stream, std::size_t message_most, std::size_t queue_bytes)
        : socket_(std::move(stream)), queue_most_(queue_bytes) {
        socket_.read_message_max(message_most);
    }

    WebSocketStream& socket() { return socket_; }
    bool open() const { return open_; }
    const std::string& problem() const { return problem_; }
    std::size_t waiting_bytes() const { return queue_bytes_; }

    // After the handshake.
    void begin() {
        open_ = true;
        socket_.binary(true);
        socket_.auto_fragment(false);
    }
    // False: it does not fit.
    bool write(std::string bytes) {
        if (!open_ || queue_bytes_ + bytes.size() > queue_most_) return false;
        queue_bytes_ += bytes.size();
        queue_.push_back(std::move(bytes));
        if (queue_.size() == 1) write_next();
        return true;
    }
    // What has arrived, as long as so many are wanted; then the network holds them back.
    void read_up_to(std::size_t count, std::function<void(GatewayFrame)> take) {
        take_ = std::move(take);
        wanted_ = count;
        if (open_ && !reading_ && wanted_ > 0) read_next();
    }
    void close(boost::beast::websocket::close_code code, const std::string& why) {
        if (!open_) return;
        open_ = false;
        problem_ = why;
        const auto self = shared_from_this();
        boost::beast::websocket::close_reason reason(code, why.substr(0, 100));
        if (queue_.empty()) {
            socket_.async_close(reason, [self](boost::beast::error_code) {});
        } else {  // a frame is being written: there is no place for a word of farewell
            boost::beast::get_lowest_layer(socket_).cancel();
        }
    }
    // Whoever took the frames is gone; a farewell may still be on its way.
    void forget() { take_ = nullptr; }
    void drop() {
        open_ = false;
        take_ = nullptr;
        boost::beast::get_lowest_layer(socket_).cancel();
    }

  private:
    void write_next() {
        const auto self = shared_from_this();
        socket_.async_write(boost::asio::buffer(queue_.front()),
                            [self](boost::beast::error_code error, std::size_t) {
                                self->queue_bytes_ -= self->queue_.front().size();
                                self->queue_.pop_front();
                                if (error) return self->fail(error);
                                if (!self->queue_.empty() && self->open_) self->write_next();
                            });
    }
    void read_next() {
        reading_ = true;
        const auto self = shared_from_this();
        socket_.async_read(buffer_, [self](boost::beast::error_code error, std::size_t) {
            self->reading_ = false;
            if (error) return self->fail(error);
            self->take_frame();
        });
    }
    void take_frame() {
        namespace websocket = boost::beast::websocket;
        if (!open_) return;
        const auto data = buffer_.data();
        auto frame = socket_.got_binary()
                         ? parsed_frame({static_cast<const std::byte*>(data.data()), data.size()})
                         : std::nullopt;
        buffer_.consume(buffer_.size());
        if (!frame) return close(websocket::close_code::bad_payload, "a message is malformed");
        --wanted_;
        if (take_) take_(std::move(*frame));
        if (open_ && wanted_ > 0 && !reading_) read_next();
    }
    // Connections end; that is a problem only if it was the other side's fault.
    void fail(boost::beast::error_code error) {
        namespace websocket = boost::beast::websocket;
        if (!open_) return;
        open_ = false;
        if (error == websocket::condition::protocol_violation || error == websocket::error::message_too_big ||
            error == websocket::error::buffer_overflow)
            problem_ = error.message();
    }

    WebSocketStream socket_;
    boost::beast::flat_buffer buffer_;
    std::deque<std::string> queue_;
    std::size_t queue_bytes_ = 0, queue_most_;
    std::function<void(GatewayFrame)> take_;
    std::size_t wanted_ = 0;
    bool open_ = false, reading_ = false;
    std::string problem_;
};

}  // namespace graze::inline v1::detail
