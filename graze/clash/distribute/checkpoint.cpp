#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/base/file_path.h"
#include "graze/base/log.h"
#include "graze/clash/distribute/detail/checkpoint.h"
#include "graze/clash/files/detail/finding_bytes.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::string_view magic = "\x89GRZRUN\n";
constexpr std::uint64_t checkpoint_version = finding_bytes_version;
constexpr std::size_t header_size = magic.size() + 4 * 8, record_front = 2 * 8;
constexpr std::chrono::seconds between_syncs{5};

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string reason() {
    return std::error_code(errno, std::generic_category()).message();
}

std::string header(const ContentHash& key) {
    std::string content(magic);
    ByteWriter out(content);
    out.fixed(checkpoint_version);
    out.fixed(key.high);
    out.fixed(key.low);
    out.fixed(hash_64(bytes_of(content)));
    return content;
}

std::uint64_t checksum(std::string_view content) {
    std::string sized;
    ByteWriter(sized).fixed(content.size());
    sized += content;
    return hash_64(bytes_of(sized));
}

std::string record(const std::string& content) {
    std::string bytes;
    ByteWriter out(bytes);
    out.fixed(content.size());
    out.fixed(checksum(content));
    return bytes + content;
}

std::string read_all(int descriptor, const std::string& name) {
    std::string content;
    constexpr std::size_t piece = 1 << 20;
    for (;;) {
        const std::size_t before = content.size();
        content.resize(before + piece);
        const ssize_t n = ::read(descriptor, content.data() + before, piece);
        content.resize(before + (n > 0 ? static_cast<std::size_t>(n) : 0));
        if (n == 0) return content;
        if (n < 0 && errno != EINTR)
            throw Error("cannot be read (" + reason() + ")", name, "remove it, or choose another folder");
    }
}

}  // namespace

Checkpoint::Checkpoint(std::filesystem::path file, const ContentHash& key, bool fresh,
                       const std::function<bool(PortionResult&&)>& take)
    : file_(std::move(file)), last_sync_(std::chrono::steady_clock::now()) {
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
        throw Error("cannot be written (" + reason() + ")", file_.string(), "choose another folder");
    try {
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            throw Error("is in use by another run", file_.string(), "wait for it, or choose another folder");
        const std::string content = read_all(descriptor_, file_.string());
        refuse_foreign(content);
        const std::uint64_t good = fresh ? 0 : take_back(content, key, take);
        if (good < content.size() && ::ftruncate(descriptor_, static_cast<off_t>(good)) != 0)
            throw Error("cannot be written (" + reason() + ")", file_.string(), "choose another folder");
        if (good == 0) begin(key);
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

Checkpoint::~Checkpoint() {
    if (descriptor_ < 0) return;
    ::fsync(descriptor_);
    ::close(descriptor_);
}

void Checkpoint::refuse_foreign(std::string_view content) const {
    if (const auto start = content.substr(0, magic.size()); start != magic.substr(0, start.size()))
        throw Error("is no checkpoint of graze", file_.string(), "move it away, or choose another folder");
}

// Returns the size of the valid part of the file.
std::uint64_t Checkpoint::take_back(const std::string& content, const ContentHash& key,
                                    const std::function<bool(PortionResult&&)>& take) const {
    const std::string_view all(content);
    if (all.size() < header_size) return 0;  // killed before the header was written
    if (all.substr(0, header_size) != header(key)) {
        log(LogLevel::warning, file_.string() + " is the checkpoint of another job and is begun anew");
        return 0;
    }
    std::size_t end = header_size;
    while (all.size() - end >= record_front) {
        ByteReader front(bytes_of(all.substr(end, record_front)));
        const std::uint64_t size = front.fixed(), sum = front.fixed();
        if (size > all.size() - end - record_front) break;
        const std::string_view bytes = all.substr(end + record_front, size);
        if (checksum(bytes) != sum) break;
        try {
            if (!take(portion_from_bytes(bytes_of(bytes)))) break;
        } catch (const Error&) {
            break;
        }
        end += record_front + size;
    }
    return end;
}

void Checkpoint::begin(const ContentHash& key) {
    append(header(key));
}

void Checkpoint::add(const PortionResult& result) {
    if (descriptor_ < 0) return;
    append(record(to_bytes(result)));
    const auto now = std::chrono::steady_clock::now();
    if (descriptor_ < 0 || now - last_sync_ < between_syncs) return;
    last_sync_ = now;
    ::fdatasync(descriptor_);
}

// In one call, so that a record is torn only if the process or the machine ends meanwhile. What was torn is
// not taken back.
void Checkpoint::append(const std::string& bytes) {
    for (std::string_view rest = bytes; !rest.empty();) {
        const ssize_t n = ::write(descriptor_, rest.data(), rest.size());
        if (n >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno != EINTR) {
            log(LogLevel::warning, file_.string() + " cannot be written (" + reason() +
                                       "); if this run is killed, another one starts from here");
            ::close(descriptor_);
            descriptor_ = -1;
            return;
        }
    }
}

}  // namespace graze::inline v1::detail

namespace graze::inline v1 {

void remove_checkpoint(const FilePath& given) {
    const std::filesystem::path file = given;
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    std::error_code ignored;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) std::filesystem::remove(file, ignored);
    ::close(descriptor);
}

}  // namespace graze::inline v1
