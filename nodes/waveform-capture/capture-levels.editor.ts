import type { Thresholds } from '../../src/device-settings';
import type { TextsOf } from '../../src/editor';
import type english from './locales/en-US/waveform-capture.json';
import type { Level, Panel } from './plot-parts.editor';

type Text = TextsOf<typeof english>;
type Phase = 'p0' | 'p1';

const triggers = [
  { kind: 'overcurrent', name: 'Overcurrent', field: 'mAOvercurrent', unit: 'A' },
  { kind: 'sag', name: 'Sag', field: 'mVSag', unit: 'V' },
  { kind: 'swell', name: 'Swell', field: 'mVSwell', unit: 'V' },
] as const;

interface LevelOptions {
  readonly unit: 'V' | 'A';
  readonly phases: readonly Phase[];
  /** The thresholds of the device, and those entered in the dialog. */
  readonly present: Thresholds;
  readonly edited: Thresholds;
  readonly text: Text;
  readonly locale: string;
}

/**
 * The thresholds of the shown phases; equal values are one level. Sag and swell are RMS values (see `spans`), so their lines
 * are at the peak of a sine with that RMS.
 */
export function levelsOf({ unit, phases, present, edited, text, locale }: LevelOptions): Panel['levels'] {
  const levels = new Map<string, Level>();
  for (const { kind, name, field, unit: triggerUnit } of triggers) {
    if (triggerUnit !== unit) continue;
    const configured = phases.flatMap((phase) => {
      const milli = edited[`${phase}${field}`] ?? present[`${phase}${field}`];
      const enabled = edited[`${phase}${name}Enabled`] ?? present[`${phase}${name}Enabled`];
      const isEdited = edited[`${phase}${field}`] !== undefined;
      return typeof milli !== 'number' || enabled === false ? [] : [{ phase, milli, isEdited }];
    });
    const phasesDiffer = new Set(configured.map(({ milli }) => milli)).size > 1;
    for (const { phase, milli, isEdited } of configured) {
      const value = milli / 1000;
      const levelText = text(kind === 'overcurrent' ? 'view.level' : 'view.levelRms', {
        event: text(`thresholds.${name}`),
        value: `${value.toLocaleString(locale)} ${unit}`,
      });
      const key = `${kind} ${milli}`;
      levels.set(key, {
        kind,
        value: kind === 'overcurrent' ? value : value * Math.SQRT2,
        label: phasesDiffer ? `${text(`thresholds.${phase}`)}: ${levelText}` : levelText,
        edited: isEdited || levels.get(key)?.edited === true,
      });
    }
  }
  return [...levels.values()];
}
