import type { HandleReading } from '../circuit';
import { knownPosition, type SceneReading } from './decide-set';
import type { LeftOutReason, RememberedCircuit } from './scene';

/** A movement of the remote handle in the service's history; `at` (epoch ms of the service) is absent where it gives none. */
export interface SceneMovement {
  readonly at?: number;
  readonly position: HandleReading;
}

/** What is known of a circuit when a scene is to be restored. */
export interface RestoreFacts {
  readonly locked: boolean;
  /** The number of our newest command that the device may have executed. */
  readonly newestCommand?: number;
  readonly reading?: SceneReading;
  readonly movements?: readonly SceneMovement[];
}

/**
 * `fail`: it cannot be read. `confirm`: nothing proves that the scene made the
 * present position, so that a person is asked. `keep`: the circuit stays remembered, and a later restore tries it again.
 */
export type RestoreDecision =
  | { readonly do: 'command' | 'fail' | 'confirm' }
  | { readonly do: 'leave'; readonly reason: LeftOutReason; readonly keep: boolean };

/** How far the service's clock and ours may differ, with the time that a command may take. */
const toleranceMs = 60_000;

/** What must be read of a circuit before it can be decided. */
type MissingFact = 'reading' | 'movements';

/** Whether restoring a scene commands a circuit: only where it is as the scene left it, and nobody operated it since. */
export function decideRestore(circuit: RememberedCircuit, facts: RestoreFacts): RestoreDecision | MissingFact {
  const { before, sequence = 0, restoring } = circuit;
  const { locked, newestCommand = 0, reading, movements } = facts;
  if (locked && before === 'closed') return { do: 'leave', reason: 'locked', keep: true };
  if (newestCommand > sequence && newestCommand !== restoring)
    return { do: 'leave', reason: 'commanded-since', keep: false };
  if (reading === undefined) return 'reading';
  const position = knownPosition(reading);
  if (position === undefined) return { do: 'fail' };
  // Its commands are stored until the event ends, and what moves it until then is the event.
  if (reading.state === 'held-by-event') return { do: 'leave', reason: 'held-by-event', keep: true };
  if (position === before) return { do: 'leave', reason: 'as-before', keep: false };
  if (movements === undefined) return 'movements';
  switch (movedBy(circuit, movements)) {
    case 'scene':
      return { do: 'command' };
    case 'others':
      return { do: 'leave', reason: 'operated-since', keep: false };
    case 'not-known':
      return { do: 'confirm' };
  }
}

/** When the handle moved last, as the history tells it, for comparison when the scene is restored; 0 where it never did. */
export function lastMovedAt(movements: readonly SceneMovement[]): number | undefined {
  const times = movements.map(({ at }) => at ?? Number.NaN);
  const last = Math.max(0, ...times);
  return Number.isNaN(last) ? undefined : last;
}

/** What moved a circuit last that is as the scene set it. */
function movedBy(
  { to, serviceAt, movedAt, doubtful }: RememberedCircuit,
  movements: readonly SceneMovement[],
): 'scene' | 'others' | 'not-known' {
  // A movement without a time may be newer than all others.
  if (movedAt === undefined || lastMovedAt(movements) === undefined) return 'not-known';
  const since = movements
    .flatMap(({ at = 0, position }) => (at > movedAt ? [{ at, position }] : []))
    .sort((a, b) => a.at - b.at);
  const [first, second] = since;
  if (second !== undefined) return 'others';
  if (first === undefined || doubtful === true) return 'not-known';
  return first.position === to && first.at <= serviceAt + toleranceMs ? 'scene' : 'others';
}
