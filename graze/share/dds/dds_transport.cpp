#include "graze/share/dds/dds_transport.h"

#include <dds/dds.h>
#include <shared_sample.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <unordered_map>

#include "graze/base/error.h"
#include "graze/share/dds/detail/dds_domain.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t taken_at_once = 64;
constexpr std::int32_t sent_to_one_kept = 512;
constexpr std::size_t direct_writers_most = 64;
constexpr std::int32_t records_kept_unread = 4096, writers_most = 4096, objects_most = 65'536;
// Whatever is written once for a key keeps some hundred bytes in every reader until its writer forgets the
// key.
constexpr std::size_t motion_keys_most = 2048;

// The first twelve bytes of a GUID are the participant's; they are as good as random.
Address address_of(const dds_guid_t& guid) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::size_t i = 0; i < 12; ++i) hash = (hash ^ guid.v[i]) * 0x100000001b3;
    return hash == 0 ? 1 : hash;
}

std::string partition_of(Address address) {
    return "to-" + std::to_string(address);
}

dds_entity_t checked(dds_entity_t entity, const char* what) {
    if (entity >= 0) return entity;
    const std::string complaint = detail::last_dds_complaint();
    throw Error(std::string("Cyclone DDS makes no ") + what + ": " + dds_strretcode(entity) +
                    (complaint.empty() ? "" : " (" + complaint + ")"),
                "DDS", "see docs/share.md about limits and certificates");
}

class Qos {
  public:
    Qos() : qos_(dds_create_qos()) {}
    ~Qos() { dds_delete_qos(qos_); }
    Qos(const Qos&) = delete;
    Qos& operator=(const Qos&) = delete;
    operator dds_qos_t*() const { return qos_; }

  private:
    dds_qos_t* qos_;
};

// What is best effort: only the newest `depth` samples of each key, and not too many keys.
void set_newest(dds_qos_t* qos, std::int32_t depth, std::int32_t keys) {
    dds_qset_reliability(qos, DDS_RELIABILITY_BEST_EFFORT, 0);
    dds_qset_durability(qos, DDS_DURABILITY_VOLATILE);
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, depth);
    dds_qset_resource_limits(qos, DDS_LENGTH_UNLIMITED, keys, DDS_LENGTH_UNLIMITED);
}

// Everything, for those who come later as well. What is written without waiting is refused when it does not
// fit.
void set_everything(dds_qos_t* qos, const DdsOptions& options) {
    const auto late = static_cast<std::int32_t>(std::clamp(options.records_for_late, 1U, 4096U));
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, 0);
    dds_qset_durability(qos, DDS_DURABILITY_TRANSIENT_LOCAL);
    dds_qset_history(qos, DDS_HISTORY_KEEP_ALL, DDS_LENGTH_UNLIMITED);
    dds_qset_resource_limits(qos, records_kept_unread, writers_most, DDS_LENGTH_UNLIMITED);
    // Without this limit a writer would keep all that it ever wrote. Who missed more gets a copy of the
    // world.
    dds_qset_durability_service(qos, 0, DDS_HISTORY_KEEP_LAST, late, records_kept_unread,
                                DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
}

void set_security(dds_qos_t* qos, const std::string& folder) {
    struct Property {
        const char *name, *file;
    };
    for (const Property& p : {Property{"dds.sec.auth.identity_ca", "ca.pem"},
                              Property{"dds.sec.auth.identity_certificate", "certificate.pem"},
                              Property{"dds.sec.auth.private_key", "key.pem"},
                              Property{"dds.sec.access.permissions_ca", "ca.pem"},
                              Property{"dds.sec.access.governance", "governance.p7s"},
                              Property{"dds.sec.access.permissions", "permissions.p7s"}}) {
        const std::filesystem::path file = std::filesystem::path(folder) / p.file;
        std::error_code error;
        if (!std::filesystem::is_regular_file(file, error))
            throw Error("a file for DDS Security is missing", file.string(),
                        "scripts/dds-certificates makes it");
        dds_qset_prop(qos, p.name, ("file:" + std::filesystem::absolute(file).string()).c_str());
    }
    for (const char* plugin : {"auth", "access", "crypto"}) {
        const std::string name = std::string("dds.sec.") + plugin + ".library.";
        const std::string library = std::string(plugin) == "access" ? "ac" : plugin;
        const std::string function = std::string(plugin) == "auth"     ? "authentication"
                                     : std::string(plugin) == "access" ? "access_control"
                                                                       : "crypto";
        dds_qset_prop(qos, (name + "path").c_str(),
                      (std::string(GRAZE_DDS_SECURITY_DIR) + "libdds_security_" + library + ".so").c_str());
        dds_qset_prop(qos, (name + "init").c_str(), ("init_" + function).c_str());
        dds_qset_prop(qos, (name + "finalize").c_str(), ("finalize_" + function).c_str());
    }
}

}  // namespace

