import assert from 'node:assert/strict';
import type { EventKey, ManagerEvent, ManagerStep, ReasonKey } from '../../src/automation';

/** How serious what is told is: an alarm needs a person, a warning may. */
const severities: Readonly<Record<EventKey, ManagerEvent['severity']>> = {
  opened: 'warning',
  reduced: 'warning',
  'paused-charger': 'warning',
  'comes-back': 'info',
  'came-back': 'info',
  raised: 'info',
  'restore-reverted': 'warning',
  'open-failed': 'warning',
  'close-failed': 'warning',
  'open-deferred': 'warning',
  'close-deferred': 'warning',
  'charger-refuses': 'alarm',
  manual: 'info',
  'needs-person': 'alarm',
  forgotten: 'info',
  'does-not-open': 'alarm',
  futile: 'alarm',
  'opens-a-day-reached': 'alarm',
  'longest-off-reached': 'alarm',
  worn: 'warning',
  stale: 'alarm',
  'readings-back': 'info',
  'wrong-direction': 'alarm',
  'interval-too-long': 'alarm',
  'not-read': 'warning',
  'limit-not-raised': 'warning',
  'message-refused': 'warning',
  'demand-spent': 'alarm',
  'counter-back': 'warning',
  'free-offline': 'warning',
  calm: 'info',
};

const reasons: Readonly<Record<ReasonKey, true>> = {
  'over-limit': true,
  level: true,
  idle: true,
  'makes-room': true,
  'not-confirmed': true,
  'held-by-another': true,
  'readings-stopped': true,
  'fits-again': true,
  'not-limited': true,
};

const requests: ReadonlySet<string> = new Set(['look', 'read', 'charger-setting']);

/** What holds of every step: who reads it knows each word, and no number is missing. */
export function assertShape({ events, claims, requests: asked }: ManagerStep): void {
  for (const { event, severity, parameters } of events) {
    assert.equal(severity, severities[event], `the severity of ${event}`);
    for (const [name, value] of Object.entries(parameters)) {
      assert(value !== undefined && value !== null, `${event} lacks ${name}`);
      assert(typeof value !== 'number' || Number.isFinite(value), `${name} of ${event} is ${String(value)}`);
    }
  }
  for (const { reason, to, deviceId } of claims) {
    assert(reasons[reason.key], `no reason ${reason.key}`);
    assert(deviceId.length > 0);
    assert(typeof to !== 'number' || (Number.isInteger(to) && to > 0), `a charger is set to ${String(to)}`);
  }
  for (const { kind } of asked) assert(requests.has(kind), `nothing is read by ${kind}`);
}
