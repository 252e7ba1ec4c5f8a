import { devicePlaces, isIdentifier, type OperationId, withDevicesAt } from '../catalog';
import { hasReference } from '../fields';

/**
 * The input with `inPlaceOf(text)` for each text that can only be the name of a device: which device that is becomes known
 * when a message comes.
 */
export function withoutNames(id: OperationId, input: object, inPlaceOf: (text: string) => string): object {
  const named = devicePlaces(id, input).filter(({ value }) => canBeName(value));
  return withDevicesAt(
    input,
    named,
    named.map(({ value }) => inPlaceOf(String(value))),
  );
}

function canBeName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && !isIdentifier(value) && !hasReference(value);
}
