import assert from 'node:assert/strict';
import type { InputOf, OperationId } from '../../src/catalog';
import { operationIds, pathParameters, rowOf } from '../../src/catalog';
import { apiKey, type ClientUnderTest, startClientOverHttp } from './client-under-test';

describe('spec 4: requests', () => {
  let tested: ClientUnderTest;

  before(async () => {
    tested = await startClientOverHttp();
  });
  after(() => tested.close());

  /** What the query says after decoding, read by Node and not by the client. */
  const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
  const preview = <Id extends OperationId>(id: Id, input: InputOf<Id>) => tested.client.preview(id, input);
  const failure = (id: OperationId, input: unknown) =>
    tested.failure(tested.client.call(id, input as InputOf<OperationId>));

  describe('$filter', () => {
    it('texts are quoted, instants and booleans are not, criteria are joined by and', () => {
      const sessions = preview('plugSessions.list', {
        filter: { deviceId: 'd1', startedAt: { ge: '2026-01-01T00:00:00+02:00', lt: '2026-02-01T00:00:00Z' } },
        orderby: { by: 'startedAt', direction: 'desc' },
        page: { offset: 0, limit: 50 },
      });
      assert.deepEqual(queryOf(sessions.url), {
        $filter: "deviceId eq 'd1' and startedAt ge 2026-01-01T00:00:00+02:00 and startedAt lt 2026-02-01T00:00:00Z",
        $orderby: 'startedAt desc',
        offset: '0',
        limit: '50',
      });
      const codes = preview('inviteCodes.list', { filter: { isActive: true, scope: 'organization' } });
      assert.equal(queryOf(codes.url).$filter, "isActive eq true and scope eq 'organization'");
    });

    it('what is undefined is no criterion, and no bound of one', () => {
      const filter = { deviceId: 'd1', startedAt: { ge: '2026-01-01T00:00:00Z', lt: undefined }, status: undefined };
      const { url } = preview('plugSessions.list', { filter, page: { offset: 0, limit: 50 } } as never);
      assert.equal(queryOf(url).$filter, "deviceId eq 'd1' and startedAt ge 2026-01-01T00:00:00Z");
    });

    it('spaces travel as %20', () => {
      const { url } = preview('devices.list', { filter: { serialNumber: 'a b+c' } });
      assert.match(url, /\$filter=serialNumber%20eq%20'a%20b%2Bc'$/);
    });

    it('nothing inside a value can change the filter', () => {
      const awkward = [
        "'",
        "''",
        ' ',
        'or',
        ' or 1 eq 1',
        '%27',
        '"',
        '\\',
        '&',
        '#',
        '?',
        '+',
        '\n',
        'é',
        '😀',
        ')',
        ';',
      ];
      for (let round = 0; round < 2_000; round += 1) {
        const value = Array.from(
          { length: 1 + (round % 7) },
          (_, index) => awkward[(round * 31 + index * 17) % awkward.length],
        ).join('');
        const { url } = preview('devices.list', { filter: { serialNumber: value } });
        const query = queryOf(url);
        assert.deepEqual(Object.keys(query), ['$filter']);
        assert.equal(new URL(url).hash, '');
        assert.equal(unquoted(query.$filter ?? '', 'serialNumber eq '), value);
      }
    });

    it('a text that is not well-formed Unicode is refused by field', async () => {
      const error = await failure('devices.list', { filter: { serialNumber: 'a\ud800' } });
      assert.equal(error.code, 'INVALID_INPUT');
      assert.deepEqual(
        error.cause.validations.map(({ field }) => field),
        ['filter.serialNumber'],
      );
    });
  });

  describe('identifiers in paths', () => {
    const bad = [
      '..',
      '.',
      '%2e%2e',
      '%2E%2E',
      '',
      ' ',
      'a/b',
      'a%2fb',
      'a?b',
      'a#b',
      'ä',
      '😀',
      'a\r\nb',
      '../devices',
      '\\',
      'x'.repeat(129),
    ];
    const withPath = operationIds.filter((id) => pathParameters(rowOf(id).path).some((name) => name !== 'secretName'));

    for (const value of bad)
      it(`${JSON.stringify(value.slice(0, 12))} goes nowhere`, async () => {
        const before = tested.service.requests.length;
        const error = await failure('devices.restart', { path: { deviceId: value } });
        assert.equal(error.code, 'INVALID_ID');
        assert.deepEqual(
          error.cause.validations.map(({ field }) => field),
          ['deviceId'],
        );
        assert.equal(tested.service.requests.length, before);
      });

    it('is so for every operation with a path parameter', async () => {
      const before = tested.service.requests.length;
      assert(withPath.length > 50);
      for (const id of withPath) {
        const names = pathParameters(rowOf(id).path);
        const path = Object.fromEntries(names.map((name) => [name, name === 'secretName' ? 'secret1' : '..']));
        const error = await failure(id, { path });
        const fields = error.cause.validations.map(({ field }) => field);
        for (const name of names.filter((candidate) => candidate !== 'secretName')) assert(fields.includes(name), id);
      }
      assert.equal(tested.service.requests.length, before);
    });
  });

  it('everything wrong is refused at once, by field, and nothing is sent', async () => {
    const before = tested.service.requests.length;
    const error = await failure('remoteHandle.setPosition', {
      path: { deviceId: '..' },
      body: { command: 'close', secondsUntilReset: 5, extra: 1 },
      query: { a: 1 },
    });
    assert.equal(error.code, 'INVALID_INPUT');
    assert.deepEqual([...new Set(error.cause.validations.map(({ field }) => field))].sort(), [
      'deviceId',
      'extra',
      'query',
      'reason',
      'secondsUntilReset',
    ]);
    assert.equal(error.cause.operation, 'remoteHandle.setPosition');
    assert.equal(error.cause.retryable, false);
    assert.equal(tested.service.requests.length, before);
  });

  it('what is no operation is refused as a ClientError, wherever it is named', async () => {
    for (const id of ['devices.nope', 'toString', '__proto__', '', undefined, 7]) {
      const error = await failure(id as OperationId, {});
      assert.equal(error.code, 'INVALID_INPUT');
      assert.deepEqual(
        error.cause.validations.map(({ field }) => field),
        ['operation'],
      );
      for (const sync of ['check', 'preview'] as const)
        assert.throws(() => tested.client[sync](id as OperationId, {} as never), { name: 'ClientError' });
      const pages = tested.client.pages(id as never, {} as never)[Symbol.asyncIterator]();
      await assert.rejects(pages.next(), { name: 'ClientError' });
    }
  });

  it('an input of any kind is refused, never thrown over', async () => {
    for (const input of [null, undefined, 7, 'text', [], { path: null }, { path: { deviceId: null } }])
      assert.equal((await failure('devices.restart', input)).code.startsWith('INVALID_'), true);
  });

  it('a body travels as JSON, with DELETE too', async () => {
    tested.service.on('DELETE /userRoles', {});
    const body = { locationId: 'l1', roleId: 'r1', email: 'ü@b.test' };
    await tested.turn(tested.client.call('userRoles.delete', { body }));
    const request = tested.service.requests.at(-1);
    assert.deepEqual(JSON.parse(request?.body ?? ''), body);
    assert.equal(request?.headers['content-type'], 'application/json');
    assert.equal(request?.headers['content-length'], String(Buffer.byteLength(JSON.stringify(body))));
  });

  it('a preview shows the exact request, with every secret masked', () => {
    const shown = preview('streams.create', {
      body: {
        description: 'mine',
        format: 'webhook',
        webhookStreamConfig: {
          baseUrl: 'https://a.test',
          authType: 'aws-request-v4-signature',
          authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'very secret' },
          validationPath: '/v',
          publishPath: '/p',
        },
      },
    });
    assert.equal(shown.method, 'POST');
    assert.equal(shown.url, `${tested.service.origin}/api/v1/streams`);
    const text = JSON.stringify(shown);
    for (const secret of ['very secret', apiKey]) assert(!text.includes(secret));
    assert.match(text, /AKID/);
    assert.deepEqual(Object.keys(shown.headers), [
      'Accept',
      'Em-Api-Subscription-Key',
      'Authorization',
      'Content-Type',
    ]);
  });

  it('an invite code is deactivated by the other method only where the first is not known', async () => {
    const route = '/inviteCodes/code-1/deactivation';
    for (const status of [404, 405]) {
      tested.service.on(`POST ${route}`, { status, json: { error: { message: 'no such method' } } });
      tested.service.on(`DELETE ${route}`, {});
      await tested.turn(tested.client.call('inviteCodes.deactivate', { path: { code: 'code-1' } }));
    }
    assert.equal(tested.service.count(`DELETE ${route}`), 2);
    tested.service.on(`POST ${route}`, { status: 409, json: { error: { message: 'expired' } } });
    const error = await tested.failure(tested.client.call('inviteCodes.deactivate', { path: { code: 'code-1' } }));
    assert.equal(error.code, 'CONFLICT');
    assert.equal(tested.service.count(`DELETE ${route}`), 2);
  });
});

/** Reads `<start>'<text>'` with doubled quotes; fails on anything after the closing quote. */
function unquoted(filter: string, start: string): string {
  assert(filter.startsWith(`${start}'`) && filter.endsWith("'"));
  const inside = filter.slice(start.length + 1, -1);
  assert.equal(inside.replaceAll("''", '').includes("'"), false);
  return inside.replaceAll("''", "'");
}
