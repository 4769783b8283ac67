// Domains of Cyclone DDS in this process: one for each configuration, as long as somebody uses it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "graze/share/dds/dds_transport.h"

namespace graze::inline v1::detail {

class DdsDomain {
  public:
    // The domain with this configuration. Throws Error.
    static std::shared_ptr<DdsDomain> of(const std::string& configuration);
    ~DdsDomain();
    DdsDomain(const DdsDomain&) = delete;
    DdsDomain& operator=(const DdsDomain&) = delete;

    std::uint32_t id() const { return id_; }  // in this process; others know it by its external id

  private:
    DdsDomain() = default;

    std::uint32_t id_ = 0;
    std::int32_t handle_ = 0;
};

// Throws Error for options that cannot be.
std::string dds_configuration(const DdsOptions& options);

// What Cyclone DDS last complained about in this thread's calls or its own threads; empty: nothing.
std::string last_dds_complaint();

}  // namespace graze::inline v1::detail
