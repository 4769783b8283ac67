#!/usr/bin/env python3
"""Compiles what builds trees with several compilers and flags, and compares the trees with those of the library.

    same_trees.py SOURCE WORK PROGRAM COMPILER...

PROGRAM is tree_hashes.cpp with the library as it was built. They take about 40 s, unless ccache knows the file.
"""
import pathlib
import shutil
import subprocess
import sys

FLAGS = {
    "g++": ("-O0", "-O2", "-O3 -march=native -funroll-loops"),
    "clang++": ("-O3 -march=native",),
}
# What cmake/GrazeOptions.cmake gives; one instruction set, that of the flags.
ALWAYS = "-std=c++20 -ffp-contract=off -w -DHWY_BROKEN_EMU128=1 -DHWY_COMPILE_ONLY_STATIC=1".split()
FILE = "tests/tree/compilers/trees.cpp"


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def hashes(source, work, compiler, flags):
    """Of a program that is compiled so."""
    launcher = [tool for tool in [shutil.which("ccache")] if tool]
    built = work / "trees.o"
    run([*launcher, compiler, *ALWAYS, *flags.split(), f"-I{source}", "-c", source / FILE, "-o", built])
    program = work / "trees"
    run([compiler, built, "-lhwy", "-lpthread", "-o", program])
    return run([program])


def main():
    source, work, program = (pathlib.Path(argument) for argument in sys.argv[1:4])
    work.mkdir(parents=True, exist_ok=True)
    expected = run([program])
    failed = False
    for compiler in sys.argv[4:]:
        kind = "clang++" if "clang" in pathlib.Path(compiler).name else "g++"
        for flags in FLAGS[kind]:
            found = hashes(source, work, compiler, flags)
            print(f"{compiler} {flags}: {'the same' if found == expected else 'OTHER TREES'}")
            for ours, theirs in zip(expected.splitlines(), found.splitlines()):
                if ours != theirs:
                    failed = True
                    print(f"  the library: {ours}\n  this:        {theirs}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
