import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import { createManualClock } from '../../src/clock';
import type { ReachableAccount } from '../../src/runtime/made/account-identity';
import { type ConfiguredNodes, configuredNodes } from '../../src/runtime/made/configured-nodes';
import { adoptFormer } from '../../src/runtime/made/former-versions';
import { createMadeMemory, type Made } from '../../src/runtime/made/made-memory';
import { createReceiverMemory } from '../../src/runtime/made/receivers/receiver-memory';
import { createScheduleMemory } from '../../src/runtime/made/schedules/schedule-memory';
import { createTakeBack } from '../../src/runtime/made/take-back';

const nodesOf = (...nodes: object[]): ConfiguredNodes =>
  configuredNodes({
    nodes: {
      eachNode: (each: (node: object) => void) => {
        for (const node of nodes) each(node);
      },
    },
  } as unknown as NodeAPI);

describe('the memory of what nodes have made', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-made-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const webhook: Made = {
    kind: 'webhook',
    name: 'deviceOnboarding https://a.example/hook',
    nodeId: 'n',
    nodeType: 'webhook-in',
    nodeName: '',
    account: 'account',
    service: 'simulator',
    owner: 'account',
    flows: '',
    what: { uri: 'https://a.example/hook' },
    madeAt: 1,
  };
  const memoryFile = () => join(directory, 'made.json');

  /** Starts Node-RED, which reads the stored state from disk. */
  function start(configured: ConfiguredNodes, onDelete: (made: Made) => void) {
    const clock = createManualClock();
    const memory = createMadeMemory(memoryFile());
    const account = {
      id: 'account',
      owner: 'account',
      owners: ['account'],
      account: { kind: 'simulator' },
    } as unknown as ReachableAccount;
    const remove = async (_through: ReachableAccount, made: Made) => onDelete(made);
    const takeBack = createTakeBack({
      memory,
      clock,
      kinds: { stream: remove, webhook: remove, schedules: remove, udpKey: remove },
      onForgotten: () => {},
      flows: () => '',
      isConfigured: configured.has,
      account: (id) => (id === 'account' ? account : undefined),
      willRun: () => true,
      accountIds: () => ['account'],
      closed: async () => {},
      messageOf: String,
      noAccount: () => 'no account',
      onFailure: () => {},
    });
    return { clock, memory, takeBack };
  }

  it('takes back at the next start the things that could not be taken back before', async () => {
    const failing = start(nodesOf(), () => {
      throw new Error('503');
    });
    failing.memory.record(webhook);
    await failing.takeBack.sweep();
    assert.equal(failing.takeBack.left()[0]?.[1].failure?.why, 'Error: 503');
    const deleted: string[] = [];
    const next = start(nodesOf(), ({ name }) => deleted.push(name));
    await next.takeBack.sweep();
    assert.deepEqual(deleted, [webhook.name]);
    assert.deepEqual(createMadeMemory(memoryFile()).all(), []);
  });

  it('keeps a thing that another node also has', async () => {
    const deleted: string[] = [];
    const { memory, takeBack } = start(nodesOf({ id: 'm', type: 'webhook-in' }), ({ nodeId }) => deleted.push(nodeId));
    memory.record(webhook);
    const other = memory.record({ ...webhook, nodeId: 'm', what: { uri: 'HTTPS://A.example/hook' } });
    await takeBack.sweep();
    assert.deepEqual([deleted, memory.all().map(([id]) => id)], [[], [other]]);
  });

  it('repeats failed attempts with growing pauses until they succeed', async () => {
    let tries = 0;
    const { clock, memory, takeBack } = start(nodesOf(), () => {
      tries += 1;
      if (tries < 4) throw new Error('503');
    });
    memory.record(webhook);
    await takeBack.sweep();
    for (const [waitMs, expected] of [
      [5_000, 2],
      [10_000, 3],
      [20_000, 4],
    ] as const) {
      await clock.advance(waitMs - 1);
      assert.equal(tries, expected - 1);
      await clock.advance(1);
      for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
      assert.equal(tries, expected);
    }
    assert.equal(clock.nextTimerMs(), undefined);
  });

  describe('after the upgrade from 0.1.0', () => {
    const adopted = async (nodes: ConfiguredNodes) => {
      const schedules = createScheduleMemory(join(directory, 'schedules.json'));
      const receivers = createReceiverMemory(join(directory, 'receivers.json'));
      await schedules.with('account https://cloud.example', async (declarations, save) => {
        const made = { made: { b1: 'print' }, pending: {}, shared: {} };
        declarations.marked = { ...made, gone: true };
        declarations.unmarked = { ...made };
        save();
      });
      receivers.key();
      receivers.saveStream('receiver', { account: 'account', streamId: 's1', fingerprint: 'f', deviceIds: [] });
      const memory = createMadeMemory(memoryFile());
      adoptFormer(memory, { schedules, receivers }, nodes, 'flows.json', 1);
      return memory.all().map(([, { kind, nodeId, undecided, stays }]) => [kind, nodeId, undecided, stays]);
    };

    it('schedules of deleted nodes are taken back if they were marked; otherwise the user decides', async () => {
      assert.deepEqual(await adopted(nodesOf()), [
        ['schedules', 'marked', undefined, undefined],
        ['schedules', 'unmarked', true, undefined],
        ['stream', 'receiver', true, undefined],
      ]);
    });

    it('existing nodes, disabled or not, keep their things, with the setting of their dialog', async () => {
      const nodes = nodesOf(
        { id: 'unmarked', type: 'batch-schedule', removeWithNode: false },
        { id: 'receiver', type: 'stream-receiver', d: true },
      );
      assert.deepEqual((await adopted(nodes)).slice(1), [
        ['schedules', 'unmarked', undefined, true],
        ['stream', 'receiver', undefined, undefined],
      ]);
    });
  });

  it('a node inside a subflow exists as long as the instance, its parent instance and the template exist', () => {
    const all = [
      { id: 'outer', type: 'subflow' },
      { id: 'inner', type: 'subflow' },
      { id: 'node-1', type: 'x', z: 'inner' },
      { id: 'in-outer', type: 'subflow:inner', z: 'outer' },
      { id: 'top', type: 'subflow:outer', z: 'tab' },
    ];
    const has = (missing?: string) => nodesOf(...all.filter(({ id }) => id !== missing)).has('top-in-outer-node-1');
    assert.equal(has(), true);
    for (const missing of ['node-1', 'in-outer', 'top']) assert.equal(has(missing), false, missing);
    assert.equal(nodesOf(...all).has('node-1'), false);
  });
});
