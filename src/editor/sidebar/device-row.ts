import { chargerStateWords, relativeTime } from '../../admin-api';
import { agedReading, type CircuitState, effectiveState, stateKey } from '../../circuit';
import { defined } from '../../object';
import { element, text } from '..';
import type { LiveValue } from './live-values';
import { claimText } from './manager-words';
import { type SidebarTexts, sidebarText } from './sidebar-text';
import type { SiteRow } from './site-rows';
import { powerText, shortDuration } from './time-text';

const icons = {
  live: 'fa-toggle-on',
  off: 'fa-toggle-off',
  'tripped-or-opened-by-hand': 'fa-hand-paper-o',
  'held-by-event': 'fa-calendar',
  'no-connection': 'fa-chain-broken',
  unknown: 'fa-question-circle-o',
} as const;

/** The state as it is by now: what was live a minute ago is unknown when nothing newer came. */
export function stateOf(live: LiveValue | undefined, now: number): CircuitState | undefined {
  if (live === undefined) return undefined;
  // The state of a device that cannot be read is unknown, whatever it was before.
  if (live.circuit === undefined) return { state: 'unknown' };
  return effectiveState(agedReading(live.circuit, now - live.at));
}

/** What the details of a device name, by the key of its name. */
export type Facts = { readonly [Name in keyof SidebarTexts['fact']]?: string };

/** The words for what is known of a device, for its row, its details and screen readers. */
export function describeDevice(live: LiveValue | undefined, now: number): Facts {
  const state = stateOf(live, now);
  if (live === undefined || state === undefined) return {};
  const language = RED.i18n.lang();
  const { circuit, watts, timerSeconds, timerUnknown, evse, ageMs, error, at, locked } = live;
  const passedMs = now - at;
  const timer = timerSeconds === undefined ? 0 : Math.round(timerSeconds - passedMs / 1000);
  const time = state.forMs === undefined ? '' : shortDuration(state.forMs, language, 'short');
  return {
    ...defined({ error }),
    ...(locked === undefined
      ? {}
      : { locked: sidebarText('lock.since', { by: locked.by, since: dateTime(locked.at) }) }),
    state: sidebarText(`state.${stateKey(state)}`, { time }),
    ...(circuit?.connected === true && state.state !== 'unknown' ? { connection: sidebarText('live.connected') } : {}),
    ...(timer > 0 ? { timer: sidebarText('live.timer', { seconds: timer }) } : {}),
    ...(timerUnknown ? { timer: sidebarText('live.timerUnknown') } : {}),
    ...(evse === undefined ? {} : { evse: chargerStateWords(evse, text) }),
    ...(watts === undefined ? {} : { power: powerText(watts, language) }),
    ...(ageMs === undefined ? {} : { age: relativeTime(-(ageMs + passedMs), language) }),
  };
}

/** The handles one by one, as they were read, and when: what the details say besides. */
export function describeHandles(live: LiveValue | undefined, now: number): Facts {
  if (live?.circuit === undefined) return {};
  const { remoteHandle, mainHandle, readAgeMs } = live.circuit;
  return {
    position: sidebarText(`position.${remoteHandle}`),
    hand: sidebarText(`position.${mainHandle}`),
    read: relativeTime(-(readAgeMs + now - live.at), RED.i18n.lang()),
  };
}

/** What load managers claim of the device, a line for each: what the details say besides. */
export function describeClaims(live: LiveValue | undefined): Facts {
  const { claims = [] } = live ?? {};
  const words = { text: sidebarText, language: RED.i18n.lang() };
  return claims.length === 0 ? {} : { claims: claims.map((claim) => claimText(claim, words)).join('\n') };
}

/** The content that each element shows. */
const filled = new WeakMap<HTMLElement, string>();

