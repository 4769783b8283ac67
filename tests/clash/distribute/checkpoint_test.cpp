#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "graze/base/error.h"
#include "graze/base/log.h"
#include "graze/clash/distribute/run.h"
#include "tests/clash/cube_block.h"
#include "tests/clash/same_reports.h"

namespace graze::test {
namespace {

class Checkpoints : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
        folder_ = std::filesystem::temp_directory_path() / ("graze-" + name);
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directory(folder_);
        options_.checkpoint = file_ = folder_ / "checkpoint";
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    // A run that ends after `count` portions, as if killed.
    void leave_after(std::size_t count) {
        ClashRun run(assembly_, options_);
        for (const std::uint32_t p : run.to_do()) {
            if (count-- == 0) break;
            ASSERT_TRUE(run.add(run.compare(p)));
        }
    }
    std::string content() const {
        std::ifstream in(file_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }

    const Assembly assembly_ = cube_block(6);
    const ClashReport whole_ = clash(assembly_);
    ClashOptions options_;
    std::filesystem::path folder_, file_;
};

TEST_F(Checkpoints, have_all_until_somebody_has_the_report) {
    const ClashReport report = clash(assembly_, options_);
    EXPECT_EQ(report.run.resumed, 0u);
    expect_same_but_run(report, whole_);
    const ClashReport again = clash(assembly_, options_);
    EXPECT_EQ(again.run.resumed, again.run.share);
    expect_same_but_run(again, whole_);
}

TEST_F(Checkpoints, give_a_shard_its_share_and_no_more) {
    clash(assembly_, options_);
    for (const std::uint32_t number : {1u, 2u}) {
        options_.shard = ClashShard{number, 2};
        const ClashReport report = clash(assembly_, options_);
        EXPECT_EQ(report.run.resumed, report.run.share);
        EXPECT_GT(report.counts.not_compared, 0u);
        EXPECT_EQ(report.counts.not_compared, whole_.run.share - report.run.share);
    }
}

TEST_F(Checkpoints, are_begun_anew_if_asked) {
    leave_after(3);
    options_.fresh = true;
    const ClashReport report = clash(assembly_, options_);
    EXPECT_EQ(report.run.resumed, 0u);
    expect_same_but_run(report, whole_);
}

TEST_F(Checkpoints, of_others_are_not_removed) {
    leave_after(1);
    {
        const ClashRun run(assembly_, options_);
        remove_checkpoint(file_);
        EXPECT_TRUE(std::filesystem::exists(file_)) << "in use";
    }
    remove_checkpoint(file_);
    EXPECT_FALSE(std::filesystem::exists(file_));
    write("precious");
    options_.fresh = true;
    EXPECT_THROW(clash(assembly_, options_), Error);
    EXPECT_EQ(content(), "precious");
}

TEST_F(Checkpoints, let_a_run_go_on_where_it_was) {
    leave_after(3);
    ASSERT_TRUE(std::filesystem::exists(file_));
    const ClashReport report = clash(assembly_, options_);
    EXPECT_GT(report.run.resumed, 0u);
    EXPECT_LT(report.run.resumed, report.run.share);
    expect_same_but_run(report, whole_);
}

TEST_F(Checkpoints, may_be_cut_anywhere) {
    leave_after(3);
    const std::string all = content();
    for (std::size_t size = 0; size < all.size(); size += 1 + all.size() / 12) {
        SCOPED_TRACE(size);
        write(all.substr(0, size));
        expect_same_but_run(clash(assembly_, options_), whole_);
    }
}

TEST_F(Checkpoints, with_damage_lose_only_what_comes_after_it) {
    leave_after(3);
    std::string all = content();
    for (std::size_t at = 48; at < all.size(); at += 1 + all.size() / 12) {
        SCOPED_TRACE(at);
        std::string damaged = all;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        write(damaged);
        expect_same_but_run(clash(assembly_, options_), whole_);
    }
}

TEST_F(Checkpoints, go_on_growing_after_a_torn_record) {
    leave_after(2);
    write(content().substr(0, content().size() - 5));
    leave_after(2);  // one again, and one more
    ClashRun run(assembly_, options_);
    EXPECT_EQ(run.to_do().size(), run.plan().portions().size() - 3);
}

TEST_F(Checkpoints, of_another_job_are_begun_anew_with_a_word) {
    leave_after(3);
    std::string said;
    const LogSink before = set_log_sink([&](LogLevel, std::string_view text) { said += text; });
    options_.touch = 0.01;
    const ClashReport report = clash(assembly_, options_);
    set_log_sink(before);
    EXPECT_EQ(report.run.resumed, 0u);
    EXPECT_NE(said.find("another job"), std::string::npos);
}

TEST_F(Checkpoints, do_not_overwrite_what_is_none) {
    write("my notes");
    EXPECT_THROW(clash(assembly_, options_), Error);
    EXPECT_EQ(content(), "my notes");
}

TEST_F(Checkpoints, are_for_one_run_at_a_time) {
    const ClashRun run(assembly_, options_);
    EXPECT_THROW(ClashRun(assembly_, options_), Error);
}

TEST_F(Checkpoints, that_cannot_be_made_are_an_error) {
    options_.checkpoint = folder_ / "none" / "checkpoint";
    EXPECT_THROW(clash(assembly_, options_), Error);
}

TEST_F(Checkpoints, outlive_a_cancelled_run) {
    struct CancelledHalfway : Progress {
        void report(std::string_view stage, std::uint64_t done, std::uint64_t total) override {
            if (stage == "comparing parts" && done > total / 2) cancel();
        }
    } progress;
    options_.progress = &progress;
    const ClashReport partial = clash(assembly_, options_);
    EXPECT_FALSE(partial.complete());
    EXPECT_TRUE(std::filesystem::exists(file_));
    options_.progress = nullptr;
    const ClashReport report = clash(assembly_, options_);
    EXPECT_GT(report.run.resumed, 0u);
    expect_same_but_run(report, whole_);
}

}  // namespace
}  // namespace graze::test
