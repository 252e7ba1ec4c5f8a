import type { SimulatorEvent } from '../../src/simulator';
import { operationTrials, type Trial, type TrialSite } from '../nodes/operation-trials';
import { differences, honestCodes } from './outcome-differences';
import { type Received, serviceAccount, startRuntime, withTexts } from './runtime';
import { startService } from './simulated-service';
import { turnFor } from './turn-clock';
import { flowOf, type PreparedSite, registrationOf } from './varied-site';

/** A node that goes on by itself, and what it is told to begin with. */
export interface Watching {
  readonly name: string;
  readonly type: string;
  readonly trial: Trial;
}

/** What came of it. */
export interface Watched {
  readonly name: string;
  /** Its messages: what a person is told, and its states. */
  readonly told: readonly Received[];
  readonly badge: string;
  readonly caught: readonly { readonly code: string; readonly message: string }[];
  /** What it has changed at the site, in order: `remote open`. */
  readonly changes: readonly string[];
}

/** By then a manager has opened, waited and closed again, and a watch has read twice. */
const longEnoughMs: Readonly<Record<string, number>> = { 'load-manager': 200_000, 'circuit-watch': 65_000 };

export function watchingOf(site: TrialSite): Watching[] {
  const trials = ['load-manager', 'circuit-watch'].flatMap((type) =>
    (operationTrials[type]?.(site) ?? []).map((trial) => ({ type, trial })),
  );
  const more = [
    { type: 'load-manager', trial: ofSum(site) },
    ...moreMeasures(site).map((trial) => ({ type: 'circuit-watch', trial })),
  ];
  return [...trials, ...more].map(({ type, trial }) => {
    const { of, limit, measure, devices } = trial.settings;
    return { type, trial, name: [type, measure, devices, of, limit].filter(Boolean).join(' ') };
  });
}

/** Opens the breaker, as the circuits of the house take more than the limit together. */
const ofSum = ({ breaker, address }: TrialSite): Trial => ({
  settings: {
    ...{
      quantity: 'power',
      of: 'location',
      location: address,
      phases: 'A',
      notMeasuredA: 0,
      limit: '1',
      zone: 'UTC',
    },
    ...{ loads: [{ deviceId: breaker, kind: 'breaker' }], calm: 1 },
  },
  msg: { payload: 'resume' },
  runsMs: 65_000,
});

const moreMeasures = ({ breaker, charger }: TrialSite): Trial[] =>
  [
    { devices: [charger], measure: 'charger', condition: 'changes' },
    { devices: [breaker, charger], measure: 'amperes', condition: 'above', value: 0.1 },
    { devices: [breaker], measure: 'watts', condition: 'below', value: 50_000 },
    { devices: [breaker], measure: 'position', condition: 'is', state: 'closed' },
    { devices: [breaker, charger], measure: 'connection', condition: 'changes' },
  ].map((settings) => ({
    settings: { target: 'devices', zone: 'UTC', for: 0, ...settings },
    msg: { payload: 'ack' },
    runsMs: 120_000,
  }));

/** Lets one of them run at a site that differs in these ways. */
export async function watch(
  { state, at }: PreparedSite,
  { name, type, trial }: Watching,
  variants: readonly string[],
): Promise<Watched> {
  const service = await startService({ initialState: state, initialStateAt: at, variants });
  const { clock } = service;
  const { account, credentials } = serviceAccount(service);
  const changes: string[] = [];
  service.simulator.controls.onEvent((event) => changes.push(changeOf(event)));
  const red = await startRuntime({
    clock,
    flow: flowOf([{ name, type, trial, writes: false }], account),
    credentials,
    nodes: [withTexts(registrationOf(type))],
  });
  try {
    red.give(trial.msg ?? {}, 'work-0');
    await turnFor(clock, Math.min(trial.runsMs ?? 0, longEnoughMs[type] ?? 0));
    return {
      name,
      told: red.outputs.map(({ _msgid, ...msg }) => structuredClone(msg)),
      badge: red.statuses.at(-1)?.text ?? '',
      caught: red.caught.map(({ error: { code, message } }) => ({ code, message })),
      changes,
    };
  } finally {
    await red.stop();
    await service.close();
  }
}

const changeOf = (event: SimulatorEvent): string =>
  event.type === 'handle-changed' ? `${event.handle} ${event.position}` : event.type;

/** Where it saw or did something else than at the site that does not differ. */
export function otherwise(usual: Watched, varied: Watched): string[] {
  const outcome = ({ name, told, badge, caught, changes }: Watched) => ({
    work: name,
    payloads: [{ badge, caught, changes }, ...told],
  });
  return differences(outcome(usual), outcome(varied));
}

/**
 * What is wrong where it saw something else: it acted as it would not have, told a number or a calm that is not so, or nowhere says
 * that it does not know.
 */
export function wrongWatching(usual: Watched, varied: Watched): string[] {
  if (otherwise(usual, varied).length === 0) return [];
  const wrong = varied.caught.filter(({ code }) => !honestCodes.has(code)).map(({ message }) => message);
  const words = JSON.stringify([varied.told, varied.badge, varied.caught]);
  if (/undefined|\[object|NaN/.test(words)) wrong.push(`unreadable: ${words.slice(0, 200)}`);
  // It does nothing that it would not have done, and nothing in another order.
  let left = usual.changes;
  for (const change of varied.changes) {
    const at = left.indexOf(change);
    if (at < 0) wrong.push(`${change}, which it would not have done`);
    left = left.slice(at + 1);
  }
  const known = new Set(usual.told.flatMap(valuesOf));
  for (const value of varied.told.flatMap(valuesOf)) if (!known.has(value)) wrong.push(`tells ${value}`);
  if (varied.badge === usual.badge && varied.told.length < usual.told.length) wrong.push(`says ${varied.badge}`);
  return wrong;
}

/** What a message tells as known: live totals, what loads draw, values that were seen, and that all is well. */
function valuesOf(msg: Received): string[] {
  const { limits = [], loads = [] } = (msg.payload ?? {}) as Record<string, readonly Record<string, unknown>[]>;
  return [
    ...limits.filter(({ live }) => live === true).map(({ total }) => `total ${total}`),
    ...loads.filter(({ drawsA }) => drawsA !== undefined).map(({ drawsA }) => `draw ${drawsA}`),
    ...('value' in msg ? [`value ${JSON.stringify(msg.value)}`] : []),
    ...(msg.event === 'all-clear' || msg.event === 'came-back' ? [String(msg.event)] : []),
  ];
}
