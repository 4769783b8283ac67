// What an importer can do that does as a hostile file says: nothing, whatever the kernel has.
#include "graze/io/import/detail/import_sandbox.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "graze/io/import/detail/import_child.h"
#include "graze/io/import/detail/import_folder.h"
#include "graze/io/load.h"
#include "tests/io/import/import_files.h"

namespace graze::test {
namespace {

using detail::ImportProtection;

// As if the kernel had no more, for one test.
class Lowered {
  public:
    explicit Lowered(const ImportProtection& most) { detail::lower_import_protection(most); }
    ~Lowered() { detail::lower_import_protection(detail::all_import_protection); }
    Lowered(const Lowered&) = delete;
    Lowered& operator=(const Lowered&) = delete;
};

std::string words(const ImportProtection& protection) {
    return "seccomp " + std::to_string(protection.seccomp) + ", Landlock " +
           std::to_string(protection.landlock);
}

// With the sandbox of the real ones; make-believe where the kernel has less than a level asks for.
class HostileImporter : public ::testing::Test {
  protected:
    // What the caller gets to read, without the file's name.
    std::string outcome(const std::string& attack, const ImportLimits& limits = {},
                        const std::string& name = "a.step") {
        LoadOptions options;
        options.import_limits = limits;
        const std::filesystem::path file = folder_.write(name, attack);
        const std::string text = refusal([&] { load_mesh(file, options); });
        const std::string start = file.string() + ": ";
        return text.starts_with(start) ? text.substr(start.size()) : text;
    }

