#include "graze/share/detail/blob_transfer.h"

#include <algorithm>
#include <cstring>

namespace graze::inline v1::detail {

std::optional<BlobPiece> BlobStore::piece(const BlobRequest& request) const {
    const auto it = blobs_.find(request.hash);
    if (it == blobs_.end() || request.offset > it->second->size()) return {};
    const std::string& all = *it->second;
    const std::size_t size = std::min(blob_piece_size, all.size() - request.offset);
    const auto* const begin = reinterpret_cast<const std::byte*>(all.data()) + request.offset;
    return BlobPiece{request.hash, all.size(), request.offset, {begin, begin + size}};
}

std::vector<BlobRequest> BlobFetch::requests(double now, double patience) {
    std::vector<BlobRequest> result;
    if (!total_) {  // the first piece says how many there are
        if (now - asked_first_ < patience) return result;
        asked_first_ = now;
        ++attempts_;
        return {{hash_, 0}};
    }
    while (first_missing_ < have_.size() && have_[first_missing_]) ++first_missing_;
    const std::size_t end = std::min(have_.size(), first_missing_ + at_once);
    bool all_asked_before = true;
    for (std::size_t i = first_missing_; i < end; ++i) {
        if (have_[i] || now - asked_[i] < patience) continue;
        all_asked_before &= asked_[i] > -1e300;
        asked_[i] = now;
        result.push_back({hash_, i * blob_piece_size});
    }
    if (!result.empty() && all_asked_before) ++attempts_;
    return result;
}

std::string BlobFetch::take(const BlobPiece& piece) {
    if (piece.total > most_) return "a shape or a copy is larger than is allowed here";
    if (!total_) {
        total_ = piece.total;
        bytes_.resize(piece.total);
        missing_ = (piece.total + blob_piece_size - 1) / blob_piece_size;
        have_.assign(missing_, false);
        asked_.assign(missing_, -1e300);
    }
    const std::size_t index = piece.offset / blob_piece_size;
    const std::size_t wanted =
        std::min<std::uint64_t>(blob_piece_size, *total_ - std::min(*total_, piece.offset));
    if (piece.total != *total_ || piece.offset % blob_piece_size != 0 || piece.bytes.size() != wanted)
        return "pieces do not fit together";
    if (index >= have_.size() || have_[index]) return {};
    std::memcpy(bytes_.data() + piece.offset, piece.bytes.data(), piece.bytes.size());
    have_[index] = true;
    --missing_;
    attempts_ = 0;
    return {};
}

}  // namespace graze::inline v1::detail
