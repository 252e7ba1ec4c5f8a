import type { TextsOf } from '../../src/editor';
import { element } from '../../src/editor';
import type { CaptureReport, ChannelAnalysis, PhaseAnalysis } from '../../src/waveform';
import type english from './locales/en-US/waveform-capture.json';

type Text = TextsOf<typeof english>;
type FigureName = keyof (typeof english)['waveform-capture']['view']['figure'];
type Phase = 'p0' | 'p1';

interface Figures {
  readonly report: CaptureReport;
  readonly phases: readonly Phase[];
  readonly text: Text;
  readonly locale: string;
}

/** A number with four significant digits. */
export function short(value: number | undefined, locale: string): string {
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

/** The figures of each phase, one row per quantity. */
export function figureTable({ report, phases, text, locale }: Figures): HTMLTableElement {
  const of = (phase: Phase) => report.analysis[phase];
  const unit = (value: number | undefined, name: string) =>
    value === undefined ? '-' : `${short(value, locale)}${name === '' ? '' : ` ${name}`}`;
  const rows: readonly (readonly [FigureName, (phase: PhaseAnalysis | undefined) => string])[] = [
    ['voltage', (phase) => rmsAndPeak(phase?.voltage)],
    ['current', (phase) => rmsAndPeak(phase?.current)],
    ['crest', (phase) => short(phase?.current?.crestFactor, locale)],
    ['real', (phase) => unit(phase?.power?.realW, 'W')],
    ['apparent', (phase) => unit(phase?.power?.apparentVA, 'VA')],
    ['reactive', (phase) => unit(phase?.power?.reactiveVar, 'var')],
    ['factor', (phase) => short(phase?.power?.powerFactor, locale)],
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
      : `${short(channel.thdFPercent, locale)} %; ${short(channel.thdRPercent, locale)} %`;
  }
  return table(
    [
      `${text('view.frequency')}: ${unit(report.analysis.frequencyHz, 'Hz')}`,
      ...phases.map((phase) => text(`thresholds.${phase}`)),
    ],
    rows.map(([key, cell]) => [text(`view.figure.${key}`), ...phases.map((phase) => cell(of(phase)))]),
    'breakerflow-figures',
  );
}

/** Every harmonic in percent of the fundamental: what the bars show, as a table. */
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
    ...columns.map(({ percents }) => `${short(percents[order], locale)} %`),
  ]);
  return table([text('view.order'), ...columns.map(({ title }) => title)], rows, 'breakerflow-harmonics');
}

/** Where the capture is beyond the thresholds, in words. */
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
      const said = text('view.span', {
        phase: text(`thresholds.${span.phase}`),
        event: text(`thresholds.${event}`),
        samples: span.samples,
        ms: short(span.samples * sampleMs, locale),
        extreme: `${short(Math.abs(span.extreme), locale)} ${span.unit}`,
        level: `${short(span.level, locale)} ${span.unit}`,
      });
      return `${said}${reaches}`;
    });
}
