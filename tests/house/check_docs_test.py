#!/usr/bin/env python3
"""Gives scripts/check-docs small trees with one fault each, and looks whether it names the fault."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK_DOCS = sys.argv.pop()

GOOD = {
    "README.md": "# graze\nSee [the tree](docs/tree.md#the-tree) and <https://example.org>.\n"
                 "```\n$ graze clash a.obj --json -   all clashes\nmake test\n```\n",
    "docs/tree.md": "# The `tree`\n[Above](#the-tree). `tree/shape.h` and `graze/tree/shape.h`, by `scripts/build --quick`.\n",
    "CHANGELOG.md": "`graze/tree/old.h` is gone.\n",
    "graze/tree/shape.h": "",
    "scripts/build": "# --quick\n",
    "apps/graze/main.cpp": 'add("clash"); add("bench"); add("--json");\n',
    "bench/main.cpp": 'add("ray"); add("--large");\n',
    "Makefile": "test:\n",
    "CMakePresets.json": '{"configurePresets": [{"name": "release"}]}',
}


def faults(extra):
    with tempfile.TemporaryDirectory() as root:
        for name, content in (GOOD | {"docs/extra.md": extra}).items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        result = subprocess.run([sys.executable, CHECK_DOCS, root], capture_output=True, text=True)
        assert result.returncode == (1 if result.stdout else 0), result
        return result.stdout.splitlines()


class CheckDocs(unittest.TestCase):
    def test_has_nothing_to_say_about_good_pages(self):
        self.assertEqual(faults("`graze bench ray --large`, `cmake --preset release`, `a/b.txt`\n"), [])

    def test_names_what_is_wrong_and_where(self):
        for extra, fault in [
            ("\n[x](nowhere.md)\n", "docs/extra.md:2: there is no nowhere.md"),
            ("[x](tree.md#leaves)\n", "docs/extra.md:1: tree.md has no heading #leaves"),
            ("`tree/leaf.h`\n", "docs/extra.md:1: there is no tree/leaf.h"),
            ("`tree/leaves/`\n", "docs/extra.md:1: there is no tree/leaves/"),
            ("`graze/tree/leaf.h`\n", "docs/extra.md:1: there is no graze/tree/leaf.h"),
            ("`graze crash a.obj`\n", "docs/extra.md:1: graze has no subcommand crash"),
            ("```\n$ graze clash --yaml\n```\n", "docs/extra.md:2: graze has no option --yaml"),
            ("`graze-bench clash`\n", "docs/extra.md:1: graze-bench has no subcommand clash"),
            ("`make coffee`\n", "docs/extra.md:1: make has no target coffee"),
            ("`scripts/brew`\n", "docs/extra.md:1: there is no scripts/brew"),
            ("`scripts/build --slow`\n", "docs/extra.md:1: scripts/build has no option --slow"),
            ("`ctest --preset fast`\n", "docs/extra.md:1: there is no preset fast"),
        ]:
            self.assertEqual(faults(extra), [fault])


unittest.main()
