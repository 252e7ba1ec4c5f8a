import type { Thresholds } from '../../src/device-settings';
import type { TextsOf } from '../../src/editor';
import type english from './locales/en-US/waveform-capture.json';
import type { Level, Panel } from './plot-parts.editor';

type Text = TextsOf<typeof english>;
type Phase = 'p0' | 'p1';

const events = [
  { kind: 'overcurrent', name: 'Overcurrent', field: 'mAOvercurrent', unit: 'A' },
  { kind: 'sag', name: 'Sag', field: 'mVSag', unit: 'V' },
  { kind: 'swell', name: 'Swell', field: 'mVSwell', unit: 'V' },
] as const;

interface LevelsWanted {
  readonly unit: 'V' | 'A';
  readonly phases: readonly Phase[];
  /** The thresholds of the device, and those entered in the dialog. */
  readonly present: Thresholds;
  readonly edited: Thresholds;
  readonly text: Text;
  readonly locale: string;
}

/**
 * The thresholds of the phases shown, each value once. Sag and swell are taken as RMS (see `spans`): their lines are at
 * the peak of a sine with that RMS.
 */
export function levelsOf({ unit, phases, present, edited, text, locale }: LevelsWanted): Panel['levels'] {
  const found = new Map<string, Level>();
  for (const { kind, name, field, unit: own } of events) {
    if (own !== unit) continue;
    const set = phases.flatMap((phase) => {
      const milli = edited[`${phase}${field}`] ?? present[`${phase}${field}`];
      const enabled = edited[`${phase}${name}Enabled`] ?? present[`${phase}${name}Enabled`];
      const isEdited = edited[`${phase}${field}`] !== undefined;
      return typeof milli !== 'number' || enabled === false ? [] : [{ phase, milli, isEdited }];
    });
    const differ = new Set(set.map(({ milli }) => milli)).size > 1;
    for (const { phase, milli, isEdited } of set) {
      const value = milli / 1000;
      const said = text(kind === 'overcurrent' ? 'view.level' : 'view.levelRms', {
        event: text(`thresholds.${name}`),
        value: `${value.toLocaleString(locale)} ${unit}`,
      });
      const key = `${kind} ${milli}`;
      found.set(key, {
        kind,
        value: kind === 'overcurrent' ? value : value * Math.SQRT2,
        label: differ ? `${text(`thresholds.${phase}`)}: ${said}` : said,
        edited: isEdited || found.get(key)?.edited === true,
      });
    }
  }
  return [...found.values()];
}
