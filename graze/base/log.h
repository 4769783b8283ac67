// The sink for the library's messages. The library itself never prints.
#pragma once

#include <functional>
#include <string_view>

#include "graze/base/platform.h"

namespace graze::inline v1 {

enum class LogLevel { debug, info, warning };

using LogSink = std::function<void(LogLevel, std::string_view message)>;

// Installs `sink` for the whole process and returns the previous one. An empty sink (the default) drops
// everything. Safe to call from any thread; the sink must be safe to call from any thread.
LogSink set_log_sink(LogSink sink);

void log(LogLevel level, std::string_view message);

}  // namespace graze::inline v1
