"""summary.py FOLDER SECONDS — sums up a run of the tests from the JUnit files in FOLDER and the file
`steps`, with a line `NAME passed` or `NAME failed` for each step. Exits with 1 when anything failed.

The JUnit files of a step begin with its name. A step without one counts as one test. A step that failed although none of its tests did (it
did not compile, or crashed at the end) counts as one failure more. A test that passed only when it was run
again is listed as flaky, and counts as passed.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def cases(report):
    """Every test of a report: its name, what became of it, and why it was skipped."""
    for case in ElementTree.parse(report).iter("testcase"):
        skipped = case.find("skipped")
        name = f"{case.get('classname') or ''} {case.get('name')}".strip()
        if case.find("failure") is not None or case.find("error") is not None:
            yield name, "failed", ""
        elif skipped is not None or case.get("status") in ("notrun", "disabled"):
            said = [skipped.get("message"), skipped.text] if skipped is not None else []
            said += [line for line in (case.findtext("system-out") or "").splitlines()[-1:]]
            yield name, "skipped", next((text.strip() for text in said if text), "no reason given")
        elif any(child.tag.startswith("flaky") for child in case):
            yield name, "flaky", ""
        else:
            yield name, "passed", ""


def main(folder, seconds):
    count = {"passed": 0, "failed": 0, "skipped": 0}
    notes = []
    for line in pathlib.Path(folder, "steps").read_text().splitlines():
        step, outcome = line.split()
        reports = pathlib.Path(folder).glob(f"{step}*.xml")
        found = [case for report in reports for case in cases(report)] or [(step, outcome, "")]
        if outcome == "failed" and not any(result == "failed" for _, result, _ in found):
            found.append((f"the step itself: see build/logs/{step}.log", "failed", ""))
        for name, result, why in found:
            count["passed" if result == "flaky" else result] += 1
            if result != "passed":
                notes.append(f"{result}: {step}: {name}{': ' if why else ''}{why}")
    print(*notes, sep="\n", end="\n" if notes else "")
    print(f"{seconds // 60} min {seconds % 60} s; the logs are in build/logs")
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**count))
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