class DdsTransport::State {
  public:
    explicit State(const DdsOptions& options)
        : domain_(detail::DdsDomain::of(dds_configuration_of(options))) {
        const Qos participant_qos;
        if (!options.security.empty()) set_security(participant_qos, options.security);
        participant_ =
            checked(dds_create_participant(domain_->id(), participant_qos, nullptr), "participant");
        try {
            open(options);
        } catch (...) {
            dds_delete(participant_);
            throw;
        }
    }
    ~State() { dds_delete(participant_); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Address address() const { return address_; }

    // Records and statuses have one key, their writer's: as many are kept of each key as `records_for_late`
    // says.
    bool publish(Channel channel, std::uint64_t key, std::span<const std::byte> bytes) {
        if (channel == Channel::motion) {
            use_motion_key(key);
        } else {
            key = address_;
        }
        if (!write(writers_[static_cast<std::size_t>(channel)], key, bytes)) {
            ++counts_.not_taken;
            return false;
        }
        ++counts_.published;
        return true;
    }

    void send(Address to, std::span<const std::byte> bytes) {
        if (to == 0 || to == address_) return;
        const auto found = direct_.find(to);
        if (found == direct_.end() && direct_.size() >= direct_writers_most) {
            const auto oldest =
                std::ranges::min_element(direct_, {}, [](const auto& d) { return d.second.used; });
            dds_delete(oldest->second.publisher);
            direct_.erase(oldest);
        }
        Direct& direct = found == direct_.end() ? direct_[to] : found->second;
        if (direct.writer <= 0) make_direct(to, direct);
        direct.used = ++uses_;
        if (direct.writer > 0 && write(direct.writer, 0, bytes)) ++counts_.sent;
    }

    bool receive(Datagram& datagram) {
        if (arrived_.empty())
            for (const dds_entity_t reader : readers_) take(reader);
        if (arrived_.empty()) return false;
        datagram = std::move(arrived_.front());
        arrived_.pop_front();
        return true;
    }

    std::vector<Address> found() {
        std::array<dds_instance_handle_t, 1024> handles{};
        const dds_return_t count = dds_get_matched_publications(readers_[0], handles.data(), handles.size());
        std::vector<Address> result;
        for (std::size_t i = 0; i < std::min<std::size_t>(std::max(count, 0), handles.size()); ++i)
            if (const Address from = sender(readers_[0], handles[i]); from != 0 && from != address_)
                result.push_back(from);
        return result;
    }

    DdsCounts counts() const { return counts_; }

  private:
    struct Direct {
        dds_entity_t publisher = 0, writer = 0;
        std::uint64_t used = 0;
    };

    static std::string dds_configuration_of(const DdsOptions& options) {
        return detail::dds_configuration(options);
    }

    void open(const DdsOptions& options) {
        dds_guid_t guid{};
        if (dds_get_guid(participant_, &guid) < 0) throw Error("a participant has no identity", "DDS");
        address_ = address_of(guid);
        struct Kind {
            const char* name;
            std::int32_t keys;  // 0: everything is kept
        };
        // As in Channel, and what is sent to one.
        constexpr Kind kinds[] = {
            {"graze_status", writers_most}, {"graze_motion", objects_most}, {"graze_records", 0}};
        const auto topic_of = [&](const char* name) {
            return checked(dds_create_topic(participant_, &graze_dds_Sample_desc, name, nullptr, nullptr),
                           "topic");
        };
        for (std::size_t i = 0; i < std::size(kinds); ++i) {
            const Qos qos;
            kinds[i].keys > 0 ? set_newest(qos, 1, kinds[i].keys) : set_everything(qos, options);
            dds_qset_ignorelocal(qos, DDS_IGNORELOCAL_PARTICIPANT);
            const dds_entity_t topic = topic_of(kinds[i].name);
            readers_[i] = checked(dds_create_reader(participant_, topic, qos, nullptr), "reader");
            writers_[i] = checked(dds_create_writer(participant_, topic, qos, nullptr), "writer");
        }
        direct_topic_ = topic_of("graze_to_one");
        const Qos mine, newest;
        dds_qset_partition1(mine, partition_of(address_).c_str());
        const dds_entity_t subscriber =
            checked(dds_create_subscriber(participant_, mine, nullptr), "subscriber");
        set_newest(newest, sent_to_one_kept, 1);
        readers_[3] = checked(dds_create_reader(subscriber, direct_topic_, newest, nullptr), "reader");
    }

    void make_direct(Address to, Direct& direct) {
        const Qos partition, newest;
        dds_qset_partition1(partition, partition_of(to).c_str());
        set_newest(newest, 1, 1);
        direct.publisher = dds_create_publisher(participant_, partition, nullptr);
        if (direct.publisher > 0)
            direct.writer = dds_create_writer(direct.publisher, direct_topic_, newest, nullptr);
    }

    bool write(dds_entity_t writer, std::uint64_t key, std::span<const std::byte> bytes) {
        if (bytes.size() > max_datagram) return false;
        graze_dds_Sample sample{};
        sample.key = key;
        // Cyclone DDS reads the buffer only.
        sample.bytes._buffer = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(bytes.data()));
        sample.bytes._length = sample.bytes._maximum = static_cast<std::uint32_t>(bytes.size());
        if (dds_write(writer, &sample) != DDS_RETCODE_OK) return false;
        counts_.bytes += bytes.size();
        return true;
    }

