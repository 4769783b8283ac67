#!/usr/bin/env python3
"""Gives scripts/check-rooms small trees with one fault each, and looks whether it names the fault."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK_ROOMS = sys.argv.pop()

# A house in order; each test spoils one thing.
GOOD = {
    "graze/graze.h": '#include "graze/base/vec.h"\n#include "graze/query/hit.h"\n',
    "graze/base/vec.h": "#include <cmath>\n",
    "graze/base/detail/split.h": "#include <cstdint>\n",
    "graze/base/vec.cpp": '#include "graze/base/detail/split.h"\n#include <hwy/highway.h>\n',
    "graze/query/hit.h": '#include "graze/base/vec.h"\n',
    "graze/io/load.cpp": "#include <fmt/format.h>\n",
    "tests/base/split_test.cpp": '#include "graze/base/detail/split.h"\n#include <gtest/gtest.h>\n',
    "docs/base.md": "Vectors.\n",
    "docs/query.md": "Questions.\n",
    "docs/io.md": "Files.\n",
}


def run_on(files):
    with tempfile.TemporaryDirectory() as root:
        for name, content in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        result = subprocess.run([sys.executable, CHECK_ROOMS, root], capture_output=True, text=True)
        return result.returncode, result.stdout


class CheckRooms(unittest.TestCase):
    def accepts(self, changes):
        code, output = run_on({**GOOD, **changes})
        self.assertEqual(code, 0, output)

    def refuses(self, changes, complaint):
        files = {name: content for name, content in {**GOOD, **changes}.items() if content is not None}
        code, output = run_on(files)
        self.assertEqual(code, 1, output)
        self.assertIn(complaint, output)
        self.assertIn(" 1 violations", output)

    def test_accepts_a_house_in_order(self):
        self.accepts({})

    def test_refuses_a_room_that_uses_a_later_one(self):
        self.refuses({"graze/base/up.h": '#include "graze/query/hit.h"\n'}, "graze/base/up.h:1: base may not use query")

    def test_refuses_private_headers_of_a_later_room(self):
        self.refuses({"graze/query/detail/cut.h": "\n", "graze/base/vec2.cpp": '\n#include "graze/query/detail/cut.h"\n'},
                     "graze/base/vec2.cpp:2: base may not use query")

    def test_refuses_private_headers_of_another_room(self):
        self.refuses({"graze/query/detail/cut.h": "\n", "graze/io/load.cpp": '#include "graze/query/detail/cut.h"\n'},
                     "graze/query/detail/cut.h is private to query")

    def test_accepts_what_base_has_for_all_rooms(self):
        self.accepts({"graze/io/load.cpp": '#include "graze/base/detail/split.h"\n'})

    def test_refuses_what_is_not_installed_in_public_headers(self):
        self.refuses({"graze/tree/traverse/walk.h": "\n", "docs/tree.md": "Trees.\n",
                      "graze/query/hit.h": '#include "graze/tree/traverse/walk.h"\n'}, "is not installed")

    def test_refuses_private_headers_in_apps_and_examples(self):
        for folder in ("apps/graze", "examples"):
            self.refuses({f"{folder}/main.cpp": '#include "graze/base/detail/split.h"\n'}, "is private to the library")

    def test_refuses_private_headers_in_public_ones(self):
        self.refuses({"graze/base/open.h": '#include "graze/base/detail/split.h"\n'}, "is not installed")

    def test_refuses_third_party_headers_in_public_ones(self):
        self.refuses({"graze/io/load.h": "#include <fmt/format.h>\n"}, "not the standard library's")
        self.refuses({"graze/base/simd.h": "#include <hwy/highway.h>\n"}, "not the standard library's")

    def test_accepts_the_header_that_converts_to_eigen_but_nobody_who_includes_it(self):
        header = {"graze/eigen.h": "#include <Eigen/Core>\n"}
        self.accepts(header)
        self.refuses({"graze/eigen.h": "#include <fmt/format.h>\n"}, "not the standard library's")
        self.refuses({**header, "graze/graze.h": '#include "graze/eigen.h"\n'}, "users of that library only")

    def test_refuses_further_libraries_up_to_query(self):
        self.refuses({"graze/query/hit.cpp": "#include <fmt/format.h>\n"}, "Highway, nothing else")

    def test_refuses_includes_relative_to_the_file(self):
        self.refuses({"graze/query/hit.cpp": '#include "hit.h"\n'}, "should be written as")

    def test_refuses_headers_that_do_not_exist(self):
        self.refuses({"examples/main.cpp": '#include "graze/base/vek.h"\n'}, "graze/base/vek.h does not exist")

    def test_refuses_the_header_for_users_inside_a_room(self):
        self.refuses({"graze/query/hit.cpp": '#include "graze/graze.h"\n'}, "name the header it needs")

    def test_refuses_a_room_without_a_page(self):
        self.refuses({"docs/query.md": None}, "no page docs/query.md")

    def test_refuses_a_room_that_is_not_in_the_plan(self):
        self.refuses({"graze/attic/box.h": "\n"}, "there is no room of this name")

    def test_refuses_paths_of_one_machine(self):
        self.refuses({"docs/io.md": "Run it in /" + "root/graze.\n"}, "the path of one machine")

    def test_refuses_a_folder_without_code(self):
        code, output = run_on({"README.md": "\n"})
        self.assertEqual(code, 1)
        self.assertIn("no code found", output)


if __name__ == "__main__":
    unittest.main()
