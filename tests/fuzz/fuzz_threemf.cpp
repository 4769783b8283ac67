// Model files of a 3MF package, without the zip archive around them: refused with a sentence, or a stream of
// sound parts. The input is the package's model; what follows a zero byte is 3D/other.model.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "apps/importers/threemf_model.h"
#include "graze/io/import/detail/import_stream.h"
#include "tests/fuzz/mesh_checks.h"

namespace {

// What the importer writes, kept in memory.
class StreamFile {
  public:
    StreamFile() : descriptor_(::memfd_create("stream", MFD_CLOEXEC)) {}
    ~StreamFile() { ::close(descriptor_); }
    StreamFile(const StreamFile&) = delete;
    StreamFile& operator=(const StreamFile&) = delete;
    int descriptor() const { return descriptor_; }
    void rewind() const { ::lseek(descriptor_, 0, SEEK_SET); }
    void pull(std::span<std::byte> into) const {
        if (::read(descriptor_, into.data(), into.size()) != static_cast<ssize_t>(into.size()))
            throw graze::Error("the stream ends");
    }

  private:
    int descriptor_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using graze::fuzz::require;
    const std::string all(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = std::min(all.find('\0'), all.size());
    const auto files = [&](const std::string& name) -> std::optional<std::string> {
        if (name == "3D/3dmodel.model") return all.substr(0, cut);
        if (name == "3D/other.model" && cut < all.size()) return all.substr(cut + 1);
        return {};
    };
    const StreamFile stream;
    require(stream.descriptor() >= 0);
    try {
        graze::importers::StreamWriter writer(stream.descriptor());
        graze::importers::import_threemf(files, writer);
        writer.end();
    } catch (const graze::importers::ImportError& e) {
        require(!e.problem.empty());
        return 0;
    }
    stream.rewind();
    try {
        const graze::detail::PartsFile file = graze::detail::read_import_stream(
            [&](std::span<std::byte> into) { stream.pull(into); }, {}, nullptr);
        for (const graze::Part& part : file.assembly.parts) graze::fuzz::check_mesh(*part.mesh);
    } catch (const graze::Error& e) {
        // The stream itself is sound: no more than its shapes may be refused.
        require(e.problem().find("something else than a model") == std::string::npos);
    }
    return 0;
}
