// What carries the bytes of a shared world from peer to peer. Datagrams: each arrives whole, late, twice, in
// another order, or not at all. What must arrive is sent again by those who use a transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::inline v1 {

// Where a peer can be reached; only the transport knows what the number stands for. 0 is nowhere.
using Address = std::uint64_t;

constexpr std::size_t max_datagram = 1200;  // bytes; fits into one packet of most networks

// What is said to everybody at once. Of `status` and `motion` the newest of each key is wanted, older ones
// may be dropped; all `records` are wanted.
enum class Channel : std::uint8_t { status, motion, records };

struct Datagram {
    Address from = 0;
    std::vector<std::byte> bytes;
};

class Transport {
  public:
    virtual ~Transport() = default;

    // Queries of time come from here as well, so that a simulated network can run faster than real time.
    // Seconds since some moment of this machine's own.
    virtual double now() const = 0;
    virtual Address address() const = 0;
    // At most max_datagram bytes; more are not sent. Does not wait.
    virtual void send(Address to, std::span<const std::byte> bytes) = 0;
    // The next datagram that has arrived; false if there is none.
    virtual bool receive(Datagram& datagram) = 0;

    // A transport that reaches everybody with one call (DDS does) says so here. With others, worlds send to
    // each peer.
    virtual bool publishes() const { return false; }
    // At most max_datagram bytes to everybody who is there, without waiting. False: not now, its limits are
    // reached; nothing was sent. Reliability is a help, not a promise: a world counts records itself, and
    // sends again what did not arrive, because the writer may die, and others have what it wrote.
    virtual bool publish(Channel /*channel*/, std::uint64_t /*key*/, std::span<const std::byte> /*bytes*/) {
        return false;
    }
    // Others that the transport has found by itself: whom a newcomer can ask to join.
    virtual std::vector<Address> found() { return {}; }
};

}  // namespace graze::inline v1
