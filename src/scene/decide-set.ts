import type { CircuitStateName, HandleReading } from '../circuit';
import type { RememberedCircuit, ScenePosition } from './scene';

/** A circuit as it was read just now. */
export interface SceneReading {
  /** Of the remote handle. */
  readonly position: HandleReading;
  readonly state: CircuitStateName;
}

/** `fail`: the circuit cannot be read, and what cannot be read is never touched. */
export type SetDecision =
  | { readonly do: 'command'; readonly before: ScenePosition }
  | { readonly do: 'unchanged'; readonly position: ScenePosition }
  | { readonly do: 'leave'; readonly reason: 'already-set' }
  | { readonly do: 'fail' };

/**
 * Whether setting a scene commands a circuit; undefined where it must be read first. What the scene remembers is never replaced: the position that the scene
 * itself made would be restored later.
 */
export function decideSet(
  to: ScenePosition,
  remembered: RememberedCircuit | undefined,
  reading?: SceneReading,
): SetDecision | undefined {
  if (remembered !== undefined)
    // A restoring command may take effect only now, whatever is read: the newer message decides.
    return remembered.restoring === undefined
      ? { do: 'leave', reason: 'already-set' }
      : { do: 'command', before: remembered.before };
  if (reading === undefined) return undefined;
  const position = knownPosition(reading);
  if (position === undefined) return { do: 'fail' };
  return position === to ? { do: 'unchanged', position } : { do: 'command', before: position };
}

/** The position of a circuit whose data are recent and complete; undefined for any other, which is never "closed". */
export function knownPosition({ position, state }: SceneReading): ScenePosition | undefined {
  return position === 'unknown' || state === 'unknown' || state === 'no-connection' ? undefined : position;
}
