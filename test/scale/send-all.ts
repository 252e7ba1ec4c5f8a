import { Agent } from 'node:http';
import { sendPublish } from './send-publish';

interface SendOptions {
  /** Of nginx. */
  readonly port: number;
  readonly credential: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly count: number;
  /** Called with how many were answered 200 so far. */
  readonly onAnswered: (answered: number) => void;
}

const atOnce = 16;
const retryMs = 500;

/** Sends publishes, each until it is answered 200, and every tenth twice at once; resolves to how often one was sent again. */
export async function sendAll({ port, credential, count, onAnswered }: SendOptions): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * atOnce });
  const path = '/breakerflow/streams/publish';
  let next = 0;
  let answered = 0;
  let retries = 0;

  async function deliver(body: string): Promise<void> {
    while ((await sendPublish({ agent, port, path, host: 'flows.local', credential, body })) !== 200) {
      retries += 1;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  async function sender(): Promise<void> {
    while (next < count) {
      const body = publishBody(next);
      const copies = next % 10 === 0 ? [body, body] : [body];
      next += 1;
      await Promise.all(copies.map(deliver));
      answered += 1;
      onAnswered(answered);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender));
  agent.destroy();
  return retries;
}

function publishBody(index: number): string {
  return JSON.stringify({
    deviceId: `device-${index % 100}`,
    serialNumber: `SN${index % 100}`,
    schemaVersion: '4.2.0.beta',
    transactionId: `transaction-${index}`,
    ts: Math.floor(Date.now() / 1000),
    meter: { telemetry: { currentA: { val: index } } },
  });
}
