import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rehearsal, type StoredNode, textReport } from '../../src/rehearsal';
import { midnight, rehearsed } from './rehearsed';

const placed = { z: 't', x: 0, y: 0 };
const func = (id: string, code: string, fields: object = {}): StoredNode => ({
  ...{ id, type: 'function', ...placed, name: id, func: code, outputs: 1, libs: [], wires: [[]], ...fields },
});

/** Passes on what it gets. */
const nothing = (id: string, to: string): StoredNode => ({
  ...{ id, type: 'change', ...placed, name: id, rules: [], wires: [[to]] },
});

/** One flow with everything that somebody may give by mistake, or on purpose. */
const strange: readonly StoredNode[] = [
  { id: 't', type: 'tab', label: 'strange' },
  {
    ...{ id: 'start', type: 'inject', ...placed, name: 'start', repeat: '', once: true, onceDelay: 0.1, crontab: '' },
    props: [{ p: 'payload' }],
    wires: [['heater', 'endless', 'leaves', 'loads', 'n0', 'chat']],
  },
  { id: 'broker', type: 'modbus-client', host: '10.0.0.1' },
  { id: 'heater', type: 'shelly-gen9', ...placed, name: 'heater', wires: [['after']] },
  { id: 'sensor', type: 'modbus-read', ...placed, name: 'sensor', inputs: 0, wires: [['after']] },
  { id: 'after', type: 'debug', ...placed, name: 'after', active: true, tosidebar: true, complete: 'payload' },
  { id: 'chat', type: 'http request', ...placed, name: 'chat', url: 'http://127.0.0.1:9/', wires: [[]] },
  func('endless', 'while (true) {}', { timeout: 0.2 }),
  func('leaves', `process.mainModule.require('fs').unlinkSync('/etc/hostname')`),
  func('loads', 'return msg;', { libs: [{ var: 'axios', module: 'axios' }] }),
  ...Array.from({ length: 2_000 }, (_, index) => nothing(`n${index}`, index === 1_999 ? 'end' : `n${index + 1}`)),
  { id: 'end', type: 'debug', ...placed, name: 'end', active: true, tosidebar: true, complete: 'payload' },
  // A wire to nowhere, a node without a type that anybody knows, and fields of the wrong kind.
  { id: 'odd', type: 'function', ...placed, name: 7 as never, func: 9, wires: 'none' },
  { id: 'nowhere', type: 'change', ...placed, rules: [], wires: [['gone']] },
];

describe('what a rehearsal tells of bad input', function () {
  this.timeout(300_000);
  const temporary = process.env.TMPDIR;
  let folder: string;
  let rehearsal: Rehearsal;
  let report: string;
  const state = () => ({
    cwd: process.cwd(),
    env: { ...process.env },
    flow: JSON.stringify(strange),
    files: readdirSync(folder),
  });
  let was: ReturnType<typeof state>;

  before(async () => {
    // A directory of its own: other rehearsals of this machine leave theirs in the common one.
    folder = mkdtempSync(join(tmpdir(), 'breakerflow-bad-input-'));
    process.env.TMPDIR = folder;
    was = state();
    rehearsal = await rehearsed({ flow: strange, scenario: { start: midnight, hours: 0.05 }, budgetMs: 250_000 });
    report = textReport(rehearsal);
  });
  after(() => {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    rmSync(folder, { recursive: true, force: true });
  });

  it('comes to its end', () => assert.equal(rehearsal.result.ending, 'done', report));

  for (const [what, sentence] of [
    [
      'nodes that are not installed',
      /^Of other families, so what would have come to them is recorded: heater \(shelly-gen9\)/m,
    ],
    ['sources that are not installed', /^Silent but for the scenario: sensor \(modbus-read\)$/m],
    ['what is done outside', /^Answered as if what they do outside had worked: chat \(http request\)$/m],
    ['a function that loads a module', /^Functions that were not run, .*: loads \(function\)$/m],
    ['a function without end', /endless told an error once that no Catch node takes: .*timed out/i],
    ['a function that tries to leave', /leaves told an error once that no Catch node takes/],
  ] as const)
    it(`has a sentence for ${what}`, () => assert.match(report, sentence));

  it('runs 2,000 nodes, one behind the other', () => {
    const { events } = rehearsal.result;
    assert(events.some((event) => event.kind === 'debug' && event.node.name === 'end'));
  });

  it('says how much memory there is, where a flow needs more', async () => {
    const start = strange.filter(({ id }) => id === 't' || id === 'start');
    const fills = func('endless', 'const kept = []; while (true) kept.push(new Array(100_000).fill(msg));');
    await assert.rejects(
      rehearsed({ flow: [...start, fills], scenario: { start: midnight, hours: 0.05 }, budgetMs: 250_000 }),
      { name: 'RehearsalError', message: 'the flow needs more than 256 MB' },
    );
  });

  const budgetMs = 2_000;
  /** Rehearses one function that a message comes to once. */
  const alone = (code: string) =>
    rehearsed({
      flow: [...strange.filter(({ id }) => id === 't' || id === 'start'), func('endless', code, { libs })],
      ...{ scenario: { start: midnight, hours: 24 }, budgetMs },
    });
  const libs = [{ var: 'timers', module: 'timers' }];
  // Before and after it: Node-RED is loaded, and the process ends.
  const aroundMs = 40_000;

  for (const [what, code, sentence] of [
    [
      'waits for nothing without end, so that nothing else comes to its turn',
      'while (true) await null;',
      /^a node went on without end, .* The last function that a message came to: endless$/,
    ],
    [
      'waits for the next turn without end',
      'while (true) await new Promise((done) => timers.setImmediate(done));',
      /^It ended early: the 2 s of real time that it may take were over\.$/m,
    ],
    [
      'waits for no time without end',
      'while (true) await new Promise((done) => setTimeout(done, 0));',
      /^It ended early: the 2 s of real time that it may take were over\.$/m,
    ],
    [
      'does something each millisecond',
      'setInterval(() => {}, 1);',
      /^It ended early: the 2 s of real time that it may take were over\.$/m,
    ],
  ] as const)
    it(`ends within its time and says so, where a function ${what}`, async () => {
      const startedMs = performance.now();
      const told = await alone(code).then(textReport, ({ message }: Error) => message);
      assert.match(told, sentence);
      assert(performance.now() - startedMs < budgetMs + aroundMs);
    });

  it('leaves the process that asks as it was', () => assert.deepEqual(state(), was));
});
