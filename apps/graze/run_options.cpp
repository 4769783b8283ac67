#include "run_options.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "arguments.h"
#include "graze/base/log.h"
#include "graze/clash/distribute/run.h"

namespace graze::app {
namespace {

constexpr const char* checkpoint_name = "checkpoint";

// "8G", "500 MB", "1.5GiB": units of 1024, as memory has them.
std::uint64_t parse_bytes(const std::string& option, const std::string& text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    const std::string unit(rest == end ? rest : rest + (*rest == ' ' ? 1 : 0), end);
    double factor = 0;
    for (const auto& [letter, size] :
         {std::pair("K", 0x1p10), std::pair("M", 0x1p20), std::pair("G", 0x1p30), std::pair("T", 0x1p40)})
        if (unit == letter || unit == std::string(letter) + "B" || unit == std::string(letter) + "iB")
            factor = size;
    if (unit.empty() || unit == "B") factor = 1;
    if (error != std::errc{} || factor == 0 || !(value * factor >= 1 && value * factor <= 0x1p60))
        throw Error(fmt::format("'{}' is not an amount of memory", text), option,
                    "give a number and K, M, G or T, as in 8G");
    return static_cast<std::uint64_t>(value * factor);
}

ClashShard parse_shard(const std::string& option, const std::string& text) {
    const std::size_t slash = text.find('/');
    constexpr std::uint32_t most = 1'000'000;
    if (slash == std::string::npos)
        throw Error(fmt::format("'{}' is not a shard", text), option,
                    "give its number and how many, as in 2/4");
    const std::uint32_t count = parse_count(option, text.substr(slash + 1), 1, most);
    return {parse_count(option, text.substr(0, slash), 1, count), count};
}

}  // namespace

void RunOptions::add_to(CLI::App& command) {
    command
        .add_option("--memory", memory,
                    "What meshes and shapes may take, as in 8G; shapes that do not fit are kept in files")
        ->type_name("BYTES");
    command.add_option("--cache", cache, "Keep shapes in this folder, for this run and later ones")
        ->type_name("DIR");
    command
        .add_option("--shard", shard,
                    "Compare share I of N only, of equal cost; 'graze merge' puts them together")
        ->type_name("I/N");
    command.add_flag("--fresh", fresh, "Do not go on with a run that was interrupted, but start anew");
}

void RunOptions::forget_checkpoint(const std::string& folder) {
    if (!folder.empty()) remove_checkpoint(std::filesystem::path(folder) / checkpoint_name);
}

void RunOptions::apply(ClashOptions& clash_options, const std::string& folder) const {
    if (!memory.empty()) clash_options.memory = parse_bytes("--memory", memory);
    if (!shard.empty()) clash_options.shard = parse_shard("--shard", shard);
    clash_options.keep_cache = !cache.empty();
    if (!cache.empty()) clash_options.cache = cache;
    if (folder.empty()) return;
    const std::filesystem::path place(folder);
    std::error_code error;
    std::filesystem::create_directories(place, error);
    if (error)
        throw Error(fmt::format("cannot be made ({})", error.message()), folder, "choose another folder");
    if (cache.empty()) clash_options.cache = place / "cache";
    clash_options.checkpoint = place / checkpoint_name;
    clash_options.fresh = fresh;
}

void show_remarks(TerminalProgress& progress) {
    set_log_sink([&progress](LogLevel level, std::string_view message) {
        if (level != LogLevel::warning) return;
        progress.clear();
        complain(message);
    });
}

}  // namespace graze::app
