#include "assimp_files.h"

#include <algorithm>
#include <cstring>

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
    if (is_new) {
        asked_.push_back(name);
        place->second = writer_.ask_for_file(name);
    }
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

std::set<std::string> AssimpFiles::had() const {
    std::set<std::string> names;
    for (const auto& [name, answer] : answers_)
        if (answer.kind == ImportAnswer::given) names.insert(without_folders(name));
    return names;
}

// What is asked for first is what the file says; then come guesses of Assimp's.
std::string AssimpFiles::first_outside() const {
    const std::set<std::string> found = had();
    for (const std::string& name : asked_) {
        const std::string last = without_folders(name);
        if (answers_.at(name).kind == ImportAnswer::outside && !last.empty() && !found.contains(last))
            return name;
    }
    return {};
}

std::uint64_t AssimpFiles::missing() const {
    const std::set<std::string> found = had();
    std::set<std::string> wanted;
    for (const std::string& name : asked_)
        if (const std::string last = without_folders(name); !last.empty() && !found.contains(last))
            wanted.insert(last);
    return wanted.size();
}

}  // namespace graze::importers
