import { type Sharer, shareCut } from './share-current';

/** A load that may be opened or reduced. */
export interface Candidate {
  readonly index: number;
  /** 0 is the most important. */
  readonly rank: number;
  /** 0: as usual. 1: only what a hard overload allows. 2: a person switched it. */
  readonly tier: number;
  /** Of loads of one rank the one that has been on longest goes first. */
  readonly onSinceMs: number;
  /** By lane, what opening or pausing it takes away. */
  readonly relief: readonly number[];
  /** Of a charger. */
  readonly charger?: Sharer & { readonly pauseAllowed: boolean; readonly perAmpere: readonly number[] };
}

/** `toA` of a charger; 0 is a pause. Absent: it is opened. */
export interface Pick {
  readonly index: number;
  readonly toA?: number;
}

interface Picked {
  readonly candidate: Candidate;
  relief: number[];
  toA?: number;
}

/** What is compared after sums of floating-point numbers. */
const epsilon = 1e-9;

/**
 * The loads to open or reduce so that each lane loses its need, from the least important; and none that is not needed. Where all
 * of them are not enough, all that help.
 *
 * @param need by lane; what is not above 0 needs nothing.
 * @param least by lane, what a load must carry there to count.
 */
export function chooseLoads(
  candidates: readonly Candidate[],
  need: readonly number[],
  least: readonly number[],
): Pick[] {
  const open = [...need];
  const picked: Picked[] = [];
  const helps = (relief: readonly number[]) =>
    relief.some((amount, lane) => (open[lane] ?? 0) > epsilon && amount >= (least[lane] ?? 0) && amount > epsilon);
  const take = (relief: readonly number[]) => {
    for (const [lane, amount] of relief.entries()) open[lane] = (open[lane] ?? 0) - amount;
  };
  for (const members of classesOf(candidates)) {
    if (!open.some((amount) => amount > epsilon)) break;
    const reduced = reduce(members, open, picked);
    for (const one of reduced) take(one.relief);
    for (const candidate of members) {
      const { charger } = candidate;
      if (charger !== undefined && !charger.pauseAllowed) continue;
      const before = reduced.find((one) => one.candidate === candidate);
      const rest = candidate.relief.map((amount, lane) => amount - (before?.relief[lane] ?? 0));
      if (!helps(rest)) continue;
      take(rest);
      const one: Picked = before ?? { candidate, relief: [] };
      one.relief = [...candidate.relief];
      if (charger !== undefined) one.toA = 0;
      if (before === undefined) picked.push(one);
    }
  }
  return prune(picked, need).map(({ candidate, toA }) => ({
    index: candidate.index,
    ...(toA === undefined ? {} : { toA }),
  }));
}

/** The loads of one tier and rank together, in the order in which they are taken. */
function classesOf(candidates: readonly Candidate[]): Candidate[][] {
  const sorted = [...candidates].sort(
    (a, b) => a.tier - b.tier || b.rank - a.rank || a.onSinceMs - b.onSinceMs || b.index - a.index,
  );
  const classes: Candidate[][] = [];
  for (const candidate of sorted) {
    const last = classes.at(-1);
    if (last?.[0]?.rank === candidate.rank && last[0].tier === candidate.tier) last.push(candidate);
    else classes.push([candidate]);
  }
  return classes;
}

function reduce(members: readonly Candidate[], open: readonly number[], picked: Picked[]): Picked[] {
  const chargers = members.filter(
    ({ charger }) => charger?.perAmpere.some((amount, lane) => amount > 0 && (open[lane] ?? 0) > epsilon) === true,
  );
  if (chargers.length === 0) return [];
  const perAmpere = (index: number) => chargers[index]?.charger?.perAmpere ?? [];
  const to = shareCut(
    chargers.map(({ charger }) => charger as Sharer),
    (given) =>
      open.every((amount, lane) => {
        if (amount <= epsilon || !chargers.some((_, index) => (perAmpere(index)[lane] ?? 0) > 0)) return true;
        const cut = given.reduce((sum, ampere, index) => sum + ampere * (perAmpere(index)[lane] ?? 0), 0);
        return cut >= amount - epsilon;
      }),
  );
  return chargers.flatMap((candidate, index) => {
    const { charger } = candidate;
    const toA = to[index] ?? 0;
    if (charger === undefined || toA >= charger.fromA) return [];
    const one: Picked = { candidate, toA, relief: charger.perAmpere.map((amount) => amount * (charger.fromA - toA)) };
    picked.push(one);
    return [one];
  });
}

/** From the most important one that was picked: each that is not needed goes, and a charger keeps what it can. */
function prune(picked: readonly Picked[], need: readonly number[]): Picked[] {
  const total = need.map((_, lane) => picked.reduce((sum, { relief }) => sum + (relief[lane] ?? 0), 0));
  const spares = (less: readonly number[]) =>
    need.every(
      (amount, lane) =>
        amount <= epsilon || (less[lane] ?? 0) <= epsilon || (total[lane] ?? 0) - (less[lane] ?? 0) >= amount - epsilon,
    );
  const giveBack = (less: readonly number[]) => {
    for (const [lane, amount] of less.entries()) total[lane] = (total[lane] ?? 0) - amount;
  };
  const byImportance = [...picked].sort(
    (a, b) =>
      b.candidate.tier - a.candidate.tier ||
      a.candidate.rank - b.candidate.rank ||
      b.candidate.onSinceMs - a.candidate.onSinceMs ||
      a.candidate.index - b.candidate.index,
  );
  const dropped = new Set<Picked>();
  for (const one of byImportance) {
    const { charger } = one.candidate;
    if (spares(one.relief)) {
      giveBack(one.relief);
      dropped.add(one);
    } else if (charger !== undefined && one.toA !== undefined) {
      for (let toA = Math.ceil(charger.fromA) - 1; toA > one.toA; toA--) {
        if (toA < charger.leastA) break;
        const relief = charger.perAmpere.map((amount) => amount * (charger.fromA - toA));
        const less = one.relief.map((amount, lane) => amount - (relief[lane] ?? 0));
        if (!spares(less)) continue;
        giveBack(less);
        one.relief = relief;
        one.toA = toA;
        break;
      }
    }
  }
  return picked.filter((one) => !dropped.has(one));
}
