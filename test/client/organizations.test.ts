import assert from 'node:assert/strict';
import { type Client, type ClientError, type NamedCredential, organizationKey } from '../../src/client';
import { type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { failureOf } from './client-under-test';

interface House {
  readonly service: SimulatedService;
  readonly oak: NamedCredential & { readonly id: string };
  readonly client: Client;
  readonly oakDevice: string;
  readonly mapleDevice: string;
  turn<T>(promise: Promise<T>): Promise<T>;
  failure(promise: Promise<unknown>): Promise<ClientError>;
}

async function twoHouses(changes: { wrong?: boolean; application?: boolean } = {}): Promise<House> {
  const service = await startServiceInProcess();
  const { id, clientId, clientSecret } = service.simulator.controls.secondHouse();
  const oak = { id, clientId, secret1: changes.wrong === true ? 'wrong' : clientSecret, name: 'Oak' };
  const credentials = { organizations: [oak], ...(changes.application === false ? { application: undefined } : {}) };
  const turn = <T>(promise: Promise<T>) => turned(service.clock, promise);
  return {
    service,
    oak,
    client: service.client(credentials as object),
    oakDevice: service.device('Oak outlets'),
    mapleDevice: service.device('Kitchen outlets'),
    turn,
    failure: (promise) => failureOf(turn(promise)),
  };
}

const maple = 'Maple';

describe('spec 1.2, 5: an account with several organizations', () => {
  let houses: House;
  afterEach(() => houses.service.close());

  const open = (deviceId: string) =>
    houses.client.call('remoteHandle.setPosition', {
      path: { deviceId },
      body: { command: 'open', reason: 'test' },
    });

  it('a command goes by the organization that owns the device, found out by reads alone', async () => {
    houses = await twoHouses();
    await houses.turn(open(houses.oakDevice));
    await houses.turn(open(houses.mapleDevice));
    assert.equal(houses.service.position(houses.oakDevice), 'open');
    assert.equal(houses.service.position(houses.mapleDevice), 'open');
    assert.deepEqual(
      houses.service.commands().map(({ status }) => status),
      [204, 204],
    );
    assert.equal(houses.service.requests('devices.list').length, 2);
  });

  it('an unknown device is refused with what was tried, and no command is sent', async () => {
    houses = await twoHouses();
    const unknown = '11111111-2222-4333-8444-555555555555';
    const error = await houses.failure(open(unknown));
    assert.equal(error.code, 'NOT_FOUND');
    assert.match(error.message, /asked: "organization 1", "Oak"/);
    assert.deepEqual(houses.service.commands(), []);
  });

  it('with a wrong secret of the second, the first still works, and a device of the second is refused with the reason', async () => {
    houses = await twoHouses({ wrong: true });
    await houses.turn(open(houses.mapleDevice));
    const error = await houses.failure(open(houses.oakDevice));
    assert.equal(error.code, 'AUTH_FAILED');
    assert.match(error.message, /"Oak" could not be asked/);
    assert.equal(houses.service.commands().length, 1);
  });

  it('lists are those of all, each item once, without the application credential too', async () => {
    houses = await twoHouses({ application: false });
    const devices = await houses.turn(houses.client.list('devices.list', {}));
    const all = houses.service.simulator.controls.devices().map(({ id }) => id);
    assert.deepEqual(new Set(devices.map(({ id }) => id)), new Set(all));
    assert.equal(devices.length, all.length);
    const { data: roles } = await houses.turn(houses.client.call('roles.list', {}));
    assert.equal(new Set(roles.map(({ id }) => id)).size, roles.length);
  });

  it('a list says that it is not complete, by an error or to whoever asks for the rest', async () => {
    houses = await twoHouses({ application: false, wrong: true });
    const error = await houses.failure(houses.client.list('locations.list', {}));
    assert.match(error.message, /the list is not complete, "Oak" could not be read/);
    const unread: string[] = [];
    const read = await houses.turn(
      houses.client.list(
        'locations.list',
        {},
        { onUnread: (all) => unread.push(...all.map((one) => one.organization.name)) },
      ),
    );
    assert.deepEqual([read.length > 0, unread], [true, ['Oak']]);
  });

  it('records belong to the organization that made them: batches, keys', async () => {
    houses = await twoHouses();
    const { client, oakDevice, turn } = houses;
    const body = {
      deviceIds: [oakDevice],
      path: '/breaker/remoteHandle/position' as const,
      body: { command: 'open', reason: 'test' },
      startTime: new Date(houses.service.clock.now() + 3_600_000).toISOString(),
    };
    const { data: batch } = await turn(client.call('batchCommands.create', { body }));
    assert.equal(batch.organizationId, houses.oak.id);
    const anew = houses.service.client({ organizations: [houses.oak] });
    const { data: listed } = await turn(anew.call('batchCommands.list', {}));
    assert.deepEqual(
      listed.map(({ id }) => id),
      [batch.id],
    );
    const other = houses.service.client({ organizations: [houses.oak] });
    await turn(other.call('batchCommands.cancel', { path: { id: batch.id ?? '' } }));
    const { data: key } = await turn(
      client.call('udpKeys.create', { body: { keyType: 'unicast' } }, { ofDevice: oakDevice }),
    );
    assert.equal(key.organizationId, houses.oak.id);
    const third = houses.service.client({ organizations: [houses.oak] });
    const { data: same } = await turn(third.call('udpKeys.get', { path: { keyId: key.id } }));
    assert.equal(same.id, key.id);
  });

  it('devices of two organizations in one request are refused, and nothing is sent', async () => {
    houses = await twoHouses();
    const body = {
      deviceIds: [houses.mapleDevice, houses.oakDevice],
      path: '/breaker/remoteHandle/position' as const,
      body: { command: 'open', reason: 'test' },
    };
    const error = await houses.failure(houses.client.call('batchCommands.create', { body }));
    assert.equal(error.code, 'INVALID_INPUT');
    assert.deepEqual(houses.service.requests('batchCommands.create'), []);
  });

  it('a location names its organization, and so does the id of an organization', async () => {
    houses = await twoHouses();
    const { client, oak, turn } = houses;
    const locations = await turn(client.list('locations.list', {}));
    const address = locations.find(({ name }) => name === 'Oak Avenue 5');
    const { data } = await turn(
      client.call('locations.create', {
        body: {
          name: 'Shed',
          organizationId: oak.id,
          locationType: 'equipment',
          ...(address === undefined ? {} : { parentLocationId: address.id }),
        },
      }),
    );
    assert.equal(data.organizationId, oak.id);
    await turn(client.call('locations.update', { path: { locationId: data.id }, body: { name: 'Barn' } }));
  });

  it('the caller can name the organization, by its name or its key; another name is refused', async () => {
    houses = await twoHouses();
    const { client, oak, turn } = houses;
    for (const organization of ['oak', organizationKey(oak.clientId)]) {
      const { data } = await turn(client.call('udpKeys.create', { body: { keyType: 'unicast' } }, { organization }));
      assert.equal(data.organizationId, oak.id);
    }
    const { code } = await houses.failure(client.call('udpKeys.list', {}, { organization: maple }));
    assert.equal(code, 'INVALID_INPUT');
  });

  it('each organization has one token, requested once', async () => {
    houses = await twoHouses();
    const { client, mapleDevice, oakDevice, turn } = houses;
    await turn(
      Promise.all(
        [mapleDevice, oakDevice, mapleDevice, oakDevice].map((deviceId) =>
          client.call('devices.get', { path: { deviceId } }),
        ),
      ),
    );
    assert.equal(houses.service.requests('token.create').length, 2);
  });
});
