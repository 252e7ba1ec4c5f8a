import {
  type ManagerMessage,
  type ManagerSettings,
  parseManagerMessage,
  type TotalReading,
} from '../../src/automation';
import { invalidInput } from '../../src/runtime';
import { problem } from '../../src/schema';
import type { OwnText } from './own-text';

export type ManagerInput =
  | { readonly kind: 'message'; readonly message: ManagerMessage }
  | { readonly kind: 'total'; readonly reading: Omit<TotalReading, 'sequence'>; readonly ts?: number };

type Settings = Pick<ManagerSettings, 'quantity' | 'legs'>;
type Payload = Readonly<Record<string, unknown>>;

interface InputContext {
  readonly settings: Settings;
  /** The total comes from messages. */
  readonly takesTotals: boolean;
  readonly text: OwnText;
  /** Wall time, epoch ms. */
  readonly now: number;
}

/**
 * What a message tells a manager: what `parseManagerMessage` knows or, where the total comes from messages, `{"total": [40, 38]}` (A
 * a leg) or `{"total": 9.2}` (kW) with `ts` (epoch s) and `energyWh`, or a flat reading of meter-read.
 *
 * @throws INVALID_INPUT with what is wrong.
 */
export function inputOf(payload: unknown, { settings, takesTotals, text, now }: InputContext): ManagerInput {
  if (isTotal({ payload })) {
    if (!takesTotals) throw refused(text('message.totalNotTaken'));
    return totalOf(payload as Payload, settings, text, now);
  }
  const parsed = parseManagerMessage(payload, settings);
  if ('problem' in parsed) throw refused(text(`message.${parsed.problem}`));
  return { kind: 'message', message: parsed.message };
}

/** Whether a message holds one total. */
export function isTotal({ payload }: { readonly payload?: unknown }): boolean {
  if (typeof payload !== 'object' || payload === null) return false;
  return 'total' in payload || 'currentA' in payload || 'averagePowerW' in payload;
}

function refused(message: string) {
  return invalidInput('the message cannot be used', [problem('payload', 'message', message)]);
}

function totalOf(payload: Payload, { quantity, legs }: Settings, text: OwnText, now: number): ManagerInput {
  const isCurrent = quantity === 'current';
  const values = isCurrent ? amperes(payload, legs) : watts(payload);
  if (values.length !== (isCurrent ? legs.length : 1) || !values.every((value) => Number.isFinite(value)))
    throw refused(isCurrent ? text('message.totalAmperes', { legs: legs.join(', ') }) : text('message.totalPower'));
  const { ts, energyWh = payload.energyDeliveredWh } = payload;
  if (ts !== undefined && !(typeof ts === 'number' && Number.isFinite(ts) && ts > 0))
    throw refused(text('message.totalTs'));
  return {
    kind: 'total',
    reading: {
      values,
      // A queue that was held up hands over old readings, which are not fresh by arriving now.
      ...(ts === undefined ? {} : { delayMs: Math.max(0, now - ts * 1_000) }),
      ...(typeof energyWh === 'number' && Number.isFinite(energyWh) ? { energyWh } : {}),
    },
    ...(ts === undefined ? {} : { ts }),
  };
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);

function amperes(payload: Payload, legs: Settings['legs']): number[] {
  const { total } = payload;
  if (total === undefined) return legs.map((leg) => numberOf(payload[`current${leg}`]));
  return (Array.isArray(total) ? total : [total]).map(numberOf);
}

function watts({ total, averagePowerW }: Payload): number[] {
  return [total === undefined ? numberOf(averagePowerW) : numberOf(total) * 1_000];
}
