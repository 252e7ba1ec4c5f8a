import { isDeepStrictEqual } from 'node:util';
import { type CallOptions, type Client, createClient, type Transport, type TransportResult } from '../../src/client';
import { createManualClock } from '../../src/clock';
import { createProbe, type Probe, type ProbedOperation, type ReadOperationId } from '../../src/probe';
import { createSimulator, type VariantName } from '../../src/simulator';
import { inProcessUrl } from '../simulator/raw-in-process';
import { smallState } from '../simulator/small-state';
import { furnish } from '../spec/conformance/furnished-state';
import { credentials } from '../spec/conformance/service-under-test';
import { turned } from '../support/turn-clock';

type Answer = Extract<TransportResult, { kind: 'answer' }>;
/** What comes in place of an answer to `path`, which begins behind the base URL. */
export type Change = (answer: Answer, path: string) => TransportResult;

export interface ProbedService {
  readonly probe: Probe;
  readonly client: Client;
  /** Every text in what the service has answered. */
  readonly texts: ReadonlySet<string>;
  readonly requests: () => number;
  run(signal?: AbortSignal): Promise<void>;
  operation(id: ReadOperationId): ProbedOperation;
  close(): Promise<void>;
}

/** A probe of a service that has one record of each kind and differs by `variants`, whose answers `change` replaces. */
export async function startProbedService(
  change: Change = (answer) => answer,
  variants: readonly VariantName[] = [],
): Promise<ProbedService> {
  const clock = createManualClock();
  const initialState = smallState(clock.now());
  furnish(initialState, clock.now());
  const simulator = await createSimulator({ clock, initialState, variants });
  const texts = new Set<string>();
  let requests = 0;
  const transport: Transport = async (request, hooks) => {
    const result = await simulator.transport(request, hooks);
    requests += 1;
    if (result.kind !== 'answer') return result;
    collectTexts(result.text, texts);
    return change(result, request.url.slice(inProcessUrl.length));
  };
  const client = createClient({
    settings: {
      baseUrl: inProcessUrl,
      apiKey: initialState.apiKey,
      application: credentials.application,
      organization: credentials.organization,
    },
    clock,
    random: () => 0.5,
    environment: {},
    transport,
  });
  const call: Parameters<typeof createProbe>[0]['call'] = (id, input, options: CallOptions) =>
    client.call(id, input, { ...options, priority: 'poll' });
  const probe = createProbe({ call, nowMs: () => clock.now() });
  return {
    probe,
    client,
    texts,
    requests: () => requests,
    run: (signal = new AbortController().signal) => turned(clock, probe.run(signal)),
    operation: (id) => {
      const found = probe.report().operations.find(({ operation }) => operation === id);
      if (found === undefined) throw new Error(`${id} is no read`);
      return found;
    },
    async close() {
      await turned(clock, client.close());
      await simulator.close();
    },
  };
}

/** The same answer with other JSON. */
export function withBody(answer: Answer, change: (body: Record<string, unknown>) => unknown): Answer {
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  const changed = change(structuredClone(body));
  return isDeepStrictEqual(changed, body) ? answer : { ...answer, text: JSON.stringify(changed) };
}

function collectTexts(json: string, into: Set<string>): void {
  if (json === '') return;
  if (!/^\s*[[{]/.test(json)) return;
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string') into.add(value);
    return value;
  });
}
