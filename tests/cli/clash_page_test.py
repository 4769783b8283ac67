import json
import re
import unittest

from clash_test import CLASHING
from program import ProgramTest


def element(page, name):
    """The text of a data element of the page."""
    return re.search(rf'<script [^>]*id="{name}"[^>]*>(.*?)</script>', page, re.S).group(1)


class ClashPage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("two.obj", CLASHING)
        result = self.graze("clash", "two.obj", "-o", "report")
        if "built without it" in result.err:
            self.skipTest("graze was built without the page")
        self.assertEqual((result.code, result.err), (1, ""))

    def test_is_written_beside_the_json_and_holds_the_same(self):
        page = (self.folder / "report" / "report.html").read_text()
        inside = json.loads(element(page, "graze-clashes"))
        beside = json.loads((self.folder / "report" / "clashes.json").read_text())
        self.assertEqual(inside, beside)
        pictures = json.loads(element(page, "graze-pictures"))
        self.assertEqual(list(pictures), [beside["findings"][0]["id"]])
        self.assertEqual(len(json.loads(element(page, "graze-geometry"))["parts"]), 2)

    def test_is_left_out_on_request(self):
        self.assertEqual(self.graze("clash", "two.obj", "-o", "bare", "--no-report").code, 1)
        self.assertFalse((self.folder / "bare" / "report.html").exists())
        self.assertTrue((self.folder / "bare" / "clashes.json").exists())

    def test_has_as_many_pictures_as_wanted(self):
        self.assertEqual(self.graze("clash", "two.obj", "-o", "plain", "--pictures", "0").code, 1)
        self.assertEqual(json.loads(element((self.folder / "plain" / "report.html").read_text(), "graze-pictures")), {})
        self.assert_error(self.graze("clash", "two.obj", "-o", "plain", "--pictures", "some"), "--pictures")

    def test_of_shards_is_made_of_the_parts_that_were_compared_or_not_at_all(self):
        for i in (1, 2):
            self.assertLess(self.graze("clash", "two.obj", "-o", f"half{i}", "--shard", f"{i}/2", "--unit", "cm").code, 2)
        merge = ("merge", "half1", "half2", "-o", "all")
        page = self.folder / "all" / "report.html"
        result = self.graze(*merge)
        self.assertEqual((result.code, result.err), (1, ""))
        inside = json.loads(element(page.read_text(), "graze-clashes"))
        self.assertEqual(inside, json.loads((self.folder / "all" / "clashes.json").read_text()))
        self.assertEqual(len(json.loads(element(page.read_text(), "graze-geometry"))["parts"]), 2)

        (self.folder / "two.obj").rename(self.folder / "moved.obj")
        result = self.graze(*merge)
        self.assertEqual(result.code, 1)
        self.assert_one_sentence(result, "report.html is not written", "two.obj")
        self.assertFalse(page.exists())  # nor is that of the earlier merge left
        self.assertEqual(self.graze(*merge, "--no-report").err, "")
        self.assertFalse(page.exists())
        result = self.graze(*merge, "--files", "moved.obj", "--pictures", "0")
        self.assertEqual((result.code, result.err), (1, ""))
        self.assertEqual(json.loads(element(page.read_text(), "graze-pictures")), {})

        self.write("two.obj", CLASHING.replace("v 0 0 0", "v 0 0 0.125", 1))
        self.assertNotEqual(CLASHING, (self.folder / "two.obj").read_text())
        result = self.graze(*merge)
        self.assertEqual(result.code, 1)
        self.assert_one_sentence(result, "report.html is not written", "two.obj", "not the parts")
        self.assertFalse(page.exists())
        result = self.graze(*merge, "--files", "two.obj")
        self.assertEqual(result.code, 2)
        self.assert_one_sentence(result, "two.obj", "not the parts")
        self.assert_error(self.graze(*merge, "--threads", "some"), "--threads")


if __name__ == "__main__":
    unittest.main()
