import { applySetting } from '../apply-setting';
import { findDevice, notFound } from '../find';
import type { HandlersOf } from '../handler';

type Settings = 'waveformConfiguration' | 'loadPresentThreshold' | 'telemetryAlignment' | 'dataReportRate';

/** spec 4.3 */
export const settings: HandlersOf<Settings> & HandlersOf<'bargraphMode'> & HandlersOf<'bargraphColors'> = {
  'waveformConfiguration.set': ({ path, body }, context) => {
    applySetting(context, findDevice(context, path.deviceId), '/meter/settings/waveformConfiguration', body);
    return undefined;
  },
  'waveformConfiguration.get': ({ path }, context) => findDevice(context, path.deviceId).settings.waveformConfiguration,

  'loadPresentThreshold.set': ({ path, body }, context) => {
    applySetting(context, findDevice(context, path.deviceId), '/meter/settings/loadPresentThreshold', body);
    return undefined;
  },
  'loadPresentThreshold.get': ({ path }, context) => ({
    loadPresentThreshold: findDevice(context, path.deviceId).settings.loadPresentThreshold,
  }),

  'telemetryAlignment.set': ({ path, body }, context) => {
    applySetting(context, findDevice(context, path.deviceId), '/telemetry/settings/alignment', body);
    return undefined;
  },

  'dataReportRate.set': ({ path, body }, context) => {
    applySetting(context, findDevice(context, path.deviceId), '/telemetry/settings/dataReportRate', body);
    return undefined;
  },

  'bargraphMode.set': ({ path, body }, context) => {
    applySetting(context, findDevice(context, path.deviceId), '/bargraph/settings/mode', body);
    return undefined;
  },
  'bargraphMode.get': ({ path }, context) => ({ mode: findDevice(context, path.deviceId).settings.bargraphMode }),

  'bargraphColors.set': ({ path, body }, context) => {
    applySetting(context, findDevice(context, path.deviceId), '/bargraph/settings/colors', body);
    return undefined;
  },
  // With no colors configured the bargraph stays off, so there is nothing to read. spec 3
  'bargraphColors.get': ({ path }, context) => {
    const { bargraphColors } = findDevice(context, path.deviceId).settings;
    if (bargraphColors === undefined) throw notFound('Bargraph colors');
    return bargraphColors;
  },
};
