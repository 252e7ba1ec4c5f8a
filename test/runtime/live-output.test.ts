import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Node, NodeAPI } from 'node-red';
import { createManualClock } from '../../src/clock';
import { createLiveOutput, isRedeploying } from '../../src/runtime/receiver/live-output';

describe('an output that completes when its messages have reached running nodes', () => {
  const round = () => new Promise<void>((resolve) => setImmediate(resolve));

  /** The part of Node-RED that an output uses. It delivers messages in the next turn of the event loop. */
  function open() {
    const events = new EventEmitter();
    const live = new Map<string, object>([['behind', {}]]);
    const heard: string[] = [];
    const node = {
      wires: [['behind']],
      send: (message: { readonly name: string }) => void setImmediate(() => heard.push(`received ${message.name}`)),
    };
    const RED = { events, nodes: { getNode: (id: string) => live.get(id) } };
    const clock = createManualClock();
    const output = createLiveOutput(RED as unknown as NodeAPI, node as unknown as Node, clock);
    const send = (name: string, done = () => void heard.push(`told ${name}`)) =>
      output.send([{ name }], {
        done,
        failed: (error) => void heard.push(isRedeploying(error) ? `refused ${name}` : `failed ${name}: ${error}`),
      });
    return { events, live, heard, output, send, clock };
  }

  it('completes each send after its delivery by Node-RED, in the same turn of the event loop', async () => {
    const { events, heard, send, output } = open();
    events.emit('flows:started');
    send('a');
    send('b');
    await Promise.resolve();
    assert.deepEqual(heard, []);
    await round();
    assert.deepEqual(heard, ['received a', 'told a', 'received b', 'told b']);
    output.close();
  });

  it('fails at once before the flows run, and during a deploy', () => {
    const { events, heard, send, output, clock } = open();
    send('a');
    events.emit('flows:started');
    events.emit('flows:stopping');
    send('b');
    assert.deepEqual(heard, ['refused a', 'refused b']);
    output.close();
    assert.equal(clock.pendingTimers(), 0);
  });

  it('fails a send that a deploy has interrupted, unless the wired nodes are the same', async () => {
    const { events, live, heard, send, output } = open();
    events.emit('flows:started');
    send('a');
    events.emit('flows:stopping');
    await round();
    events.emit('flows:started');
    send('b');
    events.emit('flows:stopping');
    live.set('behind', {});
    await round();
    assert.deepEqual(heard, ['received a', 'told a', 'received b', 'refused b']);
    output.close();
  });

  it('a deploy between two deliveries fails the second', async () => {
    const { events, live, heard, send, output } = open();
    events.emit('flows:started');
    send('a', () => {
      heard.push('told a');
      setImmediate(() => heard.push('a round later'));
    });
    setImmediate(() => {
      events.emit('flows:stopping');
      live.delete('behind');
    });
    send('b');
    await round();
    assert.deepEqual(heard.slice(0, 4), ['received a', 'told a', 'received b', 'refused b']);
    output.close();
  });

  it('passes an error thrown by a completion callback to its `failed`', async () => {
    const { events, heard, send, output } = open();
    events.emit('flows:started');
    send('a', () => {
      throw new Error('broken');
    });
    await round();
    assert.deepEqual(heard, ['received a', 'failed a: Error: broken']);
    output.close();
  });

  it('sending no messages completes at once', () => {
    const { events, output } = open();
    events.emit('flows:started');
    let done = 0;
    output.send([], { done: () => void done++, failed: assert.fail });
    assert.equal(done, 1);
    output.close();
  });
});
