import type { StreamPublish } from '../../catalog';
import type { DeviceState } from '../state';
import { breakerData } from './breaker-data';
import { captureEvents, deviceMetadata, loadMetadata, meterSettings, settingsData } from './device-data';
import { type Environment, environment } from './environment';
import { energyReport } from './registers';
import { reportTimes } from './report-times';
import { rounded } from './rounding';
import { type Statistic, statisticsBetween } from './statistics';
import type { World } from './world';

type Channel<Name extends keyof StreamPublish> = NonNullable<StreamPublish[Name]>;

/** What a device measured in the interval of a report. spec 6.2 */
export interface ReportChannels {
  readonly accelerometer: Channel<'accelerometer'>;
  readonly device: Channel<'device'>;
  readonly meter: Channel<'meter'>;
  readonly thermometer: Channel<'thermometer'>;
}

/** What a device is and how it is set; it holds until it changes. spec 6.2 */
export interface StandingChannels {
  readonly breaker: Channel<'breaker'>;
  readonly device: Channel<'device'>;
  readonly meter: Channel<'meter'>;
  readonly telemetry: Channel<'telemetry'>;
  readonly bargraph: Channel<'bargraph'>;
}

/** Instants at which the surroundings are sampled; they change slowly. */
const surroundingsSamples = 4;

/** The device's last report not after `at`, with statistics over its interval. */
export function reportChannels(device: DeviceState, at: number, world: World): ReportChannels {
  const { countAt, instantOf } = reportTimes(device);
  const index = countAt(at) - 1;
  const to = instantOf(index);
  const from = instantOf(index - 1);
  const ts = Math.floor(to / 1000);
  const hwSamples = Math.max(1, Math.round((to - from) / 1000));
  const surroundings = surroundingsBetween(device, from, to, world);
  return {
    accelerometer: {
      telemetry: {
        x: surroundings((sample) => sample.accelerationG.x, 1000),
        y: surroundings((sample) => sample.accelerationG.y, 1000),
        z: surroundings((sample) => sample.accelerationG.z, 1000),
        ts,
        hwSamples,
      },
    },
    device: {
      telemetry: {
        lightLevel: surroundings((sample) => sample.lightLevel, 1),
        deviceFreeMemory: surroundings((sample) => sample.deviceFreeMemoryBytes, 1),
        agentFreeMemory: surroundings((sample) => sample.agentFreeMemoryBytes, 1),
        rssi: surroundings((sample) => sample.rssiDbm, 1),
        ts,
        hwSamples,
      },
    },
    meter: {
      telemetry: {
        ...statisticsBetween(device, from, to, world),
        ...energyReport(device, from, to, world),
        ts,
        hwSamples,
      },
      metadata: loadMetadata(device, to, world),
    },
    thermometer: { telemetry: { temperature: surroundings((sample) => sample.temperatureC, 100), ts, hwSamples } },
  };
}

function surroundingsBetween(device: DeviceState, from: number, to: number, world: World) {
  const samples = Array.from({ length: surroundingsSamples }, (_, index) =>
    environment(device, to - (index / surroundingsSamples) * (to - from), world),
  );
  return (read: (sample: Environment) => number, scale: number): Statistic => {
    const values = samples.map(read);
    const [val = 0] = values;
    const sum = values.reduce((total, value) => total + value, 0);
    return {
      val,
      min: Math.min(...values),
      max: Math.max(...values),
      avg: rounded(sum / values.length, scale),
    };
  };
}

/** Everything but measurements, as it is at `at`. */
export function standingChannels(device: DeviceState, at: number): StandingChannels {
  const { telemetry, bargraph } = settingsData(device);
  const alignment = telemetry?.settings?.alignment;
  return {
    breaker: breakerData(device),
    device: { metadata: deviceMetadata(device) },
    meter: { events: captureEvents(device, at), settings: meterSettings(device) },
    telemetry: { settings: alignment === undefined ? {} : { alignment } },
    bargraph: bargraph ?? {},
  };
}
