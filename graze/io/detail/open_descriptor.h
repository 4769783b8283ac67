// An open file, pipe or socket, closed with the object.
#pragma once

#include <unistd.h>

#include <utility>

namespace graze::inline v1::detail {

class OpenDescriptor {
  public:
    OpenDescriptor() = default;
    explicit OpenDescriptor(int number) : number_(number) {}
    OpenDescriptor(OpenDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    OpenDescriptor& operator=(OpenDescriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    OpenDescriptor(const OpenDescriptor&) = delete;
    OpenDescriptor& operator=(const OpenDescriptor&) = delete;
    ~OpenDescriptor() { close(); }

    bool is_open() const { return number_ >= 0; }
    int number() const { return number_; }
    // The caller closes it.
    int release() { return std::exchange(number_, -1); }
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }

  private:
    int number_ = -1;
};

}  // namespace graze::inline v1::detail
