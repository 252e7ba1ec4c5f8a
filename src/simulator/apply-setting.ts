import type { InputOf } from '../catalog';
import type { BodyOf, ServiceContext } from './handler';
import { requireOnline } from './operate-handle';
import { changeReports } from './report-settings';
import type { DeviceState } from './state';

/** The settings of a device by the last part of their path, with what each takes. spec 4.3 */
export interface SettingBodies {
  '/meter/settings/waveformConfiguration': InputOf<'waveformConfiguration.set'>['body'];
  '/meter/settings/loadPresentThreshold': InputOf<'loadPresentThreshold.set'>['body'];
  '/telemetry/settings/alignment': InputOf<'telemetryAlignment.set'>['body'];
  '/telemetry/settings/dataReportRate': BodyOf<'dataReportRate.set'>;
  '/bargraph/settings/mode': InputOf<'bargraphMode.set'>['body'];
  '/bargraph/settings/colors': InputOf<'bargraphColors.set'>['body'];
}

type Apply<Body> = (settings: DeviceState['settings'], body: Body, now: number) => void;

const apply: { readonly [Path in keyof SettingBodies]: Apply<SettingBodies[Path]> } = {
  // Every field is optional, so what is not named stays. spec 2.3
  '/meter/settings/waveformConfiguration': (settings, body) => {
    settings.waveformConfiguration = { ...settings.waveformConfiguration, ...body };
  },
  '/meter/settings/loadPresentThreshold': (settings, body) => {
    settings.loadPresentThreshold = body.loadPresentThreshold;
  },
  '/telemetry/settings/alignment': (settings, body, now) => {
    changeReports(settings, { alignment: body.alignment }, now);
  },
  '/telemetry/settings/dataReportRate': (settings, body, now) => {
    changeReports(settings, { dataReportRate: body.dataReportRate }, now);
  },
  '/bargraph/settings/mode': (settings, body) => {
    settings.bargraphMode = body.mode;
  },
  '/bargraph/settings/colors': (settings, body) => {
    settings.bargraphColors = body;
  },
};

/** Writes one setting of a device, from a request or from a schedule; 503 while the device is offline. */
export function applySetting<Path extends keyof SettingBodies>(
  context: ServiceContext,
  device: DeviceState,
  path: Path,
  body: SettingBodies[Path],
): void {
  requireOnline(device);
  apply[path](device.settings, body, context.clock.now());
}
