import assert from 'node:assert/strict';
import express, { type Express, type RequestHandler } from 'express';
import { createManualClock } from '../../src/clock';
import { createRouter } from '../../src/receiver';
import { mountOn, type SharedServer } from '../../src/runtime/receiver/endpoint-mount';
import { type AdminServer, serveAdmin } from '../support/admin-server';

describe("a receiver on Node-RED's own server", () => {
  const opened: AdminServer[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close();
  });

  /** Middleware before the admin app and between the two apps, and further settings. */
  interface Around {
    readonly before?: RequestHandler;
    readonly between?: RequestHandler;
    readonly another?: Express;
    readonly middleware?: RequestHandler;
  }

  /** Apps as Node-RED combines them with httpAdminRoot and httpNodeRoot `/`, and a receiver of POST /in/publish. */
  async function start({ before, between, another, middleware }: Around = {}) {
    const root = express();
    const admin = express();
    const httpAdmin = express();
    const httpNode = express();
    if (middleware !== undefined) admin.use(middleware);
    admin.use(express.json());
    admin.use(httpAdmin);
    httpAdmin.get('/flows', (_request, response) => response.send('the flows'));
    if (before !== undefined) root.use(before);
    root.use(admin);
    if (between !== undefined) root.use(between);
    root.use(httpNode);
    if (another !== undefined) root.use(another);
    httpNode.get('/page', (_request, response) => response.send('a page'));

    const router = createRouter({ clock: createManualClock(), onError: (error) => assert.fail(String(error)) });
    router.register({
      routes: [
        {
          method: 'POST',
          path: '/in/publish',
          handle({ request, response }) {
            const body = (request as { body?: unknown }).body;
            response.writeHead(200).end(body === undefined ? 'as it came' : 'parsed');
          },
        },
      ],
      otherMethod: () => {},
    });
    const settings = middleware === undefined ? {} : { httpAdminMiddleware: middleware };
    const server = { httpNode, httpAdmin, settings } as unknown as SharedServer;
    const end = mountOn(server, 'e', router);
    const served = await serveAdmin(root);
    opened.push(served);
    const ask = async (method: string, path: string, body = '') => {
      const headers = { 'Content-Type': 'application/json' };
      const init = method === 'GET' ? {} : { headers, body };
      const answer = await fetch(`${served.origin}/${path}`, { method, ...init });
      return `${answer.status} ${(await answer.text()).slice(0, 10)}`;
    };
    return { ask, end, server, router };
  }
  const publish = ['POST', 'in/publish', '{'] as const;
  const guard: RequestHandler = (_request, response) => {
    response.status(401).send('guarded');
  };

  it("reads its bodies before the admin app's parsers, and passes other requests to both apps", async () => {
    const { ask } = await start();
    assert.equal(await ask(...publish), '200 as it came');
    assert.equal(await ask('GET', 'flows'), '200 the flows');
    assert.equal(await ask('GET', 'page'), '200 a page');
    assert.equal(await ask('GET', 'none'), '404 <!DOCTYPE ');
  });

  it('is not called after unmounting, and is called at the same position when mounted again', async () => {
    const { ask, end, server, router } = await start();
    end();
    assert.equal(await ask('POST', 'in/publish', '{}'), '404 <!DOCTYPE ');
    mountOn(server, 'e', router);
    assert.equal(await ask(...publish), '200 as it came');
  });

  it('stays behind middleware that an operator has added before either app', async () => {
    for (const around of [{ before: guard }, { between: guard }, { middleware: guard }]) {
      const { ask } = await start(around);
      assert.equal(await ask('POST', 'in/publish', '{}'), '401 guarded', Object.keys(around)[0]);
    }
  });

  it('stays behind the admin app if the mounted apps are ambiguous', async () => {
    const { ask } = await start({ another: express() });
    assert.equal(await ask('POST', 'in/publish', '{}'), '200 parsed');
  });

  it('does not need a parent app of the HTTP nodes', async () => {
    const httpNode = express();
    const router = createRouter({ clock: createManualClock(), onError: () => {} });
    mountOn({ httpNode, httpAdmin: express(), settings: {} } as unknown as SharedServer, 'e', router);
    httpNode.get('/page', (_request, response) => response.send('a page'));
    const served = await serveAdmin(httpNode);
    opened.push(served);
    assert.equal((await fetch(`${served.origin}/page`)).status, 200);
  });
});
