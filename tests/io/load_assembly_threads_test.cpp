// Several files on several threads: the same result, the same error, one progress.
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "graze/io/load_assembly.h"
#include "graze/io/save.h"
#include "graze/mesh/generate.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

// Formats in turn, sizes that differ, two groups in every OBJ file.
std::vector<std::filesystem::path> write_files(const TemporaryFolder& folder, int count) {
    std::vector<std::filesystem::path> files;
    for (int i = 0; i < count; ++i) {
        const char* const extensions[] = {".stl", ".ply", ".off"};
        const std::string name = "file" + std::to_string(i);
        if (i % 4 == 3) {
            const std::string x = std::to_string(i);
            files.push_back(folder.write(name + ".obj", "v " + x +
                                                            " 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\ng a\nf 1 2 3\n"
                                                            "g b\nf 2 3 4\nl 1 2\n"));
            continue;
        }
        files.push_back(folder / (name + extensions[i % 4]));
        save_mesh(make_sphere(1 + i, static_cast<std::uint32_t>(100 + 700 * (i % 5))), files.back());
    }
    return files;
}

LoadAssemblyOptions on(const Threads& threads) {
    LoadAssemblyOptions options;
    options.load.threads = threads;
    return options;
}

std::vector<Threads> thread_counts() {
    return {Threads(2, ThreadBackend::standard), Threads(7, ThreadBackend::standard), Threads(2)};
}

void expect_same(const LoadedAssembly& a, const LoadedAssembly& b) {
    ASSERT_EQ(a.assembly.parts.size(), b.assembly.parts.size());
    for (std::size_t i = 0; i < a.assembly.parts.size(); ++i) {
        EXPECT_EQ(a.assembly.parts[i].path, b.assembly.parts[i].path);
        EXPECT_TRUE(
            std::ranges::equal(a.assembly.parts[i].mesh->vertices(), b.assembly.parts[i].mesh->vertices()));
        EXPECT_TRUE(
            std::ranges::equal(a.assembly.parts[i].mesh->triangles(), b.assembly.parts[i].mesh->triangles()));
    }
    ASSERT_EQ(a.files.size(), b.files.size());
    for (std::size_t i = 0; i < a.files.size(); ++i) {
        EXPECT_EQ(a.files[i].file, b.files[i].file);
        EXPECT_EQ(a.files[i].stem, b.files[i].stem);
        EXPECT_EQ(a.files[i].format, b.files[i].format);
        EXPECT_EQ(a.files[i].skipped, b.files[i].skipped);
        EXPECT_EQ(a.files[i].first_part, b.files[i].first_part);
        EXPECT_EQ(a.files[i].part_count, b.files[i].part_count);
    }
}

TEST(LoadAssemblyOnThreads, gives_the_same_as_on_one) {
    const TemporaryFolder folder;
    const auto files = write_files(folder, 24);
    const LoadedAssembly alone = load_assembly(files);
    EXPECT_EQ(alone.assembly.parts.size(), 24u + 6u);
    for (const Threads& threads : thread_counts()) expect_same(load_assembly(files, on(threads)), alone);
}

TEST(LoadAssemblyOnThreads, says_the_first_of_several_errors) {
    const TemporaryFolder folder;
    auto files = write_files(folder, 24);
    folder.write("file9.ply", "ply\nnonsense\n");
    files[13] = folder / "missing.stl";
    folder.write("file21.ply", "");
    for (const Threads& threads : thread_counts()) {
        for (int repeat = 0; repeat < 5; ++repeat) {
            EXPECT_EQ(
                refusal([&] { load_assembly(files, on(threads)); }),
                files[9].string() +
                    ", line 2: expected \"element\", \"property\" or \"end_header\", found \"nonsense\"");
        }
    }
}

// Reports come from several threads, but one at a time and in their order.
class Watcher : public Progress {
  public:
    explicit Watcher(int cancel_after = -1) : cancel_after_(cancel_after) {}
    void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
        const std::lock_guard lock(mutex_);
        EXPECT_EQ(stage, "loading");
        EXPECT_GE(done, last_);
        EXPECT_LE(done, total);
        last_ = done;
        total_ = total;
        if (++reports == cancel_after_) cancel();
    }
    bool complete() const { return total_ > 0 && last_ == total_; }
    int reports = 0;

  private:
    int cancel_after_;
    std::mutex mutex_;
    std::uint64_t last_ = 0, total_ = 0;
};

TEST(LoadAssemblyOnThreads, reports_one_progress_that_never_goes_back) {
    const TemporaryFolder folder;
    const auto files = write_files(folder, 40);
    for (const Threads& threads : thread_counts()) {
        Watcher watcher;
        LoadAssemblyOptions options = on(threads);
        options.load.progress = &watcher;
        load_assembly(files, options);
        EXPECT_TRUE(watcher.complete());
        EXPECT_GE(watcher.reports, 10);
        EXPECT_LE(watcher.reports, 300);
    }
}

TEST(LoadAssemblyOnThreads, can_be_cancelled) {
    const TemporaryFolder folder;
    const auto files = write_files(folder, 24);
    for (const Threads& threads : thread_counts()) {
        Watcher canceller(3);
        LoadAssemblyOptions options = on(threads);
        options.load.progress = &canceller;
        EXPECT_TRUE(contains(refusal([&] { load_assembly(files, options); }), "cancelled"));
        EXPECT_FALSE(canceller.complete());
    }
}

class ThreadsSeen : public Progress {
  public:
    void report(std::string_view, std::uint64_t, std::uint64_t) override {
        const std::lock_guard lock(mutex_);
        threads_.insert(std::this_thread::get_id());
    }
    std::size_t count() const { return threads_.size(); }

  private:
    std::mutex mutex_;
    std::set<std::thread::id> threads_;
};

TEST(LoadAssemblyOnThreads, reads_on_no_more_threads_than_it_is_given) {
    const TemporaryFolder folder;
    const auto files = write_files(folder, 40);
    ThreadsSeen seen;
    LoadAssemblyOptions options = on(Threads(2, ThreadBackend::standard));
    options.load.progress = &seen;
    load_assembly(files, options);
    EXPECT_LE(seen.count(), 2u);
}

}  // namespace
}  // namespace graze::test
