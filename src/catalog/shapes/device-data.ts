import { always, integer, known, number, text, view } from '../../schema';
import { bargraphChannel, breakerChannel, deviceMetadata, meterChannel } from './channels';
import { timestamped, valueOnly } from './values';

const ts = integer({ unit: 's', about: 'epoch seconds' });
const axis = valueOnly(number());
const reading = valueOnly(number());

/** Every channel of a device with its latest values. spec 2.6 */
export const deviceData = view({
  deviceId: always(text()),
  serialNumber: text(),
  accelerometer: view({ telemetry: view({ x: axis, y: axis, z: axis, ts }) }),
  breaker: breakerChannel,
  device: view({
    telemetry: view({ lightLevel: reading, deviceFreeMemory: reading, agentFreeMemory: reading, rssi: reading, ts }),
    metadata: deviceMetadata,
  }),
  meter: meterChannel(reading),
  thermometer: view({ telemetry: view({ temperature: reading, ts, hwSamples: integer() }) }),
  telemetry: view({
    settings: view({
      alignment: timestamped(known(['none', 'clock'])),
      dataReportRate: timestamped(integer({ unit: 's' })),
    }),
  }),
  bargraph: bargraphChannel,
});