    // Objects come and go, and change hands: keys that were not used for long are forgotten, here and by all
    // readers.
    void use_motion_key(std::uint64_t key) {
        if (const auto known = motion_key_.find(key); known != motion_key_.end()) {
            motion_keys_.splice(motion_keys_.end(), motion_keys_, known->second);
            return;
        }
        if (motion_keys_.size() >= motion_keys_most) {
            graze_dds_Sample oldest{};
            oldest.key = motion_keys_.front();
            dds_unregister_instance(writers_[static_cast<std::size_t>(Channel::motion)], &oldest);
            motion_key_.erase(motion_keys_.front());
            motion_keys_.pop_front();
            ++counts_.forgotten;
        }
        motion_key_[key] = motion_keys_.insert(motion_keys_.end(), key);
    }

    void take(dds_entity_t reader) {
        std::array<void*, taken_at_once> samples{};
        std::array<dds_sample_info_t, taken_at_once> infos;
        const dds_return_t count =
            dds_take(reader, samples.data(), infos.data(), taken_at_once, taken_at_once);
        if (count <= 0) return;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            if (!infos[i].valid_data) continue;  // a writer has gone
            const auto& sample = *static_cast<const graze_dds_Sample*>(samples[i]);
            if (sample.bytes._length > max_datagram) continue;
            const Address from = sender(reader, infos[i].publication_handle);
            if (from == 0 || from == address_) continue;
            const auto* const begin = reinterpret_cast<const std::byte*>(sample.bytes._buffer);
            arrived_.push_back({from, {begin, begin + sample.bytes._length}});
            ++counts_.received;
            counts_.bytes += sample.bytes._length;
        }
        dds_return_loan(reader, samples.data(), count);
    }

    // Whose writer this is; 0: it has gone already.
    Address sender(dds_entity_t reader, dds_instance_handle_t writer) {
        if (const auto known = senders_.find(writer); known != senders_.end()) return known->second;
        dds_builtintopic_endpoint_t* const endpoint = dds_get_matched_publication_data(reader, writer);
        if (endpoint == nullptr) return 0;
        const Address from = address_of(endpoint->participant_key);
        dds_builtintopic_free_endpoint(endpoint);
        if (senders_.size() > 20'000) senders_.clear();
        senders_[writer] = from;
        return from;
    }

    std::shared_ptr<detail::DdsDomain> domain_;
    dds_entity_t participant_ = 0, direct_topic_ = 0;
    std::array<dds_entity_t, 3> writers_{};
    std::array<dds_entity_t, 4> readers_{};
    std::map<Address, Direct> direct_;
    std::list<std::uint64_t> motion_keys_;  // the one that was used last comes last
    std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> motion_key_;
    std::uint64_t uses_ = 0;
    Address address_ = 0;
    std::map<dds_instance_handle_t, Address> senders_;
    std::deque<Datagram> arrived_;
    DdsCounts counts_;
};

DdsTransport::DdsTransport(const DdsOptions& options) : state_(std::make_unique<State>(options)) {}
DdsTransport::~DdsTransport() = default;

double DdsTransport::now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
Address DdsTransport::address() const {
    return state_->address();
}
void DdsTransport::send(Address to, std::span<const std::byte> bytes) {
    state_->send(to, bytes);
}
bool DdsTransport::receive(Datagram& datagram) {
    return state_->receive(datagram);
}
bool DdsTransport::publish(Channel channel, std::uint64_t key, std::span<const std::byte> bytes) {
    return state_->publish(channel, key, bytes);
}
std::vector<Address> DdsTransport::found() {
    return state_->found();
}
DdsCounts DdsTransport::counts() const {
    return state_->counts();
}

}  // namespace graze::inline v1
