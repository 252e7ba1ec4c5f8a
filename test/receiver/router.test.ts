import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PathTakenError } from '../../src/receiver';
import { connectRaw } from './raw-connection';
import { plainRequest, publishJson, type Receiver, serviceHost, signedPublish, startReceiver } from './receiver';

describe('behaviour: receivers, live targets by path', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  const status = async () => (await receiver.send(plainRequest('POST', '/publish'))).status;

  it('a target is routed from its registration to its removal', async () => {
    assert.equal(await status(), 404);
    const registration = receiver.addStream();
    assert.equal(await status(), 401);
    registration.remove();
    assert.equal(await status(), 404);
  });

  it('a redeploying target gets 503 with Retry-After, until the next one replaces it', async () => {
    const first = receiver.addStream();
    first.redeploying();
    const answer = await receiver.send(plainRequest('POST', '/publish'));
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5']);
    receiver.addStream();
    assert.equal(await status(), 401);
    first.remove();
    assert.equal(await status(), 401);
  });

  it('an error of a route, at once or later, gets 503 with Retry-After and is reported', async () => {
    const handlers = {
      '/throws': () => {
        throw new Error('thrown');
      },
      '/rejects': () => Promise.reject(new Error('rejected')),
    };
    const routes = Object.entries(handlers).map(([path, handle]) => ({ method: 'POST' as const, path, handle }));
    receiver.router.register({ routes, otherMethod: () => assert.fail() });
    for (const { path } of routes) {
      const answer = await receiver.send(plainRequest('POST', path));
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5'], path);
    }
    assert.deepEqual(
      receiver.errors.map((error) => (error as Error).message),
      ['thrown', 'rejected'],
    );
  });

  it('a redeploying target is removed after 30 s', async () => {
    receiver.addStream().redeploying();
    await receiver.clock.advance(29_999);
    assert.equal(await status(), 503);
    await receiver.clock.advance(1);
    assert.equal(await status(), 404);
  });

  it('a step of the wall clock does not change the 30 s', async () => {
    for (const stepMs of [-3_600_000, 3_600_000]) {
      receiver.addStream().redeploying();
      receiver.clock.step(stepMs);
      await receiver.clock.advance(29_999);
      assert.equal(await status(), 503);
      await receiver.clock.advance(1);
      assert.equal(await status(), 404);
    }
  });

  it('a path has one live target per method; validation and publish can share a path', () => {
    receiver.addStream({ validationPath: '/one', publishPath: '/one' });
    assert.throws(() => receiver.addStream({ validationPath: '/two', publishPath: '/one' }), PathTakenError);
    receiver.addWebhook({ path: '/two' });
    for (const path of ['', 'no-slash', '/a?b', '/a#b', '/a b', '/ü']) {
      assert.throws(() => receiver.addWebhook({ path }), RangeError, path);
    }
  });

  it('a query is not part of the path, and is signed', async () => {
    receiver.addStream();
    assert.equal((await receiver.send(signedPublish({ target: '/publish?a=1' }))).status, 200);
  });

  describe('mounted on a shared server', () => {
    let server: http.Server;
    // As in express: `url` is cut at the mount point, and `originalUrl` keeps the received target.
    const serve = (prefix: string, onBody: boolean) =>
      new Promise<number>((resolve) => {
        const mounted = receiver.router.mount(prefix);
        server = http.createServer(async (request, response) => {
          Object.assign(request, { originalUrl: request.url, url: (request.url ?? '').slice('/red'.length) });
          if (onBody) for await (const chunk of request) assert.ok(chunk);
          mounted(request, response, () => response.writeHead(418).end());
        });
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      });
    const send = async (port: number, bytes: Buffer) => {
      const connection = await connectRaw(port);
      connection.write(bytes);
      const answer = await connection.response();
      connection.socket.destroy();
      return answer.status;
    };
    afterEach((done) => {
      server.closeAllConnections();
      server.close(done);
    });

    it('the original target is verified, not the rewritten one', async () => {
      receiver.addStream();
      const port = await serve('/red', false);
      assert.equal(await send(port, signedPublish({ target: '/red/publish' })), 200);
      assert.equal(await send(port, signedPublish({ target: '/publish' })), 418);
      assert.equal(await send(port, signedPublish({ target: '/red/other' })), 418);
      assert.equal(await send(port, plainRequest('GET', '/red/publish')), 405);
    });

    it('a body that another parser has read gets 503 and is logged', async () => {
      receiver.addStream();
      const port = await serve('/red', true);
      const body = publishJson();
      const headers = [
        ['Host', serviceHost],
        ['Content-Type', 'application/json'],
      ] as const;
      assert.equal(await send(port, signedPublish({ target: '/red/publish', headers, body })), 503);
      assert.equal(receiver.rejections.recent()[0]?.reason, 'already-read');
    });
  });
});
