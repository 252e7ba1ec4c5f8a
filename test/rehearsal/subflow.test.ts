import assert from 'node:assert/strict';
import type { Rehearsal, StoredNode } from '../../src/rehearsal';
import { siteIds } from '../examples/site-ids';
import { midnight, rehearsed } from './rehearsed';

const placed = { x: 0, y: 0 };
const once = {
  repeat: '',
  once: true,
  crontab: '',
  topic: '',
  props: [{ p: 'payload' }],
  payload: '',
  payloadType: 'date',
};

/** Used twice; a message comes to one of them, which opens the pump, tells of it by mail, and asks another machine. */
const flow: StoredNode[] = [
  { id: 't', type: 'tab', label: 'subflows' },
  { id: 'a', type: 'breaker-account', mode: 'simulator', startMute: 0 },
  { id: 'start', type: 'inject', z: 't', name: 'at the start', ...once, onceDelay: 60, wires: [['used']] },
  { id: 'used', type: 'subflow:s', z: 't', name: 'shed', ...placed, wires: [[]] },
  { id: 'other', type: 'subflow:s', z: 't', name: 'unused', ...placed, wires: [[]] },
  { id: 's', type: 'subflow', name: 'shed a load', in: [{ ...placed, wires: [{ id: 'n1' }] }], out: [] },
  {
    ...{ id: 'n1', type: 'change', z: 's', name: 'why', rules: [], ...placed, wires: [['n2', 'n3']] },
  },
  {
    ...{ id: 'n2', type: 'breaker-control', z: 's', name: 'open the pump', account: 'a', action: 'open' },
    ...{ target: 'devices', devices: [siteIds['circuit(Pool pump)']], ...placed, wires: [['n4']] },
  },
  { id: 'n3', type: 'http request', z: 's', name: 'ask', ...placed, wires: [['n4']] },
  { id: 'n4', type: 'e-mail', z: 's', name: 'mail', ...placed, wires: [] },
];

describe('a rehearsal of a subflow', function () {
  this.timeout(60_000);
  let seen: Rehearsal;
  before(async () => {
    const scenario = {
      ...{ start: midnight, hours: 0.1, answers: { n3: { set: { payload: 'an answer' } } } },
      expect: [
        { text: 'mailed', kind: 'stand-in', match: { node: 'n4' }, atLeast: 1 },
        { text: 'opened', kind: 'command', match: { node: 'n2', command: 'open' }, atLeast: 1 },
      ],
    };
    seen = await rehearsed({ flow, scenario });
  });

  it('lists a command of a node in it with the way of its message, by the node in the template', () => {
    const commands = seen.result.events.filter((event) => event.kind === 'command');
    assert.deepEqual(
      commands.map(({ node, command, outcome, devices, way }) => ({ id: node.id, command, outcome, devices, way })),
      [
        {
          ...{ id: 'n2', command: 'open', outcome: 'confirmed', devices: ['Pool pump'] },
          way: ['at the start', 'shed', 'why', 'open the pump'],
        },
      ],
    );
  });

  it('has stand-ins in it, which answer as the scenario says, by the node in the template', () => {
    const got = seen.result.events.flatMap((event) => (event.kind === 'stand-in' ? [event] : []));
    assert.deepEqual(new Set(got.map(({ node }) => node.id)), new Set(['n3', 'n4']));
    assert(got.some(({ node, payload }) => node.id === 'n4' && payload === 'an answer'));
  });

  it('meets what is expected of a node in it', () => {
    assert.deepEqual(
      seen.verdicts.map(({ text, met }) => [text, met]),
      [
        ['mailed', true],
        ['opened', true],
      ],
    );
  });

  it('finds no node unreached that a message has come to in one of its instances', () => {
    assert.deepEqual(
      seen.findings.filter(({ rule }) => rule === 'never-reached').map(({ nodeId }) => nodeId),
      [],
    );
  });
});
