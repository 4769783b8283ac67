// The only file that includes xxHash. All of xxHash is inlined here: nothing is linked.
#include "graze/base/detail/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace graze::inline v1::detail {

std::uint64_t hash_64(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

struct Hasher128::State {
    XXH3_state_t xxh;  // aligned to 64 bytes, which `new` respects
};

Hasher128::Hasher128() : state_(std::make_unique<State>()) {
    XXH3_128bits_reset(&state_->xxh);
}

Hasher128::~Hasher128() = default;

void Hasher128::add(std::span<const std::byte> bytes) {
    if (!bytes.empty()) XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size());
}

Hash128 Hasher128::result() const {
    const XXH128_hash_t h = XXH3_128bits_digest(&state_->xxh);
    return {h.high64, h.low64};
}

}  // namespace graze::inline v1::detail
