// Several files imported at once: started, heard and ended without getting in each other's way.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "graze/io/import/detail/import_gate.h"
#include "graze/io/load.h"
#include "tests/io/import/import_files.h"

namespace graze::test {
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

// However many threads load, importers keep to what they may have together.
TEST(ImportThreads, take_no_more_together_than_the_gate_allows) {
    detail::ImportGate gate(3, 100);
    std::atomic<int> running = 0;
    std::atomic<std::uint64_t> memory = 0;
    std::atomic<bool> too_much = false;
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            for (std::uint64_t i = 0; i < 50; ++i) {
                const std::uint64_t wanted = 10 + (7 * t + 13 * i) % 70;
                const auto place = gate.enter(wanted, nullptr);
                if (++running > 3 || (memory += wanted) > 100) too_much = true;
                std::this_thread::yield();
                memory -= wanted;
                --running;
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(too_much);
}

TEST(ImportThreads, who_wants_more_than_there_is_runs_alone) {
    detail::ImportGate gate(3, 100);
    std::atomic<bool> is_in = false;
    std::thread other;
    {
        const auto place = gate.enter(1000, nullptr);
        other = std::thread([&] {
            const auto later = gate.enter(1, nullptr);
            is_in = true;
        });
        std::this_thread::yield();
        EXPECT_FALSE(is_in);
    }
    other.join();
    EXPECT_TRUE(is_in);
}

TEST(ImportThreads, who_waits_can_be_cancelled_and_holds_up_nobody) {
    detail::ImportGate gate(1, 100);
    CancelAtOnce progress;
    progress.cancel();
    {
        const auto place = gate.enter(100, nullptr);
        EXPECT_EQ(refusal([&] { const auto never = gate.enter(1, &progress); }), "cancelled");
    }
    const auto next = gate.enter(100, nullptr);
    EXPECT_EQ(next.memory(), 100u);
}

}  // namespace
}  // namespace graze::test
