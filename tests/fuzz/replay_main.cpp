// Feeds the files of a corpus folder to a fuzz target, so that what a fuzzer once found is tested in every
// build.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

void replay(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    in.exceptions(std::ios::badbit);
    // An exact-size block on the heap, as in libFuzzer: the address sanitizer sees a read past its end.
    const std::vector<char> content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    const std::vector<std::uint8_t> input(content.begin(), content.end());
    // A target crashes where it finds a bug: say before which input it was.
    std::fprintf(stderr, "%s (%zu bytes)\n", file.c_str(), input.size());
    LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s CORPUS_FOLDER\n", argv[0]);
        return 2;
    }
    try {
        const auto files = files_in(argv[1]);
        if (files.empty()) {
            std::fprintf(stderr, "no inputs in %s: run scripts/fuzz, or add a seed\n", argv[1]);
            return 1;
        }
        for (const auto& file : files) replay(file);
        std::printf("%zu inputs replayed\n", files.size());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
