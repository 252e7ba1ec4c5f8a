import {
  alignments,
  bargraphModes,
  parseColor,
  parseLedColors,
  parseNumber,
  parseWhole,
  wholeProblem,
} from '../../src/device-settings';
import { all, type FieldTable, numberSources, type StoredConfig, valueSources, where } from '../../src/fields';

const is = (...actions: string[]) => where('action', ...actions);
const colors = is('setColors');
const color = (value: string) => (parseColor(value) === undefined ? 'color' : undefined);
const led = (defaultColor: string) =>
  ({
    kind: 'text',
    default: defaultColor,
    required: true,
    check: color,
    when: (config: StoredConfig) => colors(config) && config.colorsFrom !== 'value',
  }) as const;

/** The fields of the actions that write settings of a device. spec 2.3, 4.3 */
export const settingFields = {
  colorsFrom: { kind: 'choice', default: 'form', options: ['form', 'level', 'value'], when: colors },
  colorsValue: {
    kind: 'typed',
    default: 'payload',
    sources: [...valueSources, 'json'],
    required: true,
    when: all(colors, where('colorsFrom', 'value')),
    check: (value: unknown) => {
      const parsed = parseLedColors(value);
      return 'problems' in parsed ? parsed.problems[0]?.rule : undefined;
    },
  },
  level: {
    kind: 'typed',
    default: 'payload',
    sources: ['msg', 'flow', 'global', 'env', 'jsonata', 'num'],
    required: true,
    when: all(colors, where('colorsFrom', 'level')),
  },
  levelEmpty: { kind: 'number', default: 0, required: true, when: all(colors, where('colorsFrom', 'level')) },
  levelFull: {
    kind: 'number',
    default: 3000,
    required: true,
    when: all(colors, where('colorsFrom', 'level')),
    suits: (value: unknown, { levelEmpty }: StoredConfig) =>
      Number(value) === Number(levelEmpty) ? 'levelRange' : undefined,
  },
  led1: led('#00ff00'),
  led2: led('#00ff00'),
  led3: led('#ffff00'),
  led4: led('#ff8000'),
  led5: led('#ff0000'),
  brightness: { kind: 'number', default: 100, min: 0, max: 100, unit: '%', when: colors },
  takeMode: { kind: 'flag', default: true, when: colors },
  mode: { kind: 'choice', default: 'user-defined', options: bargraphModes, when: is('setMode') },
  threshold: {
    kind: 'typed',
    default: '100',
    sources: numberSources,
    required: true,
    when: is('setThreshold'),
    check: (value: unknown) => wholeProblem('loadPresentThreshold', value),
  },
  alignment: { kind: 'choice', default: 'clock', options: alignments, when: is('setAlignment') },
  reportRate: {
    kind: 'typed',
    default: '300',
    sources: numberSources,
    required: true,
    when: is('setReportRate'),
    check: (value: unknown) => (parseNumber(value) === undefined ? 'number' : undefined),
    // The bounds are not shown.
    warn: (value: unknown) => (parseWhole(value) !== undefined ? [] : [{ key: 'reportRate' }]),
  },
} as const satisfies FieldTable;
