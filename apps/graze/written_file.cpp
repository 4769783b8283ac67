#include "written_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "graze/base/error.h"

namespace graze::app {

void write_file(const std::string& name, const std::function<void(const Send&)>& write) {
    const std::filesystem::path file(name), temporary(name + ".part");
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    write([&](std::string_view piece) { stream << piece; });
    stream.close();
    std::error_code error;
    if (stream) std::filesystem::rename(temporary, file, error);
    if (stream && !error) return;
    const std::string reason = error ? error.message() : std::strerror(errno);
    std::filesystem::remove(temporary, error);
    throw Error(fmt::format("cannot be written ({})", reason), name, "choose another place");
}

}  // namespace graze::app
