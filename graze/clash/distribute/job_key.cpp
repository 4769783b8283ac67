#include <bit>
#include <string_view>

#include "graze/base/detail/hash.h"
#include "graze/base/version.h"
#include "graze/clash/distribute/detail/job_key.h"
#include "graze/clash/files/detail/finding_bytes.h"

namespace graze::inline v1::detail {
namespace {

class KeyHasher {
  public:
    void add(std::uint64_t value) { add_number(hasher_, value); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(std::string_view text) {
        add(std::uint64_t{text.size()});
        hasher_.add(std::as_bytes(std::span(text)));
    }
    ContentHash result() const {
        const Hash128 h = hasher_.result();
        return {h.high, h.low};
    }

  private:
    Hasher128 hasher_;
};

void add_part(KeyHasher& key, const Part& part, const ContentHash& hash) {
    key.add(part.path);
    key.add(hash.high);
    key.add(hash.low);
    key.add(part.mesh->rounding());
    for (const auto& row : part.world_from_part.matrix())
        for (const double number : row) key.add(number);
}

void add_settings(KeyHasher& key, const ClashOptions& options) {
    key.add(options.clearance);
    key.add(options.touch);
    key.add(static_cast<std::uint64_t>(options.open_parts));
    key.add(std::uint64_t{options.as_tessellated});
    key.add(options.budget_per_pair.tests);
    key.add(options.budget_per_pair.time
                ? static_cast<std::uint64_t>(options.budget_per_pair.time->count()) + 1
                : std::uint64_t{0});
}

void add_plan(KeyHasher& key, const ClashPlan& plan) {
    key.add(plan.ignored());
    key.add(std::uint64_t{plan.portions().size()});
    for (const PlannedPair& pair : plan.pairs()) {
        const PairTerms terms = plan.rules().terms(pair.a, pair.b);
        key.add(std::uint64_t{pair.a} << 32 | pair.b);
        key.add(terms.clearance);
        key.add(terms.allowed_depth.value_or(-1));
        key.add(std::uint64_t{terms.allowed_by});
    }
}

}  // namespace

ContentHash job_key(const ClashPlan& plan, const ClashOptions& options,
                    std::span<const ContentHash> hash_of_part) {
    KeyHasher key;
    key.add(std::string_view(version()));
    key.add(std::uint64_t{finding_bytes_version});
    const Assembly& assembly = plan.assembly();
    key.add(std::uint64_t{assembly.parts.size()});
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) add_part(key, assembly.parts[i], hash_of_part[i]);
    key.add(assembly.metres_per_unit.value_or(0));
    add_settings(key, options);
    add_plan(key, plan);
    return key.result();
}

}  // namespace graze::inline v1::detail
