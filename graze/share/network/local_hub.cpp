#include "graze/share/network/local_hub.h"

#include <chrono>
#include <deque>
#include <map>

namespace graze::inline v1 {

class LocalHub::State {
  public:
    explicit State(std::size_t most) : waiting_most(most) {}

    bool deliver(Address from, std::deque<Datagram>& queue, std::span<const std::byte> bytes) const {
        if (queue.size() >= waiting_most) return false;
        queue.push_back({from, {bytes.begin(), bytes.end()}});
        return true;
    }

    std::size_t waiting_most;
    std::map<Address, std::deque<Datagram>> queues;
    Address last = 0;
};

class LocalHub::End : public Transport {
  public:
    explicit End(std::shared_ptr<State> hub) : hub_(std::move(hub)), address_(++hub_->last) {
        hub_->queues[address_];
    }
    ~End() override { hub_->queues.erase(address_); }
    End(const End&) = delete;
    End& operator=(const End&) = delete;

    double now() const override {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    Address address() const override { return address_; }
    void send(Address to, std::span<const std::byte> bytes) override {
        const auto queue = hub_->queues.find(to);
        if (queue != hub_->queues.end() && bytes.size() <= max_datagram)
            hub_->deliver(address_, queue->second, bytes);
    }
    bool receive(Datagram& datagram) override {
        std::deque<Datagram>& queue = hub_->queues.at(address_);
        if (queue.empty()) return false;
        datagram = std::move(queue.front());
        queue.pop_front();
        return true;
    }
    bool publishes() const override { return true; }
    // Whoever does not look misses it; the others do not wait.
    bool publish(Channel, std::uint64_t, std::span<const std::byte> bytes) override {
        if (bytes.size() > max_datagram) return false;
        for (auto& [to, queue] : hub_->queues)
            if (to != address_) hub_->deliver(address_, queue, bytes);
        return true;
    }
    std::vector<Address> found() override {
        std::vector<Address> result;
        for (const auto& [address, queue] : hub_->queues)
            if (address != address_) result.push_back(address);
        return result;
    }

  private:
    std::shared_ptr<State> hub_;
    Address address_;
};

LocalHub::LocalHub(std::size_t waiting_most) : state_(std::make_shared<State>(waiting_most)) {}

std::unique_ptr<Transport> LocalHub::add() {
    return std::make_unique<End>(state_);
}

}  // namespace graze::inline v1
