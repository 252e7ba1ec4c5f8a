import type { Client } from '../../client';
import type { Clock } from '../../clock';
import {
  type BreakerOperator,
  type CallOperator,
  type ChargerOperator,
  createBreakerOperator,
  createCallOperator,
  createChargerOperator,
  createDeviceOperator,
  createKeyOperator,
  createWaveformOperator,
  type DeviceOperator,
  type KeyOperator,
  type OperatorContext,
  type OwnSecrets,
  type SafetySettings,
  type WaveformOperator,
} from '../../control';

/** Everything that operates the devices of one account. */
export interface Operators {
  readonly operator: BreakerOperator;
  readonly charger: ChargerOperator;
  readonly device: DeviceOperator;
  readonly keys: KeyOperator;
  readonly waveforms: WaveformOperator;
  readonly caller: CallOperator;
}

interface OperatorsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly safety: SafetySettings;
  readonly context: OperatorContext;
  readonly ownSecrets: readonly OwnSecrets[];
}

export function createOperators(options: OperatorsOptions): Operators {
  const { client, clock, safety, context } = options;
  const operator = createBreakerOperator(client, clock, safety, context);
  const charger = createChargerOperator(client, clock, safety, context);
  const keys = createKeyOperator(client, clock, safety, context);
  return {
    operator,
    charger,
    keys,
    device: createDeviceOperator(client, clock, safety, context),
    waveforms: createWaveformOperator(client, clock, safety, context),
    caller: createCallOperator({ ...options, breaker: operator, charger, keys }),
  };
}
