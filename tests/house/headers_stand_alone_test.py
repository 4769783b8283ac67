#!/usr/bin/env python3
"""headers_stand_alone.py finds headers that do not, and no others: headers_stand_alone_test.py CHECK COMPILER"""
import subprocess
import sys
import tempfile
from pathlib import Path

HEADERS = {
    "graze/vector.h": "#include <vector>\ninline std::vector<int> f();\n",
    "graze/below.h": '#include "graze/vector.h"\ninline std::vector<int> g();\n',
    "graze/without.h": "inline std::vector<int> h();\n",
    # Compiled after a precompiled header, that of vector.h, which does not have what is missing either.
    "graze/below_without.h": '#include "graze/vector.h"\ninline std::map<int, int> i();\n',
}
BAD = {"graze/without.h", "graze/below_without.h"}


def main(check, compiler):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        (source / "graze").mkdir()
        for name, text in HEADERS.items():
            (source / name).write_text("#pragma once\n" + text, encoding="utf-8")
        (source / "headers.txt").write_text("\n".join(str(source / name) for name in HEADERS), encoding="utf-8")
        done = subprocess.run([sys.executable, check, compiler, str(source), str(source / "work"),
                               str(source / "headers.txt")], capture_output=True, text=True, check=False)
    found = {line.split()[0] for line in done.stdout.splitlines() if line.endswith("does not stand alone:")}
    if done.returncode != 1 or found != BAD or "precompiled: graze/vector.h" not in done.stdout:
        print(f"exit code {done.returncode}, found {sorted(found)}, expected {sorted(BAD)}\n{done.stdout}{done.stderr}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
