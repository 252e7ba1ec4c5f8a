import { rowOf, settingsOf } from '../catalog';
import type { ErrorCode } from '../client';
import type { Difference, OfferedSetting } from './difference';
import type { ReadOperationId } from './reads';

interface Findings {
  readonly differences: readonly Difference[];
  readonly code?: ErrorCode | undefined;
}

/** Which refusals say that the path, the method or the token is another one. */
const settledBy: Readonly<Partial<Record<ErrorCode, OfferedSetting['what']>>> = {
  NOT_FOUND: 'path',
  REFUSED: 'method',
  FORBIDDEN: 'token',
};

/** The settings that may settle what was found of an operation: of what the specification leaves open only. */
export function offeredSettings(operation: ReadOperationId, { differences, code }: Findings): OfferedSetting[] {
  const what = code === undefined ? undefined : settledBy[code];
  const canBeSet = settingsOf(rowOf(operation)).some(({ part }) => part === what);
  const units = differences.some(({ kind }) => kind === 'unit');
  return [
    ...(what !== undefined && canBeSet ? [{ what, operation }] : []),
    ...(units ? [{ what: 'units', operation } as const] : []),
  ];
}
