#include "graze/base/log.h"

#include <memory>
#include <mutex>
#include <utility>

namespace graze::inline v1 {
namespace {

std::mutex mutex;
std::shared_ptr<const LogSink> current;  // null: drop messages

}  // namespace

LogSink set_log_sink(LogSink sink) {
    auto next = sink ? std::make_shared<const LogSink>(std::move(sink)) : nullptr;
    const std::lock_guard lock(mutex);
    current.swap(next);
    return next ? *next : LogSink{};
}

void log(LogLevel level, std::string_view message) {
    std::shared_ptr<const LogSink> sink;
    {
        const std::lock_guard lock(mutex);
        sink = current;
    }
    // Called outside the lock, so that a sink may log or replace itself.
    if (sink) (*sink)(level, message);
}

}  // namespace graze::inline v1
