import { type Preset, type PresetName, presets } from '../../src/watch';
import type { WatchForm } from './settings-of-form';

/** What a preset fills in: numbers as the dialog has them, empty where there is none. */
export type PresetForm = Partial<Record<keyof WatchForm, string | number>>;

export type FormPreset = WatchForm['preset'];

const second = 1_000;
const minute = 60 * second;
const day = 1_440 * minute;
const empty = {
  value: '',
  from: '',
  to: '',
  deadBand: '',
  atOnce: '',
  longestRun: '',
  longestRest: '',
  repeat: '',
  warnFor: '',
};

const inMinutes = (ms: number | undefined) => (ms === undefined ? '' : ms / minute);

/** The values of the dialog for a preset; one's own settings keep them, or begin with a current where `shown` is none of theirs. */
export function presetForm(name: FormPreset, shown: string): PresetForm {
  const hasOwn = shown !== 'events' && shown !== 'health' && shown !== 'endings';
  if (name === 'own') return hasOwn ? {} : { measure: 'amperes', condition: 'above' };
  if (name === 'events') return { measure: 'events', condition: 'changes' };
  if (name === 'digest') return { measure: 'health', reportAt: '0800', reportEvery: '' };
  if (name === 'heartbeat') return { measure: 'health', reportAt: '', reportEvery: 1 };
  const preset: Preset = presets[name satisfies PresetName];
  const { measure, condition, forMs, warnForMs, wellForMs, unreadMs } = preset;
  return {
    ...empty,
    measure,
    ...(condition.kind === 'ends' ? {} : { condition: condition.kind }),
    ...conditionForm(preset),
    for: forMs / second,
    wellFor: wellForMs / second,
    warnFor: inMinutes(warnForMs),
    unread: inMinutes(unreadMs),
  };
}

function conditionForm({ condition }: Preset): PresetForm {
  const band = (wide: number) => Math.round(wide * 1e6) / 1e6;
  switch (condition.kind) {
    case 'above': {
      const { value, wellAt, atOnce = '' } = condition;
      return { value, deadBand: band(value - wellAt), atOnce };
    }
    case 'below':
      return { value: condition.value, deadBand: band(condition.wellAt - condition.value) };
    case 'outside':
    case 'within': {
      const { from, to, wellFrom } = condition;
      return { from, to, deadBand: band(Math.abs(wellFrom - from)) };
    }
    case 'is':
      return { state: condition.states[0] ?? '' };
    case 'cycles': {
      const { runsAbove, restsBelow, longestRunMs, longestRestMs } = condition;
      return {
        ...{ runsAbove, restsBelow },
        ...{ longestRun: inMinutes(longestRunMs), longestRest: inMinutes(longestRestMs) },
      };
    }
    case 'starts': {
      const { runsAbove, restsBelow, count } = condition;
      return { runsAbove, restsBelow, starts: count };
    }
    case 'finished': {
      const { runsAbove, restsBelow, ranForMs } = condition;
      return { runsAbove, restsBelow, ranFor: ranForMs / minute };
    }
    case 'ends':
      return { secretDays: condition.secretsMs / day, keyDays: condition.keysMs / day };
    case 'changes':
    case 'report':
      return {};
  }
}
