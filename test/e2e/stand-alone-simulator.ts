import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Lane } from './lanes';
import { installedPackage } from './packed-package';

interface Credential {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the simulator prints when it is ready. */
interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly application: Credential;
  readonly organization: Credential & { readonly id: string };
  /** With `--second-house`. */
  readonly secondHouse?: Credential;
}

interface LoggedRequest {
  readonly operation?: string;
  readonly method: string;
  readonly path: string;
}

/** The package's simulator in a process of its own. */
export interface StandAloneSimulator extends Access {
  /** Asks the service with the organization's token and returns the answer's data. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  /** Another organization, with which the device is shared, takes it into an override event. */
  holdByEvent(deviceId: string): Promise<void>;
  /** Does what no operation of the service does. */
  control(path: string, body: object): Promise<unknown>;
  /** What was asked of the service since its start, or since that was forgotten. */
  requests(): Promise<readonly LoggedRequest[]>;
  forgetRequests(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSimulator(lane: Lane, options: readonly string[] = []): Promise<StandAloneSimulator> {
  const cli = join(await installedPackage(lane), 'dist/library/simulator.js');
  const child = spawn(lane.node, [cli, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const access = JSON.parse(line) as Access;
  const apiKey = { 'Em-Api-Subscription-Key': access.apiKey };

  async function send(
    method: string,
    url: string,
    body: object | undefined,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const answer = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data;
  }

  async function as({ clientId, clientSecret }: Credential) {
    const body = { clientId, clientSecret };
    const data = await send('POST', `${access.baseUrl}/serviceAccount/authToken`, body, apiKey);
    const headers = { ...apiKey, Authorization: `Bearer ${(data as { token: string }).token}` };
    return (method: string, path: string, content?: object) =>
      send(method, `${access.baseUrl}${path}`, content, headers);
  }

  const controlUrl = `${new URL(access.baseUrl).origin}/_simulator`;
  return {
    ...access,
    call: async (method, path, body) => (await as(access.organization))(method, path, body),
    async holdByEvent(deviceId) {
      const application = await as(access.application);
      const made = (await application('POST', '/organizations', { name: 'Grid', description: 'Grid operator' })) as {
        readonly serviceAccount: { readonly clientId: string; readonly secrets: readonly { readonly value: string }[] };
      };
      const { clientId, secrets } = made.serviceAccount;
      const grid = await as({ clientId, clientSecret: secrets[0]?.value ?? '' });
      const owner = await as(access.organization);
      const { code } = (await owner('POST', '/shareDeviceCodes', { deviceId })) as { readonly code: string };
      await grid('POST', `/shareDeviceCodes/${code}/claim`);
      const shared = (await grid('GET', '/sharedDevices')) as readonly { readonly id: string }[];
      const event = (await grid('POST', '/sharedDeviceOverrideEvents', { description: 'peak' })) as { id: string };
      await grid('POST', `/sharedDeviceOverrideEvents/${event.id}/sharedDeviceParticipations`, {
        sharedDeviceIds: shared.map(({ id }) => id),
      });
    },
    control: (path, body) => send('POST', `${controlUrl}${path}`, body),
    requests: async () => (await send('GET', `${controlUrl}/requests`, undefined)) as readonly LoggedRequest[],
    async forgetRequests() {
      await send('DELETE', `${controlUrl}/requests`, undefined);
    },
    async stop() {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await exited;
    },
  };
}
