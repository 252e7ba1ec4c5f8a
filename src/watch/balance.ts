/** `both`: a two-pole circuit, on legs A and B. */
export type Leg = 'A' | 'B' | 'C' | 'both';
export type SingleLeg = Exclude<Leg, 'both'>;

/** What a circuit draws, A a pole. */
export interface LoadedCircuit {
  readonly id: string;
  readonly leg: Leg;
  readonly amperes: readonly number[];
}

/** A single-pole circuit that would be moved to another leg. */
export interface Move {
  readonly id: string;
  readonly from: SingleLeg;
  readonly to: SingleLeg;
  /** What it draws, A. */
  readonly amperes: number;
  /** The difference that it leaves, A. */
  readonly leaves: number;
}

export interface Balance {
  /** A a leg. */
  readonly legs: Readonly<Partial<Record<SingleLeg, number>>>;
  /** Between the heaviest leg and the lightest one, A. */
  readonly difference: number;
  /** Of the heaviest leg; 0 where nothing is drawn. */
  readonly percent: number;
  /** The one that lowers the difference most; absent: none lowers it. */
  readonly move?: Move;
}

type Legs = ReadonlyMap<SingleLeg, number>;

/** Less is no reason to rewire a panel. */
const leastGainA = 0.5;

/**
 * How even the legs of a panel are.
 *
 * @example
 * balanceOf([{ id: 'd1', leg: 'A', amperes: [12] }, { id: 'd2', leg: 'both', amperes: [10, 10] }]).difference; // 12
 */
export function balanceOf(circuits: readonly LoadedCircuit[]): Balance {
  const legs = legsOf(circuits);
  const difference = differenceOf(legs);
  const most = Math.max(...legs.values());
  const move = bestMove(circuits, legs, difference);
  return {
    legs: Object.fromEntries(legs),
    difference,
    percent: most > 0 ? (difference / most) * 100 : 0,
    ...(move === undefined ? {} : { move }),
  };
}

function legsOf(circuits: readonly LoadedCircuit[]): Legs {
  const legs = new Map<SingleLeg, number>([
    ['A', 0],
    ['B', 0],
  ]);
  const add = (leg: SingleLeg, amperes: number) => legs.set(leg, (legs.get(leg) ?? 0) + amperes);
  for (const { leg, amperes } of circuits) {
    const [first = 0, second = first] = amperes;
    if (leg === 'both') {
      add('A', first);
      add('B', second);
    } else add(leg, first);
  }
  return legs;
}

const differenceOf = (legs: Legs) => Math.max(...legs.values()) - Math.min(...legs.values());

function bestMove(circuits: readonly LoadedCircuit[], legs: Legs, difference: number): Move | undefined {
  const byLoad = [...legs].sort(([, a], [, b]) => b - a);
  const from = byLoad[0]?.[0];
  const to = byLoad.at(-1)?.[0];
  if (from === undefined || to === undefined || from === to) return undefined;
  const moves = circuits.flatMap(({ id, leg, amperes }): Move[] => {
    if (leg !== from) return [];
    const moved = circuits.map((one) => (one.id === id ? { ...one, leg: to } : one));
    return [{ id, from, to, amperes: amperes[0] ?? 0, leaves: differenceOf(legsOf(moved)) }];
  });
  const [best] = moves.sort((a, b) => a.leaves - b.leaves);
  return best !== undefined && difference - best.leaves >= leastGainA ? best : undefined;
}