/** Updates the element of a row if its content has changed. */
export function fillRow(host: HTMLElement, row: SiteRow, live: LiveValue | undefined, now: number): void {
  const isEdited = row.kind === 'device' && row.device.isEdited === true;
  const words = {
    ...(isEdited ? { edited: sidebarText('naming.notDeployed') } : {}),
    ...describeDevice(live, now),
  };
  const state = stateOf(live, now);
  const text = JSON.stringify([row, words, state?.state, readAgeText(live, state, now)]);
  if (filled.get(host) === text) return;
  filled.set(host, text);
  host.className = `breakerflow-row-${row.kind}`;
  host.setAttribute('aria-level', String(row.level));
  host.setAttribute('aria-posinset', String(row.position));
  host.setAttribute('aria-setsize', String(row.setSize));
  host.style.paddingInlineStart = `${4 + Math.min(row.level - 1, 6) * 12}px`;
  if (row.kind === 'location') {
    host.setAttribute('aria-expanded', String(row.expanded));
    host.setAttribute('aria-label', sidebarText('tree.location', { name: row.name, count: row.devices }));
    host.removeAttribute('title');
    host.replaceChildren(
      icon(row.expanded ? 'fa-angle-down' : 'fa-angle-right'),
      element('span', { class: 'breakerflow-name' }, [row.name]),
      element('span', { class: 'breakerflow-count' }, [String(row.devices)]),
    );
    return;
  }
  host.removeAttribute('aria-expanded');
  host.setAttribute('aria-label', [row.name, ...Object.values(words)].join(', '));
  host.title = [row.name, row.device.serialNumber ?? row.id, ...Object.values(words)].join('\n');
  const isCharger = row.device.hardwareType === 'ev-emcb';
  const isNormal = state?.state === 'live' || (isCharger && toldByCharger(live, state));
  host.classList.toggle('breakerflow-offline', state?.state === 'no-connection');
  const lock = live?.locked;
  // That a locked circuit is off goes without saying; any other state does not.
  const isLockedOff = lock !== undefined && state?.state === 'off';
  host.replaceChildren(
    element('span', { class: `breakerflow-handle breakerflow-is-${state?.state ?? 'unknown'}` }, [
      icon(state === undefined ? 'fa-circle-o' : isCharger && isNormal ? 'fa-car' : icons[state.state]),
    ]),
    element('span', { class: 'breakerflow-name' }, [row.name]),
    ...(isEdited ? cell('edited', '', 'fa-circle') : []),
    ...cell('timer', words.timer, 'fa-clock-o'),
    ...(words.error === undefined ? [] : cell('warning', '', 'fa-exclamation-triangle')),
    ...(lock === undefined ? [] : cell('locked', sidebarText('lock.short', { by: lock.by }), 'fa-lock')),
    // The power of a locked circuit is in the details: the row has to say who has locked it.
    ...(lock === undefined && (isNormal || state === undefined)
      ? [...cell('evse', words.evse), ...measured(live, words, now)]
      : [
          ...(isLockedOff || state === undefined ? [] : cell('state', shortState(state))),
          ...cell('read', readAgeText(live, state, now)),
        ]),
  );
}

/**
 * How old the state of a row without a measured value is; undefined where the state itself names a time, and for a live
 * circuit, whose power has an age.
 */
function readAgeText(live: LiveValue | undefined, state: CircuitState | undefined, now: number): string | undefined {
  if (live?.circuit === undefined || state === undefined || state.state === 'live' || state.forMs !== undefined)
    return undefined;
  return shortDuration(live.circuit.readAgeMs + now - live.at, RED.i18n.lang());
}

function dateTime(at: number): string {
  return new Date(at).toLocaleString(RED.i18n.lang(), { dateStyle: 'short', timeStyle: 'short' });
}

/** A charger need not tell of handles: what it does tells enough, while it is there and that is new. */
function toldByCharger(live: LiveValue | undefined, state: CircuitState | undefined): boolean {
  return state?.state === 'unknown' && state.forMs === undefined && live?.evse !== undefined;
}

/**
 * Power never stands without its age; of a circuit that is not live it would be of another time, and is in the details.
 */
function measured(live: LiveValue | undefined, { power, age }: Facts, now: number): HTMLElement[] {
  if (live?.ageMs === undefined) return cell('power', power);
  const short = shortDuration(live.ageMs + now - live.at, RED.i18n.lang());
  return [...cell('power', power), ...cell('age', age), ...cell('age-short', short)];
}

function shortState(state: CircuitState): string {
  const time = state.forMs === undefined ? '' : shortDuration(state.forMs, RED.i18n.lang());
  const key = stateKey(state);
  return key === 'live' ? sidebarText('state.live') : sidebarText(`short.${key}`, { time });
}

function icon(name: string): HTMLElement {
  return element('i', { class: `fa fa-fw ${name}`, 'aria-hidden': 'true' });
}

function cell(name: string, text: string | undefined, symbol?: string): HTMLElement[] {
  if (text === undefined) return [];
  return [
    element('span', { class: `breakerflow-cell breakerflow-${name}` }, [
      ...(symbol === undefined ? [] : [icon(symbol)]),
      ...(name === 'warning' ? [] : [text]),
    ]),
  ];
}
