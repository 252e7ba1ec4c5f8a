import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import http, { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RequestHandler } from '../../src/receiver';
import type { ArrivedRequest } from '../sigv4/arrived-request';
import { mutationKinds } from '../sigv4/mutations';
import { bytesOf, described, mutantsAt, statusOf, validRequests } from './mutated-publishes';
import { accessKey, type Receiver, secondCredential, startReceiver } from './receiver';

const mutationCount = Number(process.env.RECEIVER_MUTATIONS ?? 100_000);
const overSockets = Math.ceil(mutationCount / 50);
const mutationSeed = Number(process.env.RECEIVER_SEED ?? randomInt(2 ** 31));
const atOnce = 200;

const peer = { remoteAddress: '127.0.0.1' } as Socket;

/** The same router on its own port and on a shared server. */
interface Mount {
  readonly handle: RequestHandler;
  readonly port: number;
}

/** Passes a request to a handler without a connection and resolves to the status of the response. */
function handled(handle: RequestHandler, { method, target, rawHeaders, body }: ArrivedRequest): Promise<number> {
  const request = new IncomingMessage(peer);
  Object.assign(request, { method, url: target, rawHeaders, complete: true });
  request.push(body);
  request.push(null);
  const response = new ServerResponse(request);
  return new Promise((resolve) => {
    response.end = () => {
      resolve(response.statusCode);
      return response;
    };
    handle(request, response);
  });
}

describe(`${mutationCount} random mutations of valid publishes and validations`, () => {
  let receiver: Receiver;
  let shared: http.Server;
  let mounts: readonly Mount[];
  before(() => console.log(`      RECEIVER_SEED=${mutationSeed} repeats these mutations`));
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.addStream({ credentials: [accessKey, secondCredential] });
    const mounted = receiver.router.mount('');
    const handle: RequestHandler = (request, response) =>
      mounted(request, response, () => {
        response.statusCode = 404;
        response.end();
      });
    shared = http.createServer(handle);
    await new Promise<void>((resolve) => shared.listen(0, '127.0.0.1', resolve));
    mounts = [
      { handle: receiver.router.handle, port: receiver.port },
      { handle, port: (shared.address() as AddressInfo).port },
    ];
  });
  afterEach(async () => {
    await receiver.close();
    await new Promise((resolve) => shared.close(resolve));
  });

  async function tryAll(count: number, sendTo: (mount: Mount, request: ArrivedRequest) => Promise<number>) {
    const date = new Date(receiver.clock.now());
    const mutants = mutantsAt(date, mutationSeed);
    const statuses = new Set<number>();
    const met = new Set<string>();
    for (let tried = 0; tried < count; tried += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - tried) }, () => mutants.next().value);
      await Promise.all(
        some.map(async (one) => {
          for (const mount of mounts) {
            const status = await sendTo(mount, one.mutant);
            if (status === 200 || status >= 500) assert.fail(`seed ${mutationSeed}: ${status} after ${described(one)}`);
            statuses.add(status);
          }
          for (const kind of one.kinds) met.add(kind);
        }),
      );
    }
    assert.deepEqual([receiver.delivered, receiver.errors], [[], []]);
    assert.equal(met.size, Object.keys(mutationKinds).length);
    for (const status of [400, 401, 403, 404, 405]) assert.ok(statuses.has(status), `none was answered with ${status}`);
  }

  it('start from requests that are accepted on both mounts', async () => {
    for (const mount of mounts)
      for (const request of validRequests(new Date(receiver.clock.now()))) {
        assert.equal(await handled(mount.handle, request), 200);
        assert.equal(await statusOf(mount.port, bytesOf(request)), 200);
      }
  });

  it('on both mounts: none is accepted, none is answered with 5xx, and each kind occurred', () =>
    tryAll(mutationCount, ({ handle }, request) => handled(handle, request))).timeout(30_000 + mutationCount);

  it(`${overSockets} of them over connections: none is accepted or answered with 5xx`, () =>
    tryAll(overSockets, ({ port }, request) => statusOf(port, bytesOf(request)))).timeout(30_000 + mutationCount);
});
