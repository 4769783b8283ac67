#include "assimp_files.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace graze::importers {
namespace {

using detail::ImportAnswer;

class MemoryStream : public Assimp::IOStream {
  public:
    explicit MemoryStream(std::string_view content) : content_(content) {}

    std::size_t Read(void* into, std::size_t size, std::size_t count) override {
        if (size == 0 || count == 0) return 0;
        const std::size_t n = std::min(count, (content_.size() - position_) / size);
        std::memcpy(into, content_.data() + position_, n * size);
        position_ += n * size;
        return n;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        // Negative offsets come as very large ones: the sum is right all the same.
        const std::size_t from = origin == aiOrigin_SET   ? 0
                                 : origin == aiOrigin_CUR ? position_
                                                          : content_.size();
        if (from + offset > content_.size()) return aiReturn_FAILURE;
        position_ = from + offset;
        return aiReturn_SUCCESS;
    }
    std::size_t Tell() const override { return position_; }
    std::size_t FileSize() const override { return content_.size(); }
    void Flush() override {}

  private:
    std::string_view content_;
    std::size_t position_ = 0;
};

std::string without_folders(const std::string& name) {
    return name.substr(name.find_last_of('/') + 1);
}

}  // namespace

const StreamWriter::Answer& AssimpFiles::ask(std::string name) const {
    std::ranges::replace(name, '\\', '/');
    while (name.starts_with("./")) name.erase(0, 2);
    const auto [place, is_new] = answers_.try_emplace(name);
    if (is_new) place->second = writer_.ask_for_file(name);
    return place->second;
}

bool AssimpFiles::Exists(const char* file) const {
    return file == task_.file || ask(file).kind == ImportAnswer::given;
}

Assimp::IOStream* AssimpFiles::Open(const char* file, const char* mode) {
    if (std::strpbrk(mode, "wa+")) return nullptr;
    if (file == task_.file) return new MemoryStream(task_.content);
    const StreamWriter::Answer& answer = ask(file);
    return answer.kind == ImportAnswer::given ? new MemoryStream(answer.content) : nullptr;
}

void AssimpFiles::Close(Assimp::IOStream* stream) {
    delete stream;
}

std::string AssimpFiles::first_outside() const {
    std::set<std::string> had;
    for (const auto& [name, answer] : answers_)
        if (answer.kind == ImportAnswer::given) had.insert(without_folders(name));
    for (const auto& [name, answer] : answers_)
        if (answer.kind == ImportAnswer::outside && !had.contains(without_folders(name))) return name;
    return {};
}

std::uint64_t AssimpFiles::missing() const {
    std::set<std::string> had, wanted;
    for (const auto& [name, answer] : answers_)
        (answer.kind == ImportAnswer::given ? had : wanted).insert(without_folders(name));
    std::erase_if(wanted, [&](const std::string& name) { return had.contains(name); });
    return wanted.size();
}

}  // namespace graze::importers
