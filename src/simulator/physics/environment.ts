import type { DeviceState } from '../state';
import { electricalState } from './electrical-state';
import { localHour } from './local-time';
import { smoothNoise, unitNoise } from './random';
import { rounded } from './rounding';
import type { World } from './world';

/** What a device measures besides electricity. */
export interface Environment {
  /** Inside the breaker, degrees Celsius. */
  readonly temperatureC: number;
  readonly rssiDbm: number;
  /** Raw units of the light sensor: a closed panel is dark. */
  readonly lightLevel: number;
  readonly deviceFreeMemoryBytes: number;
  readonly agentFreeMemoryBytes: number;
  /** Acceleration in g: a breaker in a wall feels gravity and little else. */
  readonly accelerationG: { readonly x: number; readonly y: number; readonly z: number };
}

export function environment(device: DeviceState, at: number, world: World): Environment {
  const { seed } = device.load;
  const { currentA } = electricalState(device, at, world);
  const minutes = at / 60_000;
  const jitter = (stream: number, everyMinutes: number) => smoothNoise(seed + stream, minutes / everyMinutes) - 0.5;
  return {
    temperatureC: rounded(
      24.5 +
        1.5 * Math.cos((2 * Math.PI * (localHour(at) - 16)) / 24) +
        16 * (currentA / device.ratedA) ** 2 +
        jitter(1, 7),
      100,
    ),
    rssiDbm: Math.round(-66 + 16 * unitNoise(seed, 31) + 5 * jitter(2, 3)),
    lightLevel: Math.round(3 + 4 * unitNoise(seed, 32) + 2 * jitter(3, 11)),
    deviceFreeMemoryBytes: Math.round(78_000 + 6_000 * jitter(4, 5)),
    agentFreeMemoryBytes: Math.round(512_000 + 40_000 * jitter(5, 9)),
    accelerationG: {
      x: rounded(0.01 * jitter(6, 1), 1000),
      y: rounded(-1 + 0.008 * jitter(7, 1), 1000),
      z: rounded(0.02 + 0.01 * jitter(8, 1), 1000),
    },
  };
}
