import type { TextsOf } from '../../src/editor';
import { element } from '../../src/editor';
import type { CaptureReport, ChannelAnalysis, Power } from '../../src/waveform';
import type english from './locales/en-US/waveform-capture.json';

type Text = TextsOf<typeof english>;
type FigureName = keyof (typeof english)['waveform-capture']['view']['figure'];
type Phase = 'p0' | 'p1';

/** Of a phase, or of both together. */
interface Figured {
  readonly voltage?: ChannelAnalysis;
  readonly current?: ChannelAnalysis;
  readonly power?: Partial<Power>;
}

interface Figures {
  readonly report: CaptureReport;
  readonly phases: readonly Phase[];
  readonly text: Text;
  readonly locale: string;
}

/** A number with four significant digits. */
export function fourDigits(value: number | undefined, locale: string): string {
  if (value === undefined) return '-';
  return value.toLocaleString(locale, { maximumSignificantDigits: 4 });
}

function table(head: readonly string[], rows: readonly (readonly string[])[], kind: string): HTMLTableElement {
  return element('table', { class: `breakerflow-table ${kind}` }, [
    element(
      'tr',
      {},
      head.map((title) => element('th', { scope: 'col' }, [title])),
    ),
    ...rows.map(([title = '', ...cells]) =>
      element('tr', {}, [element('th', { scope: 'row' }, [title]), ...cells.map((cell) => element('td', {}, [cell]))]),
    ),
  ]);
}

/** What both poles have together; their voltage is that between the lines. */
const totals = { voltage: true, real: true, apparent: true, reactive: true, factor: true, thdVoltage: true };

/** The figures of each phase, one row per quantity. */
export function figureTable({ report, phases, text, locale }: Figures): HTMLTableElement {
  const analysisOf = (phase: Phase) => report.analysis[phase];
  const unit = (value: number | undefined, name: string) =>
    value === undefined ? '-' : `${fourDigits(value, locale)}${name === '' ? '' : ` ${name}`}`;
  const { total } = report.analysis;
  const rows: readonly (readonly [FigureName, (figures: Figured | undefined) => string])[] = [
    ['voltage', (phase) => rmsAndPeak(phase?.voltage)],
    ['current', (phase) => rmsAndPeak(phase?.current)],
    ['crest', (phase) => fourDigits(phase?.current?.crestFactor, locale)],
    ['real', (phase) => unit(phase?.power?.realW, 'W')],
    ['apparent', (phase) => unit(phase?.power?.apparentVA, 'VA')],
    ['reactive', (phase) => unit(phase?.power?.reactiveVar, 'var')],
    ['factor', (phase) => fourDigits(phase?.power?.powerFactor, locale)],
    ['angle', (phase) => unit(phase?.power?.phaseAngleDeg, '°')],
    ['thdVoltage', (phase) => bothThd(phase?.voltage)],
    ['thdCurrent', (phase) => bothThd(phase?.current)],
  ];
  function rmsAndPeak(channel: ChannelAnalysis | undefined): string {
    if (channel === undefined) return '-';
    const clipped = channel.clipped ? ` (${text('view.clipped')})` : '';
    return `${unit(channel.rms, channel.unit)}; ${unit(channel.peak, channel.unit)}${clipped}`;
  }
  function bothThd(channel: ChannelAnalysis | undefined): string {
    return channel?.thdFPercent === undefined
      ? '-'
      : `${fourDigits(channel.thdFPercent, locale)} %; ${fourDigits(channel.thdRPercent, locale)} %`;
  }
  return table(
    [
      `${text('view.frequency')}: ${unit(report.analysis.frequencyHz, 'Hz')}`,
      ...phases.map((phase) => text(`thresholds.${phase}`)),
      ...(total === undefined ? [] : [text('view.total')]),
    ],
    rows.map(([key, cell]) => [
      text(`view.figure.${key}`),
      ...phases.map((phase) => cell(analysisOf(phase))),
      ...(total === undefined ? [] : [key in totals ? cell(total) : '']),
    ]),
    'breakerflow-figures',
  );
}

/** A table of every harmonic in percent of the fundamental, with the same values as the bars. */
export function harmonicTable({ report, phases, text, locale }: Figures): HTMLTableElement {
  const columns = phases.flatMap((phase) =>
    (['voltage', 'current'] as const).map((quantity) => ({
      title: `${text(`view.${quantity}`)}, ${text(`thresholds.${phase}`)}`,
      percents: report.analysis[phase]?.[quantity]?.harmonics?.percent ?? [],
    })),
  );
  const orders = Math.max(0, ...columns.map(({ percents }) => percents.length - 1));
  const rows = Array.from({ length: orders }, (_, index) => index + 1).map((order) => [
    String(order),
    ...columns.map(({ percents }) => `${fourDigits(percents[order], locale)} %`),
  ]);
  return table([text('view.order'), ...columns.map(({ title }) => title)], rows, 'breakerflow-harmonics');
}

/** One line for each part of the capture beyond a threshold. */
export function spanLines({ report, phases, text, locale }: Figures): string[] {
  const sampleMs = 1000 / report.sampleRate.sampleRateHz;
  return (report.spans ?? [])
    .filter(({ phase }) => phases.includes(phase))
    .map((span) => {
      const event = ({ overcurrent: 'Overcurrent', sag: 'Sag', swell: 'Swell' } as const)[span.kind];
      const reaches =
        span.reachesDuration === undefined
          ? ''
          : ` ${text(span.reachesDuration ? 'view.longEnough' : 'view.tooShort')}`;
      const spanText = text('view.span', {
        phase: text(`thresholds.${span.phase}`),
        event: text(`thresholds.${event}`),
        samples: span.samples,
        ms: fourDigits(span.samples * sampleMs, locale),
        extreme: `${fourDigits(Math.abs(span.extreme), locale)} ${span.unit}`,
        level: `${fourDigits(span.level, locale)} ${span.unit}`,
      });
      return `${spanText}${reaches}`;
    });
}
