"""docs/benchmarks/ and its summary say of each table which command makes it and of which code it is.

    update_docs_test.py PROGRAM
"""
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(sys.argv.pop())
sys.dont_write_bytecode = True


def load_script():
    loader = importlib.machinery.SourceFileLoader("update_docs", str(ROOT / "bench" / "update-docs"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("update_docs", loader))
    loader.exec_module(module)
    return module


class UpdateDocs(unittest.TestCase):
    def setUp(self):
        self.script = load_script()

    def section_of(self, name):
        page = self.script.page_of(name).read_text("utf-8")
        self.assertEqual(re.findall(r"<!-- graze-bench (\S+) -->", page), [name])
        return page.split(f"<!-- graze-bench {name} -->\n")[1].split(f"<!-- end of {name} -->")[0]

    def test_every_table_has_a_page(self):
        self.assertEqual({page.stem for page in self.script.PAGES.glob("*.md")}, set(self.script.TABLES))

    def test_every_table_has_one_command_a_commit_and_a_day(self):
        for name in self.script.TABLES:
            self.assertRegex(self.section_of(name),
                             rf"^`bench/update-docs {name}( --data FOLDER)?`, commit [0-9a-f]{{7}}.*, \d{{4}}-\d\d-\d\d\.\n")

    def test_the_summary_links_to_every_page_with_its_command_commit_and_day(self):
        summary = " ".join(self.script.SUMMARY.read_text("utf-8").split())
        for name in self.script.TABLES:
            self.assertIn(f"(benchmarks/{name}.md): {self.section_of(name).splitlines()[0]}", summary)

    def test_no_page_names_the_data_folder_of_one_machine(self):
        for name in self.script.TABLES:
            self.assertNotRegex(self.section_of(name), r"--data (?!FOLDER)")

    def test_a_section_is_replaced_and_nothing_else(self):
        old = "a\n<!-- graze-bench pair -->\nold\n<!-- end of pair -->\nb\n"
        self.assertEqual(self.script.replace_section(old, "pair", "\nnew\n"),
                         "a\n<!-- graze-bench pair -->\nnew\n<!-- end of pair -->\nb\n")

    def test_the_program_has_every_benchmark_and_a_short_form_of_it(self):
        listed = re.search(r"^benchmarks = (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE).group(1).split()
        self.assertEqual({options.split()[0] for options in self.script.TABLES.values()}, set(listed))
        for name in listed:
            text = subprocess.run([PROGRAM, name, "--help"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
            self.assertIn("--quick", text)
            wanted = {word for options in self.script.TABLES.values() if options.split()[0] == name
                      for word in options.split() if word.startswith("--")}
            for option in wanted | {"--markdown", "--out"}:
                self.assertIn(option, text)


if __name__ == "__main__":
    unittest.main()
