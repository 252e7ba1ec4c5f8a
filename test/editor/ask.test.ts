import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { packageRoot } from '../support/node-texts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly data?: string;
  readonly contentType?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The editor's end of the admin routes on a page whose requests are answered by `answer`. */
function openPage(answer: () => Promise<unknown> = async () => ({})) {
  const { outputFiles } = buildSync({
    entryPoints: [join(packageRoot, 'src/editor/ask.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bundle',
  });
  const sent: Sent[] = [];
  const page = createContext({
    $: {
      ajax(request: Sent) {
        sent.push(request);
        return answer();
      },
    },
    RED: {
      i18n: { lang: () => 'de' },
      _: (key: string, params: object) => `${key} ${JSON.stringify(params)}`,
    },
  });
  runInContext(String(outputFiles[0]?.text), page);
  return { sent, run: (code: string): Promise<unknown> => runInContext(`bundle.${code}`, page) };
}

async function sentBy(code: string): Promise<Pick<Sent, 'method' | 'url'> & { readonly body?: unknown }> {
  const { sent, run } = openPage();
  await run(code);
  const [{ method, url, data, contentType, headers }] = sent as [Sent];
  assert.equal(headers['Accept-Language'], 'de');
  assert.equal(contentType, data === undefined ? undefined : 'application/json');
  return { method, url, ...(data === undefined ? {} : { body: JSON.parse(data) }) };
}

describe('a request of the editor to an admin route', () => {
  it('has the method and the path of the route, relative to the admin root', async () => {
    assert.deepEqual(await sentBy("ask('GET made')"), { method: 'GET', url: 'breakerflow/made' });
  });

  it('has its parameters in the path and its query behind it, encoded', async () => {
    assert.deepEqual(
      await sentBy("ask('GET accounts/:id/live', { params: { id: 'a/b' }, query: { view: 'v', devices: 'x,y&z' } })"),
      { method: 'GET', url: 'breakerflow/accounts/a%2Fb/live?view=v&devices=x%2Cy%26z' },
    );
  });

  it('is JSON where it is a POST, also without a body: anything else is refused', async () => {
    assert.deepEqual(await sentBy("ask('POST made/give-up', { body: { id: 'x' } })"), {
      method: 'POST',
      url: 'breakerflow/made/give-up',
      body: { id: 'x' },
    });
    assert.deepEqual((await sentBy("ask('POST receivers/:id/test', { params: { id: 'n' } })")).body, {});
  });

  it('reads a deployed account by its id, what is no text as JSON', async () => {
    assert.deepEqual(
      await sentBy("askAccount({ kind: 'deployed', id: 'a' }, 'batches', { question: { nodeId: 'n' } })"),
      { method: 'GET', url: 'breakerflow/accounts/a/batches?question=%7B%22nodeId%22%3A%22n%22%7D' },
    );
  });

  it('reads a draft by its settings, which stand in no address', async () => {
    const draft = "{ kind: 'draft', id: 'a', stored: { mode: 'simulator' }, credentials: {} }";
    assert.deepEqual(await sentBy(`askAccount(${draft}, 'charger', { deviceId: 'd' })`), {
      method: 'POST',
      url: 'breakerflow/charger',
      body: { id: 'a', stored: { mode: 'simulator' }, credentials: {}, deviceId: 'd' },
    });
  });

  it('fails with the text of the runtime, else with the status', async () => {
    const refused = openPage(() => Promise.reject({ status: 400, responseJSON: { error: { message: 'no such id' } } }));
    await assert.rejects(refused.run("ask('GET made')"), { message: 'no such id' });
    const down = openPage(() => Promise.reject({ status: 502 }));
    await assert.rejects(down.run("ask('GET made')"), { message: /ask\.failed \{"status":502\}$/ });
  });

  it('fails with the permission that the row of the route names', async () => {
    const { run } = openPage(() => Promise.reject({ status: 401 }));
    const draft = "{ kind: 'draft', id: 'a', stored: {}, credentials: {} }";
    for (const [code, permission] of [
      ["ask('GET made')", 'read'],
      ["ask('POST call-preview', { body: { account: '', call: {} } })", 'read'],
      ["ask('POST made/give-up', { body: { id: 'x' } })", 'write'],
      ["askAccount({ kind: 'deployed', id: 'a' }, 'site', {})", 'read'],
      [`askAccount(${draft}, 'site', {})`, 'write'],
    ] as const)
      await assert.rejects(run(code), { message: new RegExp(`ask\\.noPermission .*breakerflow\\.${permission}"`) });
  });
});
