#!/usr/bin/env python3
"""Checks a record and the program's trace of it against the reference rules.

    referee.py RECORD [TRACE]

TRACE is the output of `peck replay --trace RECORD`. At every ply: the ply is legal, or a
possible outcome; each seat that may act after it is listed, and no other; each list is
exactly the reference's set of legal actions. At the end: score and places. Without TRACE
only the plies and the result are checked. Exit 0 and `N matches, M plies agree`, or 1 with
the disagreements.
"""

import sys

from records import BadRecord, read_record, read_trace
from rules import CHANCE, BadSetup

SHOWN_DISAGREEMENTS = 5
SHOWN_PLIES = 12


class Disagreement(Exception):
    pass


def as_text(ply):
    return f"{ply[0]} {ply[1]}"


def check_ply(rules, ply):
    seat, name = ply
    movers = rules.movers()
    if seat not in movers:
        raise Disagreement(f"`{as_text(ply)}`: may act now: {movers or 'nobody'}")
    if seat == CHANCE:
        if not rules.possible(name):
            raise Disagreement(f"`{as_text(ply)}`: not a possible outcome"
                               f" (phase {rules.phase})")
    elif name not in rules.legal(seat):
        raise Disagreement(f"`{as_text(ply)}`: not legal; the reference has"
                           f" {'; '.join(sorted(rules.legal(seat)))}")


def check_actions(rules, listed):
    """`listed` holds the `=` lines after a ply."""
    movers = [seat for seat in rules.movers() if seat != CHANCE]
    lines = [seat for seat, _ in listed]
    if sorted(lines, key=str) != movers:
        raise Disagreement(f"`=` lines for seats {lines}, but these may act: {movers}"
                           f" (phase {rules.phase})")
    for seat, names in listed:
        ours = set(rules.legal(seat))
        if len(set(names)) != len(names):
            raise Disagreement(f"seat {seat}: listed twice among {'; '.join(names)}")
        if set(names) != ours:
            raise Disagreement(
                f"legal actions of seat {seat} differ"
                f"\n    program only:   {'; '.join(sorted(set(names) - ours)) or '-'}"
                f"\n    reference only: {'; '.join(sorted(ours - set(names))) or '-'}"
                f"\n    program:   {'; '.join(sorted(names))}"
                f"\n    reference: {'; '.join(sorted(ours))}")


def check_result(rules, match):
    if match.finished and rules.movers():
        raise Disagreement(f"the record ends, but these may act: {rules.movers()}"
                           f" (phase {rules.phase})")
    if not match.finished:
        if not rules.movers():
            raise Disagreement("the match is over, but the record has no `end`")
        return
    points, places = rules.score()
    if match.score != points:
        raise Disagreement(f"score {match.score}, by the reference {points}")
    if match.place != places:
        raise Disagreement(f"place {match.place}, by the reference {places}")


def check_match(match, trace):
    """`trace` holds as many plies as the match, or is None. Raises a Disagreement."""
    rules = match.start()
    number = 0
    try:
        for number, ply in enumerate(match.plies, 1):
            check_ply(rules, ply)
            if trace is not None and trace[number - 1].ply != ply:
                raise Disagreement(f"the record has `{as_text(ply)}`, the trace"
                                   f" `{as_text(trace[number - 1].ply)}`")
            rules.play(*ply)
            if trace is not None:
                check_actions(rules, trace[number - 1].actions)
        check_result(rules, match)
    except Disagreement as reason:
        last = match.plies[max(0, number - SHOWN_PLIES):number]
        shown = "".join(f"\n    {as_text(ply)}" for ply in last)
        state = "".join(f"\n    {key}: {vars(rules)[key]}" for key in sorted(vars(rules)))
        raise Disagreement(f"ply {number}: {reason}\n  last plies:{shown}"
                           f"\n  reference's state:{state}") from None


def check(record_lines, trace_lines=None):
    """Returns matches, plies and a list of disagreements, at most one of each match."""
    matches = read_record(record_lines)
    trace = None if trace_lines is None else read_trace(trace_lines)
    disagreements = []
    begin = 0
    for number, match in enumerate(matches, 1):
        end = begin + len(match.plies)
        part = None if trace is None else trace[begin:end]
        title = f"match {number} ({match.head()})"
        if part is not None and len(part) < len(match.plies):
            disagreements.append(f"{title}: the trace stops after {len(part)} of"
                                 f" {len(match.plies)} plies")
            break
        try:
            check_match(match, part)
        except (Disagreement, BadSetup) as reason:
            disagreements.append(f"{title}, {reason}")
        begin = end
    if trace is not None and len(trace) > begin and not disagreements:
        more = len(trace) - begin
        disagreements.append(f"the trace has {more} plies more than the record")
    return len(matches), begin, disagreements


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    texts = []
    for path in arguments:
        with open(path, encoding="utf-8") as file:
            texts.append(file.read().splitlines())
    try:
        matches, plies, disagreements = check(*texts)
    except BadRecord as reason:
        print(f"unreadable: {reason}")
        return 1
    if not disagreements:
        print(f"{matches} matches, {plies} plies agree")
        return 0
    for text in disagreements[:SHOWN_DISAGREEMENTS]:
        print(text)
    print(f"{len(disagreements)} of {matches} matches disagree")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
