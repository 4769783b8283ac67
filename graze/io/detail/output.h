// The output of writers: through a buffer, to a file or into a string.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace graze::inline v1::detail {

class Output {
  public:
    Output() : buffer_(std::make_unique_for_overwrite<char[]>(capacity)) {}
    virtual ~Output() = default;
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    // Space for `count` characters, at most `most_at_once`; end_at() sets how many of them were used.
    static constexpr std::size_t most_at_once = 4096;
    char* room(std::size_t count) {
        if (capacity - used_ < count) flush();
        return buffer_.get() + used_;
    }
    void end_at(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.get()); }

    void write(std::string_view text);
    void flush();

  protected:
    virtual void send(std::string_view text) = 0;

  private:
    static constexpr std::size_t capacity = std::size_t{1} << 18;
    std::unique_ptr<char[]> buffer_;
    std::size_t used_ = 0;
};

class StringOutput : public Output {
  public:
    explicit StringOutput(std::string& content) : content_(content) {}

  protected:
    void send(std::string_view text) override { content_ += text; }

  private:
    std::string& content_;
};

// A temporary file beside `file` that is renamed to it in finish(), or removed. Throws Error without the
// file's name.
class FileOutput : public Output {
  public:
    explicit FileOutput(const std::filesystem::path& file);
    ~FileOutput() override;
    void finish();

  protected:
    void send(std::string_view text) override;

  private:
    std::filesystem::path file_, temporary_;
    int descriptor_ = -1;
};

}  // namespace graze::inline v1::detail
