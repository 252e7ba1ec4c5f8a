import type { TextsOf } from '../../src/editor';
import { element } from '../../src/editor';
import type { CaptureReport } from '../../src/waveform';
import { fourDigits } from './capture-figures.editor';
import type { CaptureFrame } from './capture-frame.editor';
import { harmonicPlot } from './harmonic-plot.editor';
import type english from './locales/en-US/waveform-capture.json';

interface HarmonicsOptions {
  readonly report: CaptureReport;
  readonly phases: readonly ('p0' | 'p1')[];
  readonly quantity: 'current' | 'voltage';
  readonly text: TextsOf<typeof english>;
  readonly locale: string;
}

/** Draws the harmonics of each phase as bars, with a text of their THD. */
export function drawHarmonics(
  { bars, thd }: Pick<CaptureFrame, 'bars' | 'thd'>,
  { report, phases, quantity, text, locale }: HarmonicsOptions,
): void {
  const content = phases.flatMap((phase) => {
    const channel = report.analysis[phase]?.[quantity];
    return channel?.harmonics === undefined ? [] : [{ phase, channel, percents: channel.harmonics.percent }];
  });
  thd.replaceChildren(
    ...content.map(({ phase, channel }) =>
      element('span', { class: `breakerflow-key breakerflow-${phase}` }, [
        text('view.thd', {
          phase: text(`thresholds.${phase}`),
          f: fourDigits(channel.thdFPercent, locale),
          r: fourDigits(channel.thdRPercent, locale),
        }),
      ]),
    ),
  );
  if (content.length === 0) {
    bars.replaceChildren(text('view.noHarmonics'));
    return;
  }
  const plot = harmonicPlot({
    width: bars.clientWidth,
    bars: content,
    label: `${text(`view.harmonics.${quantity}`)}. ${thd.textContent ?? ''}`,
    locale,
    title: (phase, order, percent) =>
      `${text(`thresholds.${phase}`)}, ${text('view.order')} ${order}: ${fourDigits(percent, locale)} %`,
  });
  bars.replaceChildren(plot);
}
