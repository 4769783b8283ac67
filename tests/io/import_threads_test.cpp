// Several files imported at once: started, heard and ended without getting in each other's way.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <thread>
#include <vector>

#include "graze/io/load.h"
#include "tests/io/import_files.h"

namespace graze::testing {
namespace {

TEST(ImportThreads, import_side_by_side) {
    ImportBytes stream;
    stream.header().triangle().part(detail::no_node, 0).end();
    const FakeImporter importer("cat \"$(dirname \"$0\")/stream\"");
    importer.folder().write("stream", stream.bytes());
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 5; ++i)
                if (load_mesh(importer.file()).mesh.triangle_count() == 1) ++right;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 20);
}

// No child inherits the pipe of another: each is noticed to be gone while the others still run.
TEST(ImportThreads, crashes_and_limits_stay_with_their_own_file) {
    const FakeImporter importer(
        "case \"$4\" in *crash*) kill -SEGV $$;; *slow*) sleep 1000;; *) cat \"$(dirname \"$0\")/stream\";; "
        "esac");
    ImportBytes stream;
    stream.header().triangle().part(detail::no_node, 0).end();
    importer.folder().write("stream", stream.bytes());
    const std::vector<std::filesystem::path> files{importer.folder().write("crash.step", "x"),
                                                   importer.folder().write("slow.step", "x"),
                                                   importer.file()};
    std::vector<std::string> refused(6);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < refused.size(); ++i)
        threads.emplace_back([&, i] {
            LoadOptions options;
            if (i % 3 == 1) options.import_limits.seconds = 0.3;
            refused[i] = refusal([&] { load_mesh(files[i % 3], options); });
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < refused.size(); ++i)
        EXPECT_TRUE(contains(refused[i], i % 3 == 0   ? "signal 11"
                                         : i % 3 == 1 ? "longer than the 0.3 s"
                                                      : "accepted"))
            << refused[i];
    EXPECT_TRUE(::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD);
}

}  // namespace
}  // namespace graze::testing
