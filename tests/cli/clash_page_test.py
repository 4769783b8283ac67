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


if __name__ == "__main__":
    unittest.main()
