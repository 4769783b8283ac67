#include "whole_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "graze/base/error.h"

namespace graze::app {

std::string read_file(const std::string& name) {
    std::error_code error;
    if (std::filesystem::is_directory(name, error)) throw Error("is a folder", name, "name a file");
    std::ifstream stream(name, std::ios::binary);
    std::string text;
    if (stream) text.assign(std::istreambuf_iterator<char>(stream), {});
    if (!stream)
        throw Error(fmt::format("cannot be read ({})", std::strerror(errno)), name, "check the name");
    return text;
}

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

void check_json_name(const std::string& name, const std::string& example) {
    if (name.empty() || name == "-" || std::filesystem::path(name).extension() == ".json") return;
    throw Error("'" + name + "' does not end in .json", "--json",
                "name the file to write, as in --json " + example + ", or - for standard output");
}

}  // namespace graze::app
