"""Runs code samples, a JSON list of {name, source, environment} on standard input. Prints the failures as JSON."""

import contextlib
import io
import json
import os
import sys

failures = []
for sample in json.load(sys.stdin):
    os.environ.update(sample["environment"])
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            exec(sample["source"], {})
        if not output.getvalue():
            failures.append(f"{sample['name']}: printed nothing")
    except Exception as error:
        failures.append(f"{sample['name']}: {error!r}")
json.dump(failures, sys.stdout)
