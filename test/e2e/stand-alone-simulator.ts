import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Lane } from './lanes';
import { installedPackage } from './packed-package';

/** What the simulator prints when it is ready. */
interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly application: { readonly clientId: string; readonly clientSecret: string };
  readonly organization: { readonly id: string; readonly clientId: string; readonly clientSecret: string };
}

/** The package's simulator in a process of its own. */
export interface StandAloneSimulator extends Access {
  /** Asks the service with the organization's token and returns the answer's data. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
  /** Does what no operation of the service does. */
  control(path: string, body: object): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startSimulator(lane: Lane): Promise<StandAloneSimulator> {
  const cli = join(await installedPackage(lane), 'dist/src/simulator/cli.js');
  const child = spawn(lane.node, [cli], { stdio: ['ignore', 'pipe', 'inherit'] });
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

  async function organizationToken(): Promise<string> {
    const { clientId, clientSecret } = access.organization;
    const body = { clientId, clientSecret };
    const data = await send('POST', `${access.baseUrl}/serviceAccount/authToken`, body, apiKey);
    return (data as { token: string }).token;
  }

  return {
    ...access,
    async call(method, path, body) {
      const headers = { ...apiKey, Authorization: `Bearer ${await organizationToken()}` };
      return send(method, `${access.baseUrl}${path}`, body, headers);
    },
    control: (path, body) => send('POST', `${new URL(access.baseUrl).origin}/_simulator${path}`, body),
    async stop() {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await exited;
    },
  };
}
