import assert from 'node:assert/strict';
import {
  type AnswerOf,
  catalog,
  checkInput,
  type InputOf,
  type ItemOf,
  type OperationId,
  type PagedOperationId,
} from '../../src/catalog';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only when `A` and `B` are the same type. */
function same<A, B>(..._proof: Same<A, B> extends true ? [] : [never]): true {
  return true;
}

function fits<Id extends OperationId>(id: Id, input: InputOf<Id>): void {
  assert.deepEqual(checkInput(id, input).problems, [], id);
}

function refused(id: OperationId, input: unknown): void {
  assert.notEqual(checkInput(id, input).problems.length, 0, id);
}

const path = { deviceId: 'd-1' };

describe('InputOf: what compiles is what is sent', () => {
  it('inputs of every part', () => {
    fits('roles.list', {});
    fits('devices.get', { path });
    fits('devices.list', { filter: { serialNumber: '123' } });
    fits('deviceData.get', { filter: { deviceId: 'd-1' } });
    fits('remoteHandle.setPosition', { path, body: { command: 'open', reason: 'test', secondsUntilReset: 10 } });
    fits('waveforms.list', { path, filter: { trigger: "it's", capturedAt: { ge: '2026-01-01T00:00:00Z' } } });
    fits('udpKeys.list', { filter: { keyType: 'unicast', deviceId: 'd-1' } });
    fits('inviteCodes.list', { filter: { isActive: true } });
    fits('meter.history', {
      path,
      query: { startTime: '2026-01-01T00:00:00Z' },
      page: { offset: 0, limit: 10 },
    });
    fits('eventHistory.mainHandle', { filter: { deviceId: 'd-1' }, page: { limit: 5 } });
    fits('plugSessions.list', {
      filter: { status: 'active' },
      orderby: { by: 'stoppedAt', direction: 'desc' },
    });
    fits('organizations.list', { query: { includePermissions: 'true' } });
    fits('serviceAccounts.rotateSecret', { path: { serviceAccountId: 's', secretName: 'secret1' } });
  });

  it('what is only assumed takes whatever may be sent', () => {
    const restrictions = { maxCurrent: 48, maxEnergy: 300_000 };
    fits('evse.updateConfiguration', {
      path,
      body: { mode: 'grid-balancing', configuration: { apiConfiguration: { restrictions } } },
    });
    const sun = { locationId: 'l', path: '/bargraph/settings/mode', body: { mode: 'user-defined' } } as const;
    fits('batchCommands.createSun', { body: { ...sun, sunSchedule: { scheduleType: 'noon' } } });
    fits('batchCommands.createSun', { body: { ...sun, sunSchedule: { offset: 5 } } });
    fits('dataReportRate.set', { path, body: { every: '5 min' } });
    fits('streams.create', {
      body: {
        description: 'd',
        format: 'webhook',
        webhookStreamConfig: {
          baseUrl: 'https://receiver.example',
          authType: 'aws-request-v4-signature',
          authCredentials: { accessKey: 'A', secretKey: 'S' },
          validationPath: '/v',
          publishPath: '/p',
        },
      },
    });
    fits('shareDeviceCodes.claim', { path: { code: 'c' } });
    fits('shareDeviceCodes.claim', { path: { code: 'c' }, body: { organizationId: 'o' } });
    fits('overrideEvents.addParticipations', { path: { eventId: 'e' }, body: { devices: ['d'] } });
    fits('sharedDevices.list', { filter: { status: 'claimed', since: { ge: '2026-01-01T00:00:00Z' } } });
  });

  it('a missing path parameter', () => {
    // @ts-expect-error deviceId is missing
    const input: InputOf<'devices.get'> = { path: {} };
    refused('devices.get', input);
  });

  it('a missing path', () => {
    // @ts-expect-error path is missing
    const input: InputOf<'devices.get'> = {};
    refused('devices.get', input);
  });

  it('a missing body', () => {
    // @ts-expect-error body is missing
    const input: InputOf<'remoteHandle.setPosition'> = { path };
    refused('remoteHandle.setPosition', input);
  });

  it('a missing field', () => {
    // @ts-expect-error reason is missing
    const input: InputOf<'remoteHandle.setPosition'> = { path, body: { command: 'open' } };
    refused('remoteHandle.setPosition', input);
  });

  it('a value outside the set', () => {
    // @ts-expect-error toggle is no command
    const input: InputOf<'remoteHandle.setPosition'> = { path, body: { command: 'toggle', reason: 'r' } };
    refused('remoteHandle.setPosition', input);
  });

  it('an unknown field', () => {
    // @ts-expect-error force is not a field
    const input: InputOf<'bargraphMode.set'> = { path, body: { mode: 'user-defined', force: true } };
    refused('bargraphMode.set', input);
  });

  it('a missing required filter', () => {
    // @ts-expect-error filter is missing
    const input: InputOf<'deviceData.get'> = {};
    refused('deviceData.get', input);
  });

  it('a missing required criterion', () => {
    // @ts-expect-error deviceId is missing
    const input: InputOf<'eventHistory.remoteHandle'> = { filter: {} };
    refused('eventHistory.remoteHandle', input);
  });

  it('an unknown criterion', () => {
    // @ts-expect-error sku is no criterion
    const input: InputOf<'devices.list'> = { filter: { sku: 'BREM1015' } };
    refused('devices.list', input);
  });

  it('a criterion outside its set', () => {
    // @ts-expect-error multicast is no key type
    const input: InputOf<'udpKeys.list'> = { filter: { keyType: 'multicast' } };
    refused('udpKeys.list', input);
  });

  it('a comparison that the field does not take', () => {
    // @ts-expect-error capturedAt takes no gt
    const input: InputOf<'waveforms.list'> = { path, filter: { capturedAt: { gt: '2026-01-01T00:00:00Z' } } };
    refused('waveforms.list', input);
  });

  it('a missing required page', () => {
    // @ts-expect-error offset and limit are required here
    const input: InputOf<'meter.history'> = { path, query: { startTime: '2026-01-01T00:00:00Z' } };
    refused('meter.history', input);
  });

  it('an order by another field', () => {
    // @ts-expect-error status is no order
    const input: InputOf<'plugSessions.list'> = { filter: { status: 'active' }, orderby: { by: 'status' } };
    refused('plugSessions.list', input);
  });
});

