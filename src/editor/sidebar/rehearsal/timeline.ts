import type { RehearsalResult, RehearsedEvent } from '../../../admin-api';
import { element } from '../..';
import { powerText } from '../time-text';
import { drawing } from './drawing';
import { limitRows } from './limit-rows';
import { clockText, type Look } from './look';

type Circuit = RehearsalResult['circuits'][number];

/** Of what a circuit is made for: from here on its limit is drawn, because a smaller load would be a line at zero. */
const nearLimit = 0.4;
const shownCircuits = 6;
const axisLabels = 5;

/**
 * What load managers bound with the limits that they kept, and the power of each circuit with its rating and what was switched, those
 * on which something happened first.
 */
export function timeline(look: Look, isFolded: boolean): HTMLElement[] {
  const { circuits, events } = look.result;
  const ofCircuit = (circuit: Circuit) =>
    events.filter(({ kind, devices }) => (kind === 'command' || kind === 'moved') && devices?.includes(circuit.label));
  const rows = circuits
    .map((circuit) => ({ circuit, marks: ofCircuit(circuit), peakW: peakOf(circuit) }))
    .sort((one, other) => other.marks.length - one.marks.length || other.peakW - one.peakW);
  const drawn = rows.map(({ circuit, marks, peakW }) => row(circuit, marks, peakW, look));
  const [first, rest] = isFolded ? [drawn.slice(0, shownCircuits), drawn.slice(shownCircuits)] : [drawn, []];
  return [
    element('div', { class: 'breakerflow-secondary' }, [look.words.text('rehearsal.legend')]),
    axis(look),
    ...limitRows(look),
    ...first,
    ...(rest.length === 0
      ? []
      : [
          element('details', {}, [
            element('summary', {}, [look.words.text('rehearsal.moreCircuits', { count: rest.length })]),
            ...rest,
          ]),
        ]),
  ];
}

const peakOf = ({ watts }: Circuit) => watts.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

function axis(look: Look): HTMLElement {
  const { fromMs, toMs } = look.span;
  const at = (index: number) => fromMs + ((toMs - fromMs) * index) / (axisLabels - 1);
  const minute = (ms: number) => Math.round(ms / 60_000) * 60_000;
  return element(
    'div',
    { class: 'breakerflow-rehearsal-axis', 'aria-hidden': 'true' },
    Array.from({ length: axisLabels }, (_, index) => element('span', {}, [clockText(minute(at(index)), look)])),
  );
}

function row({ label, ratedW, watts }: Circuit, marks: readonly RehearsedEvent[], peakW: number, look: Look) {
  const { words, span } = look;
  const summary = words.text('rehearsal.circuit', {
    peak: powerText(peakW, words.language),
    rated: powerText(ratedW, words.language),
  });
  const hasLimit = peakW > nearLimit * ratedW;
  return element('figure', { class: 'breakerflow-rehearsal-circuit' }, [
    element('figcaption', { class: 'breakerflow-line' }, [
      element('span', {}, [label]),
      element('span', { class: 'breakerflow-secondary' }, [summary]),
    ]),
    drawing(
      {
        lines: [{ values: watts }],
        limits: hasLimit ? [{ ...span, limit: ratedW }] : [],
        ...{ marks, label: `${label}: ${summary}` },
      },
      look,
    ),
  ]);
}
