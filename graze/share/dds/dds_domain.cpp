#include <dds/dds.h>
#include <dds/ddsrt/log.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "graze/base/error.h"
#include "graze/share/dds/detail/dds_domain.h"

namespace graze::inline v1::detail {
namespace {

struct DomainRegistry {
    std::mutex mutex;
    std::map<std::string, std::weak_ptr<DdsDomain>> domains;
    std::uint32_t next = 0;
    std::mutex log_mutex;
    std::string complaint;
};

// Never destroyed: threads of Cyclone DDS may still complain while the process ends.
DomainRegistry& registry() {
    static auto* const one = new DomainRegistry;
    return *one;
}

void keep_complaint(void* /*unused*/, const dds_log_data_t* data) {
    if (data == nullptr || data->message == nullptr || (data->priority & (DDS_LC_FATAL | DDS_LC_ERROR)) == 0)
        return;
    std::string text(data->message, std::min<std::size_t>(data->size, 300));
    while (!text.empty() && (text.back() == '\n' || text.back() == '\0')) text.pop_back();
    std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 32; }, ' ');
    const std::lock_guard lock(registry().log_mutex);
    registry().complaint = std::move(text);
}

bool consists_of(const std::string& text, const char* others) {
    return std::ranges::all_of(text, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view(others).find(c) != std::string_view::npos;
    });
}

void check_address(const std::string& address) {
    if (address.empty() || address.size() > 255 || !consists_of(address, ".-:[]%_"))
        throw Error("'" + address.substr(0, 80) + "' is no address of a machine", "DDS",
                    "give a name or an IP address, such as 127.0.0.1");
}

}  // namespace

std::shared_ptr<DdsDomain> DdsDomain::of(const std::string& configuration) {
    DomainRegistry& all = registry();
    const std::lock_guard lock(all.mutex);
    if (const auto found = all.domains[configuration].lock()) return found;
    dds_set_log_sink(keep_complaint, nullptr);  // the library does not print
    dds_set_trace_sink(keep_complaint, nullptr);
    const std::shared_ptr<DdsDomain> domain(new DdsDomain);
    // Only numbers of domains go: certificates name these. One may be in use, or just being given back.
    for (int attempt = 0; attempt < 230; ++attempt) {
        domain->id_ = all.next = all.next % 230 + 1;
        domain->handle_ = dds_create_domain(domain->id_, configuration.c_str());
        if (domain->handle_ != DDS_RETCODE_PRECONDITION_NOT_MET) break;
    }
    if (domain->handle_ < 0)
        throw Error("Cyclone DDS does not start: " + std::string(dds_strretcode(domain->handle_)) +
                        (last_dds_complaint().empty() ? "" : " (" + last_dds_complaint() + ")"),
                    "DDS", "check the interface's address and the peers");
    std::erase_if(all.domains, [](const auto& d) { return d.second.expired(); });
    all.domains[configuration] = domain;
    return domain;
}

DdsDomain::~DdsDomain() {
    if (handle_ > 0) dds_delete(handle_);
}

std::string dds_configuration(const DdsOptions& options) {
    if (options.domain > 230)
        throw Error("DDS has no domain " + std::to_string(options.domain), "DDS", "take 0 to 230");
    if (options.world.empty() || options.world.size() > 64 || !consists_of(options.world, ".-_"))
        throw Error("'" + options.world.substr(0, 80) + "' is no name of a world", "DDS",
                    "take letters, digits, '.', '-' and '_', at most 64");
    if (options.peers.size() > 64) throw Error("more than 64 addresses of peers", "DDS", "give fewer");
    std::string xml = "<CycloneDDS><Domain id=\"any\"><General>";
    if (!options.interface_address.empty()) {
        check_address(options.interface_address);
        xml += "<Interfaces><NetworkInterface address=\"" + options.interface_address + "\"/></Interfaces>";
    }
    xml += std::string("<AllowMulticast>") + (options.multicast ? "true" : "false") +
           "</AllowMulticast></General><Discovery><ExternalDomainId>" + std::to_string(options.domain) +
           "</ExternalDomainId><Tag>" + options.world +
           "</Tag><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>" +
           std::to_string(std::clamp(options.processes_most, 1U, 1000U)) +
           "</MaxAutoParticipantIndex><Peers>";
    for (const std::string& peer : options.peers) {
        check_address(peer);
        xml += "<Peer address=\"" + peer + "\"/>";
    }
    xml += "</Peers></Discovery><Internal><Watermarks><WhcHigh>" + std::to_string(options.unconfirmed_bytes) +
           "B</WhcHigh></Watermarks></Internal></Domain></CycloneDDS>";
    return xml;
}

std::string last_dds_complaint() {
    const std::lock_guard lock(registry().log_mutex);
    return registry().complaint;
}

}  // namespace graze::inline v1::detail