describe('AnswerOf: what an operation answers with', () => {
  it('the kinds of answers', () => {
    const proofs = [
      same<AnswerOf<'remoteHandle.setPosition'>, undefined>(),
      same<AnswerOf<'device.isConnected'>, { isConnected?: boolean; ts?: number }>(),
      same<AnswerOf<'remoteHandle.getSecondsUntilReset'>, { secondsUntilReset?: number }>(),
      same<AnswerOf<'deviceStreams.list'>, { id: string; deviceId?: string; streamId?: string }[]>(),
      same<ItemOf<'deviceStreams.list'>, { id: string; deviceId?: string; streamId?: string }>(),
      same<ItemOf<'devices.get'>, never>(),
      same<AnswerOf<'meter.history'>['results'], ItemOf<'meter.history'>[]>(),
      same<
        PagedOperationId,
        | 'meter.history'
        | 'eventHistory.remoteHandle'
        | 'eventHistory.mainHandle'
        | 'plugSessions.list'
        | 'plugSessions.meterTelemetry'
      >(),
    ];
    assert.equal(proofs.length, 8);
  });

  it('missing stays missing: a reading of a single-pole breaker has no phase B', () => {
    const reading: AnswerOf<'meter.reading'> = { currentA: { val: 1 }, ts: 1 };
    // @ts-expect-error currentB can be missing
    const missing = () => reading.currentB.val;
    assert.throws(missing, TypeError);
  });

  it('the identifiers are those of the catalog', () => {
    // @ts-expect-error there is no such operation
    const id: OperationId = 'devices.explode';
    assert.equal(Object.hasOwn(catalog, id), false);
  });
});
