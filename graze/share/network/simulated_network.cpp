#include "graze/share/network/simulated_network.h"

#include <deque>

#include "graze/base/error.h"

namespace graze::inline v1 {

class SimulatedNetwork::End final : public Transport {
  public:
    End(SimulatedNetwork& network, Address address, double clock_offset)
        : network_(network), address_(address), clock_offset_(clock_offset) {}

    double now() const override { return network_.time_ + clock_offset_; }
    Address address() const override { return address_; }
    void send(Address to, std::span<const std::byte> bytes) override { network_.send(*this, to, bytes); }
    bool receive(Datagram& datagram) override {
        if (arrived_.empty()) return false;
        datagram = std::move(arrived_.front());
        arrived_.pop_front();
        return true;
    }

  private:
    friend class SimulatedNetwork;
    SimulatedNetwork& network_;
    Address address_;
    double clock_offset_;
    bool alive_ = true;
    std::deque<Datagram> arrived_;
    TrafficCounts counts_;
};

namespace {

void check_network(const NetworkOptions& o) {
    const auto probability = [](double p) { return p >= 0 && p <= 1; };
    if (!probability(o.loss) || !probability(o.duplication) || !probability(o.reordering))
        throw Error("a probability is not between 0 and 1", "simulated network");
    if (!(o.latency >= 0 && o.latency < 1e6) || !(o.jitter >= 0 && o.jitter < 1e6))
        throw Error("a latency or jitter is not between 0 and a million seconds", "simulated network");
}

}  // namespace

SimulatedNetwork::SimulatedNetwork(const NetworkOptions& options) : options_(options), random_(options.seed) {
    check_network(options);
}
SimulatedNetwork::~SimulatedNetwork() = default;

void SimulatedNetwork::set_options(const NetworkOptions& options) {
    check_network(options);
    options_ = options;
}

Transport& SimulatedNetwork::add(double clock_offset) {
    ends_.push_back(std::make_unique<End>(*this, ends_.size() + 1, clock_offset));
    return *ends_.back();
}

void SimulatedNetwork::kill(Address address) {
    End& end = *ends_.at(address - 1);
    end.alive_ = false;
    end.arrived_.clear();
}

void SimulatedNetwork::partition(const std::vector<int>& group_of_address) {
    groups_ = group_of_address;
}

const TrafficCounts& SimulatedNetwork::counts(Address address) const {
    return ends_.at(address - 1)->counts_;
}

bool SimulatedNetwork::connected(Address a, Address b) const {
    const auto group = [&](Address at) { return at <= groups_.size() ? groups_[at - 1] : 0; };
    return ends_[a - 1]->alive_ && ends_[b - 1]->alive_ && group(a) == group(b);
}

void SimulatedNetwork::send(End& from, Address to, std::span<const std::byte> bytes) {
    if (bytes.size() > max_datagram || to == 0 || to > ends_.size()) return;
    for (TrafficCounts* counts : {&counts_, &from.counts_}) {
        ++counts->datagrams;
        counts->bytes += bytes.size();
    }
    // Drawn in any case, so that a partition does not change what happens to others.
    const bool lost = random_.chance(options_.loss), twice = random_.chance(options_.duplication);
    if (!connected(from.address_, to)) {
        ++counts_.cut;
        return;
    }
    if (lost) {
        ++counts_.lost;
    } else {
        take_off(from.address_, to, bytes);
    }
    if (twice) {
        ++counts_.duplicated;
        take_off(from.address_, to, bytes);
    }
}

void SimulatedNetwork::take_off(Address from, Address to, std::span<const std::byte> bytes) {
    double delay = options_.latency + options_.jitter * random_.uniform();
    if (random_.chance(options_.reordering)) delay += options_.latency + options_.jitter;
    in_the_air_.push({time_ + delay, flights_++, from, to, {bytes.begin(), bytes.end()}});
}

void SimulatedNetwork::advance(double seconds) {
    time_ += seconds;
    while (!in_the_air_.empty() && in_the_air_.top().arrival <= time_) {
        const Flight& flight = in_the_air_.top();
        if (connected(flight.from, flight.to)) {
            ++counts_.delivered;
            ends_[flight.to - 1]->arrived_.push_back({flight.from, flight.bytes});
        } else {
            ++counts_.cut;
        }
        in_the_air_.pop();
    }
}

}  // namespace graze::inline v1
