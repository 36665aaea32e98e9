// beats.ts — the moments of No Thanks!: a card that somebody takes, with its chips (see web/src/table/beats.ts).
import { lit, moments, type Beat, type Choreography } from '#web/table/beats.ts';
import type { Table } from './table.ts';

export const beats: Choreography<Table> = (before, after, plies) =>
  moments(before, after, plies).flatMap((moment): Beat<Table>[] => {
    const { ply, index, behind } = moment;
    if (ply.name !== 'take' || ply.seat === null) return [];
    // The card lies with whoever took it before the next one is turned up.
    const taken: Beat<Table>[] = behind ? [{ kind: 'taken', view: { ...behind, score: after.score }, plies: index + 1, hold: 600 }] : [];
    return [...lit(moment), ...taken];
  });
