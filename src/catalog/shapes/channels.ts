import { anything, boolean, integer, known, number, type Schema, text, view } from '../../schema';
import { bargraphColorsRead } from './device';
import { metrics, rawEnergy, rawEnergyDelta } from './meter';
import { energy, energyDelta, timestamped } from './values';
import { timestampedWaveformConfiguration } from './waveform';

/** spec 2.6 */
export const deviceMetadata = view({
  isConnected: timestamped(boolean()),
  numBoots: timestamped(integer()),
  numWakeReasonException: timestamped(integer()),
  macAddress: timestamped(text()),
  ipAddress: timestamped(text()),
  bootROM: timestamped(text()),
  osDevice: timestamped(text()),
  osAgent: timestamped(text()),
  idDeployment: timestamped(text()),
});

/** spec 2.6 */
export const breakerChannel = view({
  metadata: view({
    ratedVoltage: timestamped(number({ unit: 'V' })),
    ratedCurrent: timestamped(number({ unit: 'A' })),
    interruptingCurrent: timestamped(number({ unit: 'A' })),
    numPoles: timestamped(integer()),
    totalPoles: timestamped(integer()),
    lineTerminalStyle: timestamped(text()),
    mainHandlePosition: timestamped(boolean()),
  }),
  settings: view({
    remoteHandlePosition: timestamped(boolean()),
    underVoltageReleaseEnabled: timestamped(boolean()),
  }),
});

/**
 * The meter's channel. `leaf` is the schema of a measured value: plain in device data, with statistics in streams.
 * spec 2.6, 6.2
 */
export function meterChannel<T>(leaf: Schema<T, 'required'>) {
  return view({
    telemetry: view({
      ...metrics(leaf),
      rawEnergy,
      rawEnergyDelta,
      energy,
      energyDelta,
      ts: integer({ unit: 's', about: 'epoch seconds' }),
      hwSamples: integer(),
    }),
    events: view({ waveformCaptured: anything(), fastRMSCaptured: anything() }),
    metadata: view({ loadPresent: timestamped(boolean()), loadState: timestamped(integer()) }),
    settings: view({
      loadPresentThreshold: timestamped(integer({ unit: 'mA' })),
      waveformConfiguration: timestampedWaveformConfiguration,
    }),
  });
}

/** spec 2.6 */
export const bargraphChannel = view({
  settings: view({
    mode: timestamped(known(['track-meter-data', 'user-defined'])),
    colors: timestamped(bargraphColorsRead),
  }),
});
