import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { ClientError } from '../../src/client';
import { createCircuitDirectory, emptyDirectory } from '../../src/directory';
import { type Account, resolveTargets } from '../../src/runtime';
import type { DeviceTarget } from '../../src/runtime/accounts/targets';
import { circuit } from '../directory/circuits';

/** `serials`: what the service knows; `read`: whether that has been read. */
const account = (ids: string[], chargers: string[] = [], serials: Record<string, string> = {}, read = false) =>
  ({
    known: {
      of: () => undefined,
      withSerialNumber: (text: string) => (read && text in serials ? { id: serials[text] } : undefined),
      find: async (text: string) => (text in serials ? { id: serials[text] } : undefined),
    },
    directory: async () => ({
      devicesBelow: async () => [
        ...ids.map((id) => ({ id, hardwareType: 'emcb' })),
        ...chargers.map((id) => ({ id, hardwareType: 'ev-emcb' })),
      ],
    }),
  }) as unknown as Account;
const rules = { maxDevices: 3, circuits: emptyDirectory, signal: new AbortController().signal };
const id = (index: number) => `546201ca-8103-46be-b8d2-${String(index).padStart(12, '0')}`;
const resolve = (target: DeviceTarget, more: Partial<Parameters<typeof resolveTargets>[2]> = {}, on = account([])) =>
  resolveTargets(on, target, { ...rules, ...more });

describe('named targets only', () => {
  it('one named device', async () => {
    assert.deepEqual(await resolve({ kind: 'single', deviceId: id(1) }), [id(1)]);
  });
  it('several devices, each once, in the given order', async () => {
    const deviceIds = [id(2), id(1), id(2)];
    assert.deepEqual(await resolve({ kind: 'list', deviceIds, picked: false }), [id(2), id(1)]);
  });
  it('the ceiling is on devices that were not picked one by one', async () => {
    const deviceIds = [1, 2, 3, 4].map(id);
    assert.equal((await resolve({ kind: 'list', deviceIds, picked: true })).length, 4);
    await assert.rejects(resolve({ kind: 'list', deviceIds, picked: false }), { code: 'BLOCKED_BY_INTERLOCK' });
    assert.equal((await resolve({ kind: 'list', deviceIds, picked: false }, { maxDevices: 4 })).length, 4);
  });
  it('a location: the matching devices below it, within the ceiling', async () => {
    const target = { kind: 'location', locationId: 'here' } as const;
    const site = account([1, 2, 3].map(id), [4, 5].map(id));
    assert.deepEqual(await resolve(target, { hardware: 'emcb' }, site), [1, 2, 3].map(id));
    assert.deepEqual(await resolve(target, { hardware: 'ev-emcb' }, site), [4, 5].map(id));
    await assert.rejects(resolve(target, {}, site), { code: 'BLOCKED_BY_INTERLOCK' });
  });
  it('a location: the devices of which the service does not say what they are, are told of', async () => {
    const target = { kind: 'location', locationId: 'here' } as const;
    const devices = [{ id: id(1), hardwareType: 'emcb' }, { id: id(2) }, { id: id(3), hardwareType: 'emcb-2' }];
    const of = (...listed: typeof devices) =>
      ({ directory: async () => ({ devicesBelow: async () => listed }) }) as unknown as Account;
    const told: (readonly string[])[] = [];
    const more = { hardware: 'emcb', onUnknownType: (ids: readonly string[]) => told.push(ids) } as const;
    assert.deepEqual(await resolve(target, more, of(...devices)), [id(1)]);
    assert.deepEqual(told, [[id(2), id(3)]]);
    await assert.rejects(resolve(target, more, of(...devices.slice(1))), (error: ClientError) =>
      isDeepStrictEqual(
        error.cause.validations.map(({ field, rule, params }) => ({ field, rule, params })),
        [{ field: 'location', rule: 'noDeviceFitsKnown', params: { count: 2 } }],
      ),
    );
    assert.equal((await resolve(target, { ...more, hardware: undefined } as never, of(...devices))).length, 3);
    assert.equal(told.length, 1);
  });
  it('a location without a matching device is an error', async () => {
    const target = { kind: 'location', locationId: 'here' } as const;
    await assert.rejects(resolve(target, { hardware: 'emcb' }, account([], [id(1)])), { code: 'NOT_FOUND' });
  });
  for (const bad of [undefined, null, '', ' ', '..', '.', '%2e%2e', 'a/b', 'a?b', 7, {}, [], true])
    it(`${JSON.stringify(bad) ?? 'nothing'} is not a device id`, async () => {
      await assert.rejects(resolve({ kind: 'single', deviceId: bad }), { code: 'INVALID_ID' });
      await assert.rejects(resolve({ kind: 'list', deviceIds: [id(1), bad], picked: false }), {
        code: 'INVALID_ID',
        cause: {
          validations: [
            {
              field: 'device[1]',
              ...(typeof bad === 'string' && bad.trim() !== ''
                ? {
                    rule: 'unknownDevice',
                    message: `"${bad}" is no known name, serial number or id of a device`,
                    params: { text: bad },
                  }
                : { rule: 'noDeviceNamed', message: 'is not a device id' }),
            },
          ],
          retryable: false,
        },
      });
    });
  it('an empty list names no device', async () => {
    await assert.rejects(resolve({ kind: 'list', deviceIds: [], picked: false }), { code: 'INVALID_ID' });
  });
});

