import { type AppliedCurrent, leastCurrentA, limitRead, noLimit } from '../../charging';
import { ClientError } from '../../client';
import { defined } from '../../object';
import { problem } from '../../schema';
import type { ChargerChange, ChargerConfiguration, ChargerCurrentRequest } from './request';

/** The only mode in which the API configuration is in force. */
export const apiMode = 'cloud-api';

/** A charger's API configuration, and the mode it was read in. */
export interface KnownCurrent {
  readonly applied: AppliedCurrent;
  readonly mode: string | undefined;
  /** When that was, on the monotonic clock. */
  readonly at: number;
}

// 0 means no limit on the wire: a value that is too low is never rounded to it, and only a number is a current.
export function checkCurrent({ amperes, pace, deviceId }: ChargerCurrentRequest): void {
  if (amperes === noLimit || (Number.isFinite(amperes) && (pace.below !== 'refuse' || amperes >= leastCurrentA)))
    return;
  throw new ClientError('INVALID_INPUT', `${deviceId} cannot be set to ${amperes} A`, {
    operation: 'evse.updateConfiguration',
    deviceId,
    validations: [problem('amperes', 'tooLow', `must be at least ${leastCurrentA}, or "${noLimit}"`)],
    retryable: false,
  });
}

export function knownFrom({ mode, configuration }: ChargerConfiguration, at: number): KnownCurrent {
  const { enabled, restrictions } = configuration?.apiConfiguration ?? {};
  const applied = { enabled: enabled === true, maxCurrent: limitRead(restrictions?.maxCurrent) ?? noLimit };
  return { applied, mode, at };
}

export function configurationOf({ applied, mode }: KnownCurrent): ChargerConfiguration {
  const { configuration } = changeTo(applied, { withLimit: true });
  return { ...defined({ mode }), configuration: configuration ?? {} } as ChargerConfiguration;
}

/** Pausing leaves the limit as it is. */
export function changeTo({ enabled, maxCurrent }: AppliedCurrent, { withLimit = enabled } = {}): ChargerChange {
  const restrictions = { maxCurrent: maxCurrent === noLimit ? 0 : maxCurrent };
  return { mode: apiMode, configuration: { apiConfiguration: { enabled, ...(withLimit ? { restrictions } : {}) } } };
}
