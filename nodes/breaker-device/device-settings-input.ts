import type { DeviceSettings } from '../../src/control';
import {
  colorsOfForm,
  colorsOfLevel,
  colorsOfValue,
  type LedColors,
  parseNumber,
  parseWhole,
  type WholeSetting,
} from '../../src/device-settings';
import { invalidInput } from '../../src/runtime';
import { problem } from '../../src/schema';
import type { Context, DeviceInput } from './device-input';

export type SettingAction = 'setColors' | 'setMode' | 'setThreshold' | 'setAlignment' | 'setReportRate';

/** The settings from the dialog or the message, checked by the code that checks the dialog. spec 2.3 */
export async function readSettings(
  context: Context,
  action: SettingAction,
  input: DeviceInput,
): Promise<DeviceSettings> {
  const { config, texts } = context;
  const wholeNumber = (setting: WholeSetting, value: unknown): number => {
    const number = parseWhole(value);
    if (number !== undefined) return number;
    throw invalidInput(`no ${setting} is given`, [problem(setting, setting, texts(`problem.${setting}`))]);
  };
  switch (action) {
    case 'setMode':
      return { bargraphMode: { mode: config.mode } };
    case 'setThreshold':
      return {
        loadPresentThreshold: {
          loadPresentThreshold: wholeNumber('loadPresentThreshold', await input.resolveField('threshold')),
        },
      };
    case 'setAlignment':
      return { telemetryAlignment: { alignment: config.alignment } };
    case 'setReportRate':
      return { dataReportRate: { dataReportRate: await reportRate(context, input) } };
    case 'setColors':
      return {
        bargraphColors: await readColors(context, input),
        ...(config.takeMode ? { bargraphMode: { mode: 'user-defined' } } : {}),
      };
  }
}

async function reportRate({ texts }: Context, input: DeviceInput): Promise<number> {
  const seconds = parseNumber(await input.resolveField('reportRate'));
  if (seconds !== undefined) return seconds;
  throw invalidInput('no dataReportRate is given', [problem('dataReportRate', 'number', texts('problem.number'))]);
}

async function readColors({ config, texts }: Context, input: DeviceInput): Promise<LedColors> {
  switch (config.colorsFrom) {
    case 'form':
      return colorsOfForm(config);
    case 'level': {
      const value = await input.resolveField('level');
      const level = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof level === 'number' && Number.isFinite(level)) return colorsOfLevel(config, level);
      throw invalidInput('no level is given', [problem('level', 'number', texts('problem.number'))]);
    }
    case 'value': {
      const parsed = colorsOfValue(config, await input.resolveField('colorsValue'));
      if ('colors' in parsed) return parsed.colors;
      throw invalidInput(
        'the message holds no colours',
        parsed.problems.map(({ path, rule }) => problem(path === '' ? 'colors' : path, rule, texts(`problem.${rule}`))),
      );
    }
  }
}
