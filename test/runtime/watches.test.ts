import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import circuitWatch from '../../nodes/circuit-watch/circuit-watch';
import type { ListedSubject, ListedWatch, WatchList } from '../../src/admin-api';
import { circuit } from '../directory/circuits';
import { adminAuth } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, withTexts } from '../support/runtime';
import { turnUntil } from '../support/turn-clock';

const minute = 60_000;
const path = 'breakerflow/accounts/account/watches';

describe('the watches in the sidebar', () => {
  let side: AdminSide;
  let rack: string;
  let oven: string;
  let flow: FlowNode[];

  async function start(more: object = {}, auth?: () => ReturnType<typeof adminAuth>): Promise<void> {
    side = await startAdminSide({
      ...(auth === undefined ? {} : { auth }),
      nodes: [withTexts(breakerDirectory), withTexts(circuitWatch)],
      flow: (account, { device, simulator }) => {
        [rack, oven] = [device('Office server rack'), device('Kitchen oven')];
        simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: 40 });
        simulator.controls.setLoad(oven, { kind: 'server-rack', ratedA: 5 });
        flow = flowAround(
          {
            ...{ type: 'circuit-watch', name: 'Office', account: 'account', target: 'devices', devices: [rack, oven] },
            ...{ measure: 'amperes', condition: 'above', value: 16, for: 120, wellFor: 60, repeat: 1 },
            ...{ zone: 'America/New_York', wires: [['outputs'], ['outputs'], ['outputs']] },
            ...more,
          },
          account,
          {
            ...{ id: 'directory', type: 'breaker-directory', account: 'account' },
            circuits: [circuit(rack, 'Rack'), circuit(oven, 'Oven')],
          } as unknown as FlowNode,
          { ...account, id: 'other' },
        );
        return flow;
      },
    });
  }
  afterEach(() => side.stop());

  async function pass(ms: number): Promise<void> {
    const untilMs = side.service.clock.now() + ms;
    await turnUntil(side.service.clock, () => side.service.clock.now() >= untilMs, { withinMs: ms + minute });
  }
  const as = (user: string | undefined) => (user === undefined ? {} : { headers: { authorization: `Bearer ${user}` } });
  async function list(account = 'account', user?: string): Promise<WatchList> {
    const { status, json } = await side.ask('GET', `breakerflow/accounts/${account}/watches`, as(user));
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  }
  async function watch(): Promise<ListedWatch> {
    const { watches } = await list();
    assert.equal(watches.length, 1);
    return watches[0] ?? assert.fail();
  }
  async function subject(name: string): Promise<ListedSubject> {
    return (await watch()).subjects.find((one) => one.name === name) ?? assert.fail(name);
  }
  const acknowledge = (body: object, user?: string) =>
    side.ask('POST', `${path}/acknowledge`, { body: { watch: 'n', deviceId: '', ...body }, ...as(user) });
  const refusal = ({ status, json }: Awaited<ReturnType<typeof acknowledge>>) => {
    assert.equal(status, 400, JSON.stringify(json));
    return String(json.error.message);
  };

  describe('the list', () => {
    it('has each subject by name with its value in words, and how long it must go on', async () => {
      await start();
      await pass(90_000);
      assert.deepEqual([(await watch()).id, (await watch()).name], ['n', 'Office']);
      const [bad, well] = [await subject('Rack'), await subject('Oven')];
      assert.deepEqual([bad.look, bad.measure, bad.acknowledged], ['counting', 'current', false]);
      assert.match(bad.value ?? '', /^2\d(\.\d)? A$/);
      assert((bad.remainsMs ?? 0) > 0 && (bad.remainsMs ?? 0) + (bad.forMs ?? 0) === 120_000, JSON.stringify(bad));
      assert.deepEqual([well.look, well.forMs], ['well', undefined]);
      await pass(3 * minute);
      const alarm = await subject('Rack');
      assert.equal(alarm.look, 'alarm');
      assert((alarm.forMs ?? 0) >= 120_000, JSON.stringify(alarm));
    });

    it('asks nothing of the service', async () => {
      await start();
      await pass(minute);
      const before = side.service.requests().length;
      await list();
      assert.equal(side.service.requests().length, before);
    });

    it('has the watches of other accounts of the same service', async () => {
      await start();
      await pass(minute);
      assert.deepEqual(
        (await list('other')).watches.map(({ name }) => name),
        ['Office'],
      );
    });

    it('has no watch that cannot start, and none that is deleted', async () => {
      await start({ value: 999 });
      assert.deepEqual((await list()).watches, []);
      await side.runtime.deploy(flow.map((node) => (node.id === 'n' ? { ...node, value: 16 } : node)));
      await pass(minute);
      assert.equal((await list()).watches.length, 1);
      await side.runtime.deploy(flow.filter(({ id }) => id !== 'n'));
      assert.deepEqual((await list()).watches, []);
    });

    it('of an account that does not exist is 404', async () => {
      await start();
      assert.equal((await side.ask('GET', 'breakerflow/accounts/nobody/watches')).status, 404);
    });
  });

  describe('acknowledging', () => {
    const told = (kind: string) => side.runtime.outputs.filter((msg) => msg.event === kind).length;

    it('an alarm that a person has seen is marked, and is not repeated', async () => {
      await start();
      await pass(5 * minute);
      const { status, json } = await acknowledge({ deviceId: rack });
      assert.equal(status, 200, JSON.stringify(json));
      const { look, acknowledged } = await subject('Rack');
      assert.deepEqual([look, acknowledged], ['alarm', true]);
      await pass(130 * minute);
      assert.deepEqual([told('alarm'), told('repeat')], [1, 0]);
    });

    it('an alarm that nobody has seen is repeated until all are acknowledged', async () => {
      await start();
      await pass(70 * minute);
      assert.deepEqual([told('alarm'), told('repeat')], [1, 1]);
      await acknowledge({});
      assert.equal((await subject('Rack')).acknowledged, true);
      await pass(130 * minute);
      assert.equal(told('repeat'), 1);
    });

    it('of what is not watched, or by a watch that is gone, is refused', async () => {
      await start();
      await pass(minute);
      assert.match(refusal(await acknowledge({ deviceId: 'nothing' })), /not watched here any more/);
      assert.match(refusal(await acknowledge({ watch: 'gone' })), /does not run/);
    });

    it('needs the permission to write; reading does not', async () => {
      await start({}, () => adminAuth({ writer: 'breakerflow.write', reader: 'breakerflow.read', root: '*' }));
      await pass(minute);
      assert.equal((await side.ask('GET', path, as('reader'))).status, 200);
      assert.equal((await acknowledge({}, 'reader')).status, 401);
      assert.equal((await acknowledge({}, 'root')).status, 200);
      assert.equal((await side.ask('GET', path)).status, 401);
    });
  });
});
