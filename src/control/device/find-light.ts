import type { AnswerOf } from '../../catalog';
import { type Client, ClientError } from '../../client';
import { type Clock, sleep } from '../../clock';
import { defined } from '../../object';
import { keyOf } from '../record/service-device';
import type { OperatorContext } from '../write/operator-context';
import type { DeviceRequest } from '../write/write-request';
import type { DeviceOperator } from './device';
import type { DeviceOutcome, DeviceSettings } from './request';
import { readBargraphColors } from './setting';

/** How long the LEDs of a device are lit to find it. */
export const findLightMs = 20_000;

const white = { red: 255, green: 255, blue: 255 };
/** All five white: a meter's bargraph never looks like that. spec 2.3 */
const ledNames = ['led1', 'led2', 'led3', 'led4', 'led5'] as const;
const findColors = { led1: white, led2: white, led3: white, led4: white, led5: white };
const modes = ['track-meter-data', 'user-defined'] as const;
const restoreRetryMs = 5_000;
const restoreTries = 4;

export interface FindLightResult {
  readonly deviceId: string;
  /** `unchanged`: they are lit already. */
  readonly outcome: DeviceOutcome;
  /** When the LEDs become again what they were, epoch ms; absent where nothing was lit. */
  readonly endsAt?: number;
}

interface FindLightDependencies {
  readonly client: Client;
  readonly clock: Clock;
  readonly device: DeviceOperator;
  readonly context: Pick<OperatorContext, 'service'>;
  /** Aborted when the account ends: the LEDs are restored at once. */
  readonly ended: AbortSignal;
  /** Keeps the account usable until the returned function is called. */
  readonly hold: () => () => void;
  /** The LEDs could not be restored. */
  readonly onStuck: (deviceId: string, error: unknown) => void;
}

interface Bargraph {
  readonly mode: AnswerOf<'bargraphMode.get'>['mode'];
  readonly colors: AnswerOf<'bargraphColors.get'> | undefined;
}

/** The lit devices of the process by service and id, with the end: two accounts of a service must not restore each other's light. */
const lit = new Map<string, number>();

/**
 * Lights all LEDs of a device white, so that a person finds it, and restores mode and colours after 20 s. What somebody
 * else has set in between stays. The light of a process that dies in between stays too. spec 2.3, 3
 */
export async function lightToFind(
  { client, clock, device, context, ended, hold, onStuck }: FindLightDependencies,
  request: DeviceRequest,
): Promise<FindLightResult> {
  const { deviceId, signal } = request;
  const path = { deviceId };
  const key = keyOf({ service: context.service, deviceId });
  const known = lit.get(key);
  if (known !== undefined) return { deviceId, outcome: 'unchanged', endsAt: known };

  async function read(options: { readonly signal?: AbortSignal } = {}): Promise<Bargraph> {
    const [mode, colors] = await Promise.all([
      client.call('bargraphMode.get', { path }, options),
      readBargraphColors(client, deviceId, options),
    ]);
    return { mode: mode.data.mode, colors };
  }

  async function restore(before: Bargraph): Promise<void> {
    const { colors } = await read();
    if (!areFindColors(colors)) return;
    const { retained, startedAt, startedAtMs, mute, dryRun, asker } = request;
    await device.set(
      {
        deviceId,
        ...{ retained, startedAt, startedAtMs, mute, dryRun },
        receivedAt: clock.now(),
        receivedAtMs: clock.monotonicMs(),
        ...defined({ asker }),
      },
      settingsOf(before),
    );
  }

  async function restoreIn(delayMs: number, before: Bargraph): Promise<void> {
    const release = hold();
    try {
      // The end of the account ends the light early.
      if (delayMs > 0) await sleep(clock, delayMs, ended).catch(() => {});
      for (let tries = 1; ; tries += 1)
        try {
          return await restore(before);
        } catch (error) {
          if (tries === restoreTries || ended.aborted) return onStuck(deviceId, error);
          await sleep(clock, restoreRetryMs, ended).catch(() => {});
        }
    } finally {
      lit.delete(key);
      release();
    }
  }

  const endsAt = clock.now() + findLightMs;
  lit.set(key, endsAt);
  let before: Bargraph | undefined;
  try {
    before = await read(defined({ signal }));
    const settings: DeviceSettings = { bargraphColors: findColors, bargraphMode: { mode: 'user-defined' } };
    const { outcome } = await device.set(request, settings);
    if (outcome !== 'dry-run') void restoreIn(findLightMs, before);
    else lit.delete(key);
    return { deviceId, outcome, ...(outcome === 'dry-run' ? {} : { endsAt }) };
  } catch (error) {
    // The colours may have been written, although the mode was not.
    if (before !== undefined && error instanceof ClientError) void restoreIn(0, before);
    else lit.delete(key);
    throw error;
  }
}

function areFindColors(colors: Bargraph['colors']): boolean {
  return ledNames.every((led) => {
    const { red, green, blue } = colors?.[led] ?? {};
    return red === white.red && green === white.green && blue === white.blue;
  });
}

function settingsOf({ mode, colors }: Bargraph): DeviceSettings {
  const [led1, led2, led3, led4, led5] = ledNames.map((led) => wholeColor(colors?.[led]));
  const known = modes.find((each) => each === mode);
  return {
    ...(led1 && led2 && led3 && led4 && led5 ? { bargraphColors: { led1, led2, led3, led4, led5 } } : {}),
    ...(known === undefined ? {} : { bargraphMode: { mode: known } }),
  };
}

function wholeColor({ red, green, blue }: Partial<typeof white> = {}): typeof white | undefined {
  return red === undefined || green === undefined || blue === undefined ? undefined : { red, green, blue };
}
