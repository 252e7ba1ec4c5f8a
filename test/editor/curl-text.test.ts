import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { ListedCall } from '../../src/admin-api';
import { filterCalls, foldCalls } from '../../src/editor/sidebar/call-filter';
import { curlText } from '../../src/editor/sidebar/curl-text';
import { revealableId } from '../../src/editor/sidebar/revealable-id';

const call = (parts: Partial<ListedCall>): ListedCall => ({
  sequence: 1,
  operation: 'devices.list',
  method: 'GET',
  url: 'https://api.example.com/api/v1/devices',
  startedAt: 0,
  durationMs: 12,
  retries: 0,
  statusCode: 200,
  ...parts,
});
const header = 'Em-Api-Subscription-Key';

/** The arguments that a shell would give to curl. */
function argumentsOf(text: string): string[] {
  const script = text.replace(/^curl/, `printf '%s\\0'`);
  const env = { PATH: process.env.PATH, API_KEY: 'the key', TOKEN: 'the token', CODE: 'the code' };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a call as curl', () => {
  it('takes the API key and the token from the shell', () => {
    assert.deepEqual(argumentsOf(curlText(call({}), header)), [
      '-X',
      'GET',
      'https://api.example.com/api/v1/devices',
      '-H',
      'Em-Api-Subscription-Key: the key',
      '-H',
      'Authorization: Bearer the token',
      '-H',
      'Accept: application/json',
    ]);
  });

  it('the token operation needs no token', () => {
    const text = curlText(call({ operation: 'token.create', method: 'POST', body: { clientSecret: '***' } }), header);
    assert(!text.includes('$TOKEN'));
    assert(argumentsOf(text).includes('{"clientSecret":"***"}'));
  });

  it('whatever came from outside means nothing to the shell', () => {
    const nasty = `it's $(touch /tmp/x) "\`id\`" \\ $API_KEY !`;
    const parts = argumentsOf(
      curlText(call({ method: 'POST', body: { reason: nasty }, url: `https://a/${nasty}` }), header),
    );
    assert.equal(parts[2], `https://a/${nasty}`);
    assert.deepEqual(JSON.parse(parts.at(-1) ?? ''), { reason: nasty });
  });

  it('a code that must stay secret is a variable too', () => {
    const parts = argumentsOf(curlText(call({ url: 'https://a/shareDeviceCodes/$CODE/claim' }), header));
    assert.equal(parts[2], 'https://a/shareDeviceCodes/the code/claim');
  });
});

describe('the list of calls', () => {
  const calls = [
    call({ sequence: 1 }),
    call({ sequence: 2, operation: 'remoteHandle.setPosition', statusCode: 429, code: 'RATE_LIMITED' }),
    call({ sequence: 3, operation: 'remoteHandle.getPosition' }),
  ];
  const newestFirst = (list: readonly ListedCall[]) =>
    filterCalls(list, { search: '', failedOnly: false, editorWord: 'editor' });
  const found = (search: string, failedOnly = false) =>
    filterCalls(calls, { search, failedOnly, editorWord: 'editor' }).map((one) => one.sequence);

  it('shows the newest first', () => assert.deepEqual(found(''), [3, 2, 1]));
  it('search: every word', () => assert.deepEqual(found('handle 429'), [2]));
  it('folds reads of one address, but nothing that wrote or failed', () => {
    const url = 'https://a/devices';
    const repeated = [
      call({ sequence: 1, method: 'GET', url }),
      call({ sequence: 2, method: 'GET', url }),
      call({ sequence: 3, method: 'GET', url, code: 'TIMEOUT' }),
      call({ sequence: 4, method: 'POST', url }),
      call({ sequence: 5, method: 'POST', url }),
    ];
    const folded = foldCalls(newestFirst(repeated));
    assert.deepEqual(
      folded.map(({ call: { sequence }, times }) => [sequence, times]),
      [
        [5, 1],
        [4, 1],
        [3, 1],
        [2, 2],
      ],
    );
  });
  it('reads of one address by two nodes are two rows, each found by its node', () => {
    const origin = (name: string) => ({ kind: 'node' as const, id: name, type: 'meter-read', name });
    const asked = [
      call({ sequence: 1, origin: origin('Kitchen') }),
      call({ sequence: 2, origin: origin('') }),
      call({ sequence: 3, origin: origin('Kitchen') }),
      call({ sequence: 4, origin: { kind: 'editor' } }),
      call({ sequence: 5 }),
    ];
    const folded = foldCalls(newestFirst(asked)).map(({ call: { sequence }, times }) => [sequence, times]);
    assert.deepEqual(folded, [
      [5, 1],
      [4, 1],
      [3, 2],
      [2, 1],
    ]);
    const named = (search: string) =>
      filterCalls(asked, { search, failedOnly: false, editorWord: 'Éditeur' }).map(({ sequence }) => sequence);
    assert.deepEqual([named('kitchen'), named('meter read'), named('éditeur')], [[3, 1], [2], [4]]);
  });
  it('failed only', () => assert.deepEqual(found('', true), [2]));
});

describe('the node that is revealed', () => {
  const there = new Set(['a', 'in.stance', 'outer', 'with-hyphen']);
  const revealed = (id: string) => revealableId(id, (each) => there.has(each));

  it('is the node itself, or the instance of the subflow that it is in', () => {
    assert.equal(revealed('a'), 'a');
    assert.equal(revealed('with-hyphen'), 'with-hyphen');
    assert.equal(revealed('in.stance-template'), 'in.stance');
    assert.equal(revealed('outer-nested-template'), 'outer');
  });
  it('is none where both are gone', () => {
    assert.equal(revealed('gone'), undefined);
    assert.equal(revealed('gone-template'), undefined);
  });
});
