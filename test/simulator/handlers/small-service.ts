import assert from 'node:assert/strict';
import { type Comparison, type OperationId, rowOf } from '../../../src/catalog';
import { createManualClock } from '../../../src/clock';
import { createCheck } from '../../../src/schema';
import {
  type Criterion,
  type Handler,
  type HandlerReply,
  type HandlerRequest,
  type Process,
  type ServiceContext,
  ServiceRefusal,
} from '../../../src/simulator/handler';
import { batchCommands } from '../../../src/simulator/handlers/batch-commands';
import { eventHistory } from '../../../src/simulator/handlers/event-history';
import { evse } from '../../../src/simulator/handlers/evse';
import { inviteCodes } from '../../../src/simulator/handlers/invite-codes';
import { locations } from '../../../src/simulator/handlers/locations';
import { ocppCentralSystems, ocppChargePoints } from '../../../src/simulator/handlers/ocpp';
import { organizations, serviceAccounts } from '../../../src/simulator/handlers/organizations';
import { overrideEvents } from '../../../src/simulator/handlers/override-events';
import { plugSessions } from '../../../src/simulator/handlers/plug-sessions';
import { resourceQuotas } from '../../../src/simulator/handlers/quotas';
import { shareDeviceCodes, sharedDevices } from '../../../src/simulator/handlers/sharing';
import { deviceStreams, sharedDeviceStreams, streams } from '../../../src/simulator/handlers/streams';
import { udpKeys } from '../../../src/simulator/handlers/udp-keys';
import { roles, userRoles } from '../../../src/simulator/handlers/users';
import { deviceWebhooks, shareDeviceCodeWebhooks } from '../../../src/simulator/handlers/webhooks';
import { batchRun } from '../../../src/simulator/processes/batch-run';
import { driverRoutine } from '../../../src/simulator/processes/driver-routine';
import { evseConfigurationChange } from '../../../src/simulator/processes/evse-configuration';
import { handleTimer } from '../../../src/simulator/processes/handle-timer';
import { overrideEventTimes } from '../../../src/simulator/processes/override-event';
import { plugSessionProgress } from '../../../src/simulator/processes/plug-session';
import { udpKeyExpiry } from '../../../src/simulator/processes/udp-key-expiry';
import type { ServiceState } from '../../../src/simulator/service-state';
import type { Happening } from '../../../src/simulator/simulator-event';
import type { DeviceState } from '../../../src/simulator/state';
import { ids, smallState } from '../small-state';

const handlers = {
  ...batchCommands,
  ...streams,
  ...deviceStreams,
  ...sharedDeviceStreams,
  ...deviceWebhooks,
  ...shareDeviceCodeWebhooks,
  ...udpKeys,
  ...eventHistory,
  ...evse,
  ...plugSessions,
  ...organizations,
  ...serviceAccounts,
  ...locations,
  ...roles,
  ...userRoles,
  ...inviteCodes,
  ...resourceQuotas,
  ...ocppCentralSystems,
  ...ocppChargePoints,
  ...shareDeviceCodes,
  ...sharedDevices,
  ...overrideEvents,
};
type Id = keyof typeof handlers;

const processes: readonly Process[] = [
  handleTimer,
  batchRun,
  overrideEventTimes,
  evseConfigurationChange,
  plugSessionProgress,
  udpKeyExpiry,
  driverRoutine,
];

/** `org` and `other` are organizations, `app` is the application. */
type Who = 'app' | 'org' | 'other';
const callers = {
  app: { kind: 'APP' },
  org: { kind: 'ORG', organizationId: ids.organization },
  other: { kind: 'ORG', organizationId: ids.otherOrganization },
} as const;

/** Thursday, 15 January 2026, noon UTC. */
export const start = Date.UTC(2026, 0, 15, 12);
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export function at(ms: number): string {
  return new Date(ms).toISOString();
}

export function criterion(field: string, value: string | boolean, comparison: Comparison = 'eq'): Criterion {
  return { field, comparison, value };
}

const answerChecks = new Map<OperationId, ReturnType<typeof createCheck>>();

/** What of a reply does not fit the answer of its operation. */
function answerProblems(id: OperationId, reply: unknown): unknown[] {
  const { answer } = rowOf(id);
  if (answer.kind === 'empty') return reply === undefined ? [] : [reply];
  const check = answerChecks.get(id) ?? createCheck(answer.data);
  answerChecks.set(id, check);
  if (answer.kind === 'one') return check(reply);
  const { items, results } = reply as { items?: unknown[]; results?: unknown[] };
  return (items ?? results ?? (reply as unknown[])).flatMap((item) => check(item));
}

/** The handlers on a small service, without HTTP, and a clock that carries out what falls due when it is turned. */
export function smallService(state: ServiceState = smallState(start), startMs = start) {
  const clock = createManualClock(startMs);
  const happenings: Happening[] = [];
  let made = 0;
  const context: ServiceContext = {
    state,
    clock,
    newId: () => `id-${++made}-${'0'.repeat(20)}`,
    newSecret: () => `secret-${++made}`,
    emit: (happening) => happenings.push(happening),
    settings: { tokenLifetimeMs: hour, commandPaceMs: 0 },
  };

  function earliest() {
    return processes
      .map((process) => ({ process, dueAt: process.nextAt(state) ?? Number.POSITIVE_INFINITY }))
      .reduce((first, next) => (next.dueAt < first.dueAt ? next : first));
  }

  function deviceOf(deviceId: string): DeviceState {
    const device = state.devices.find(({ id }) => id === deviceId);
    assert.ok(device);
    return device;
  }

  return {
    state,
    clock,
    context,
    happenings,
    deviceOf,
    call<I extends Id>(who: Who, id: I, request: Partial<HandlerRequest<I>> = {}): HandlerReply<I> {
      const handler = handlers[id] as unknown as Handler<I>;
      const whole = { path: {}, query: {}, body: {}, filter: [], page: { offset: 0, limit: 1000 }, ...request };
      const reply = handler(whole as HandlerRequest<I>, { ...context, caller: callers[who] });
      assert.deepEqual(answerProblems(id, reply), []);
      return reply;
    },
    /** Turns the clock, stopping wherever something falls due. */
    async advance(ms: number): Promise<void> {
      const end = clock.now() + ms;
      for (let next = earliest(); next.dueAt <= end; next = earliest()) {
        await clock.advance(Math.max(0, next.dueAt - clock.now()));
        next.process.run(context, clock.now());
      }
      await clock.advance(end - clock.now());
      // The state is kept in a file: nothing in it may get lost as JSON.
      assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
    },
  };
}

export type SmallService = ReturnType<typeof smallService>;

/** The call is refused with this status, naming these fields. */
export function refused(status: number, call: () => unknown, ...fields: string[]): void {
  assert.throws(call, (error) => {
    assert.ok(error instanceof ServiceRefusal, String(error));
    assert.equal(error.status, status, error.message);
    assert.deepEqual(
      error.validations.map(({ propertyName }) => propertyName),
      fields,
    );
    return true;
  });
}

export function items<T>(reply: readonly T[] | { readonly items: readonly T[] }): readonly T[] {
  return 'items' in reply ? reply.items : reply;
}
