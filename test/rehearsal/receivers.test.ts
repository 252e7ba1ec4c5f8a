import assert from 'node:assert/strict';
import type { Rehearsal, StoredNode } from '../../src/rehearsal';
import { demoSite } from '../../src/simulator';
import { midnight, rehearsed } from './rehearsed';

const { devices } = demoSite(1, Date.parse(midnight));
const id = (label: string) => devices.find((device) => device.label === label)?.id ?? assert.fail(label);

const placed = { x: 0, y: 0 };
const debug = (name: string, z: string): StoredNode => ({
  ...{ id: name, type: 'debug', z, name, ...placed, active: true, tosidebar: true, complete: 'payload', wires: [] },
});
const receiver = (name: string, z: string, fields: object): StoredNode => ({
  ...{ id: name, type: 'stream-receiver', z, name, ...placed, format: 'webhook', endpoint: 'e', account: 'a' },
  ...{ register: true, description: name, output: 'publish', outputs: 3, devices: [id('Pool pump')] },
  ...fields,
});

/** Pushes and webhooks, on the tab and inside a subflow that is used there. */
const flow: readonly StoredNode[] = [
  { id: 't', type: 'tab', label: 'trial' },
  { id: 'a', type: 'breaker-account', name: 'House', mode: 'simulator', startMute: 0 },
  {
    ...{ id: 'e', type: 'breaker-endpoint', name: 'in', mount: 'shared', publicUrl: 'https://house.example' },
    ...{ basePath: '/breakerflow', duplicates: 'redis' },
  },
  receiver('pushes', 't', { route: '/streams', wires: [['pushed'], [], []] }),
  debug('pushed', 't'),
  // Somebody else has registered this one, with credentials that a rehearsal does not have.
  receiver('foreign', 't', { route: '/foreign', register: false, wires: [['from foreign'], [], []] }),
  debug('from foreign', 't'),
  {
    ...{ id: 'news', type: 'webhook-in', z: 't', name: 'news', ...placed, endpoint: 'e', route: '/webhooks' },
    ...{ deviceOnboarding: true, register: true, account: 'a', outputs: 1, wires: [['told']] },
  },
  debug('told', 't'),
  { id: 's', type: 'subflow', name: 'inside', in: [], out: [{ ...placed, wires: [{ id: 'inner', port: 0 }] }] },
  receiver('inner', 's', { route: '/inner', wires: [['inner shown'], [], []] }),
  debug('inner shown', 's'),
  {
    ...{ id: 'lost', type: 'meter-read', z: 's', name: 'no account', ...placed, outputs: 1, wires: [[]] },
    ...{ mode: 'now', every: 60 },
  },
  { id: 'u', type: 'subflow:s', z: 't', name: '', ...placed, wires: [['out']] },
  debug('out', 't'),
];

describe('the receivers of a rehearsed flow', function () {
  this.timeout(120_000);
  let rehearsal: Rehearsal;
  const shown = (name: string) =>
    rehearsal.result.events.flatMap((event) =>
      event.kind === 'debug' && event.node.name === name ? [JSON.stringify(event.payload)] : [],
    );
  before(async () => {
    const steps = [{ at: '2026-06-15T05:20:00Z', do: 'commission', name: 'Sauna' }];
    rehearsal = await rehearsed({ flow, scenario: { start: midnight, hours: 0.5, steps } });
    assert.equal(rehearsal.result.ending, 'done');
  });

  it('get the pushes of the site', () => {
    assert(shown('pushed').length >= 5, `${shown('pushed').length} pushes`);
    assert(shown('pushed').every((text) => text.includes('meter.telemetry.voltageAN')));
  });

  it('get them within a subflow, which sends them on', () => {
    assert.equal(shown('inner shown').length, shown('pushed').length);
    assert.equal(shown('out').length, shown('pushed').length);
  });

  it('get them with credentials of their own where somebody else has registered', () => {
    assert.equal(shown('from foreign').length, shown('pushed').length);
  });

  it('get the webhooks of what happens', () => {
    const [told, ...more] = shown('told');
    assert.equal(more.length, 0);
    assert.match(told ?? '', /emcb/);
  });

  it('are told of where they are not configured, once, by the node of the subflow', () => {
    assert.deepEqual(
      rehearsal.findings.filter(({ rule }) => rule === 'not-configured').map(({ nodeId }) => nodeId),
      ['lost'],
    );
  });

  it('get the same in every rehearsal', async () => {
    const steps = [{ at: '2026-06-15T05:20:00Z', do: 'commission', name: 'Sauna' }];
    const again = await rehearsed({ flow, scenario: { start: midnight, hours: 0.5, steps } });
    assert.equal(again.result.figures.hash, rehearsal.result.figures.hash);
  });
});
