import { createManualClock } from '../../src/clock';
import { createSimulator, type SimulatorSnapshot } from '../../src/simulator';
import { serve } from '../harness/serve';

export interface Jump {
  readonly days: number;
  /** Where what is pushed goes. */
  readonly receiver: string;
}

export interface Jumped {
  /** The longest that the event loop was held up. */
  readonly blockMs: number;
  /** Until everything was made up for and each device had pushed its newest report. */
  readonly tookMs: number;
}

const address = 'https://demo.example';
const dayMs = 86_400_000;
const clock = createManualClock();
const deliveries = (receiver: string) => ({ routes: [{ from: address, to: receiver }] });

/** The demo site with every device attached to a stream whose receiver is known. */
async function attachedSite(): Promise<SimulatorSnapshot> {
  const simulator = await createSimulator({ clock });
  const state = simulator.snapshot();
  await simulator.close();
  const id = 'bench-stream';
  const webhookStreamConfig = {
    baseUrl: address,
    authType: 'aws-request-v4-signature',
    authCredentials: { accessKeyId: 'AKIDBENCH', secretAccessKey: 'secret' },
    validationPath: '/validate',
    publishPath: '/publish',
  } as const;
  state.streams.push({ id, request: { description: 'bench', format: 'webhook', webhookStreamConfig } });
  for (const { id: deviceId } of state.devices) {
    const health = { at: clock.now(), code: 200, message: 'OK' };
    state.deviceStreams.push({ id: `bench-${deviceId}`, deviceId, streamId: id, shared: false, health });
  }
  return state;
}

/**
 * Watches the event loop from turn to turn. A turn that others of the machine held up took no longer than its own work: of wall
 * and CPU time the shorter one.
 */
function watchLoop(): () => number {
  let last = performance.now();
  let lastCpu = process.cpuUsage();
  let longest = 0;
  let watching = true;
  const turn = () => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(lastCpu);
    longest = Math.max(longest, Math.min(now - last, (user + system) / 1000));
    last = now;
    lastCpu = process.cpuUsage();
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    watching = false;
    return longest;
  };
}

/** A simulator whose clock gains so many days at once. */
async function jump({ days, receiver }: Jump): Promise<Jumped> {
  const initialState = await attachedSite();
  let gainedMs = 0;
  const jumping = { ...clock, now: () => clock.now() + gainedMs };
  const simulator = await createSimulator({ clock: jumping, initialState, deliveries: deliveries(receiver) });
  const { controls } = simulator;
  const devices = initialState.devices.length;
  try {
    gainedMs = days * dayMs;
    const blockedMs = watchLoop();
    const startedAt = performance.now();
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    await turn();
    controls.devices();
    while (controls.now() < jumping.now()) await turn();
    // The timer of the next report.
    await clock.advance(300_000);
    const pushed = () => new Set(controls.deliveries.log.map((entry) => entry.deviceId)).size;
    while (pushed() < devices) await turn();
    return { blockMs: blockedMs(), tookMs: performance.now() - startedAt };
  } finally {
    await simulator.close();
  }
}

serve({ jump });
