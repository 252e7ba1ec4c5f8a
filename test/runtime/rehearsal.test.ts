import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { RehearsalPlan, RehearsalResult, RehearsalState } from '../../src/admin-api';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround } from '../support/runtime';
import { turned, turnFor } from '../support/turn-clock';

const plan: RehearsalPlan = { flows: ['tab'], day: 'summer-cloudy', hours: 0.5, faults: [], expectations: [] };

/** Stands in this process for Node-RED's own, which only the rehearsal has. */
const injects = (RED: NodeAPI) =>
  RED.nodes.registerType('inject', function (this: Node, config: NodeDef) {
    RED.nodes.createNode(this, config);
  });

describe('a rehearsal of the deployed flows, by the admin routes', function () {
  this.timeout(60_000);
  let side: AdminSide;
  let flow: FlowNode[];
  before(async () => {
    side = await startAdminSide({
      nodes: [injects],
      account: { armed: false, name: 'House' },
      flow: (account) => {
        flow = flowAround({ type: 'meter-read', name: 'read', account: 'account' }, account, {
          ...{ id: 'nobody', type: 'inject', z: 'tab', name: 'each minute', repeat: '60', once: true, crontab: '' },
          ...{ props: [{ p: 'payload' }], payload: '', payloadType: 'date', onceDelay: 0.1, wires: [['n']] },
        } as unknown as FlowNode);
        return flow;
      },
    });
  });
  after(() => side.stop());

  const ask = async <Answer = RehearsalState>(method: string, path: string, body?: object): Promise<Answer> => {
    const { status, json } = await side.send(method, `breakerflow/${path}`, body === undefined ? {} : { body });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const state = () => ask('GET', 'rehearsal');
  const start = (body: object = { plan }) => ask('POST', 'rehearsal/start', body);
  /** The process of a rehearsal lives in real time: each question gives it some. */
  async function ended(): Promise<NonNullable<RehearsalState['ended']>> {
    for (;;) {
      const { running, ended: how } = await state();
      if (running === undefined) return how ?? assert.fail('none was started');
      if (running.reading !== undefined || running.simulatedMs === 0) await turnFor(side.service.clock, 1_000);
    }
  }
  const result = () => ask<RehearsalResult>('GET', 'rehearsal/result');

  it('knows no device of an account of the service before it has read its site for the first rehearsal', async () => {
    assert.deepEqual((await state()).devices, []);
    assert.equal((await side.send('GET', 'breakerflow/rehearsal/result')).status, 404);
    await start({ plan: { ...plan, hours: 0.1 } });
    const { running } = await state();
    assert.notEqual(running, undefined);
    assert.equal((await ended()).why, 'done');
    assert.deepEqual((await result()).copied, ['House']);
  });

  it('offers the enabled flows and the devices of their sites, by the names that the service has', async () => {
    const { flows, devices, running } = await state();
    assert.deepEqual(
      flows.map(({ id }) => id),
      ['tab'],
    );
    assert.equal(devices.filter(({ isCharger }) => isCharger).length, 2);
    assert.equal(running, undefined);
  });

  it('runs, tells what it has come to, and says that the account is not armed', async () => {
    const { devices } = await state();
    const fridge = devices.find(({ id }) => id === side.service.device('Refrigerator')) ?? assert.fail();
    const { running } = await start({
      plan: { ...plan, faults: [{ kind: 'trip', at: '00:10', device: fridge.id }] },
    });
    assert.equal(running?.wholeMs, 1_800_000);
    assert.equal((await ended()).why, 'done');
    const shown = await result();
    assert.deepEqual([shown.ending, shown.toMs - shown.fromMs, shown.unarmed], ['done', 1_800_000, ['House']]);
    assert.equal(new Date(shown.fromMs).getHours(), 0);
    assert.match(new Date(shown.fromMs).toISOString(), /-0[67]-/);
    assert.equal(shown.circuits.length, devices.length);
    assert.equal(shown.circuits[0]?.watts.length, 31);
    const trip = shown.events.find(({ kind, text }) => kind === 'moved' && text === 'trip');
    assert.deepEqual([trip?.devices, trip?.position], [[fridge.label], 'open']);
    assert.doesNotMatch(JSON.stringify(shown), /secret/i);
  });

  it('is one at a time: a second one is not begun', async () => {
    await start({ plan: { ...plan, hours: 24 } });
    const { running } = await start({ plan: { ...plan, hours: 1 } });
    assert.equal(running?.wholeMs, 86_400_000);
    await ask('POST', 'rehearsal/cancel', {});
    assert.deepEqual([(await ended()).why, (await ended()).number], ['cancelled', 3]);
    assert.equal((await result()).wholeMs, 1_800_000, 'the result of the one before stays');
  });

  it('ends with a deploy: what it rehearses is not what runs any more', async () => {
    await start({ plan: { ...plan, hours: 24 } });
    // It ends a process, which takes real time: however far the clock is turned meanwhile says nothing.
    await turned(side.service.clock, side.runtime.deploy(flow), { withinMs: Number.POSITIVE_INFINITY });
    assert.equal((await ended()).why, 'deployed');
  });

  it('is refused with every problem where devices or flows are not there', async () => {
    const faults = [{ kind: 'trip', at: '00:10', device: 'Moon' }] as const;
    await start({ plan: { ...plan, flows: ['gone', 'lost'], faults } });
    const { why, problems = [] } = await ended();
    assert.deepEqual(
      [why, ...problems.map(({ field, rule, params }) => [field, rule, ...Object.values(params ?? {})])],
      [
        'refused',
        ['flows[0]', 'unknownFlow', 'gone'],
        ['flows[1]', 'unknownFlow', 'lost'],
        ['steps[0].device', 'unknownDevice', 'Moon'],
      ],
    );
    for (const body of [
      { plan: {} },
      { plan: { ...plan, hours: 0 } },
      { plan: { ...plan, faults: [{}] } },
      { plan: { ...plan, day: 'ago-8' } },
    ])
      assert.equal((await side.send('POST', 'breakerflow/rehearsal/start', { body })).status, 400);
  });

  it('keeps a plan as a scenario in a file, which the command line takes, and runs it again', async () => {
    const { scenarios } = await ask('POST', 'rehearsal/save', { name: 'half an hour/..', plan });
    const [kept] = scenarios;
    assert.deepEqual([kept?.name, kept?.told?.hours, kept?.told?.steps], ['half an hour---', 0.5, 0]);
    const file = join(side.runtime.userDir, kept?.file ?? '');
    const scenario = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([scenario.hours, scenario.flows], [0.5, ['tab']]);
    const expect = [{ text: 'a badge is shown', kind: 'badge', match: { node: 'read' }, atLeast: 1 }];
    writeFileSync(file, JSON.stringify({ ...scenario, expect }));
    await start({ scenario: kept?.name });
    assert.equal((await ended()).why, 'done');
    const [verdict] = (await result()).verdicts;
    assert.deepEqual([verdict?.text, verdict?.met, verdict?.seen.kind], ['a badge is shown', true, 'count']);
    assert.deepEqual((await ask('POST', 'rehearsal/delete', { name: kept?.name })).scenarios, []);
    assert(!existsSync(file));
  });

  it('has no scenario of a name that leads elsewhere', async () => {
    writeFileSync(
      join(side.runtime.userDir, 'elsewhere.json'),
      JSON.stringify({ start: '2026-06-15T05:00:00Z', hours: 1 }),
    );
    const body = { scenario: '../elsewhere' };
    assert.equal((await side.send('POST', 'breakerflow/rehearsal/start', { body })).status, 404);
  });

  it('lists a scenario that somebody has written wrong with all its problems, and does not begin it', async () => {
    const steps = [
      { at: 'noon', do: 'trip', device: 'Refrigerator' },
      { at: '10:00', do: 'explode' },
    ];
    const written = { broken: '{', wrong: JSON.stringify({ start: '2026-06-15T05:00:00Z', hours: 1, steps }) };
    const files = Object.entries(written).map(([name, text]) => {
      const file = join(side.runtime.userDir, `breakerflow-scenarios/${name}.json`);
      writeFileSync(file, text);
      return file;
    });
    const { scenarios } = await state();
    assert.deepEqual(
      scenarios.map(({ name, told, problems }) => [
        name,
        told,
        ...problems.map(({ field, rule }) => `${field} ${rule}`),
      ]),
      [
        ['broken', undefined, ' json'],
        ['wrong', undefined, 'steps[0].at scenarioTime', 'steps[1].do enum'],
      ],
    );
    const body = { scenario: 'wrong' };
    const refused = await side.send('POST', 'breakerflow/rehearsal/start', { body });
    assert.equal(refused.status, 400);
    assert.match(refused.json.error.message, /steps\[0\]\.at: must be a time such as 10:00/);
    for (const file of files) rmSync(file);
  });
});
