import { systemClock } from '../../src/clock';
import { createSimulator, type Simulator } from '../../src/simulator';
import { serve } from '../harness/serve';

/** How the commands went. */
export interface Fanout {
  /** Breakers that were closed and are open. */
  readonly opened: number;
  /** Breakers that carried a command out more than once. */
  readonly twice: number;
}

export interface FanoutAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly deviceIds: readonly string[];
}

/** Every twentieth breaker is offline, and another twentieth is busy when it is first commanded. */
const every = 20;
const watchMs = 20;

let simulator: Simulator | undefined;
const carriedOut = new Map<string, number>();
let deviceIds: string[] = [];

/** Takes what was asked since the last time out of the simulator's log, which holds only the newest. */
function readLog(): void {
  if (simulator === undefined) return;
  for (const { operation, path, status } of simulator.controls.requests) {
    if (operation !== 'remoteHandle.setPosition' || status >= 300) continue;
    const deviceId = deviceIds.find((id) => path.includes(id)) ?? '';
    carriedOut.set(deviceId, (carriedOut.get(deviceId) ?? 0) + 1);
  }
  simulator.controls.clearRequests();
}

serve({
  async start(devices: number): Promise<FanoutAccess> {
    simulator = await createSimulator({ clock: systemClock, commandPaceMs: 0 });
    const { controls, credentials } = simulator;
    const { baseUrl } = await simulator.serve();
    deviceIds = Array.from({ length: devices }, (_, index) =>
      controls.commissionDevice({ hardwareType: 'emcb', serialNumber: `FANOUT${index}` }),
    );
    for (const [index, deviceId] of deviceIds.entries()) {
      if (index % every === 0) controls.setOnline(deviceId, false);
      if (index % every === 1)
        controls.faults.inject({
          kind: 'too-many-requests',
          retryAfter: '1',
          times: 1,
          match: { operation: 'remoteHandle.setPosition', path: `/devices/${deviceId}/*` },
        });
    }
    setInterval(readLog, watchMs);
    const { clientId, clientSecret } = credentials.organization;
    return { baseUrl, apiKey: credentials.apiKey, clientId, clientSecret, deviceIds };
  },

  result(): Fanout {
    readLog();
    const open = new Set(
      simulator?.controls.devices().flatMap((each) => (each.remoteHandle === 'open' ? [each.id] : [])),
    );
    return {
      opened: deviceIds.filter((id) => open.has(id)).length,
      twice: [...carriedOut.values()].filter((count) => count > 1).length,
    };
  },
});
