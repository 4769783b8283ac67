// Bytes that are too long for one datagram, fetched piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/share/network/message.h"

namespace graze::inline v1::detail {

// What this peer can give: shapes, and recent copies of the world.
class BlobStore {
  public:
    using Bytes = std::shared_ptr<const std::string>;

    void put(const ContentHash& hash, Bytes bytes) { blobs_[hash] = std::move(bytes); }
    void drop(const ContentHash& hash) { blobs_.erase(hash); }
    bool has(const ContentHash& hash) const { return blobs_.contains(hash); }
    // None: not here, or no such offset.
    std::optional<BlobPiece> piece(const BlobRequest& request) const;

  private:
    std::map<ContentHash, Bytes> blobs_;
};

// What this peer fetches. At most `most` bytes, in pieces that may come in any order.
class BlobFetch {
  public:
    BlobFetch(ContentHash hash, std::uint64_t most) : hash_(hash), most_(most) {}

    // What to ask for now, if an answer takes `patience` seconds.
    std::vector<BlobRequest> requests(double now, double patience);
    // A sentence if the piece cannot be right.
    std::string take(const BlobPiece& piece);
    bool complete() const { return total_ && missing_ == 0; }
    const std::string& bytes() const { return bytes_; }
    std::size_t attempts() const { return attempts_; }  // rounds of asking without any answer

  private:
    static constexpr std::size_t at_once = 32;

    ContentHash hash_;
    std::uint64_t most_;
    std::optional<std::uint64_t> total_;
    std::string bytes_;
    std::vector<bool> have_;
    std::vector<double> asked_;
    std::size_t missing_ = 0, first_missing_ = 0, attempts_ = 0;
    double asked_first_ = -1e300;
};

}  // namespace graze::inline v1::detail
