import { element } from '../element';
import type { LiveValue } from './live-values';
import { sidebarText } from './sidebar-text';
import type { SiteRow } from './site-rows';
import { powerText, relativeTime } from './time-text';

const icons = { open: 'fa-toggle-off', closed: 'fa-toggle-on', unknown: 'fa-question-circle-o' } as const;

/** The words for what is known of a device, for its row, its details and screen readers. */
export function describeDevice(live: LiveValue | undefined, now: number): Record<string, string> {
  if (live === undefined) return {};
  const language = RED.i18n.lang();
  const { connected, position, openedByHand, watts, timerSeconds, evse, ageMs, error, at } = live;
  const passedMs = now - at;
  const timer = timerSeconds === undefined ? 0 : Math.round(timerSeconds - passedMs / 1000);
  return {
    ...(error === undefined ? {} : { error }),
    ...(position === undefined ? {} : { position: sidebarText(`position.${position}`) }),
    ...(openedByHand ? { hand: sidebarText('position.byHand') } : {}),
    ...(connected === undefined ? {} : { connection: sidebarText(connected ? 'live.connected' : 'live.offline') }),
    ...(timer > 0 ? { timer: sidebarText('live.timer', { seconds: timer }) } : {}),
    ...(evse === undefined ? {} : { evse }),
    ...(watts === undefined ? {} : { power: powerText(watts, language) }),
    ...(ageMs === undefined ? {} : { age: relativeTime(-(ageMs + passedMs), language) }),
  };
}

/** What an element shows already. */
const filled = new WeakMap<HTMLElement, string>();

/** Fills the element of a row, where it shows something else. */
export function fillRow(host: HTMLElement, row: SiteRow, live: LiveValue | undefined, now: number): void {
  const words = describeDevice(live, now);
  const text = JSON.stringify([row, words, live?.position, live?.connected]);
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
  const position = live?.position ?? 'unknown';
  const offline = live?.connected === false;
  host.classList.toggle('breakerflow-offline', offline);
  host.replaceChildren(
    element('span', { class: `breakerflow-handle breakerflow-is-${position}` }, [
      icon(row.device.hardwareType === 'ev-emcb' ? 'fa-car' : live === undefined ? 'fa-circle-o' : icons[position]),
    ]),
    element('span', { class: 'breakerflow-name' }, [row.name]),
    ...cell('timer', words.timer, 'fa-clock-o'),
    ...cell('evse', words.evse),
    ...(offline ? cell('warning', words.connection, 'fa-chain-broken') : []),
    ...(words.hand === undefined ? [] : cell('warning', words.hand, 'fa-hand-paper-o')),
    ...(words.error === undefined ? [] : cell('warning', '', 'fa-exclamation-triangle')),
    ...cell('power', words.power),
    ...cell('age', words.age),
  );
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
