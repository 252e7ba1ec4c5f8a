import assert from 'node:assert/strict';
import { type FlowNode, planReplacement, type Replacement } from '../../src/editor/circuits/replacement';
import { circuit } from '../directory/circuits';

const old = { id: 'd-1', serialNumber: '30000000001' };
const next = { id: 'd-9', serialNumber: '30000000009' };
const rows = [
  circuit('d-1', 'Pump', { space: '4', critical: true }),
  circuit('d-2', 'Oven'),
  circuit('d-9', '', { leg: 'A' }),
];
const account = (settings: FlowNode['settings'] = {}): FlowNode => ({
  id: 'acc',
  type: 'breaker-account',
  label: 'House',
  settings: { protectedDevices: [], protectedLoads: '', ...settings },
});
const node = (id: string, settings: FlowNode['settings'], more: Partial<FlowNode> = {}): FlowNode => ({
  id,
  type: 'breaker-control',
  label: id,
  account: 'acc',
  settings,
  ...more,
});
type More = Partial<Parameters<typeof planReplacement>[0]>;
const planned = (nodes: readonly FlowNode[], more: More = {}) =>
  planReplacement({ accountId: 'acc', circuits: rows, nodes, old, next, ...more });
function plan(nodes: readonly FlowNode[], more: More = {}): Replacement {
  const done = planned(nodes, more);
  assert(!('problem' in done));
  return done;
}
const ids = (nodes: readonly FlowNode[]) => nodes.map(({ id }) => id);

describe('replace a device: what moves', () => {
  it('the row, with its name and protection; the nameless row of the new device goes', () => {
    const { row, protectedBy } = plan([]);
    assert.deepEqual(row?.after, { ...rows[0], deviceId: 'd-9', serialNumber: '30000000009' });
    assert.deepEqual([row?.before, row?.dropped, protectedBy], [rows[0], rows[2], ['row']]);
    assert.deepEqual(row?.circuits, [row?.after, rows[1]]);
  });

  it('without a row the directory stays, and what nodes name changes', () => {
    const { row, changed } = plan([node('n', { devices: ['d-1'] })], { circuits: [] });
    assert.equal(row, undefined);
    assert.deepEqual(changed[0]?.settings, { devices: ['d-9'] });
  });

  it('each field of each node that names it by id or serial number, of nodes of other kinds too', () => {
    const { changed, byHand } = plan([
      node('n', { devices: ['d-1', 'd-2'], except: ['D-1'], reason: 'test' }),
      node('call', { values: '{"path/deviceId":{"type":"str","value":"30000000001"}}' }, { type: 'cloud-call' }),
      { id: 'i', type: 'inject', label: 'i', settings: { props: [{ p: 'deviceId', v: 'd-1', vt: 'str' }] } },
      node('other', { devices: ['d-2'] }),
    ]);
    assert.deepEqual(
      changed.map(({ node: { id }, settings }) => [id, settings]),
      [
        ['n', { devices: ['d-9', 'd-2'], except: ['d-9'] }],
        ['call', { values: '{"path/deviceId":{"type":"str","value":"30000000009"}}' }],
        ['i', { props: [{ p: 'deviceId', v: 'd-9', vt: 'str' }] }],
      ],
    );
    assert.deepEqual(byHand, []);
  });

  it('the serial number of the row counts where the service does not list the device any more', () => {
    const { changed } = plan([node('n', { device: '30000000001' })], { old: { id: 'd-1' } });
    assert.deepEqual(changed[0]?.settings, { device: '30000000009' });
  });

  it('nodes that call it by its name need no change', () => {
    const { changed, byName } = plan([
      node('n', { target: 'value', device: 'pump', deviceType: 'str' }),
      node('call', { values: '{"a":{"value":"Pump"}}' }, { type: 'cloud-call' }),
      node('foreign', { device: 'Pump' }, { account: 'acc2' }),
    ]);
    assert.deepEqual([changed, ids(byName)], [[], ['n']]);
  });

  it('code, locked flows, other accounts, foreign settings and longer texts are left for a person', () => {
    const fixed = [
      node('f', { func: 'return "d-1"' }, { type: 'function', fixed: 'code' }),
      node('l', { devices: ['d-1'] }, { fixed: 'locked' }),
      node('s', { env: [{ value: 'd-1' }] }, { fixed: 'outside' }),
    ];
    const { changed, byHand } = plan([
      ...fixed,
      node('a', { devices: ['d-1'] }, { account: 'acc2' }),
      node('p', { devices: ['d-1'], url: 'http://x/d-1' }),
      node('q', { func: 'return "d-12"' }, { fixed: 'code' }),
    ]);
    assert.deepEqual(
      byHand.map(({ node: { id }, reason }) => [id, reason]),
      [
        ['f', 'code'],
        ['l', 'locked'],
        ['s', 'outside'],
        ['a', 'otherAccount'],
        ['p', 'part'],
      ],
    );
    assert.deepEqual(
      changed.map(({ node: { id }, settings }) => [id, settings]),
      [['p', { devices: ['d-9'] }]],
    );
  });

  it('nodes that name the new device already are told of', () => {
    assert.deepEqual(ids(plan([account(), node('n', { devices: ['d-9'] }), node('m', { name: 'd-9' })]).already), [
      'n',
    ]);
  });
});

describe('replace a device: protection', () => {
  it("the account's list names the new device in place of the old one", () => {
    const { changed, protectedBy } = plan([account({ protectedDevices: ['d-1', 'd-3'] })], { circuits: [] });
    assert.deepEqual([changed[0]?.settings, protectedBy], [{ protectedDevices: ['d-9', 'd-3'] }, ['list']]);
  });

  it('a load that protected the old device and is not set on the new one: the list gets it', () => {
    const loads = account({ protectedLoads: 'router, Freezer', protectedDevices: ['d-3'] });
    const { changed, protectedBy } = plan([loads], { circuits: [], oldLoad: 'freezer', nextLoad: 'outlets' });
    assert.deepEqual([changed[0]?.settings, protectedBy], [{ protectedDevices: ['d-3', 'd-9'] }, ['load']]);
  });

  it('a load of the same protected kind, or one that protected nothing, adds nothing', () => {
    const loads = account({ protectedLoads: 'freezer' });
    for (const load of [{ oldLoad: 'freezer', nextLoad: 'freezer' }, { oldLoad: 'oven' }, {}])
      assert.deepEqual(plan([loads], { circuits: [], ...load }).changed, []);
    assert.deepEqual(plan([account()], { circuits: [], oldLoad: '' }).changed, []);
  });

  it('a device that its list and its load protected stands in the list once', () => {
    const both = account({ protectedLoads: 'freezer', protectedDevices: ['d-1'] });
    const { changed } = plan([both], { circuits: [], oldLoad: 'freezer' });
    assert.deepEqual(changed[0]?.settings, { protectedDevices: ['d-9'] });
  });
});

describe('replace a device: refused', () => {
  it('by itself', () => assert.deepEqual(planned([], { next: { id: 'D-1' } }), { problem: 'sameDevice' }));

  it('by a circuit with a name of its own, whether the old one has a row or not', () => {
    const named = { problem: 'hasName', name: 'Oven' };
    assert.deepEqual(planned([], { next: { id: 'd-2' } }), named);
    assert.deepEqual(planned([], { old: { id: 'd-7' }, next: { id: 'd-2' } }), named);
  });
});
