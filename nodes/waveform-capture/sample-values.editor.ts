import type { TextsOf } from '../../src/editor';
import type { WaveformSamples } from '../../src/waveform';
import type english from './locales/en-US/waveform-capture.json';

interface SampleOptions {
  readonly data: WaveformSamples;
  readonly phases: readonly ('p0' | 'p1')[];
  /** The time of the sample, after the trigger. */
  readonly atMs: number;
  readonly text: TextsOf<typeof english>;
  readonly locale: string;
}

/** The measured values at a sample as one line, for the text below the plot and for screen readers. */
export function sampleValues(sample: number, { data, phases, atMs, text, locale }: SampleOptions): string {
  const numberText = (value: number, most: number, least = 0) =>
    value.toLocaleString(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
  const phaseTexts = phases.map((phase) => {
    const volts = data[`mV${phase}`]?.[sample];
    const amperes = data[`mA${phase}`]?.[sample];
    const values = [
      ...(volts === undefined ? [] : [`${numberText(volts / 1000, 1)} V`]),
      ...(amperes === undefined ? [] : [`${numberText(amperes / 1000, 2)} A`]),
    ];
    return `${text(`thresholds.${phase}`)}: ${values.join(', ')}`;
  });
  return `${numberText(atMs, 2, 2)} ms; ${phaseTexts.join('; ')}`;
}
