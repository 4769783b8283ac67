// A network in memory, with everything that goes wrong in real ones, from a seed: the same calls give the
// same deliveries, as fast as the machine computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "graze/base/random.h"
#include "graze/share/network/transport.h"

namespace graze::inline v1 {

struct NetworkOptions {
    double latency = 0;  // seconds, one way
    double jitter = 0;   // up to this many seconds more, evenly distributed
    double loss = 0;     // probabilities from 0 to 1
    double duplication = 0;
    double reordering = 0;  // of being held back by one more latency and jitter
    std::uint64_t seed = 1;
};

struct TrafficCounts {
    std::uint64_t datagrams = 0, bytes = 0;                          // handed over for sending
    std::uint64_t delivered = 0, lost = 0, duplicated = 0, cut = 0;  // cut: by a partition or a dead peer
};

class SimulatedNetwork {
  public:
    // Throws Error for probabilities outside 0 to 1 and negative times.
    explicit SimulatedNetwork(const NetworkOptions& options = {});
    ~SimulatedNetwork();
    SimulatedNetwork(const SimulatedNetwork&) = delete;
    SimulatedNetwork& operator=(const SimulatedNetwork&) = delete;

    // A new end of the network, which lives as long as the network does. Its clock shows the network's time
    // plus `clock_offset`. Addresses are 1, 2, ...
    Transport& add(double clock_offset = 0);
    // What is on its way to or from a dead end is lost.
    void kill(Address address);
    // Ends with different group numbers do not reach one another; what is on its way between them is lost.
    // Ends that are not named are in group 0. An empty list heals.
    void partition(const std::vector<int>& group_of_address);  // index 0 is address 1

    double time() const { return time_; }
    // Time passes, and what is due arrives.
    void advance(double seconds);
    void set_options(const NetworkOptions& options);  // the seed counts only at construction
    const TrafficCounts& counts() const { return counts_; }
    const TrafficCounts& counts(Address address) const;  // of what this end has sent

  private:
    class End;
    struct Flight {
        double arrival = 0;
        std::uint64_t number = 0;  // of flights that arrive at the same time the one sent first
        Address from = 0, to = 0;
        std::vector<std::byte> bytes;
        friend bool operator>(const Flight& a, const Flight& b) {
            return a.arrival != b.arrival ? a.arrival > b.arrival : a.number > b.number;
        }
    };

    void send(End& from, Address to, std::span<const std::byte> bytes);
    void take_off(Address from, Address to, std::span<const std::byte> bytes);
    bool connected(Address a, Address b) const;

    NetworkOptions options_;
    Random random_;
    double time_ = 0;
    std::uint64_t flights_ = 0;
    std::vector<std::unique_ptr<End>> ends_;
    std::vector<int> groups_;
    std::priority_queue<Flight, std::vector<Flight>, std::greater<>> in_the_air_;
    TrafficCounts counts_;
};

}  // namespace graze::inline v1
