#include "graze/io/load.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "graze/io/detail/file_reader.h"
#include "graze/io/save.h"
#include "graze/mesh/generate.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

const std::string one_triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const std::string text_stl =
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
    "0\nendloop\nendfacet\nendsolid\n";
const std::string text_ply =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const std::string binary = binary_stl({0, 0, 0, 1, 0, 0, 0, 1, 0});

std::string load_refusal(const std::filesystem::path& file, const LoadOptions& options = {}) {
    return refusal([&] { load_mesh(file, options); });
}

TEST(LoadMesh, finds_the_format_by_content_where_that_is_telling_and_else_by_extension) {
    const TemporaryFolder folder;
    EXPECT_EQ(load_mesh(folder.write("a.stl", binary)).format, "stl (binary)");
    EXPECT_EQ(load_mesh(folder.write("b.STL", text_stl)).format, "stl (ascii)");
    EXPECT_EQ(load_mesh(folder.write("c.obj", one_triangle)).format, "obj");
    EXPECT_EQ(load_mesh(folder.write("d.Obj", one_triangle)).format, "obj");
    EXPECT_EQ(load_mesh(folder.write("e", binary)).format, "stl (binary)");
    EXPECT_EQ(load_mesh(folder.write("f.txt", text_stl)).format, "stl (ascii)");
    EXPECT_EQ(load_mesh(folder.write("g.obj", binary)).format, "stl (binary)");
    EXPECT_EQ(load_mesh(folder.write("i", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")).format, "off");
    EXPECT_EQ(load_mesh(folder.write("j.off", "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")).format, "off");
    EXPECT_EQ(load_mesh(folder.write("k.obj", text_ply)).format, "ply (ascii)");
    EXPECT_TRUE(
        load_refusal(folder.write("h.txt", one_triangle))
            .starts_with((folder / "h.txt").string() + ": is of a kind that is not known; name it .stl, "));
}

TEST(LoadMesh, takes_the_format_it_is_told) {
    const TemporaryFolder folder;
    LoadOptions options;
    options.format = Format::obj;
    EXPECT_EQ(load_mesh(folder.write("a.stl", one_triangle), options).format, "obj");
    EXPECT_TRUE(contains(load_refusal(folder.write("b.stl", binary), options), "is not an OBJ file"));
    options.format = Format::stl;
    EXPECT_EQ(load_mesh(folder.write("c.obj", text_stl), options).format, "stl (ascii)");
    EXPECT_TRUE(contains(load_refusal(folder.write("d.obj", one_triangle), options), "is not an STL file"));
}

TEST(LoadMesh, gives_the_same_from_file_and_memory) {
    const TemporaryFolder folder;
    const Mesh sphere = make_sphere(1, 30'000);  // more than one block of facets
    save_mesh(sphere, folder / "sphere.stl");
    const Loaded from_file = load_mesh(folder / "sphere.stl");
    const Loaded from_memory = parse_stl(content_of(folder / "sphere.stl"));
    EXPECT_TRUE(std::ranges::equal(from_file.mesh.vertices(), from_memory.mesh.vertices()));
    EXPECT_TRUE(std::ranges::equal(from_file.mesh.triangles(), from_memory.mesh.triangles()));
    EXPECT_EQ(from_file.merged_vertices, 3 * sphere.triangle_count() - sphere.vertices().size());
    EXPECT_EQ(from_file.merged_vertices, from_memory.merged_vertices);
}

TEST(LoadMesh, says_what_is_wrong_with_a_file_that_cannot_be_read) {
    const TemporaryFolder folder;
    const auto expect = [&](const std::filesystem::path& file, const std::string& problem) {
        EXPECT_EQ(load_refusal(file), file.string() + ": " + problem);
    };
    expect(folder / "missing.stl", "there is no such file");
    expect(folder.write("empty.stl", ""), "is empty");
    std::filesystem::create_directory(folder / "folder.stl");
    expect(folder / "folder.stl", "is a folder, not a file");
    expect(folder.write("file", one_triangle) / "x.obj", "cannot be opened: Not a directory");
    ASSERT_EQ(::mkfifo((folder / "pipe.stl").c_str(), 0600), 0);
    expect(folder / "pipe.stl", "is not a regular file but a pipe, socket or device");
    expect("/dev/zero", "is not a regular file but a pipe, socket or device");
    std::filesystem::create_symlink(folder / "loop.stl", folder / "loop.stl");
    EXPECT_TRUE(contains(load_refusal(folder / "loop.stl"), "cannot be opened"));
}

// Root may read everything: then another process, which is nobody, has a look.
std::string refusal_to_nobody(const std::filesystem::path& file) {
    if (::geteuid() != 0) return load_refusal(file);
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) return "no pipe";
    const pid_t child = ::fork();
    if (child == 0) {
        constexpr unsigned nobody = 65534;
        std::string said = "cannot become nobody";
        if (::setgroups(0, nullptr) == 0 && ::setgid(nobody) == 0 && ::setuid(nobody) == 0)
            said = load_refusal(file);
        const bool is_told = ::write(pipe[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
        ::_exit(is_told ? 0 : 1);
    }
    ::close(pipe[1]);
    std::string said;
    std::array<char, 4096> some{};
    for (ssize_t n = 0; (n = ::read(pipe[0], some.data(), some.size())) > 0;)
        said.append(some.data(), static_cast<std::size_t>(n));
    ::close(pipe[0]);
    ::waitpid(child, nullptr, 0);
    return said;
}

TEST(LoadMesh, says_when_a_file_may_not_be_read) {
    const TemporaryFolder folder;
    std::filesystem::permissions(folder / "", std::filesystem::perms(0755));
    const std::filesystem::path file = folder.write("secret.obj", one_triangle);
    std::filesystem::permissions(file, std::filesystem::perms(0644));
    const std::string before = refusal_to_nobody(file);
    if (contains(before, "cannot become nobody") || contains(before, "cannot be opened"))
        GTEST_SKIP() << "root may read everything, and cannot become anybody else here";
    EXPECT_EQ(before, "accepted");
    std::filesystem::permissions(file, std::filesystem::perms::none);
    EXPECT_TRUE(contains(refusal_to_nobody(file), "cannot be opened: Permission denied"));
    std::filesystem::permissions(file, std::filesystem::perms(0644));
    std::filesystem::permissions(folder / "", std::filesystem::perms(0700));
    if (::geteuid() == 0) {
        EXPECT_TRUE(contains(refusal_to_nobody(file), "cannot be opened: Permission denied"));
    }
}

TEST(LoadMesh, escapes_control_characters_in_names) {
    EXPECT_EQ(load_refusal("a\x1b[31m.stl"), "a\\x1b[31m.stl: there is no such file");
}

TEST(LoadMesh, quotes_at_most_80_characters_of_a_file_and_shows_those_that_cannot_be_seen) {
    const auto refused = [](const std::string& word) {
        return refusal([&] { parse("v 0 0 " + word + "\n", Format::obj); });
    };
    EXPECT_EQ(refused(std::string(5'000'000, 'x')),
              "file, line 1: expected a number, found \"" + std::string(80, 'x') + "...\"");
    EXPECT_EQ(refused("a\x1b\x7f\xff\xc3\xa4\xc3"),
              "file, line 1: expected a number, found \"a\\x1b\\x7f\\xff\xc3\xa4\\xc3\"");
    // U+0085 ends lines on some terminals, U+202E turns the writing round.
    EXPECT_EQ(refused("\xc2\x85\xe2\x80\xae\xe2\x82\xac"),
              "file, line 1: expected a number, found \"\\xc2\\x85\\xe2\\x80\\xae\xe2\x82\xac\"");
    std::string euros;
    for (int i = 0; i < 100; ++i) euros += "\xe2\x82\xac";
    EXPECT_EQ(refused(euros),
              "file, line 1: expected a number, found \"" + euros.substr(0, 3 * std::size_t{80}) + "...\"");
}

TEST(FileReader, says_when_a_file_shrinks_while_being_read) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.write("a.stl", binary);
    detail::FileReader reader(file);
    std::vector<std::byte> bytes(reader.size() - 1);
    std::filesystem::resize_file(file, 10);
    EXPECT_TRUE(
        contains(refusal([&] { reader.read(bytes); }), "byte 10: ended before its size of 134 bytes"));
}

class Watcher : public Progress {
  public:
    explicit Watcher(int cancel_after = -1) : cancel_after_(cancel_after) {}
    void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
        EXPECT_LE(done, total);
        if (stage != stage_) last_ = 0;
        stage_ = stage;
        EXPECT_GE(done, last_);
        last_ = done;
        if (++reports == cancel_after_) cancel();
    }
    int reports = 0;

  private:
    int cancel_after_;
    std::string stage_;
    std::uint64_t last_ = 0;
};

TEST(LoadMesh, reports_progress_in_coarse_steps_and_can_be_cancelled) {
    const TemporaryFolder folder;
    const Mesh sphere = make_sphere(1, 30'000);
    SaveOptions text;
    text.ascii = true;
    save_mesh(sphere, folder / "a.stl");
    save_mesh(sphere, folder / "b.stl", text);
    save_mesh(sphere, folder / "c.obj");
    save_mesh(sphere, folder / "d.ply");
    save_mesh(sphere, folder / "e.ply", text);
    save_mesh(sphere, folder / "f.off");
    for (const char* name : {"a.stl", "b.stl", "c.obj", "d.ply", "e.ply", "f.off"}) {
        SCOPED_TRACE(name);
        Watcher watcher;
        LoadOptions options;
        options.progress = &watcher;
        EXPECT_EQ(load_mesh(folder / name, options).mesh.triangle_count(), sphere.triangle_count());
        EXPECT_GE(watcher.reports, 2);
        EXPECT_LE(watcher.reports, 300);
        Watcher canceller(2);
        options.progress = &canceller;
        EXPECT_EQ(load_refusal(folder / name, options), (folder / name).string() + ": cancelled");
        EXPECT_EQ(canceller.reports, 2);
    }
}

}  // namespace
}  // namespace graze::test
