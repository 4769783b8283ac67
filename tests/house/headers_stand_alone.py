#!/usr/bin/env python3
"""Compiles every public header alone, as the first line of a file.

    headers_stand_alone.py COMPILER SOURCE WORK LIST      LIST is a file with the paths of the headers

Nearly all of the time goes into the standard library and the headers at the bottom of the house. So a few headers are
precompiled, those that save most, and a header is compiled after one of them only if it includes that one itself,
however far down: then it gets nothing that it would not have alone. That holds because whatever lies between is a
public header too, and compiled alone in its turn.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
from pathlib import Path

FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror"]
PRECOMPILED = 4
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]', re.M)


class Headers:
    def __init__(self, source, names):
        self.source = source
        self.names = names
        self.direct = {}

    def includes(self, name):
        """What a header includes itself: names of ours, and of the standard library in <>."""
        if name not in self.direct:
            found = INCLUDE.findall((self.source / name).read_text(encoding="utf-8"))
            self.direct[name] = {f"<{target}>" if quote == "<" else target for quote, target in found}
        return self.direct[name]

    def all_includes(self, name):
        """The same, however far down, without the header itself."""
        found, waiting = set(), [name]
        while waiting:
            for target in self.includes(waiting.pop()) - found:
                found.add(target)
                if not target.startswith("<"):
                    waiting.append(target)
        return found

    def worth_precompiling(self):
        """The headers that save most, as counted by files that need not be read again."""
        below = {name: self.all_includes(name) for name in self.names}
        saved = dict.fromkeys(self.names, 0)  # by what was chosen so far
        chosen = []
        for _ in range(PRECOMPILED):
            def gain(candidate):
                weight = len(below[candidate])
                return sum(max(0, weight - saved[name]) for name in self.names if candidate in below[name])
            best = max(self.names, key=gain)
            if gain(best) == 0:
                break
            chosen.append(best)
            for name in self.names:
                if best in below[name]:
                    saved[name] = max(saved[name], len(below[best]))
        return sorted(chosen, key=lambda name: len(below[name]), reverse=True), below


def run(command, text=None):
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                          check=False)
    return done.returncode == 0, done.stdout


def main(compiler, source, work, list_file):
    source, work = Path(source), Path(work)
    work.mkdir(parents=True, exist_ok=True)
    paths = Path(list_file).read_text(encoding="utf-8").split()
    headers = Headers(source, sorted(str(Path(path).relative_to(source)) for path in paths))
    compile_command = [compiler, *FLAGS, f"-I{source}"]
    chosen, below = headers.worth_precompiling()

    def precompile(number):
        # Under a name of its own: a compiler takes <name>.gch in place of <name>.
        first = work / f"first_{number}.h"
        first.write_text(f'#include "{chosen[number]}"\n', encoding="utf-8")
        return run([*compile_command, "-x", "c++-header", str(first), "-o", f"{first}.gch"])

    def check(name):
        first = next((number for number, other in enumerate(chosen) if other in below[name]), None)
        after = [] if first is None else ["-include", str(work / f"first_{first}.h")]
        return run([*compile_command, *after, "-S", "-o", os.devnull, "-x", "c++", "-"], f'#include "{name}"\n')

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [text for works, text in pool.map(precompile, range(len(chosen))) if not works]
        if not failures:
            results = zip(headers.names, pool.map(check, headers.names))
            failures = [f"{name} does not stand alone:\n{text}" for name, (works, text) in results if not works]
    print("\n".join(failures))
    print(f"{len(headers.names)} headers, {len(failures)} do not stand alone; precompiled: {', '.join(chosen)}")
    return 0 if headers.names and not failures else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
