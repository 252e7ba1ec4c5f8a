import assert from 'node:assert/strict';
import { type FlowNode, operatingFlow, readingFlow } from '../../src/editor/sidebar/first-run/flow-nodes';

const target = { accountId: 'a', deviceId: 'd', deviceName: 'outlets', flow: 'z', x: 140, y: 80 };

function parts() {
  let count = 0;
  return {
    newId() {
      count += 1;
      return `n${count}`;
    },
    defaultsOf: (type: string) => (type === 'breaker-control' ? { action: 'value', readBack: true } : {}),
  };
}

const of = (nodes: readonly FlowNode[], type: string) => nodes.filter((node) => node.type === type);

describe('the first flow', () => {
  it('that reads commands nothing: a button, one breaker whose position is read, a debug node', () => {
    const nodes = readingFlow(target, parts(), 'Read');
    const [control] = of(nodes, 'breaker-control');
    assert.deepEqual(
      [control?.action, control?.account, control?.target, control?.devices, control?.readBack],
      ['readPosition', 'a', 'devices', ['d'], true],
    );
    assert.deepEqual(of(nodes, 'inject')[0]?.wires, [[control?.id]]);
    assert.deepEqual(control?.wires, [[of(nodes, 'debug')[0]?.id]]);
    assert.equal(nodes.length, 3);
  });

  it('that operates has a button for each command and names one breaker only', () => {
    const nodes = operatingFlow(target, parts(), { open: 'Open', close: 'Close' });
    const injects = of(nodes, 'inject');
    assert.deepEqual(
      injects.map(({ payload, payloadType }) => [payload, payloadType]),
      [
        ['open', 'str'],
        ['close', 'str'],
      ],
    );
    assert.deepEqual(of(nodes, 'breaker-control')[0]?.devices, ['d']);
    assert(
      injects.every(({ wires }) => JSON.stringify(wires) === JSON.stringify([[of(nodes, 'breaker-control')[0]?.id]])),
    );
  });

  it('has no button that presses itself', () => {
    for (const node of operatingFlow(target, parts(), { open: 'Open', close: 'Close' }))
      assert(!('once' in node) && !('repeat' in node), 'only the defaults of Node-RED');
  });

  it('has ids of its own, on the flow that was named, no two nodes in one place', () => {
    const nodes = operatingFlow(target, parts(), { open: 'Open', close: 'Close' });
    assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
    assert.equal(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, nodes.length);
    assert(nodes.every(({ z }) => z === 'z'));
  });
});
