import { createManualClock, type ManualClock } from '../../src/clock';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator';
import { type RawAnswer, type RawRequest, send } from './raw-http';
import { inProcessUrl, sendInProcess } from './raw-in-process';
import { account, apiKey, smallState } from './small-state';

type Who = keyof typeof account | 'nobody';

/** A simulator with the small service on a manual clock, and ways to call it. */
export interface RunningSimulator {
  readonly simulator: Simulator;
  readonly baseUrl: string;
  readonly clock: ManualClock;
  /** With a token of `who`, got once and kept. */
  call(who: Who, method: string, path: string, request?: RawRequest): Promise<RawAnswer>;
  /** As the first organization. */
  get(path: string): Promise<RawAnswer>;
  post(path: string, body?: unknown): Promise<RawAnswer>;
  put(path: string, body?: unknown): Promise<RawAnswer>;
  delete(path: string): Promise<RawAnswer>;
  /** Without API key and token. */
  raw(method: string, path: string, request?: RawRequest): Promise<RawAnswer>;
  token(who: Exclude<Who, 'nobody'>): Promise<string>;
  /** Waits until a request is held up on the clock. */
  untilTimers(count: number): Promise<void>;
}

type Options = Partial<SimulatorOptions> & { readonly clock?: ManualClock };

/** Without a socket, for what is not about HTTP. */
export async function startSimulator(options: Options = {}): Promise<RunningSimulator> {
  const { simulator, clock } = await createSmall(options);
  return runningAt(simulator, clock, inProcessUrl, sendInProcess(simulator));
}

/** On a free port. */
export async function startServedSimulator(options: Options = {}): Promise<RunningSimulator> {
  const { simulator, clock } = await createSmall(options);
  const { baseUrl } = await simulator.serve();
  return runningAt(simulator, clock, baseUrl, send);
}

async function createSmall(options: Options) {
  const clock = options.clock ?? createManualClock();
  const simulator = await createSimulator({ initialState: smallState(clock.now()), ...options, clock });
  return { simulator, clock };
}

function runningAt(simulator: Simulator, clock: ManualClock, baseUrl: string, carry: typeof send): RunningSimulator {
  const tokens = new Map<string, Promise<string>>();

  const raw: RunningSimulator['raw'] = (method, path, request) => carry(method, `${baseUrl}${path}`, request);

  function token(who: Exclude<Who, 'nobody'>): Promise<string> {
    let value = tokens.get(who);
    if (value === undefined) {
      value = raw('POST', '/serviceAccount/authToken', {
        headers: { 'Em-Api-Subscription-Key': apiKey },
        body: account[who],
      }).then(({ json }) => json.data.token as string);
      tokens.set(who, value);
    }
    return value;
  }

  const call: RunningSimulator['call'] = async (who, method, path, request = {}) =>
    raw(method, path, {
      ...request,
      headers: {
        'Em-Api-Subscription-Key': apiKey,
        ...(who === 'nobody' ? {} : { Authorization: `Bearer ${await token(who)}` }),
        ...request.headers,
      },
    });
  const withBody = (method: string) => (path: string, body?: unknown) =>
    call('organization', method, path, body === undefined ? {} : { body });

  return {
    simulator,
    baseUrl,
    clock,
    call,
    get: withBody('GET'),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: withBody('DELETE'),
    raw,
    token,
    async untilTimers(count) {
      while (clock.pendingTimers() < count) await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}

/** `$filter` and other parameters as a query string. */
export function query(parameters: Readonly<Record<string, string | number>>): string {
  return `?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}
