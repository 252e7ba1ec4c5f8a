import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ScenarioError, type StoredNode } from '../../src/rehearsal';
import { siteIds } from '../examples/site-ids';
import { exampleFlow, midnight, rehearsed } from './rehearsed';

const tab: StoredNode = { id: 't', type: 'tab', label: 'trial' };
const account: StoredNode = { id: 'a', type: 'breaker-account', mode: 'simulator', startMute: 0 };
/** Sends every `repeat` seconds, from the start on. */
const inject = (repeat: number, to: string): StoredNode => ({
  ...{
    id: 'i',
    type: 'inject',
    z: 't',
    name: 'every',
    repeat: String(repeat),
    once: true,
    onceDelay: 0.1,
    crontab: '',
  },
  ...{ topic: '', props: [{ p: 'payload' }], payload: '', payloadType: 'date', wires: [[to]] },
});
const func = (code: string, to: readonly string[] = []): StoredNode => ({
  ...{ id: 'f', type: 'function', z: 't', x: 0, y: 0, name: 'code', func: code, outputs: 1, libs: [], wires: [to] },
});
const debug: StoredNode = {
  ...{
    id: 'd',
    type: 'debug',
    z: 't',
    x: 0,
    y: 0,
    name: 'shown',
    active: true,
    tosidebar: true,
    complete: 'payload',
    wires: [],
  },
};

