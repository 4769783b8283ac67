// A list that any number of threads append to without ever waiting, and that one thread empties.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace graze::inline v1::detail {

template <class T>
class Mailbox {
  public:
    Mailbox() = default;
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;
    ~Mailbox() { take(); }

    void put(T thing) {
        auto letter =
            std::make_unique<Letter>(Letter{std::move(thing), head_.load(std::memory_order_relaxed)});
        while (!head_.compare_exchange_weak(letter->next, letter.get(), std::memory_order_release,
                                            std::memory_order_relaxed)) {
        }
        letter.release();  // NOLINT(bugprone-unused-return-value): the list owns it now
    }

    // All items, in the order in which they were put in.
    std::vector<T> take() {
        Letter* letter = head_.exchange(nullptr, std::memory_order_acquire);
        Letter* first = nullptr;
        while (letter != nullptr) first = std::exchange(letter, std::exchange(letter->next, first));
        std::vector<T> things;
        while (first != nullptr) {
            const std::unique_ptr<Letter> owned(std::exchange(first, first->next));
            things.push_back(std::move(owned->thing));
        }
        return things;
    }

    bool empty() const { return head_.load(std::memory_order_relaxed) == nullptr; }

  private:
    struct Letter {
        T thing;
        Letter* next;
    };
    std::atomic<Letter*> head_{nullptr};
};

}  // namespace graze::inline v1::detail