describe('devices named as people name them', () => {
  const serial = '30612838860';
  const circuits = createCircuitDirectory([
    circuit(id(1), 'Water heater', { serialNumber: serial }),
    circuit(id(2), 'Küche'),
  ]);
  const single = (deviceId: unknown, on = account([])) => resolve({ kind: 'single', deviceId }, { circuits }, on);

  it('by a given name, a serial number and an id, in any order and each device once', async () => {
    const deviceIds = ['KÜCHE', serial, id(1), ' water heater '];
    assert.deepEqual(await resolve({ kind: 'list', deviceIds, picked: false }, { circuits }), [id(2), id(1)]);
  });

  it('by the serial number of a device without a row: as last read, and else by asking once', async () => {
    const serials = { '30999999999': id(9) };
    for (const read of [true, false])
      assert.deepEqual(await single('30999999999', account([], [], serials, read)), [id(9)]);
  });

  it('by an id in any letter case, which goes to the service as its row has it', async () => {
    assert.deepEqual(await single(id(1).toUpperCase()), [id(1)]);
  });

  it('a well-formed id that is not known is left to the service, as before', async () => {
    assert.deepEqual(await single('unknown-1'), ['unknown-1']);
    assert.deepEqual(await single(id(7)), [id(7)]);
  });

  it('a picked device is an id: nothing that has the same text as its name is operated', async () => {
    const odd = createCircuitDirectory([circuit(id(1), 'd-9')]);
    const target = { kind: 'single', deviceId: 'd-9', picked: true } as const;
    assert.deepEqual(await resolve(target, { circuits: odd }), ['d-9']);
  });

  it('a text that fits two devices is refused with both', async () => {
    const twice = createCircuitDirectory([circuit(id(1), 'Pump'), circuit(id(2), 'PUMP')]);
    await assert.rejects(resolve({ kind: 'single', deviceId: 'pump' }, { circuits: twice }), {
      code: 'INVALID_ID',
      cause: {
        validations: [
          {
            field: 'device',
            rule: 'severalDevices',
            message: `"pump" fits several devices: "${id(1)}", "${id(2)}"`,
            params: { text: 'pump', values: `"${id(1)}", "${id(2)}"` },
          },
        ],
        retryable: false,
      },
    });
    const serials = { '30999999999': id(9) };
    const named = createCircuitDirectory([circuit(id(1), '30999999999')]);
    const target = { kind: 'single', deviceId: '30999999999' } as const;
    await assert.rejects(resolve(target, { circuits: named }, account([], [], serials, true)), { code: 'INVALID_ID' });
    const crossed = createCircuitDirectory([circuit(id(1), id(2).toUpperCase())]);
    for (const text of [id(2), id(2).toUpperCase()])
      await assert.rejects(resolve({ kind: 'single', deviceId: text }, { circuits: crossed }), { code: 'INVALID_ID' });
  });

  describe('as exceptions', () => {
    const here = { kind: 'location', locationId: 'here' } as const;
    const site = account([1, 2, 3].map(id), [], { '30999999999': id(3) });
    const without = (except: unknown[], more: object = {}, on = site) =>
      resolve(here, { circuits, except, hardware: 'emcb', ...more }, on);

    it('by name, serial number and id in any letter case: each is spared', async () => {
      const left = [id(2), id(3)];
      for (const text of ['WATER  heater', serial, id(1), id(1).toUpperCase(), ` ${id(1)} `])
        assert.deepEqual(await without([text]), left, text);
      assert.deepEqual(await without(['30999999999', 'küche']), [id(1)]);
    });

    it('from the devices of a message too', async () => {
      const target = { kind: 'list', deviceIds: ['Küche', id(1)], picked: false } as const;
      assert.deepEqual(await resolve(target, { circuits, except: ['Water heater'] }), [id(2)]);
    });

    for (const unknown of ['Sauna', 'Sauna oben', '30000000000', '', 'circuit(Sauna)', 7, null])
      it(`${JSON.stringify(unknown)}, which no device has, refuses the whole command`, async () => {
        await assert.rejects(without([id(1), unknown]), (error: ClientError) => {
          assert.equal(error.code, 'INVALID_ID');
          assert.deepEqual(
            error.cause.validations.map(({ field }) => field),
            ['except[1]'],
          );
          return true;
        });
      });

    it('a serial number that cannot be asked for refuses, as it can be that of a device of the command', async () => {
      const find = () => Promise.reject(new ClientError('NETWORK', 'down', {}));
      const offline = { ...site, known: { ...site.known, find } } as unknown as Account;
      await assert.rejects(without(['30999999999'], {}, offline), { code: 'INVALID_ID' });
    });

    it('a name that two devices have refuses', async () => {
      const twice = createCircuitDirectory([circuit(id(1), 'Pump'), circuit(id(9), 'PUMP')]);
      await assert.rejects(without(['pump'], { circuits: twice }), { code: 'INVALID_ID' });
    });

    it('the id of a device that is gone spares no other, and refuses nothing: ids are never given again', async () => {
      assert.deepEqual(await without([id(7)]), [1, 2, 3].map(id));
      const gone = createCircuitDirectory([circuit(id(7), 'Old pump')]);
      assert.deepEqual(await without(['Old pump'], { circuits: gone }), [1, 2, 3].map(id));
    });

    it('a device of the command can have an id of any form', async () => {
      const odd = account(['dev-1', 'dev-2']);
      assert.deepEqual(await without(['DEV-1'], {}, odd), ['dev-2']);
    });

    it('that leave no device refuse', async () => {
      await assert.rejects(without([1, 2, 3].map(id)), { code: 'BLOCKED_BY_INTERLOCK' });
    });
  });

  it('a group of names keeps its ceiling', async () => {
    const deviceIds = ['Küche', 'Water heater', id(3), id(4)];
    await assert.rejects(resolve({ kind: 'list', deviceIds, picked: false }, { circuits }), {
      code: 'BLOCKED_BY_INTERLOCK',
    });
  });
});
