// Importers that misbehave. Shell scripts stand in for them; what they do is found in any program that reads
// a hostile file.
#include "graze/io/import/detail/import_child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <iterator>
#include <string>

#include "graze/io/import/detail/import_gate.h"
#include "graze/io/load.h"
#include "graze/io/load_assembly.h"
#include "graze/io/save.h"
#include "graze/mesh/generate.h"
#include "tests/io/import/import_files.h"

namespace graze::test {
namespace {

std::string load_refusal(const FakeImporter& importer, const ImportLimits& limits = {}) {
    LoadOptions options;
    options.import_limits = limits;
    return refusal([&] { load_mesh(importer.file(), options); });
}

std::size_t open_descriptors() {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

bool has_children() {
    return !(::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD);
}

// Every test leaves the process as it found it.
class ImportChildTest : public ::testing::Test {
  protected:
    void SetUp() override { descriptors_ = open_descriptors(); }
    void TearDown() override {
        EXPECT_EQ(open_descriptors(), descriptors_);
        EXPECT_FALSE(has_children());
    }

  private:
    std::size_t descriptors_ = 0;
};

TEST_F(ImportChildTest, reads_what_the_importer_writes) {
    ImportBytes stream;
    stream.header(0.001).triangle().part(detail::no_node, 0).end();
    const FakeImporter importer("cat \"$(dirname \"$0\")/stream\"");
    importer.folder().write("stream", stream.bytes());
    const Loaded loaded = load_mesh(importer.file());
    EXPECT_EQ(loaded.mesh.triangle_count(), 1u);
    EXPECT_EQ(loaded.mesh.metres_per_unit(), 0.001);
    EXPECT_EQ(loaded.format, "made up");
}

TEST_F(ImportChildTest, gives_the_importer_its_task_and_nothing_else) {
    const FakeImporter importer(
        "echo \"$@\" > \"$(dirname \"$0\")/seen\"\n"
        "ls /proc/self/fd | wc -l >> \"$(dirname \"$0\")/seen\"\n"
        "env > \"$(dirname \"$0\")/environment\"");
    LoadOptions options;
    options.tessellation.deflection = 0.0005;
    const int leaked = ::open(importer.file().c_str(), O_RDONLY);  // by a careless caller, without O_CLOEXEC
    EXPECT_TRUE(contains(refusal([&] { load_mesh(importer.file(), options); }), "exit code 0"));
    ::close(leaked);
    // The file, the stream, nowhere, answers, and the folder that ls reads. Of the path only the name, of the
    // environment nothing but how numbers are written.
    EXPECT_EQ(content_of(importer.folder() / "seen"), "step 5e-04 0.5 model.step 1 1000\n5\n");
    EXPECT_TRUE(contains(content_of(importer.folder() / "environment"), "LC_ALL=C"));
    EXPECT_FALSE(contains(content_of(importer.folder() / "environment"), "GRAZE_IMPORTERS"));
}

TEST_F(ImportChildTest, says_how_the_importer_ended) {
    EXPECT_TRUE(contains(load_refusal(FakeImporter("kill -SEGV $$")),
                         "model.step: the importer graze-import-occt ended unexpectedly (signal 11, "
                         "Segmentation fault)"));
    EXPECT_TRUE(contains(load_refusal(FakeImporter("exit 3")), "ended unexpectedly (exit code 3)"));
}

// Libraries crash on sound files, too.
TEST_F(ImportChildTest, names_the_format_of_a_crash_and_what_to_try_and_blames_nobody) {
    const std::string refused = load_refusal(FakeImporter("kill -SEGV $$"), {.memory = 64 << 20});
    EXPECT_TRUE(
        contains(refused,
                 "while reading STEP, which is a fault of the importer, whatever the file; try another "
                 "version of the format or another format (GLB, OBJ, STL), or allow more than 64 MB of "
                 "memory"));
    EXPECT_FALSE(contains(refused, "damaged"));
}

TEST_F(ImportChildTest, names_the_schema_or_version_of_a_file_that_crashed_it) {
    const auto crash = [](const char* name, const std::string& content, const char* program) {
        const FakeImporter importer("kill -SEGV $$", program);
        const std::filesystem::path file = importer.folder().write(name, content);
        return refusal([&] { load_mesh(file); });
    };
    const std::string head = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA (( 'IFC4X3_ADD2' ));\n";
    EXPECT_TRUE(
        contains(crash("a.ifc", head, "graze-import-ifc"), "while reading IFC (schema IFC4X3_ADD2), "));
    EXPECT_TRUE(contains(
        crash("a.stp", "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));", "graze-import-occt"),
        "while reading STEP (schema AUTOMOTIVE_DESIGN), "));
    EXPECT_TRUE(contains(crash("a.dae", "<?xml version=\"1.0\"?><COLLADA xmlns=\"x\" version=\"1.4.1\">",
                               "graze-import-assimp"),
                         "while reading DAE 1.4.1, "));
    const std::string binary_fbx("Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", 27);
    EXPECT_TRUE(contains(crash("a.fbx", binary_fbx, "graze-import-assimp"), "while reading FBX 7400, "));
    EXPECT_TRUE(contains(crash("a.3mf", "PK", "graze-import-3mf"), "while reading 3MF, "));
}

TEST_F(ImportChildTest, tries_again_with_all_the_memory_there_is) {
    const detail::ImportGate& gate = detail::import_gate();
    const FakeImporter importer("echo x >> \"$(dirname \"$0\")/runs\"; exit 77");
    EXPECT_TRUE(
        contains(load_refusal(importer), "more than the " + std::to_string(gate.memory() >> 20) + " MB"));
    EXPECT_EQ(content_of(importer.folder() / "runs"), gate.share() < gate.memory() ? "x\nx\n" : "x\n");
}

TEST_F(ImportChildTest, gives_no_file_to_an_importer_whose_format_is_one_file) {
    ImportBytes stream;
    stream.number(detail::ImportTag::file)
        .string("model.step")
        .header()
        .triangle()
        .part(detail::no_node, 0)
        .end();
    const FakeImporter importer(
        "cat \"$(dirname \"$0\")/stream\"; head -c 2 <&3 | od -An -tu1 > \"$(dirname \"$0\")/answer\"");
    importer.folder().write("stream", stream.bytes());
    load_mesh(importer.file());
    // The byte that starts it, and "missing". The script may be gone before it has written it down.
    const std::string answer = content_of(importer.folder() / "answer");
    EXPECT_TRUE(answer.empty() || contains(answer, "71   0")) << answer;
}

TEST_F(ImportChildTest, refuses_garbage_and_half_a_stream) {
    EXPECT_TRUE(
        contains(load_refusal(FakeImporter("echo this is not what you want")), "does not start as one"));
    ImportBytes stream;
    stream.header().triangle();
    const FakeImporter importer("cat \"$(dirname \"$0\")/stream\"");
    importer.folder().write("stream", stream.bytes());
    EXPECT_TRUE(contains(load_refusal(importer), "ended unexpectedly (exit code 0)"));
}

TEST_F(ImportChildTest, ends_an_importer_that_takes_too_long_with_all_that_it_started) {
    const FakeImporter importer("sleep 1000 & echo $! > \"$(dirname \"$0\")/child\"; wait");
    EXPECT_EQ(load_refusal(importer, {.seconds = 0.2}),
              importer.file().string() +
                  ": importing it takes longer than the 0.2 s that it may; allow more "
                  "time or a coarser deflection");
    const pid_t grandchild = std::stoi(content_of(importer.folder() / "child"));
    // It dies in its own time, and whoever adopts it reaps it in theirs.
    const auto runs = [&] {
        const std::string state = content_of("/proc/" + std::to_string(grandchild) + "/stat");
        return !state.empty() && !contains(state, ") Z ");
    };
    for (int i = 0; i < 5000 && runs(); ++i) ::poll(nullptr, 0, 1);
    EXPECT_FALSE(runs());
}

TEST_F(ImportChildTest, ends_an_importer_that_writes_without_end) {
    EXPECT_TRUE(contains(load_refusal(FakeImporter("printf 'GRAZEimp\\004\\000\\000\\000'; "
                                                   "while :; do printf 'G0000000000000000'; done"),
                                      {.seconds = 0.2}),
                         "takes longer than"));
    EXPECT_TRUE(contains(
        load_refusal(FakeImporter("printf 'GRAZEimp\\004\\000\\000\\000'; exec yes G000000000000000"),
                     {.memory = 64 << 20}),
        "more than the 64 MB that it may take"));
}

TEST_F(ImportChildTest, limits_the_memory_of_the_importer) {
    // The shell doubles a string until it cannot.
    const FakeImporter importer("x=0123456789abcdef; while :; do x=\"$x$x\"; done");
    EXPECT_TRUE(
        contains(load_refusal(importer, {.memory = 64 << 20, .seconds = 60}), "ended unexpectedly ("));
}

TEST_F(ImportChildTest, understands_an_importer_that_has_run_out_of_memory) {
    EXPECT_TRUE(contains(load_refusal(FakeImporter("exit 77"), {.memory = 64 << 20}),
                         "importing it takes more than the 64 MB of memory that it may; allow more memory"));
}

TEST_F(ImportChildTest, ends_the_importer_when_cancelled) {
    CancelAtOnce progress;
    const FakeImporter importer("sleep 1000");
    LoadOptions options;
    options.progress = &progress;
    EXPECT_TRUE(contains(refusal([&] { load_mesh(importer.file(), options); }), "cancelled"));
}

TEST_F(ImportChildTest, works_where_signals_of_children_are_ignored) {
    const auto before = ::signal(SIGCHLD, SIG_IGN);
    const std::string refused = load_refusal(FakeImporter("exit 3"));
    ::signal(SIGCHLD, before);
    EXPECT_TRUE(contains(refused, "ended unexpectedly"));
}

TEST_F(ImportChildTest, says_what_is_missing_without_an_importer) {
    const TemporaryFolder empty;
    const ImportersFrom nowhere(empty / "");
    EXPECT_EQ(refusal([&] { load_mesh(empty.write("a.step", "x")); }),
              (empty / "a.step").string() +
                  ": cannot be read without the program graze-import-occt; build graze with Open CASCADE "
                  "(Debian: libocct-data-exchange-dev), or say its folder in GRAZE_IMPORTERS");
    EXPECT_TRUE(contains(refusal([&] { load_mesh(empty.write("a.fbx", "x")); }), "graze-import-assimp"));
}

TEST_F(ImportChildTest, says_why_the_importer_cannot_be_started) {
    const FakeImporter importer("");
    ::chmod((importer.folder() / "graze-import-occt").c_str(), 0644);
    EXPECT_TRUE(contains(load_refusal(importer), "cannot be started: Permission denied"));
}

TEST_F(ImportChildTest, refuses_limits_and_tolerances_that_are_none) {
    const FakeImporter importer("exit 3");
    EXPECT_TRUE(contains(load_refusal(importer, {.seconds = 0}), "not a number above 0"));
    LoadOptions options;
    options.tessellation.deflection = -1;
    EXPECT_TRUE(
        contains(refusal([&] { load_mesh(importer.file(), options); }), "deflection is not a length"));
}

TEST_F(ImportChildTest, starts_nothing_for_files_that_are_missing_or_empty) {
    const FakeImporter importer("touch \"$(dirname \"$0\")/started\"");
    EXPECT_TRUE(contains(refusal([&] { load_mesh(importer.folder() / "no.step"); }), "no such file"));
    EXPECT_TRUE(contains(refusal([&] { load_mesh(importer.folder().write("e.igs", "")); }), "is empty"));
    EXPECT_FALSE(std::filesystem::exists(importer.folder() / "started"));
}

TEST_F(ImportChildTest, imported_formats_are_not_read_from_memory_nor_written) {
    const std::string content = "x";
    EXPECT_TRUE(contains(refusal([&] { parse(content, Format::step); }), "from files, not from memory"));
    const TemporaryFolder folder;
    EXPECT_TRUE(contains(refusal([&] { save_mesh(make_box({1, 1, 1}), folder / "a.step"); }),
                         "is read, not written"));
    EXPECT_EQ(folder.file_count(), 0u);
}

}  // namespace
}  // namespace graze::test
