#include "graze/io/saved_shape.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "graze/base/log.h"
#include "graze/base/random.h"
#include "graze/io/load.h"
#include "graze/io/save.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "tests/io/files.h"
#include "tests/io/saved/saved_files.h"

namespace graze::test {
namespace {

template <typename T>
bool same_bytes(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

bool same_meshes(const Mesh& a, const Mesh& b) {
    if (!same_bytes(a.vertices(), b.vertices()) || !same_bytes(a.triangles(), b.triangles()) ||
        !std::ranges::equal(a.parts(), b.parts()) || a.metres_per_unit() != b.metres_per_unit() ||
        a.polygon_count() != b.polygon_count() || a.box() != b.box() ||
        a.irregular_polygon_count() != b.irregular_polygon_count() ||
        a.unused_vertex_count() != b.unused_vertex_count())
        return false;
    for (PolygonId p = 0; p < a.polygon_count(); ++p) {
        if (!std::ranges::equal(a.polygon(p), b.polygon(p))) return false;
    }
    for (TriangleId t = 0; t < a.triangle_count(); ++t) {
        if (a.polygon_of(t) != b.polygon_of(t)) return false;
    }
    return true;
}

bool same_shapes(const Shape& a, const Shape& b) {
    return same_meshes(a.mesh(), b.mesh()) && same_bytes(a.tree().nodes(), b.tree().nodes()) &&
           same_bytes(a.tree().leaves(), b.tree().leaves()) && a.tree().origin() == b.tree().origin() &&
           a.tree().unit() == b.tree().unit() && a.content_hash() == b.content_hash();
}

using Pairs = std::vector<std::pair<TriangleId, TriangleId>>;

Pairs pairs_of(const Shape& a, const Shape& b, const Pose& pose) {
    Pairs pairs;
    for (const IntersectingPair& p : intersecting_triangles(a, Pose(), b, pose)) pairs.emplace_back(p.a, p.b);
    return pairs;
}

TEST(SavedShape, comes_back_bit_by_bit) {
    std::vector<Mesh> meshes{
        two_fans(),          make_sphere(3, 5000),           make_box({1, 2, 3}),  Mesh(),
        Mesh(PolygonSoup{}), Mesh({{5, 5, 5}}, {{0, 0, 0}}), Mesh({{1, 2, 3}}, {})};
    meshes.push_back(make_torus(1e90, 1e88, 20, 10));
    meshes.push_back(make_torus(1e-300, 1e-301, 20, 10));
    for (const Mesh& mesh : meshes) {
        SCOPED_TRACE(mesh.triangle_count());
        const Shape shape(mesh);
        const std::string content = saved(shape);
        EXPECT_TRUE(same_shapes(shape, parse_saved(content)));
        EXPECT_TRUE(same_shapes(shape, parse_saved(content, false)));
        EXPECT_EQ(saved(parse_saved(content)), content);
    }
}

TEST(SavedShape, answers_as_the_one_that_was_saved) {
    const Shape torus(make_torus(2, 0.5, 40, 20)), ball(make_sphere(1.6, 2000));
    const Shape torus_again = parse_saved(saved(torus)), ball_again = parse_saved(saved(ball));
    Random random(1);
    for (int i = 0; i < 20; ++i) {
        const Pose pose = Pose::translation(random.in_box({-2, -2, -2}, {2, 2, 2}));
        EXPECT_EQ(pairs_of(torus, ball, pose), pairs_of(torus_again, ball_again, pose));
        const Witness w = witness(torus, Pose(), ball, pose),
                      v = witness(torus_again, Pose(), ball_again, pose);
        ASSERT_EQ(w.answer, v.answer);
        EXPECT_EQ(std::pair(w.feature_a, w.feature_b), std::pair(v.feature_a, v.feature_b));
    }
}

TEST(SavedShape, is_the_same_file_for_any_number_of_threads) {
    const Mesh mesh = make_torus(2, 0.7, 400, 60);
    TreeOptions options;
    options.threads = Threads(3, ThreadBackend::standard);
    EXPECT_EQ(saved(Shape(mesh)), saved(Shape(mesh, options)));
}

TEST(SavedShape, goes_through_a_file_read_or_mapped) {
    const TemporaryFolder folder;
    const Shape shape(two_fans());
    save_shape(shape, folder / "a.graze");
    EXPECT_EQ(content_of(folder / "a.graze"), saved(shape));
    EXPECT_EQ(folder.file_count(), 1u);
    EXPECT_TRUE(same_shapes(shape, load_shape(folder / "a.graze")));
    for (const bool verify : {true, false}) {
        SavedShapeOptions options;
        options.map = true;
        options.verify_checksum = verify;
        const Shape mapped = load_shape(folder / "a.graze", options);
        EXPECT_TRUE(same_shapes(shape, mapped));
    }
}

TEST(SavedShape, that_is_mapped_outlives_its_file_and_the_first_handle) {
    const TemporaryFolder folder;
    const Shape shape(two_fans());
    save_shape(shape, folder / "a.graze");
    Mesh mesh;
    {
        SavedShapeOptions options;
        options.map = true;
        const Shape mapped = load_shape(folder / "a.graze", options);
        mesh = mapped.mesh();
        save_shape(Shape(make_box({1, 1, 1})), folder / "a.graze");  // a new file in its place
        std::filesystem::remove(folder / "a.graze");
        EXPECT_TRUE(same_shapes(shape, mapped));
    }
    EXPECT_TRUE(same_meshes(shape.mesh(), mesh));
}

TEST(SavedShape, is_refused_with_a_sentence_wherever_a_byte_is_changed) {
    const std::string good = saved(Shape(two_fans()));
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
        const std::string said = refusal([&] { parse_saved(bad); });
        ASSERT_TRUE(said.starts_with("file") && contains(said, "; ")) << at << ": " << said;
    }
}

TEST(SavedShape, with_a_changed_byte_and_the_checksum_off_is_refused_or_can_be_queried) {
    const std::string good = saved(Shape(two_fans()));
    std::size_t accepted = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
        try {
            const Shape shape = parse_saved(bad, false);
            ++accepted;
            visit_intersecting_triangles(shape, Pose(), shape, Pose(), [&](TriangleId a, TriangleId b) {
                EXPECT_LT(std::max(a, b), shape.mesh().triangle_count());
                return true;
            });
        } catch (const Error&) {
        }
    }
    EXPECT_GT(accepted, 0u);
}

TEST(SavedShape, with_flipped_bits_and_right_checksums_is_refused_with_a_sentence_or_can_be_queried) {
    const Shape fans{two_fans()};
    const std::string good = saved(fans);
    std::string same = good;
    mend_saved_checksums(same);
    ASSERT_EQ(same, good);
    std::size_t accepted = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < 4 * good.size(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::string bad = good;
        const std::size_t flips = seed < 2 * good.size() ? 1 : 1 + random.below(4);
        for (std::size_t i = 0; i < flips; ++i) {
            const std::size_t at = i == 0 ? seed % good.size() : random.below(good.size());
            bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        }
        mend_saved_checksums(bad);
        try {
            const Shape shape = parse_saved(bad);
            ++accepted;
            for (const Shape& other : {shape, fans}) {
                const std::size_t most = other.mesh().triangle_count();
                visit_intersecting_triangles(shape, Pose(), other, Pose(), [&](TriangleId a, TriangleId b) {
                    EXPECT_TRUE(a < shape.mesh().triangle_count() && b < most);
                    return true;
                });
                distance(shape, Pose(), other, Pose::translation({0, 0, 30}));
            }
        } catch (const Error& e) {
            ++refused;
            EXPECT_LT(std::string_view(e.what()).size(), 400u);
            EXPECT_FALSE(e.mend().empty()) << e.what();
        }
    }
    EXPECT_GT(accepted, 100u);
    EXPECT_GT(refused, 100u);
}

TEST(SavedShape, is_refused_however_short_it_is_cut) {
    const std::string good = saved(Shape(two_fans()));
    for (std::size_t size = 0; size < good.size(); ++size) {
        for (const bool verify : {true, false}) {
            const std::string said =
                refusal([&] { parse_saved(std::string_view(good).substr(0, size), verify); });
            const char* expected = size == 0  ? "file: is empty"
                                   : size < 8 ? "file: is not a saved shape"
                                              : "file: is truncated";
            ASSERT_TRUE(contains(said, expected)) << size << ": " << said;
        }
    }
    EXPECT_TRUE(contains(refusal([&] { parse_saved(good + "x"); }), "is damaged: it has"));
}

TEST(SavedShape, of_another_kind_or_version_is_refused) {
    EXPECT_EQ(refusal([] { parse_saved("solid a\nendsolid a\n"); }),
              "file: is not a saved shape: it does not start as they do; check that it is a .graze file");
    SavedBytes bytes{Shape(two_fans())};
    bytes.change_header([](auto& h) { h.version = 3; });
    EXPECT_EQ(refusal([&] { parse_saved(bytes.content); }),
              "file: is a saved shape of format 3, this version of graze reads format 2; save it again from "
              "the mesh");
    // Line ends changed by a transfer.
    std::string mangled = saved(Shape(two_fans()));
    mangled.erase(6, 1);
    EXPECT_TRUE(contains(refusal([&] { parse_saved(mangled); }), "is not a saved shape"));
}

TEST(SavedShape, skips_sections_it_does_not_know_unless_they_are_needed) {
    const Shape shape(two_fans());
    SavedBytes bytes(shape);
    bytes.append_section("NEWS", false, "of a later version");
    EXPECT_TRUE(same_shapes(shape, parse_saved(bytes.content)));
    bytes.append_section("MUST", true, "be understood");
    EXPECT_EQ(refusal([&] { parse_saved(bytes.content); }),
              "file, section MUST: is not known to this version of graze, but needed; use a newer version of "
              "graze");
}

// Files that have no damage a checksum would find: each has its own sentence.
void expect_refused(const std::string& message, const std::function<void(SavedBytes&)>& spoil) {
    SavedBytes bytes{Shape(two_fans())};
    spoil(bytes);
    const std::string said = refusal([&] { parse_saved(bytes.content, false); });
    EXPECT_TRUE(contains(said, message)) << said << "\ninstead of: " << message;
    EXPECT_TRUE(said.ends_with("; save it again from the mesh")) << said;
}

TEST(SavedShape, with_a_wrong_table_is_refused) {
    expect_refused("is damaged: it claims to have 65 sections",
                   [](SavedBytes& b) { b.change_header([](auto& h) { h.section_count = 65; }); });
    expect_refused("section NODE: does not lie where it should",
                   [](SavedBytes& b) { b.change_entry("NODE", [](auto& s) { s.offset += 64; }); });
    expect_refused("section NODE: does not lie where it should", [](SavedBytes& b) {
        b.change_entry("NODE", [](auto& s) { s.offset = ~std::uint64_t{0}; });
    });
    expect_refused("section LEAF: does not lie where it should", [](SavedBytes& b) {
        b.change_entry("LEAF", [](auto& s) { s.size = ~std::uint64_t{0} - 63; });
    });
    expect_refused("bytes behind its last section",
                   [](SavedBytes& b) { b.change_entry("LEAF", [](auto& s) { s.size -= 1; }); });
    expect_refused("section VERT: is there twice", [](SavedBytes& b) {
        b.change_entry("TRIA", [](auto& s) { s.tag = {'V', 'E', 'R', 'T'}; });
    });
    for (const std::string tag :
         {"MESH", "VERT", "TRIA", "PSTA", "PCOR", "PTRI", "PART", "TREE", "NODE", "LEAF"}) {
        expect_refused("section " + tag + ": is missing", [&](SavedBytes& b) {
            b.change_entry(tag, [](auto& s) { s.tag = {'x', 'x', 'x', 'x'}, s.required = 0; });
        });
    }
}

TEST(SavedShape, with_sections_of_odd_sizes_is_refused) {
    // Sections grow into the zeros behind them, or shrink.
    for (const std::string tag : {"MESH", "TREE"}) {
        expect_refused("section " + tag + ": has",
                       [&](SavedBytes& b) { b.change_entry(tag, [](auto& s) { ++s.size; }); });
    }
    for (const std::string tag : {"VERT", "TRIA", "PSTA", "PCOR", "PTRI", "NODE"}) {
        expect_refused("which is not a multiple of",
                       [&](SavedBytes& b) { b.change_entry(tag, [](auto& s) { s.size -= 1; }); });
    }
}

TEST(SavedShape, with_parts_that_do_not_add_up_is_refused) {
    expect_refused("section PART: ends within its parts",
                   [](SavedBytes& b) { b.put(b.section("PART").offset, std::uint64_t{1000}); });
    expect_refused("section PART: ends within its parts",
                   [](SavedBytes& b) { b.put(b.section("PART").offset, ~std::uint64_t{0}); });
    expect_refused("section PART: ends within its parts",
                   [](SavedBytes& b) { b.change_entry("PART", [](auto& s) { s.size -= 1; }); });
    expect_refused("section PART: has bytes behind its last name",
                   [](SavedBytes& b) { b.change_entry("PART", [](auto& s) { s.size += 1; }); });
    expect_refused("polygons",
                   [](SavedBytes& b) { b.put(b.section("PART").offset + 8, std::uint32_t{0xffffffff}); });
}

TEST(SavedShape, with_a_mesh_that_is_none_is_refused) {
    expect_refused("vertex 3: coordinate is not a finite number", [](SavedBytes& b) {
        b.change<Vec3>("VERT", 3, [](Vec3& v) { v.y = std::numeric_limits<double>::quiet_NaN(); });
    });
    expect_refused("vertex 3: coordinate is beyond 1e100",
                   [](SavedBytes& b) { b.change<Vec3>("VERT", 3, [](Vec3& v) { v.z = -2e100; }); });
    expect_refused("triangle 0: is not of polygon 0",
                   [](SavedBytes& b) { b.change<VertexId>("TRIA", 0, [](VertexId& v) { v = 14; }); });
    expect_refused("section MESH: says neither", [](SavedBytes& b) {
        b.change<detail::SavedMesh>("MESH", 0, [](auto& m) { m.has_unit = 2; });
    });
    expect_refused("positive number of metres", [](SavedBytes& b) {
        b.change<detail::SavedMesh>("MESH", 0, [](auto& m) { m.metres_per_unit = -1; });
    });
    expect_refused("irregular", [](SavedBytes& b) {
        b.change<detail::SavedMesh>("MESH", 0, [](auto& m) { m.irregular_polygons = 100; });
    });
}

TEST(SavedShape, with_a_tree_that_is_none_is_refused) {
    expect_refused("section TREE: has nodes of 448 and leaves of 224 bytes", [](SavedBytes& b) {
        b.change<detail::SavedTree>("TREE", 0, [](auto& t) { t.leaf_size = 224; });
    });
    expect_refused("the unit of the tree", [](SavedBytes& b) {
        b.change<detail::SavedTree>("TREE", 0, [](auto& t) { t.unit = 3; });
    });
    expect_refused("node 1, box 0: leads to", [](SavedBytes& b) {
        b.change<WideNode>("NODE", 1, [](WideNode& n) { n.child[0] = TreeLink::leaf(99); });
    });
    expect_refused("leaf 0: is not within the tree", [](SavedBytes& b) {
        b.change<TreeLeaf>("LEAF", 0, [](TreeLeaf& l) { l.set(1, l.count()); });
    });
}

TEST(SavedShape, whose_hash_is_not_that_of_its_mesh_is_refused) {
    SavedBytes bytes{Shape(two_fans())};
    bytes.change_header([](auto& h) { h.hash_low ^= 1; });
    bytes.append_section("NEWS", false, "makes the checksum right");
    EXPECT_EQ(refusal([&] { parse_saved(bytes.content); }),
              "file: is damaged: its content hash does not fit; save it again from the mesh");
    EXPECT_EQ(parse_saved(bytes.content, false).content_hash(), content_hash(two_fans()));
}

TEST(SavedShape, is_a_format_of_load_and_save_as_well) {
    const TemporaryFolder folder;
    const Mesh mesh = two_fans();
    const Saved lost = save_mesh(mesh, folder / "a.graze");
    EXPECT_FALSE(lost.unit_dropped || lost.parts_dropped || lost.polygons_cut);
    EXPECT_EQ(content_of(folder / "a.graze"), saved(Shape(mesh)));
    // By content, whatever the name.
    std::filesystem::copy(folder / "a.graze", folder / "a.stl");
    for (const char* const name : {"a.graze", "a.stl"}) {
        const Loaded loaded = load_mesh(folder / name);
        EXPECT_EQ(loaded.format, "graze");
        EXPECT_TRUE(same_meshes(mesh, loaded.mesh));
        EXPECT_TRUE(same_shapes(Shape(mesh), load(folder / name)));
    }
    EXPECT_TRUE(same_meshes(mesh, parse(saved(Shape(mesh)), Format::graze).mesh));
    EXPECT_TRUE(contains(refusal([] { parse(saved(Shape()), Format::graze); }), "holds no triangles"));
}

TEST(Load, builds_the_tree_of_files_that_have_none) {
    const TemporaryFolder folder;
    save_mesh(make_sphere(1, 500), folder / "a.obj");
    LoadOptions options;
    options.unit = 0.001;
    const Shape shape = load(folder / "a.obj", options);
    EXPECT_EQ(shape.mesh().metres_per_unit(), 0.001);
    EXPECT_TRUE(same_shapes(shape, Shape(load_mesh(folder / "a.obj", options).mesh)));
    EXPECT_TRUE(contains(refusal([&] { load(folder / "b.obj"); }), "b.obj: there is no such file"));
}

TEST(Load, gives_a_saved_shape_the_unit_asked_for) {
    const TemporaryFolder folder;
    save_shape(Shape(make_box({1, 1, 1})), folder / "box.graze");
    save_shape(Shape(two_fans()), folder / "fans.graze");
    LoadOptions options;
    options.unit = 0.0254;
    EXPECT_EQ(load(folder / "box.graze", options).mesh().metres_per_unit(), 0.0254);
    EXPECT_EQ(load_mesh(folder / "box.graze", options).mesh.metres_per_unit(), 0.0254);
    EXPECT_EQ(load(folder / "fans.graze").mesh().metres_per_unit(), 0.001);
    std::string said;
    const LogSink before = set_log_sink([&](LogLevel, std::string_view message) { said += message; });
    EXPECT_EQ(load(folder / "fans.graze", options).mesh().metres_per_unit(), 0.0254);
    set_log_sink(before);
    EXPECT_TRUE(contains(said, "fans.graze says its unit is mm, and is read in in")) << said;
}

TEST(SavedShape, refuses_files_that_are_missing_empty_or_folders) {
    const TemporaryFolder folder;
    for (const bool map : {false, true}) {
        SavedShapeOptions options;
        options.map = map;
        const auto said = [&](const char* name) {
            return refusal([&] { load_shape(folder / name, options); });
        };
        EXPECT_TRUE(contains(said("none.graze"), "none.graze: there is no such file"));
        folder.write("empty.graze", "");
        EXPECT_TRUE(contains(said("empty.graze"), "empty.graze: is empty"));
        folder.write("text.graze", "hello");
        EXPECT_TRUE(contains(said("text.graze"), "text.graze: is not a saved shape"));
        EXPECT_TRUE(contains(said("."), "is a folder"));
    }
}

TEST(SavedShape, leaves_the_old_file_where_it_cannot_be_written) {
    const TemporaryFolder folder;
    const Shape shape(make_sphere(1, 5000));
    EXPECT_TRUE(
        contains(refusal([&] { save_shape(shape, folder / "none" / "a.graze"); }), "cannot be written"));
    EXPECT_TRUE(
        contains(refusal([&] { save_shape(shape, "/dev/full"); }), "/dev/full: is a pipe, socket or device"));

    // As on a full disk: the system refuses to let the file grow.
    folder.write("a.graze", "old");
    struct rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small{10000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string said = refusal([&] { save_shape(shape, folder / "a.graze"); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_handler);
    EXPECT_TRUE(contains(said, "a.graze: cannot be written: ")) << said;
    EXPECT_EQ(content_of(folder / "a.graze"), "old");
    EXPECT_EQ(folder.file_count(), 1u);
}

TEST(SavedShape, can_be_cancelled) {
    const TemporaryFolder folder;
    const Shape shape(make_sphere(1, 5000));
    CancelAtOnce progress;
    progress.cancel();
    EXPECT_TRUE(contains(refusal([&] { save_shape(shape, folder / "a.graze", &progress); }), "cancelled"));
    EXPECT_EQ(folder.file_count(), 0u);
    save_shape(shape, folder / "a.graze");
    SavedShapeOptions options;
    options.progress = &progress;
    EXPECT_TRUE(contains(refusal([&] { load_shape(folder / "a.graze", options); }), "cancelled"));
}

}  // namespace
}  // namespace graze::test
