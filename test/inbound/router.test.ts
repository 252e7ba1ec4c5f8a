import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PathTakenError } from '../../src/inbound';
import { connectRaw } from './raw-connection';
import { HOST, plainRequest, publishJson, type Receiver, signedPublish, startReceiver } from './receiver';

describe('behaviour: receivers, live targets by path', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  const status = async () => (await receiver.send(plainRequest('POST', '/publish'))).status;

  it('a target is there from registration to removal', async () => {
    assert.equal(await status(), 404);
    const registration = receiver.addStream();
    assert.equal(await status(), 401);
    registration.remove();
    assert.equal(await status(), 404);
  });

  it('a target that is redeploying answers 503 with Retry-After, until the next takes its place', async () => {
    const first = receiver.addStream();
    first.redeploying();
    const answer = await receiver.send(plainRequest('POST', '/publish'));
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5']);
    receiver.addStream();
    assert.equal(await status(), 401);
    first.remove();
    assert.equal(await status(), 401);
  });

  it('what a route throws, at once or later, is a 503 with Retry-After and a report', async () => {
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

  it('a target that never comes back is gone after 30 s', async () => {
    receiver.addStream().redeploying();
    await receiver.clock.advance(29_999);
    assert.equal(await status(), 503);
    await receiver.clock.advance(1);
    assert.equal(await status(), 404);
  });

  it('a wall clock that steps neither lengthens nor shortens that', async () => {
    for (const stepMs of [-3_600_000, 3_600_000]) {
      receiver.addStream().redeploying();
      receiver.clock.step(stepMs);
      await receiver.clock.advance(29_999);
      assert.equal(await status(), 503);
      await receiver.clock.advance(1);
      assert.equal(await status(), 404);
    }
  });

  it('a path has one live target a method; validation and publish may share theirs', () => {
    receiver.addStream({ validationPath: '/one', publishPath: '/one' });
    assert.throws(() => receiver.addStream({ validationPath: '/two', publishPath: '/one' }), PathTakenError);
    receiver.addWebhook({ path: '/two' });
    for (const path of ['', 'no-slash', '/a?b', '/a#b', '/a b', '/ü']) {
      assert.throws(() => receiver.addWebhook({ path }), RangeError, path);
    }
  });

  it('a query does not change the path, and is signed', async () => {
    receiver.addStream();
    assert.equal((await receiver.send(signedPublish({ target: '/publish?a=1' }))).status, 200);
  });

  describe('mounted on a server of others', () => {
    let server: http.Server;
    // As express does: `url` is cut at the mount point, what arrived is kept.
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

    it('what arrived is verified, not what the server made of it', async () => {
      receiver.addStream();
      const port = await serve('/red', false);
      assert.equal(await send(port, signedPublish({ target: '/red/publish' })), 200);
      assert.equal(await send(port, signedPublish({ target: '/publish' })), 418);
      assert.equal(await send(port, signedPublish({ target: '/red/other' })), 418);
      assert.equal(await send(port, plainRequest('GET', '/red/publish')), 405);
    });

    it('a body that a parser has eaten is 503, and the log says so', async () => {
      receiver.addStream();
      const port = await serve('/red', true);
      const body = publishJson();
      const headers = [
        ['Host', HOST],
        ['Content-Type', 'application/json'],
      ] as const;
      assert.equal(await send(port, signedPublish({ target: '/red/publish', headers, body })), 503);
      assert.equal(receiver.rejections.recent()[0]?.reason, 'already-read');
    });
  });
});
