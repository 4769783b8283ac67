// Shared worlds over DDS (Eclipse Cyclone DDS): one domain participant, four topics.
//
// | what            | reliability | history              | durability      | key         |
// |-----------------|-------------|----------------------|-----------------|-------------|
// | records         | reliable    | keep all, limited    | transient local | writer      |
// | motion          | best effort | keep the last        | volatile        | object      |
// | status          | best effort | keep the last        | volatile        | writer      |
// | sent to one     | best effort | keep the last 512    | volatile        | none        |
//
// What is sent to one peer goes through a partition of its own, so that the others do not receive it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graze/share/network/transport.h"

namespace graze::inline v1 {

struct DdsOptions {
    std::uint32_t domain = 0;  // 0 to 230; decides about ports, as DDS says
    // Worlds of other names do not meet. Letters, digits, '.', '-' and '_', at most 64. No secret.
    std::string world = "graze";
    // This machine's address that is used; empty: the system's choice.
    std::string interface_address = "127.0.0.1";
    bool multicast = false;
    std::vector<std::string> peers{"127.0.0.1"};  // whom to look for, where multicast does not reach
    std::uint32_t processes_most = 119;           // on one machine and in one domain
    // A folder with ca.pem, certificate.pem, key.pem, governance.p7s and permissions.p7s, which
    // scripts/dds-certificates makes. Empty: no security, everybody gets in.
    std::string security;
    // Where the record topic stops taking more: bytes of records that somebody who is there has not
    // confirmed. A peer that does not read can delay others by that much, no more.
    std::uint32_t unconfirmed_bytes = 1U << 20;
    std::uint32_t records_for_late = 256;  // messages that are kept for whoever comes later, up to 4096
};

struct DdsCounts {
    std::uint64_t published = 0, sent = 0, received = 0, bytes = 0;  // bytes: of both directions
    std::uint64_t not_taken = 0;  // records that the topic's limits refused, to be sent otherwise
    std::uint64_t forgotten = 0;  // keys of motion, of more than 2048: those that were not used for longest
};

class DdsTransport : public Transport {
  public:
    // Throws Error with what is wrong: names, addresses, certificates, too many processes.
    explicit DdsTransport(const DdsOptions& options = {});
    ~DdsTransport() override;
    DdsTransport(const DdsTransport&) = delete;
    DdsTransport& operator=(const DdsTransport&) = delete;

    double now() const override;
    // Addresses follow from the identities of participants (GUIDs), which DDS itself attaches to what
    // arrives: a message cannot name another sender. With security, they are bound to certificates.
    Address address() const override;
    void send(Address to, std::span<const std::byte> bytes) override;
    bool receive(Datagram& datagram) override;
    bool publishes() const override { return true; }
    bool publish(Channel channel, std::uint64_t key, std::span<const std::byte> bytes) override;
    std::vector<Address> found() override;
    DdsCounts counts() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace graze::inline v1
