import type { DeviceOutcome } from '../../src/control';
import { byPhaseNumber } from '../../src/device-settings';
import {
  isNamedIn,
  type NodeTeller,
  type Row,
  reasonOf,
  rowOf,
  sentences,
  subjectOf,
  type Told,
  tellDevices,
} from '../../src/runtime';
import type english from './locales/en-US/waveform-capture.json';
import { triggerWords } from './trigger-words';

type CaptureTeller = NodeTeller<typeof english>;

export type ToldCapture = 'capture' | 'list' | 'get' | 'latest' | 'wait' | 'readThresholds' | 'setThresholds';

const outcomes: Readonly<Record<DeviceOutcome, true>> = {
  confirmed: true,
  accepted: true,
  unknown: true,
  unchanged: true,
  'dry-run': true,
};
const phases = { p0: 'A', p1: 'B' } as const;
/** How many captures of a list are told of one by one. */
const mostCaptures = 3;

/** Tells what came of an action: the payload that the node sends without *Message for people*. */
export function tellCapture(teller: CaptureTeller, action: ToldCapture): (payload: unknown) => Told {
  const { text, texts, words, nodeName } = teller;
  return (payload) => {
    if (action === 'list') {
      const rows = (Array.isArray(payload) ? payload : [payload]).map(rowOf);
      const [first] = rows;
      return {
        topic: subjectOf(nodeName, first === undefined ? text('words.captures', { count: 0 }) : words.called(first)),
        payload: sentences(
          Array.isArray(payload) ? text('words.captures', { count: rows.length }) : undefined,
          ...rows.slice(0, mostCaptures).map((row) => tellRecord(teller, row)),
        ),
      };
    }
    return tellDevices(payload, { words, texts, nodeName, tellRow: (row) => tellRow(teller, action, row) });
  };
}

function tellRow(teller: CaptureTeller, action: Exclude<ToldCapture, 'list'>, row: Row): string {
  const { text, words } = teller;
  const name = words.called(row);
  const reason = reasonOf(row);
  if (reason !== undefined) return text(`words.failed.${action}`, { name, reason });
  if (action === 'readThresholds') return text('words.thresholds', { name, thresholds: thresholdsOf(teller, row) });
  if (action === 'setThresholds') {
    const outcome = isNamedIn(outcomes, row.outcome) ? row.outcome : 'unknown';
    return sentences(
      text(`words.set.${outcome}`, { name }),
      outcome === 'dry-run' ? undefined : text('words.now', { thresholds: thresholdsOf(teller, row) }),
    );
  }
  return row.outcome === 'dry-run' ? text('words.dryRun', { name }) : tellRecord(teller, row);
}

/** When a capture was made, what triggered it, and what it shows. */
function tellRecord(teller: CaptureTeller, row: Row): string {
  const { text, words } = teller;
  const name = words.called(row);
  const time = words.timeOf(row.capturedAt) ?? text('words.timeUnknown');
  const triggers = Array.isArray(row.triggers) ? row.triggers.map(String) : [];
  const trigger =
    triggers.length === 0 ? text('words.triggerUnknown') : words.list(triggers.map((each) => triggerWords(each, text)));
  const values = (['p0', 'p1'] as const).flatMap((phase) => valuesOf(teller, row, phase));
  const { p0, p1 } = rowOf(row.analysis ?? row);
  const clipped = [p0, p1].map(rowOf).some((phase) => currentOf(phase).clipped);
  return sentences(
    text(`words.captured.${row.type === 'fastRMS' ? 'fastRMS' : 'waveform'}`, { name, time, trigger }),
    ...values,
    ...totalOf(teller, row),
    clipped ? text('words.clipped') : undefined,
    ...(Array.isArray(row.notes) ? row.notes.map(String) : []),
  );
}

interface Shown {
  readonly peakA?: unknown;
  readonly rmsA?: unknown;
  readonly thdPercent?: unknown;
  readonly clipped: boolean;
}

/** The current of a phase: of the summary, or of the full analysis. */
function currentOf(phase: Row): Shown {
  const { peak, rms, thdFPercent, clipped } = rowOf(phase.current);
  return {
    peakA: phase.currentPeakA ?? peak,
    rmsA: phase.currentRmsA ?? rms,
    thdPercent: phase.currentThdFPercent ?? thdFPercent,
    clipped: phase.currentClipped === true || clipped === true,
  };
}

/** One sentence of a phase that was captured; a value that is not known is left out. */
function valuesOf(teller: CaptureTeller, row: Row, phase: keyof typeof phases): readonly string[] {
  const { text, words } = teller;
  const found = rowOf(rowOf(row.analysis ?? row)[phase]);
  const { peakA, rmsA, thdPercent } = currentOf(found);
  const volts = found.voltageRmsV ?? rowOf(found.voltage).rms;
  const values = [
    ...(typeof peakA === 'number' ? [text('words.peak', { value: `${words.number(peakA)} A` })] : []),
    ...(typeof rmsA === 'number' ? [`${words.number(rmsA)} A RMS`] : []),
    ...(typeof thdPercent === 'number' ? [`THD ${words.number(thdPercent, 0)} %`] : []),
    ...(typeof volts === 'number' ? [`${words.number(volts)} V RMS`] : []),
  ];
  if (values.length === 0) return [];
  return [text('words.phase', { phase: phases[phase], values: values.join(', ') })];
}

/** What both poles take together, and the voltage between the lines. */
function totalOf({ text, words }: CaptureTeller, row: Row): readonly string[] {
  const total = rowOf(rowOf(row.analysis ?? row).total);
  const watts = total.realW ?? rowOf(total.power).realW;
  const volts = total.lineToLineRmsV ?? rowOf(total.voltage).rms;
  const values = [
    ...(typeof watts === 'number' ? [`${words.number(watts, 0)} W`] : []),
    ...(typeof volts === 'number' ? [`${words.number(volts)} V RMS`] : []),
  ];
  return values.length === 0 ? [] : [text('words.total', { values: values.join(', ') })];
}

const levels = {
  overcurrent: { name: 'Overcurrent', field: 'mAOvercurrent', unit: 'A' },
  sag: { name: 'Sag', field: 'mVSag', unit: 'V' },
  swell: { name: 'Swell', field: 'mVSwell', unit: 'V' },
} as const;

/** The triggers that are on, with their levels, in either spelling. */
function thresholdsOf({ text, words }: CaptureTeller, row: Row): string {
  const thresholds = Object.fromEntries(
    Object.entries(rowOf(row.thresholds)).map(([name, value]) => [byPhaseNumber(name), value]),
  );
  const on = (['p0', 'p1'] as const).flatMap((phase) =>
    (['overcurrent', 'sag', 'swell'] as const).flatMap((kind) => {
      const { name, field, unit } = levels[kind];
      if (thresholds[`${phase}${name}Enabled`] !== true) return [];
      const milli = thresholds[`${phase}${field}`];
      const level = typeof milli === 'number' ? `${words.number(milli / 1_000)} ${unit}` : text('words.levelUnknown');
      return [text(`words.level.${kind}`, { phase: phases[phase], level })];
    }),
  );
  return on.length === 0 ? text('words.noTrigger') : words.list(on);
}
