import type { Texts } from '../../src/runtime';
import {
  type Balance,
  type Ending,
  type Finding,
  type FindingKind,
  type Measure,
  measures,
  type Observation,
  parseSubject,
  type Value,
  type WatchEvent,
  type WatchSettings,
  whole,
} from '../../src/watch';
import { createEndingSentences } from './ending-sentences';
import { eventNameOf } from './event-names';
import type { OwnText } from './own-text';

interface SentencesOptions {
  readonly text: OwnText;
  /** The texts that nodes share. */
  readonly shared: Texts;
  readonly settings: WatchSettings;
  /** What people call a device. */
  readonly called: (deviceId: string) => string;
  /** The service's clock, epoch ms. */
  readonly now: () => number;
}

export interface Sentences {
  event(event: WatchEvent): string;
  /** The last current that is known of a device. */
  carried(current: Observation): string;
  /** The subject of a report. */
  reportTitle(event: WatchEvent): string;
  /** What the legs carry, and the circuit whose move would help. */
  balance(balance: Balance): string;
  /** What is watched of a subject. */
  measure(subject: string): string;
  /** What a subject is called that is no device. */
  name(subject: string, ending?: Ending): string | undefined;
  /** `18.2 A`, of each pole; a state in words. */
  value(subject: string, value: Value): string;
  /** `14:31`, with the date where it is not today's. */
  time(atMs: number): string;
}

