// What a stranger on the network sends: refused with a sentence, or a message that comes back as it is, and
// records of which an agreement takes what it can trust.
#include "graze/share/agreement/agreement.h"
#include "graze/share/network/message.h"
#include "tests/fuzz/mesh_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using graze::fuzz::require;
    const auto bytes = std::as_bytes(std::span(data, size));
    const graze::DecodedMessage read = graze::decoded(bytes);
    require(read.message.has_value() == read.problem.empty());
    if (read.message) {
        const auto again = graze::encoded(*read.message);
        const graze::DecodedMessage back = graze::decoded(again);
        require(back.message.has_value() && graze::encoded(*back.message) == again);
        if (const auto* records = std::get_if<graze::RecordsMessage>(&read.message->content)) {
            graze::Agreement agreement({1, 1});
            for (const graze::Record& record : records->records) agreement.hear(record);
            const std::string copy = agreement.copy();
            graze::Agreement other({1, 2});
            require(other.merge(std::as_bytes(std::span(copy))));
        }
    }
    graze::Agreement agreement({1, 1});
    agreement.merge(bytes);
    return 0;
}
