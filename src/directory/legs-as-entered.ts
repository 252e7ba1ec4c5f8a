import type { Circuit } from './circuit';
import type { FoundLeg } from './find-legs';
import { idKey } from './name-key';

/**
 * The found legs by the names that the rows use: where most rows call the legs of a reference the other way round, A and B
 * change places for all that follow it.
 */
export function legsAsEntered(found: readonly FoundLeg[], rows: readonly Circuit[]): FoundLeg[] {
  const entered = new Map(rows.map(({ deviceId, leg }) => [idKey(deviceId), leg]));
  const against = new Map<string, number>();
  for (const { deviceId, leg, reference } of found) {
    const known = entered.get(idKey(deviceId));
    if (reference === undefined || (known !== 'A' && known !== 'B')) continue;
    against.set(reference, (against.get(reference) ?? 0) + (known === leg ? -1 : 1));
  }
  return found.map((one) =>
    one.reference !== undefined && (against.get(one.reference) ?? 0) > 0
      ? { ...one, leg: one.leg === 'A' ? 'B' : 'A' }
      : one,
  );
}
