import assert from 'node:assert/strict';
import type { BatchBody } from '../../src/control';
import { addressId, garageId, handle, regionId } from '../control/batch-site';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { serviceAccount } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';

interface Answer {
  readonly problems: { readonly field: string }[];
  readonly deviceIds: string[];
  readonly location?: { readonly name: string; readonly latitude: string; readonly within?: string };
  readonly others: { readonly batch: { readonly id: string } }[];
  readonly plan?: Readonly<Record<string, number>>;
}

describe('the answer to a dialog about a batch', () => {
  let side: AdminSide;
  let service: SimulatedService;
  let outlets: string;

  beforeEach(async () => {
    side = await startAdminSide();
    service = side.service;
    outlets = service.device('Kitchen outlets');
  });
  afterEach(() => side.stop());

  const body = { command: 'open', reason: 'test' } as const;
  const nightly = () => ({ deviceIds: [outlets], path: handle, body, cronSchedule: '0 22 * * *' }) satisfies BatchBody;
  async function ask(order: unknown, more: object = {}, account = 'account'): Promise<Answer> {
    const question = encodeURIComponent(JSON.stringify({ nodeId: 'n', picked: true, order, ...more }));
    const path = `breakerflow/accounts/${account}/batches?question=${question}`;
    const { status, text, json } = await side.ask('GET', path);
    assert.equal(status, 200, text);
    return json as Answer;
  }

  it('has all problems, and nothing is created', async () => {
    const { problems } = await ask({ path: handle, body: {}, cronSchedule: '@daily' });
    assert.deepEqual(problems.map(({ field }) => field).sort(), [
      'body.command',
      'body.reason',
      'cronSchedule',
      'deviceIds',
    ]);
    assert.equal(service.requests('batchCommands.create').length, 0);
  });

  it('has the devices of a location and its coordinates', async () => {
    const order = { locationId: addressId, path: handle, body, sunSchedule: { scheduleType: 'sunset' } };
    const { deviceIds, location, problems } = await ask(order, { picked: false });
    assert.deepEqual(
      [deviceIds.length, location?.name, location?.latitude, problems],
      [12, 'Maple Street 12', '40.6936', []],
    );
  });

  it('has the sun of the address that a location lies at, and the devices of the location', async () => {
    const settings = { path: '/telemetry/settings/alignment', body: { alignment: 'clock' } };
    const order = { ...settings, locationId: garageId, sunSchedule: { scheduleType: 'sunset' } };
    const { deviceIds, location, problems } = await ask(order, { picked: false });
    assert.deepEqual(
      [deviceIds.length, location?.name, location?.within, problems],
      [2, 'Maple Street 12', 'Garage', []],
    );
    const nowhere = await ask({ ...order, locationId: regionId }, { picked: false });
    assert.deepEqual([nowhere.location, nowhere.problems.map(({ field }) => field)], [undefined, ['locationId']]);
  });

  it('has other batches on the same devices that are not cancelled', async () => {
    const client = service.client();
    const create = (deviceId: string, cronSchedule: string) =>
      client.call('batchCommands.create', { body: { deviceIds: [deviceId], path: handle, body, cronSchedule } });
    const { data: sharing } = await turned(service.clock, create(outlets, '0 7 * * *'));
    const { data: cancelled } = await turned(service.clock, create(outlets, '0 8 * * *'));
    await turned(service.clock, client.call('batchCommands.cancel', { path: { id: cancelled.id } }));
    const elsewhere = service.simulator.controls.devices().find(({ id }) => id !== outlets)?.id ?? '';
    await turned(service.clock, create(elsewhere, '0 9 * * *'));
    const { others } = await ask(nightly());
    assert.deepEqual(
      others.map(({ batch }) => batch.id),
      [sharing.id],
    );
  });

  it('has the batches that a deploy would create and keep, if the node declares schedules', async () => {
    assert.deepEqual((await ask(nightly(), { declares: true })).plan, { create: 1, keep: 0, remove: 0, over: 0 });
    const made = service.client().call('batchCommands.create', { body: nightly() });
    await turned(service.clock, made);
    assert.deepEqual((await ask(nightly(), { declares: true })).plan, { create: 0, keep: 1, remove: 0, over: 0 });
    assert.equal((await ask(nightly())).plan, undefined);
  });

  it('is also given for an account that is not deployed yet', async () => {
    const { account, credentials } = serviceAccount(service);
    const question = { order: nightly(), picked: true };
    const draft = { id: 'new', stored: account, credentials: credentials.account, question };
    const { status, text, json } = await side.ask('POST', 'breakerflow/batches', {
      headers: { 'content-type': 'application/json' },
      body: draft,
    });
    assert.equal(status, 200, text);
    assert.deepEqual((json as Answer).deviceIds, [outlets]);
  });
});
