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
};

}  // namespace graze::inline v1
