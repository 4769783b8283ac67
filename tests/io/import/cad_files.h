// STEP and IGES files to test with, made once for all tests of a suite.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "tests/io/import/import_files.h"

namespace graze::test {

class WithCadFiles : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        const std::string maker = std::string(GRAZE_TEST_TOOLS) + "/make-cad-files";
        if (!has_importer("graze-import-occt") || !std::filesystem::exists(maker)) return;
        folder_ = std::make_unique<TemporaryFolder>();
        made_ = std::system((maker + " " + (*folder_ / "").string()).c_str()) == 0;  // NOLINT
    }
    static void TearDownTestSuite() { folder_.reset(); }
    void SetUp() override {
        if (!folder_) GTEST_SKIP() << "graze was built without Open CASCADE";
        ASSERT_TRUE(made_);
    }

    inline static std::unique_ptr<TemporaryFolder> folder_;
    inline static bool made_ = false;
    ImportersFrom importers_{GRAZE_IMPORTERS_DIR};
};

}  // namespace graze::test
