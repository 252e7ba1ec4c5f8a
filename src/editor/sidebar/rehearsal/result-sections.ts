import type { RehearsalFinding, RehearsalVerdict, RehearsedEvent, RehearsedGap } from '../../../admin-api';
import { element } from '../..';
import { powerText } from '../time-text';
import { eventText } from './event-text';
import { clockText, hoursText, type Look } from './look';

const maxNames = 12;
const limits = ['energy', 'site', 'others', 'context'] as const;

/** How far it came, and what has to be known before anything else is believed. */
export function headSection({ result, words }: Look): HTMLElement[] {
  const { ending, said = '', unarmed, copied, gaps, silent, answered, requests, fromMs, toMs, wholeMs } = result;
  const hours = hoursText(toMs - fromMs, words.language);
  const whole = hoursText(wholeMs, words.language);
  const names = (nodes: readonly { readonly name: string }[]) => {
    const more = nodes.length > maxNames ? ' …' : '';
    return `${[...new Set(nodes.slice(0, maxNames).map(({ name }) => name))].join(', ')}${more}`;
  };
  const note = (text: string, kind = 'breakerflow-note') => element('div', { class: kind }, [text]);
  return [
    note(
      words.text(`rehearsal.ending.${ending}`, { hours, whole, requests, said }),
      ending === 'done' ? 'breakerflow-note' : 'breakerflow-error',
    ),
    ...(unarmed.length === 0
      ? []
      : [note(words.text('rehearsal.armed', { names: unarmed.join(', ') }), 'breakerflow-rehearsal-banner')]),
    ...(copied.length === 0 ? [] : [note(words.text('rehearsal.copied', { names: copied.join(', ') }))]),
    ...gaps.map((gap) => note(gapText(gap, words))),
    ...(silent.length === 0 ? [] : [note(words.text('rehearsal.silent', { names: names(silent) }))]),
    ...(answered.length === 0 ? [] : [note(words.text('rehearsal.answered', { names: names(answered) }))]),
  ];
}

function gapText({ what, of, why }: RehearsedGap, words: Look['words']): string {
  const more = of.length > maxNames ? ' …' : '';
  const names = `${of.slice(0, maxNames).join(', ')}${more}`;
  return words.text(`rehearsal.gap.${what}`, { of: names, why: why === '' ? '' : `(${why})` }).trim();
}

/** What is wrong whatever the flow is for. */
export function findingSection(look: Look): HTMLElement {
  const { words, result } = look;
  const { findings } = result;
  return element('section', {}, [
    element('h4', {}, [words.text('rehearsal.findings')]),
    ...(findings.length === 0
      ? [element('div', { class: 'breakerflow-note' }, [words.text('rehearsal.noFindings')])]
      : [
          element(
            'ul',
            { class: 'breakerflow-rehearsal-list' },
            findings.map((finding) => findingRow(finding, look)),
          ),
        ]),
  ]);
}

function findingRow(finding: RehearsalFinding, look: Look): HTMLElement {
  const { rule, times, at, nodeId, node = '', device = '', detail = '' } = finding;
  return element('li', { class: 'breakerflow-item', 'data-rule': rule }, [
    element('div', {}, [look.words.text(`rehearsal.finding.${rule}`, { times, node, device, detail })]),
    whereLine(look, at, nodeId, node),
  ]);
}

/** What the scenario expects; nothing where it expects nothing. */
export function verdictSection(look: Look): HTMLElement[] {
  const { verdicts } = look.result;
  if (verdicts.length === 0) return [];
  return [
    element('section', {}, [
      element('h4', {}, [look.words.text('rehearsal.expected')]),
      element(
        'ul',
        { class: 'breakerflow-rehearsal-list' },
        verdicts.map((verdict) => verdictRow(verdict, look)),
      ),
    ]),
  ];
}

function verdictRow(verdict: RehearsalVerdict, look: Look): HTMLElement {
  const { text, met, at, node } = verdict;
  return element('li', { class: 'breakerflow-item' }, [
    element('div', { class: 'breakerflow-line' }, [
      element('span', { class: 'breakerflow-operation' }, [text]),
      element('span', { class: met ? 'breakerflow-ok' : 'breakerflow-failed' }, [
        look.words.text(met ? 'rehearsal.met' : 'rehearsal.notMet'),
      ]),
    ]),
    element('div', { class: 'breakerflow-secondary' }, [seenText(verdict, look)]),
    whereLine(look, at, node?.id, node?.name ?? ''),
  ]);
}

function seenText({ seen }: RehearsalVerdict, { words }: Look): string {
  if (seen.kind === 'no-time') return words.text('rehearsal.seen.no-time');
  if (seen.kind !== 'count')
    return words.text(`rehearsal.seen.${seen.kind}`, { power: powerText(seen.watts, words.language) });
  const { count, device } = seen;
  return device === undefined
    ? words.text('rehearsal.seen.count', { count })
    : words.text('rehearsal.seen.countOf', { count, device });
}

/** When it was, and where: both lead there in the sidebar. */
function whereLine(look: Look, at: number | undefined, nodeId: string | undefined, name: string): HTMLElement {
  return element('div', { class: 'breakerflow-line breakerflow-rehearsal-where' }, [
    ...(at === undefined ? [] : [look.at(at)]),
    ...(nodeId === undefined ? [] : [look.node(nodeId, name)]),
  ]);
}

/** The events of the span; `isChosen` leaves some out. */
export function logSection(look: Look, isChosen: (event: RehearsedEvent) => boolean, most: number): HTMLElement {
  const { words, result, span } = look;
  const seen = result.events.filter((event) => event.at >= span.fromMs && event.at <= span.toMs && isChosen(event));
  const more = Math.max(0, seen.length - most) + result.leftOut;
  return element('div', {}, [
    ...(seen.length === 0 ? [element('div', { class: 'breakerflow-note' }, [words.text('rehearsal.nothing')])] : []),
    element(
      'ul',
      { class: 'breakerflow-rehearsal-list breakerflow-rehearsal-log' },
      seen.slice(0, most).map((event) => eventRow(event, look)),
    ),
    ...(more === 0
      ? []
      : [element('div', { class: 'breakerflow-note' }, [words.text('rehearsal.leftOut', { count: more })])]),
  ]);
}

function eventRow(event: RehearsedEvent, look: Look): HTMLElement {
  const { kind, at, node, isBad = false } = event;
  return element('li', { class: `breakerflow-item${isBad ? ' breakerflow-failed' : ''}`, 'data-kind': kind }, [
    element('time', { datetime: new Date(at).toISOString() }, [clockText(at, look)]),
    element('span', {}, [
      element('span', { class: 'breakerflow-secondary' }, [look.words.text(`rehearsal.kind.${kind}`)]),
      ' ',
      eventText(event, look),
      ...(node === undefined ? [] : [' ', look.node(node.id, node.name)]),
    ]),
  ]);
}

/** What no rehearsal can tell. */
export function limitSection({ words }: Look): HTMLElement {
  return element('section', {}, [
    element('h4', {}, [words.text('rehearsal.limits')]),
    element(
      'ul',
      { class: 'breakerflow-rehearsal-limits' },
      limits.map((limit) => element('li', {}, [words.text(`rehearsal.limit.${limit}`)])),
    ),
  ]);
}
