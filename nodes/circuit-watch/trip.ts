import { type Clock, sleep } from '../../src/clock';
import { type Account, listCaptures, readCapture, timeOf } from '../../src/runtime';
import { type Observation, parseSubject, type WatchEvent } from '../../src/watch';
import { waveformSvg } from './waveform-svg';

/** What comes with a lever that opens. */
export interface TripDetails {
  /** The newest currents before it was seen, A a pole and epoch ms, oldest first. */
  readonly currents: readonly { readonly amperes: Observation['value']; readonly at: number }[];
  /** What was captured around it, as SVG. */
  readonly waveform?: string;
}

/** A capture is of this trip if it is not older, by the service's clock. */
const captureMs = 120_000;
/** The news of a trip do not wait longer for its capture. */
const waitMs = 10_000;

const opening: ReadonlySet<WatchEvent['kind']> = new Set(['warning', 'alarm', 'changed']);

/** Whether an event is a hand lever that opens, by a trip or by hand. */
export function isTrip({ subject, kind, value }: WatchEvent): boolean {
  return parseSubject(subject).measure === 'handLever' && value === 'open' && opening.has(kind);
}

interface Asked {
  readonly account: Account;
  readonly clock: Clock;
  readonly currents: readonly Observation[];
  /** How late the watch may have seen it. */
  readonly everyMs: number;
}

export async function tripDetails(
  event: WatchEvent,
  { account, clock, currents, everyMs }: Asked,
): Promise<TripDetails> {
  const { deviceId } = parseSubject(event.subject);
  const waveform = await captureOf(account, deviceId, event.atMs - captureMs - everyMs, clock);
  return {
    currents: currents.map(({ value, atMs }) => ({ amperes: value, at: atMs })),
    ...(waveform === undefined ? {} : { waveform }),
  };
}

/** The newest current that was more than nothing; of a trip that was seen late the last ones are 0. */
export function lastCurrent(currents: readonly Observation[]): Observation | undefined {
  const flows = ({ value }: Observation) => [value].flat().some((amperes) => Number(amperes) > leastA);
  return [...currents].reverse().find(flows) ?? currents.at(-1);
}
const leastA = 0.1;

async function captureOf(
  account: Account,
  deviceId: string,
  fromMs: number,
  clock: Clock,
): Promise<string | undefined> {
  const ending = new AbortController();
  const late = sleep(clock, waitMs, ending.signal).then(
    () => undefined,
    () => undefined,
  );
  const read = async () => {
    const client = await account.client();
    const [newest] = await listCaptures(client, deviceId, { type: 'waveform' }, ending.signal);
    if (newest === undefined || timeOf(newest) < fromMs) return undefined;
    const { data } = await readCapture(client, deviceId, newest.id, ending.signal);
    return data === undefined || data === null ? undefined : waveformSvg(data);
  };
  try {
    // The alarm counts; what was captured is told where it can be read.
    return await Promise.race([read().catch(() => undefined), late]);
  } finally {
    ending.abort();
  }
}