describe('a rehearsal', function () {
  this.timeout(120_000);

  it('lives the hours of its scenario, and fires what is due in them', async () => {
    const { result } = await rehearsed({ flow: [tab, inject(10, 'd'), debug] });
    assert.equal(result.ending, 'done');
    assert.equal(result.figures.simulatedMs, 3_600_000);
    const shown = result.events.filter(({ kind }) => kind === 'debug');
    assert.equal(shown.length, 360);
    const gaps = shown.slice(1).map(({ at }, index) => at - (shown[index]?.at ?? 0));
    assert.deepEqual(new Set(gaps), new Set([10_000]));
  });

  it('gives the same log twice', async () => {
    const flow = exampleFlow('03-automation/01-shed-a-load.json');
    const hashes = await Promise.all([1, 2].map(async () => (await rehearsed({ flow })).result.figures.hash));
    assert.equal(hashes[0], hashes[1]);
  });

  it('gives code the time, the chance and the formats of the rehearsal', async () => {
    const code = `
      const asked = [Date.now(), +new Date(), performance?.now?.() ?? 0, Math.random()];
      msg.payload = { asked, format: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'short' }).format() };
      return msg;`;
    const flow = [tab, inject(600, 'f'), func(code.replace('performance?.now?.() ?? 0', '0'), ['d']), debug];
    const { result } = await rehearsed({ flow });
    const shown = result.events.flatMap((event) => (event.kind === 'debug' ? [event.payload] : []));
    assert(shown.length >= 6);
    assert.match(JSON.stringify(shown[0]), /15\/06\/2026/);
    assert.match(JSON.stringify(shown[0]), /17814996/);
  });

  it('carries out the steps of the scenario, and judges what is expected', async () => {
    const scenario = {
      ...{ start: midnight, hours: 0.5 },
      steps: [
        { at: '2026-06-15T05:10:00Z', do: 'trip', device: 'Refrigerator' },
        { at: '2026-06-15T05:20:00Z', do: 'emit', node: 'from outside', msg: { payload: 'on' } },
      ],
      expect: [
        {
          ...{ text: 'tripped', kind: 'world', atLeast: 1, atMost: 1 },
          match: { device: 'Refrigerator', handle: 'main', position: 'open', source: 'trip' },
        },
        {
          text: 'switched',
          kind: 'command',
          match: { device: 'Pool pump', command: 'open', outcome: 'confirmed' },
          atLeast: 1,
        },
        { text: 'the pool pump is off', kind: 'power', of: 'Pool pump', below: 1, after: '2026-06-15T05:25:00Z' },
        { text: 'nothing is told', kind: 'error', atMost: 0 },
        { text: 'never met', kind: 'stand-in', atLeast: 1 },
      ],
    };
    const flow: StoredNode[] = [
      ...[tab, account],
      { id: 'm', type: 'mqtt in', z: 't', name: 'from outside', wires: [['b']] },
      {
        ...{ id: 'b', type: 'breaker-control', z: 't', account: 'a', action: 'open', target: 'devices', wires: [[]] },
      },
    ];
    const pump = siteIds['circuit(Pool pump)'];
    const bound = flow.map((node) => (node.id === 'b' ? { ...node, devices: [pump] } : node));
    const { verdicts, findings } = await rehearsed({ flow: bound, scenario });
    assert.deepEqual(
      verdicts.map(({ text, met }) => [text, met]),
      [
        ['tripped', true],
        ['switched', true],
        ['the pool pump is off', true],
        ['nothing is told', true],
        ['never met', false],
      ],
      JSON.stringify({ verdicts, findings }),
    );
  });

  it('takes a circuit into an override event: a command waits, and is carried out at its end', async () => {
    const scenario = {
      ...{ start: midnight, hours: 0.5 },
      steps: [
        { at: '2026-06-15T05:02:00Z', do: 'load', device: 'Pool pump', ratedA: 9, course: 'steady' },
        { at: '2026-06-15T05:05:00Z', do: 'override', device: 'Pool pump', minutes: 10 },
        { at: '2026-06-15T05:08:00Z', do: 'press', node: 'button' },
      ],
    };
    const flow: StoredNode[] = [
      ...[tab, account],
      { ...inject(0, 'b'), name: 'button', repeat: '', once: false },
      {
        ...{ id: 'b', type: 'breaker-control', z: 't', account: 'a', action: 'open', target: 'devices', wires: [[]] },
        devices: [siteIds['circuit(Pool pump)']],
      },
    ];
    const { result, findings } = await rehearsed({ flow, scenario });
    const seen = result.events.flatMap((event) => {
      const minute = Math.floor((event.at - Date.parse(midnight)) / 60_000);
      if (event.kind === 'command') return [`${minute} ${event.command} ${event.outcome}`];
      return event.kind === 'world' && event.handle === 'remote' ? [`${minute} ${event.position}`] : [];
    });
    assert.deepEqual(seen, ['8 open deferred', '15 open']);
    // At night the pump rests; its steady course makes it draw.
    assert.deepEqual(findings, []);
  });

  it('refuses a scenario that names what is not there, before anything runs', async () => {
    const scenario = {
      ...{ start: midnight, hours: 1 },
      steps: [{ at: '10:00', do: 'trip', device: 'Moon' }],
      expect: [{ text: 'a', kind: 'badge', match: { node: 'nobody' }, atMost: 0 }],
      answers: { 'no node': {} },
    };
    await assert.rejects(rehearsed({ flow: [tab, account], scenario }), (error: ScenarioError) => {
      assert.deepEqual(
        error.problems.map(({ field }) => field),
        ['steps[0].device', 'expect[0].match.node', 'answers.no node'],
      );
      return error instanceof ScenarioError;
    });
  });

  it('records what a stand-in would have got, and answers as the scenario says', async () => {
    const flow: StoredNode[] = [
      tab,
      inject(600, 'h'),
      {
        id: 'h',
        type: 'http request',
        z: 't',
        name: 'weather',
        method: 'GET',
        url: 'https://x.example',
        wires: [['d']],
      },
      { ...debug, wires: [] },
      { id: 'x', type: 'e-mail', z: 't', name: 'mail', wires: [] },
    ];
    const scenario = { start: midnight, hours: 0.2, answers: { weather: { set: { payload: { sun: true } } } } };
    const { result, standIns } = await rehearsed({ flow, scenario });
    assert.deepEqual(
      standIns.map(({ name, reason, passesOn }) => [name, reason, passesOn]),
      [
        ['weather', 'outside', true],
        ['mail', 'otherFamily', false],
      ],
    );
    const shown = result.events.flatMap((event) => (event.kind === 'debug' ? [String(event.payload)] : []));
    assert.match(shown[0] ?? '', /sun/);
    assert(result.events.some((event) => event.kind === 'stand-in' && event.node.name === 'weather'));
  });

  it('logs a badge when it changes, and not each time a node sets it', async () => {
    const code = `
      const count = context.get('count') || 0;
      context.set('count', count + 1);
      node.status({ fill: 'green', text: count < 4 ? 'same' : 'other' });`;
    const { result } = await rehearsed({ flow: [tab, inject(300, 'f'), func(code)] });
    const texts = result.events.flatMap((event) => (event.kind === 'badge' ? [event.text] : []));
    assert.deepEqual(texts, ['same', 'other']);
  });

  it('ends with a sentence and the names of its nodes where messages go round without time passing', async () => {
    const round: StoredNode = { ...func('return msg;', ['f']), name: 'round and round' };
    const { result } = await rehearsed({ flow: [tab, inject(600, 'f'), round], budgetMs: 110_000 });
    assert.equal(result.ending, 'never-quiet');
    assert.deepEqual(result.early, { ending: 'never-quiet', nodes: ['round and round'] });
  });

  it('tells the name of a function that goes on without end, and goes on', async () => {
    const { result } = await rehearsed({
      flow: [tab, { ...inject(0, 'f'), repeat: '' }, { ...func('while (true) {}'), timeout: 1 }],
    });
    assert.equal(result.ending, 'done');
    const errors = result.events.filter((event) => event.kind === 'error');
    assert.deepEqual(
      errors.map(({ node }) => node.name),
      ['code'],
    );
  });

  it('says how far it has come where the time is not enough', async () => {
    const { result } = await rehearsed({
      flow: [tab, inject(0.001, 'd'), { ...debug, active: false }],
      budgetMs: 1_500,
    });
    assert.equal(result.ending, 'out-of-time');
    assert.deepEqual(result.early, { ending: 'out-of-time', seconds: 1.5 });
    assert(result.figures.simulatedMs > 0 && result.figures.simulatedMs < 3_600_000);
  });

  it('tells what would have ended Node-RED', async () => {
    const { result } = await rehearsed({
      flow: [tab, inject(600, 'f'), func('Promise.reject(new Error("late"))')],
    });
    assert.equal(result.ending, 'failed');
    assert.deepEqual(result.early, { ending: 'failed', said: 'late' });
  });

  it('leaves no directory behind, also where it is cancelled', async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('breakerflow-rehearsal-')).length;
    const before = left();
    const cancelling = new AbortController();
    const cancelled = rehearsed({
      flow: [tab, account, inject(1, 'd'), debug],
      scenario: { start: midnight, hours: 24 },
      signal: cancelling.signal,
      onProgress: () => cancelling.abort(new Error('cancelled by its user')),
    });
    await assert.rejects(cancelled, /cancelled by its user/);
    assert.equal(left(), before);
  });
});
