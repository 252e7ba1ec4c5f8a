import { integer, number, type Schema, view } from '../../schema';
import { energy, energyDelta, statistic, valueOnly } from './values';

/** The measured quantities. spec 2.5 */
export const metricNames = ['currentA', 'currentB', 'voltageAN', 'voltageBN', 'voltageAB', 'frequency'] as const;

export function metrics<T>(shape: Schema<T, 'required'>) {
  return {
    currentA: shape,
    currentB: shape,
    voltageAN: shape,
    voltageBN: shape,
    voltageAB: shape,
    frequency: shape,
  };
}

const ts = integer({ unit: 's', about: 'epoch seconds' });

/** spec 2.5 */
export const historicalTelemetry = view({ ts, ...metrics(statistic), energy, energyDelta });

/** spec 2.5 */
export const latestTelemetry = view({ ...metrics(statistic), energy, energyDelta, hwSamples: integer(), ts });

/** spec 2.5 */
export const meterReading = view({ ...metrics(valueOnly(number())), sequence: integer(), energy, ts });

/** Registers by quadrant (q1..q4), kind (active, reactive) and phase, such as `q1mJpA`. spec 2.6 */
const rawRegisters = {
  q1mJpA: integer({ unit: 'mJ' }),
  q1mJpB: integer({ unit: 'mJ' }),
  q1mVARspA: integer({ unit: 'mVARs' }),
  q1mVARspB: integer({ unit: 'mVARs' }),
  q2mJpA: integer({ unit: 'mJ' }),
  q2mJpB: integer({ unit: 'mJ' }),
  q2mVARspA: integer({ unit: 'mVARs' }),
  q2mVARspB: integer({ unit: 'mVARs' }),
  q3mJpA: integer({ unit: 'mJ' }),
  q3mJpB: integer({ unit: 'mJ' }),
  q3mVARspA: integer({ unit: 'mVARs' }),
  q3mVARspB: integer({ unit: 'mVARs' }),
  q4mJpA: integer({ unit: 'mJ' }),
  q4mJpB: integer({ unit: 'mJ' }),
  q4mVARspA: integer({ unit: 'mVARs' }),
  q4mVARspB: integer({ unit: 'mVARs' }),
};

export const rawEnergy = view(rawRegisters);
export const rawEnergyDelta = view({ ...rawRegisters, deltaTime: number() });
