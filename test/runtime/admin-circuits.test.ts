import assert from 'node:assert/strict';
import type { CircuitPreview } from '../../src/admin-api';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { flowAround } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';

describe('what a dialog is told about the circuits that a node would operate', () => {
  let side: AdminSide;
  let service: SimulatedService;
  let outlets: string;
  let pump: string;

  beforeEach(async () => {
    side = await startAdminSide();
    service = side.service;
    outlets = service.device('Kitchen outlets');
    pump = service.device('Pool pump');
  });
  afterEach(() => side.stop());

  async function ask(question: object) {
    const query = encodeURIComponent(JSON.stringify(question));
    const { status, json } = await side.ask('GET', `breakerflow/accounts/account/circuits?question=${query}`);
    return { status, answer: json as CircuitPreview };
  }
  const site = () => service.simulator.controls.devices().find(({ id }) => id === outlets)?.locationId;
  const away = { name: 'away', do: 'set', to: 'open' };

  it('all breakers at or below a location, with those that are excepted marked and not counted', async () => {
    const { answer } = await ask({ location: site(), except: [outlets.toUpperCase()] });
    assert.equal(answer.circuits.length, 12);
    assert.equal(answer.count, 11);
    assert.equal(answer.circuits.find(({ id }) => id === outlets)?.leftOut, 'excepted');
    assert.equal(answer.circuits.filter(({ position }) => position !== undefined).length, 0);
  });

  it('an exception that names no device is refused, as the node would refuse it', async () => {
    assert.equal((await ask({ location: site(), except: [outlets, 'Sauna'] })).status, 400);
  });

  it('a ceiling that they exceed is told', async () => {
    assert.equal((await ask({ location: site(), except: [], maxDevices: 5 })).answer.above, 5);
    assert.equal((await ask({ location: site(), except: [] })).answer.above, undefined);
  });

  it('what setting a scene would change now, and what cannot be read, which is not taken for closed', async () => {
    service.simulator.controls.setOnline(pump, false);
    const { answer } = await ask({ deviceIds: [outlets, pump], except: [], scene: away });
    assert.deepEqual(
      answer.circuits.map(({ id, would, state }) => [id, would, state]),
      [
        [outlets, 'open', 'live'],
        [pump, 'unread', 'no-connection'],
      ],
    );
  });

  it('a scene that remembers nothing has nothing to restore', async () => {
    const { answer } = await ask({ except: [], scene: { ...away, do: 'restore' } });
    assert.deepEqual(answer, { circuits: [], count: 0 });
  });

  it('what the scene has set already is left out, and not counted; what it restores is told', async () => {
    await side.stop();
    side = await startAdminSide({
      flow: (account, { device }) => {
        const devices = [device('Kitchen outlets')];
        return flowAround({ type: 'breaker-control', account: 'account', action: 'setScene', devices }, account);
      },
    });
    service = side.service;
    await side.runtime.run({});
    const { answer } = await ask({ deviceIds: [outlets, pump], except: [], scene: away });
    assert.deepEqual(
      answer.circuits.map(({ leftOut, would }) => leftOut ?? would),
      ['already-set', 'open'],
    );
    assert.equal(answer.count, 1);
    const { answer: back } = await ask({ except: [], scene: { ...away, do: 'restore' } });
    assert.deepEqual(
      back.circuits.map(({ id, would }) => [id, would]),
      [[outlets, 'close']],
    );
  });

  it('a question that names no valid scene is 400', async () => {
    assert.equal((await ask({ except: [], scene: { ...away, name: '' } })).status, 400);
  });

  it('nothing is commanded by asking', async () => {
    await ask({ deviceIds: [outlets, pump], except: [], scene: away });
    assert.deepEqual([...new Set(service.requests().map(({ method }) => method))].sort(), ['GET', 'POST']);
    assert.equal(service.commands().length, 0);
  });
});
