import assert from 'node:assert/strict';
import { operationIds, rowOf } from '../../src/catalog';
import type { ProbeReport } from '../../src/probe';
import { type Change, type ProbedService, startProbedService, withBody } from './probed-service';

const at =
  (path: string, change: Change): Change =>
  (answer, asked) =>
    asked === path || asked.startsWith(`${path}?`) ? change(answer, asked) : answer;

describe('a contract probe of an account', () => {
  let service: ProbedService;
  afterEach(() => service.close());

  async function probed(change?: Change): Promise<ProbeReport> {
    service = await startProbedService(change);
    await service.run();
    return service.probe.report();
  }

  it('tries every operation that changes nothing, and sends no other', async () => {
    const report = await probed();
    assert.deepEqual(
      report.operations.map(({ operation }) => operation as string).toSorted(),
      operationIds.filter((id) => rowOf(id).method === 'GET').toSorted(),
    );
    assert.equal(report.finished, true);
    assert.deepEqual(
      report.operations.filter(({ result }) => result !== 'agrees'),
      [],
    );
  });

  it('goes on where it ended when the service could not be read', async () => {
    let isReachable = true;
    service = await startProbedService((answer, path) =>
      isReachable || path.startsWith('/serviceAccount')
        ? answer
        : { kind: 'failure', why: 'network', detail: 'ECONNREFUSED' },
    );
    isReachable = false;
    await service.run();
    const first = service.probe.report();
    assert.equal(first.finished, false);
    assert.equal(first.stopped, 'NETWORK');
    assert.ok(first.operations.every(({ result }) => result === 'waiting'));
    isReachable = true;
    await service.run();
    assert.equal(service.probe.report().finished, true);
    assert.equal(service.probe.report().stopped, undefined);
    const asked = service.requests();
    await service.run();
    assert.equal(service.requests(), asked);
  });

  it('ends when nobody wants it any more, with what it has', async () => {
    service = await startProbedService();
    await service.run(AbortSignal.abort());
    assert.equal(service.probe.report().finished, false);
    assert.equal(service.probe.report().stopped, undefined);
    assert.equal(service.requests(), 0);
  });

  it('tells a refusal with its status, and offers the setting of what is assumed', async () => {
    const refuse =
      (statusCode: number): Change =>
      (answer) => ({ ...answer, statusCode, text: '{"error":{"message":"no"}}' });
    await probed(at('/organizations', refuse(404)));
    const { result, code, statusCode, settings } = service.operation('organizations.list');
    assert.deepEqual(
      { result, code, statusCode, settings },
      {
        result: 'refused',
        code: 'NOT_FOUND',
        statusCode: 404,
        settings: [{ what: 'path', operation: 'organizations.list' }],
      },
    );
    assert.equal(service.operation('organizations.get').result, 'nothing');
  });

  it('tells what differs in errors by asking for ids that nobody has', async () => {
    await probed((answer, path) =>
      answer.statusCode === 404 && path.startsWith('/devices/')
        ? { ...answer, statusCode: 400, text: '{"statusCode":404,"message":"Resource not found"}' }
        : answer,
    );
    assert.deepEqual(service.operation('devices.get').differences, [
      { kind: 'error-status', at: '', expected: '404', found: '400', count: 1 },
      { kind: 'error-body', at: 'error', expected: 'error.message', found: 'message', count: 1 },
    ]);
    assert.equal(service.operation('locations.get').result, 'agrees');
  });

  it('has no text of the service in its report, whatever differs', async () => {
    const report = await probed((answer) =>
      answer.text === '' || answer.statusCode >= 300
        ? answer
        : withBody(answer, (body) =>
            body.data === undefined || JSON.stringify(body).includes('"token"') ? body : withoutCare(body),
          ),
    );
    const words = new Set(JSON.stringify(report).match(/[^"\\,:{}[\]]+/g));
    const fromCatalog = new Set(JSON.stringify(operationIds.map((id) => [id, rowOf(id)])).match(/[^"\\,:{}[\]]+/g));
    const told = [...service.texts].filter((text) => words.has(text) && !fromCatalog.has(text));
    assert.deepEqual(told, []);
    assert.ok(report.operations.some(({ result }) => result === 'differs'));
  });
});

/** Each text becomes the name of a field beside it, and each value another type. */
function withoutCare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name === 'id' || name === 'hardwareType' || name === 'code') return [[name, inner]];
    if (typeof inner === 'string')
      return [
        [name, [inner]],
        [inner, inner],
      ];
    if (typeof inner === 'number') return [[name, String(inner)]];
    return [[name, withoutCare(inner)]];
  });
  return Object.fromEntries(entries);
}
