import { systemClock } from '../../src/clock';
import { createSimulator } from '../../src/simulator';
import { serve } from '../harness/serve';
import { plainCalls } from '../load/plain-call';

export interface Pushing {
  readonly devices: number;
  /** Where everything that is pushed goes. */
  readonly receiver: string;
}

const plainCall = plainCalls(1);
const address = 'https://demo.example';

/** A simulator whose devices report to one stream every second. */
async function start({ devices, receiver }: Pushing): Promise<void> {
  const simulator = await createSimulator({
    clock: systemClock,
    deliveries: { routes: [{ from: address, to: receiver }] },
  });
  const { credentials } = simulator;
  const { baseUrl } = await simulator.serve();
  const tokens = new Map<string, string>();
  async function call(method: string, path: string, body: object, token: string): Promise<{ id: string }> {
    const headers = {
      'Content-Type': 'application/json',
      'Em-Api-Subscription-Key': credentials.apiKey,
      ...(token === '' ? {} : { Authorization: `Bearer ${tokens.get(token)}` }),
    };
    const { status, text } = await plainCall(method, `${baseUrl}${path}`, headers, body);
    if (status >= 300) throw new Error(`${method} ${path} got ${status} ${text}`);
    return text === '' ? { id: '' } : (JSON.parse(text) as { data: { id: string } }).data;
  }
  for (const kind of ['application', 'organization'] as const) {
    const { clientId, clientSecret } = credentials[kind];
    const made = await call('POST', '/serviceAccount/authToken', { clientId, clientSecret }, '');
    tokens.set(kind, (made as unknown as { token: string }).token);
  }
  const stream = await call(
    'POST',
    '/streams',
    {
      description: 'bench',
      format: 'webhook',
      webhookStreamConfig: {
        baseUrl: address,
        authType: 'aws-request-v4-signature',
        authCredentials: { accessKeyId: 'AKIDBENCH', secretAccessKey: 'secret' },
        validationPath: '/validate',
        publishPath: '/publish',
      },
    },
    'application',
  );
  for (let index = 0; index < devices; index++) {
    const id = simulator.controls.commissionDevice({ hardwareType: 'emcb', serialNumber: `BENCH${index}` });
    const path = `/devices/${id}/telemetry/settings/dataReportRate`;
    await call('PUT', path, { dataReportRate: 1 }, 'organization');
    await call('POST', '/deviceStreams', { deviceId: id, streamId: stream.id }, 'application');
  }
}

serve({ start });
