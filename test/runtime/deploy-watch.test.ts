import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import { asEditor, asNode, nodeOrigin, onceStarted, watchDeploys } from '../../src/runtime';
import { callOrigin } from '../../src/runtime/node/call-origin';
import { packageRoot } from '../support/node-texts';

const started = 'flows:started';

describe('nodes that wait for the start of the flows', () => {
  let emitter: EventEmitter;
  let events: NodeAPI['events'];
  beforeEach(() => {
    emitter = new EventEmitter();
    events = emitter as unknown as NodeAPI['events'];
  });

  it('share one listener, however many they are, and leave none behind', () => {
    let times = 0;
    const count = () => {
      times += 1;
    };
    const ends = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? onceStarted(events, count) : watchDeploys(events, { started: count, stopping() {} }),
    );
    assert.equal(emitter.listenerCount(started), 1);
    emitter.emit(started);
    assert.equal(times, 50);
    emitter.emit(started);
    assert.equal(times, 75);
    for (const end of ends) end();
    assert.equal(emitter.listenerCount(started), 0);
  });

  it('are called as themselves, whoever deploys', () => {
    const asked: unknown[] = [];
    const watch = (id: string) =>
      asNode(nodeOrigin({ id, type: 'meter-read' }), () => onceStarted(events, () => asked.push(callOrigin())));
    watch('one');
    watch('other');
    asEditor(() => emitter.emit(started));
    assert.deepEqual(
      asked.map((origin) => (origin as { readonly id?: string }).id),
      ['one', 'other'],
    );
  });

  it('do nothing where they were closed before', () => {
    onceStarted(events, () => assert.fail('it was called off'))();
    emitter.emit(started);
  });

  it('listen to it nowhere else: emitters warn of more than ten', () => {
    const files = ['src', 'nodes'].flatMap((folder) =>
      (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, file)),
    );
    const listening = files.filter((file) =>
      /\.(on|once|addListener)\('flows:(started|stopping)'/.test(readFileSync(join(packageRoot, file), 'utf8')),
    );
    // A dialog that asks during a deploy waits for its end, one at a time.
    assert.deepEqual(listening.sort(), ['src/runtime/admin/account-at.ts', 'src/runtime/node/deploy-watch.ts']);
  });
});