    TemporaryFolder folder_;
    ImportersFrom importers_{std::filesystem::path(GRAZE_TEST_TOOLS) / "hostile"};
    std::string victim_ = folder_.write("victim", "secret").string();
};

const std::vector<ImportProtection> levels_with_seccomp{
    {true, 0}, {true, 2}, {true, 4}, detail::all_import_protection};

TEST_F(HostileImporter, can_do_nothing_at_any_level_of_landlock) {
    if (!detail::available_import_protection().seccomp) GTEST_SKIP() << "this system has no seccomp";
    const std::vector<std::string> attacks{"inet",
                                           "udp",
                                           "unix",
                                           "netlink",
                                           "uring",
                                           "open:/etc/passwd",
                                           "open:" + victim_,
                                           "open:../x",
                                           "list:/",
                                           "write:" + victim_ + "2",
                                           "stat:/etc/passwd",
                                           "remove:" + victim_,
                                           "mkdir:" + victim_,
                                           "chmod",
                                           "memfd",
                                           "fork",
                                           "exec",
                                           "ptrace",
                                           "read parent",
                                           "kill",
                                           "kill thread",
                                           "raise limit",
                                           "mmap exec",
                                           "mprotect exec",
                                           "shared memory",
                                           "bpf",
                                           "unshare",
                                           "mount"};
    for (const ImportProtection& level : levels_with_seccomp) {
        const Lowered lowered(level);
        for (const std::string& attack : attacks)
            EXPECT_EQ(outcome(attack), "refused: EPERM") << attack << " with " << words(level);
    }
    EXPECT_EQ(folder_.file_count(), 2u);  // the model and the victim
    EXPECT_EQ(content_of(victim_), "secret");
}

// Linux on other processors than x86-64 and aarch64.
TEST_F(HostileImporter, without_seccomp_is_held_by_landlock) {
    const int newest = detail::available_import_protection().landlock;
    if (newest == 0) GTEST_SKIP() << "this system has no Landlock";
    for (const int level : {1, 2, 3, newest}) {
        const Lowered lowered({false, level});
        for (const std::string attack :
             {"inet", "unix", "netlink", "memfd", "uring", "list:/", "open:/etc/passwd"})
            EXPECT_TRUE(contains(outcome(attack), "refused: E")) << attack << " with Landlock " << level;
        for (const std::string& attack : {"remove:" + victim_, "mkdir:" + victim_, std::string("exec")})
            EXPECT_EQ(outcome(attack), "refused: EACCES") << attack << " with Landlock " << level;
        EXPECT_EQ(outcome("ptrace"), "refused: EPERM") << level;
        EXPECT_EQ(outcome("read parent"), "refused: EPERM") << level;
        EXPECT_EQ(outcome("raise limit"), "refused: EPERM") << level;
        if (level >= 6) {
            EXPECT_EQ(outcome("kill"), "refused: EPERM");
        }
    }
}

TEST_F(HostileImporter, with_neither_still_can_open_nothing) {
    const Lowered lowered({false, 0});
    for (const std::string& attack : {std::string("inet"), std::string("unix"), std::string("netlink"),
                                      std::string("memfd"), "open:" + victim_, "write:" + victim_ + "2"})
        EXPECT_EQ(outcome(attack), "refused: EMFILE") << attack;
    EXPECT_EQ(outcome("raise limit"), "refused: EPERM");
    if (::getuid() != 0) {
        EXPECT_EQ(outcome("fork"), "refused: EAGAIN");
    }
}

TEST_F(HostileImporter, ends_at_its_limits_with_one_clear_sentence) {
    for (const ImportProtection& level :
         {ImportProtection{true, 0}, ImportProtection{true, 2}, detail::all_import_protection}) {
        const Lowered lowered(level);
        EXPECT_EQ(outcome("memory", {.memory = 64 << 20}),
                  "importing it takes more than the 64 MB of memory that it may; allow more memory or a "
                  "coarser deflection");
        EXPECT_EQ(outcome("mapped memory", {.memory = 64 << 20}), "refused: ENOMEM");
        for (const std::string attack : {"output", "memory and output"})
            EXPECT_EQ(outcome(attack, {.memory = 64 << 20}),
                      "importing it gives more than the 64 MB that it may take; allow more memory or a "
                      "coarser deflection");
        EXPECT_EQ(
            outcome("loop", {.seconds = 0.1}),
            "importing it takes longer than the 0.1 s that it may; allow more time or a coarser deflection");
        EXPECT_TRUE(contains(outcome("abort"), "ended unexpectedly (signal 6, Aborted) while reading STEP"));
    }
}

#if defined(__x86_64__)
TEST_F(HostileImporter, is_ended_where_it_calls_the_kernel_by_other_numbers) {
    if (!detail::available_import_protection().seccomp) GTEST_SKIP() << "this system has no seccomp";
    EXPECT_TRUE(contains(outcome("other numbers"), "(signal 31, Bad system call)"));
}
#endif

// The library decides what it gets, not the importer.
TEST_F(HostileImporter, gets_no_other_file_than_the_one_that_it_reads) {
    EXPECT_EQ(outcome("ask:victim"), "answer 0 ");
    EXPECT_EQ(outcome("ask:a.step"), "answer 0 ");
    EXPECT_EQ(outcome("ask:/etc/passwd"), "answer 0 ");
}

// Whatever a kernel lacks, files are read.
TEST(ImportSandbox, lets_importers_work_at_every_level) {
    if (!has_importer("graze-import-assimp")) GTEST_SKIP() << "graze was built without Assimp";
    const TemporaryFolder folder;
    const ImportersFrom importers(GRAZE_IMPORTERS_DIR);
    const std::filesystem::path file = folder.write("a.raw", "0 0 0 1 0 0 0 1 0\n1 1 1 2 1 1 1 2 1\n");
    for (const bool seccomp : {false, true})
        for (const int landlock : {0, 1, 2, 3, 4, 5, 6, 1000}) {
            const Lowered lowered({seccomp, landlock});
            EXPECT_EQ(load_mesh(file).mesh.triangle_count(), 2u) << words({seccomp, landlock});
        }
}

TEST(ImportFolder, gives_regular_files_below_it_and_nothing_else) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "scene/sub");
    folder.write("scene/sub/a", "content");
    folder.write("scene2", "x");
    ASSERT_EQ(::mkfifo((folder / "scene/pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("/dev/zero", folder / "scene/zero");
    std::filesystem::create_symlink("loop", folder / "scene/loop");
    std::filesystem::create_symlink("/etc", folder / "scene/etc");
    detail::ImportFolder below(folder / "scene/model.lws", false), anywhere(folder / "scene/model.lws", true);
    const auto answer = [](detail::ImportFolder& from, const std::string& name) {
        return from.find(name).answer;
    };
    using detail::ImportAnswer;
    EXPECT_EQ(answer(below, "sub/a"), ImportAnswer::given);
    EXPECT_EQ(below.find("sub/a").size, 7u);
    EXPECT_EQ(answer(below, "../scene2"), ImportAnswer::outside);
    EXPECT_EQ(answer(anywhere, "../scene2"), ImportAnswer::given);
    // Importers look for missing objects in the folders above.
    EXPECT_EQ(answer(below, "../no"), ImportAnswer::missing);
    EXPECT_EQ(answer(below, "etc/passwd"), ImportAnswer::outside);
    EXPECT_EQ(answer(below, "/proc/self/environ"), ImportAnswer::outside);
    EXPECT_EQ(answer(below, "zero"), ImportAnswer::outside);
    for (detail::ImportFolder* const from : {&below, &anywhere})
        for (const std::string& name :
             {std::string("no"), std::string("sub"), std::string("pipe"), std::string("loop"), std::string(),
              std::string("sub/a\0b", 7), std::string(10'000, 'x')})
            EXPECT_EQ(answer(*from, name), ImportAnswer::missing) << name;
    EXPECT_EQ(answer(anywhere, "zero"), ImportAnswer::missing);  // a device
    detail::ImportFolder of_one_file(folder / "scene/model.dae", true);
    EXPECT_EQ(answer(of_one_file, "sub/a"), ImportAnswer::missing);
}

TEST(ImportFolder, has_an_end) {
    const TemporaryFolder folder;
    detail::ImportFolder asked(folder / "model.lws", false);
    EXPECT_TRUE(contains(refusal([&] {
                             for (int i = 0; i < 20'000; ++i) asked.find("x");
                         }),
                         "more than 10000 other files"));
}

TEST(ImportSandbox, is_described_by_what_there_is) {
    EXPECT_EQ(detail::described({true, 7}), "in a sandbox (seccomp, Landlock 7)");
    EXPECT_EQ(detail::described({true, 0}), "in a sandbox (seccomp; this system has no Landlock)");
    EXPECT_TRUE(contains(detail::described({false, 2}), "Landlock 2; this system has no seccomp"));
    EXPECT_TRUE(contains(detail::described({false, 0}), "in no sandbox"));
    EXPECT_EQ(import_protection(), detail::described(detail::available_import_protection()));
}

TEST(ImportSandbox, is_only_ever_lowered) {
    const ImportProtection has{true, 4};
    EXPECT_EQ(detail::lesser(has, detail::all_import_protection), has);
    EXPECT_EQ(detail::lesser(has, {false, 2}), (ImportProtection{false, 2}));
    EXPECT_EQ(detail::lesser({false, 0}, detail::all_import_protection), (ImportProtection{false, 0}));
}

}  // namespace
}  // namespace graze::test
