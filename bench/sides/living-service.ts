import { createAcceleratedClock, systemClock } from '../../src/clock';
import { createSimulator } from '../../src/simulator';
import { serve } from '../harness/serve';

// The demo site for nodes that live long, in a process of its own so that only what the nodes hold is measured.

export interface LivingAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly breakers: readonly string[];
  readonly chargers: readonly string[];
}

serve({
  async start({ speed, startMs }: { readonly speed: number; readonly startMs: number }): Promise<LivingAccess> {
    const clock = createAcceleratedClock(systemClock, speed, startMs);
    const simulator = await createSimulator({ clock, commandPaceMs: 0 });
    const { controls, credentials } = simulator;
    const { baseUrl } = await simulator.serve();
    const ofType = (type: string) =>
      controls.devices().flatMap(({ id, hardwareType }) => (hardwareType === type ? [id] : []));
    const { clientId, clientSecret } = credentials.organization;
    const access = { baseUrl, apiKey: credentials.apiKey, clientId, clientSecret };
    return { ...access, breakers: ofType('emcb'), chargers: ofType('ev-emcb') };
  },
});
