import assert from 'node:assert/strict';
import type { CurrentPace, Limit } from '../../src/charging';
import {
  type ChargerChange,
  type ChargerOperator,
  type ChargerResult,
  createChargerOperator,
  type DeviceRequest,
  memoryContext,
  type SafetySettings,
} from '../../src/control';
import { turnUntil } from '../support/turn-clock';
import { type OperatedSite, startSite, usualSafety } from './operated-site';

export const usualPace: CurrentPace = {
  minChangeA: 1,
  minIntervalMs: 15_000,
  below: 'pause',
  pauseAfterMs: 0,
  resumeAboveA: 7,
  resumeAfterMs: 30_000,
  reduceAtOnce: true,
};

/** A value that was sent, and its outcome so far. */
export interface Given {
  readonly promise: Promise<ChargerResult>;
  ended?: ChargerResult | Error;
}

/** A simulated site with an operator for its chargers. */
export interface ChargedSite extends OperatedSite {
  /** The charger at which a car charges, in the mode `no-restrictions`. */
  readonly left: string;
  /** The free charger, in the mode `cloud-api` with 24 A. */
  readonly right: string;
  charger(safety?: Partial<SafetySettings>): ChargerOperator;
  ask(deviceId: string, more?: Partial<DeviceRequest>): DeviceRequest;
  change(deviceId: string, change: ChargerChange, more?: Partial<DeviceRequest>): Promise<ChargerResult>;
  /** Sends a value and does not advance the clock. */
  give(deviceId: string, amperes: Limit, pace?: Partial<CurrentPace>, more?: Partial<DeviceRequest>): Given;
  set(deviceId: string, amperes: Limit, pace?: Partial<CurrentPace>): Promise<ChargerResult>;
  /** Advances the clock. */
  pass(ms: number): Promise<void>;
  /** The configuration of the charger at the service. */
  configured(deviceId: string): {
    mode: string | undefined;
    enabled: boolean | undefined;
    maxCurrent: number | undefined;
  };
  changes(): number;
}

export async function startChargedSite(): Promise<ChargedSite> {
  const site = await startSite();
  const { clock } = site;
  const charger: ChargedSite['charger'] = (safety = {}) =>
    createChargerOperator(
      site.client(),
      clock,
      { ...usualSafety, ...safety },
      memoryContext(clock, site.settings.baseUrl),
    );
  const usual = charger();
  const ask: ChargedSite['ask'] = (deviceId, more = {}) => ({
    deviceId,
    ...site.arrived(),
    readBackMs: 15_000,
    ...more,
  });
  const give: ChargedSite['give'] = (deviceId, amperes, pace = {}, more = {}) => {
    const request = { ...ask(deviceId, more), amperes, pace: { ...usualPace, ...pace }, takeMode: true };
    const given: Given = { promise: usual.setCurrent(request) };
    given.promise.then(
      (result) => {
        given.ended = result;
      },
      (error) => {
        given.ended = error;
      },
    );
    return given;
  };
  return {
    ...site,
    left: site.device('EV charger left'),
    right: site.device('EV charger right'),
    charger,
    ask,
    change: (deviceId, change, more) => site.settle(usual.change({ ...ask(deviceId, more), change })),
    give,
    set: (deviceId, amperes, pace) => site.settle(give(deviceId, amperes, pace).promise),
    async pass(ms) {
      let passed = false;
      clock.after(ms, () => {
        passed = true;
      });
      await turnUntil(clock, () => passed, { withinMs: ms });
    },
    configured(deviceId) {
      const device = site.simulator.snapshot().devices.find(({ id }) => id === deviceId);
      assert(device?.evse !== undefined);
      const { mode, configuration } = (device.evse.pending ?? device.evse).configuration;
      const { enabled, restrictions } = configuration.apiConfiguration ?? {};
      return { mode, enabled, maxCurrent: restrictions?.maxCurrent };
    },
    changes: () => site.requests('evse.updateConfiguration').length,
  };
}

/** The outcome of a value that has ended. */
export function outcomeOf({ ended }: Given): string | undefined {
  return ended === undefined
    ? undefined
    : ended instanceof Error
      ? String((ended as { code?: unknown }).code)
      : ended.outcome;
}