/** Why nothing is known although the service answers. */
const ownReasons: Readonly<Record<string, 'unread.old' | 'unread.noMidnight' | 'unread.counterReset'>> = {
  OLD_READING: 'unread.old',
  NO_MIDNIGHT: 'unread.noMidnight',
  COUNTER_RESET: 'unread.counterReset',
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** What happened, in the language of Node-RED, with names, units and the time of the zone. */
export function createSentences({ text, shared, settings, called, now }: SentencesOptions): Sentences {
  const { condition, timeZone } = settings;

  function value(subject: string, shown: Value): string {
    const { measure: name } = parseSubject(subject);
    const measure: Measure = measures[name];
    if (name === 'health') return healthText(String(shown));
    if (name === 'endings') return endings.value(shown);
    if (measure.kind === 'number') return listOf(shown).map(amount(measure.unit)).join(' / ');
    const state = String(shown);
    if (name === 'charger') return state;
    return text(`state.${name as 'handLever'}.${state as 'open'}`);
  }

  function healthText(state: string): string {
    if (state === 'well') return text('finding.none');
    return state
      .split(' ')
      .map((kind) => text(`finding.${kind as FindingKind}`))
      .join(', ');
  }

  function finding({ deviceId, kind, value: shown, code }: Finding): string {
    const unit = kind === 'warm' ? '°C' : 'dBm';
    const more = kind === 'unread' ? why(code) : shown === undefined ? '' : amount(unit)(shown);
    return `${called(deviceId)}: ${text(`finding.${kind}`)}${more === '' ? '' : ` (${more})`}`;
  }

  function report({ findings = [], count = 0, total = 0 }: WatchEvent): string {
    return findings.length === 0 ? text('report.well', { count, total }) : findings.map(finding).join('\n');
  }

  function time(atMs: number): string {
    const day = dayIn(timeZone, atMs);
    const clock = timeIn(timeZone, atMs);
    return day === dayIn(timeZone, now()) ? clock : `${day} ${clock}`;
  }

  /** What the texts of an event have in common. */
  function shownOf({ subject, atMs, value: shown, before, sinceMs = atMs, total = 0, ...event }: WatchEvent) {
    const { deviceId, measure } = parseSubject(subject);
    const { kind } = measures[measure];
    const unit = amount(kind === 'number' ? measures[measure].unit : '');
    return {
      name: measure === 'endings' ? endings.name(deviceId, event.ending) : called(deviceId),
      measure: text(`measure.${measure}`),
      value: shown === undefined ? '' : value(subject, shown),
      before: before === undefined ? '' : value(subject, before),
      since: time(sinceMs),
      at: time(atMs),
      time: duration(atMs - sinceMs),
      limit: 'value' in condition ? unit(condition.value) : '',
      from: 'wellFrom' in condition ? unit(condition.from) : '',
      to: 'wellTo' in condition ? unit(condition.to) : '',
      count: event.count ?? (condition.kind === 'starts' ? condition.count : 0),
      total,
    };
  }

  function alarm(event: WatchEvent): string {
    const shown = shownOf(event);
    switch (condition.kind) {
      case 'cycles': {
        const limit = duration((event.isRunning === true ? condition.longestRunMs : condition.longestRestMs) ?? 0);
        return text(event.isRunning === true ? 'alarm.runs' : 'alarm.rests', { ...shown, limit });
      }
      case 'finished':
      case 'changes':
      case 'report':
      case 'ends':
        return '';
      default:
        return text(`alarm.${condition.kind}`, shown);
    }
  }

  function allClear(event: WatchEvent): string {
    const shown = shownOf(event);
    if (condition.kind === 'cycles') return text(event.isRunning === true ? 'clear.runs' : 'clear.rests', shown);
    if (condition.kind === 'starts') return text('clear.starts', shown);
    return text('clear.value', shown);
  }

  function why(code: string | undefined): string {
    if (code === undefined) return text('unread.nothing');
    const own = ownReasons[code];
    return own === undefined ? shared(`error.${code as 'TIMEOUT'}`) : text(own);
  }

  function changed(event: WatchEvent): string {
    const shown = shownOf(event);
    const { measure } = parseSubject(event.subject);
    return text(`event.${eventNameOf(measure, event)}`, shown);
  }

  const endings = createEndingSentences({ text, called, time, duration });

  return {
    measure: (subject) => text(`measure.${parseSubject(subject).measure}`),
    name(subject, ending) {
      const { deviceId, measure } = parseSubject(subject);
      if (measure === 'endings') return endings.name(deviceId, ending);
      return deviceId === whole ? called(deviceId) : undefined;
    },
    value,
    time,
    carried: ({ value: amperes, atMs }) =>
      text('carried', { value: listOf(amperes).map(amount('A')).join(' / '), at: time(atMs) }),
    reportTitle({ findings = [], total = 0 }) {
      const { length } = findings;
      return length === 0
        ? text('report.title.well', { total })
        : text('report.title.findings', { count: length, total });
    },
    balance({ legs, move }) {
      const shown = Object.entries(legs).map(([leg, amperes]) =>
        text('legs.leg', { leg, value: amount('A')(amperes) }),
      );
      if (move === undefined) return text('legs.noMove', { legs: shown.join(', ') });
      const { id, amperes, leaves, ...between } = move;
      const moved = { name: called(id), value: amount('A')(amperes), leaves: amount('A')(leaves) };
      return text('legs.move', { legs: shown.join(', '), ...between, ...moved });
    },
    event(event) {
      const ended = endings.event(event);
      if (ended !== undefined) return ended;
      const { measure } = parseSubject(event.subject);
      const all = measure === 'endings' ? 'lists' : 'all';
      switch (event.kind) {
        case 'warning':
          return text('warned', { alarm: alarm(event), time: duration(settings.warnForMs ?? 0) });
        case 'alarm':
          return alarm(event);
        case 'repeat':
          return text('repeat', { alarm: alarm(event) });
        case 'all-clear':
          return allClear(event);
        case 'unread':
          return text(event.total === undefined ? 'unread.sentence' : `unread.${all}`, {
            ...shownOf(event),
            why: why(event.code),
          });
        case 'read-again':
          return text(event.total === undefined ? 'readAgain.one' : `readAgain.${all}`, shownOf(event));
        case 'finished':
          return text('finished', shownOf(event));
        case 'changed':
          return changed(event);
        case 'report':
          return report(event);
        case 'backwards':
          return text('backwards', shownOf(event));
      }
    },
  };
}

const listOf = (value: Value): readonly (number | string)[] => (typeof value === 'object' ? value : [value]);

const amount = (unit: string) => (value: number | string) =>
  typeof value === 'number' ? `${Number(value.toPrecision(3))} ${unit}`.trim() : value;

/** In units that every language writes alike. */
export function duration(ms: number): string {
  if (ms < minute) return `${Math.round(ms / second)} s`;
  if (ms < hour) return `${Math.round(ms / minute)} min`;
  const minutes = Math.round((ms % hour) / minute);
  return minutes === 0 ? `${Math.floor(ms / hour)} h` : `${Math.floor(ms / hour)} h ${minutes} min`;
}

const timeIn = (timeZone: string, atMs: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);

/** `2026-11-23`: the one way to write a date that no language takes for another day. */
const dayIn = (timeZone: string, atMs: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(atMs);
