import { chargerErrorWords, chargerModeWords, chargerStateWords } from '../../src/admin-api';

/**
 * How a value of a publish is told: a number with its unit, one of two states, a word of the service, or that it happened. The
 * first ones are told first. spec 2.6, 6.2
 */
export const spoken = {
  'breaker.metadata.mainHandlePosition': { as: 'state', key: 'handLever' },
  'breaker.settings.remoteHandlePosition': { as: 'state', key: 'remoteHandle' },
  'device.metadata.isConnected': { as: 'state', key: 'connection' },
  'meter.events.waveformCaptured.id': { as: 'event', key: 'waveform' },
  'meter.events.fastRMSCaptured.id': { as: 'event', key: 'fastRms' },
  'evse.metadata.state': { as: 'word', key: 'charger', words: chargerStateWords },
  'evse.metadata.currentError.type': { as: 'word', key: 'error', words: chargerErrorWords },
  'evse.metadata.permanentErrorFlag': { as: 'state', key: 'permanentError' },
  'evse.metadata.enabled': { as: 'state', key: 'enabled' },
  'evse.metadata.authorized': { as: 'state', key: 'authorized' },
  'evse.settings.mode': { as: 'word', key: 'mode', words: chargerModeWords },
  'meter.telemetry.currentA': { as: 'number', key: 'currentA', unit: 'A' },
  'meter.telemetry.currentB': { as: 'number', key: 'currentB', unit: 'A' },
  'meter.telemetry.voltageAN': { as: 'number', key: 'voltageAN', unit: 'V' },
  'meter.telemetry.voltageBN': { as: 'number', key: 'voltageBN', unit: 'V' },
  'meter.telemetry.voltageAB': { as: 'number', key: 'voltageAB', unit: 'V' },
  'meter.telemetry.frequency': { as: 'number', key: 'frequency', unit: 'Hz', decimals: 2 },
  'meter.telemetry.energy.deliveredWH': { as: 'number', key: 'delivered', unit: 'kWh', per: 1_000 },
  'meter.telemetry.energy.generatedWH': { as: 'number', key: 'generated', unit: 'kWh', per: 1_000 },
  'meter.metadata.loadPresent': { as: 'state', key: 'load' },
  'thermometer.telemetry.temperature': { as: 'number', key: 'temperature', unit: '°C' },
  'device.telemetry.rssi': { as: 'number', key: 'radio', unit: 'dBm' },
  'breaker.metadata.ratedCurrent': { as: 'number', key: 'ratedCurrent', unit: 'A' },
  'breaker.metadata.ratedVoltage': { as: 'number', key: 'ratedVoltage', unit: 'V' },
  'breaker.settings.underVoltageReleaseEnabled': { as: 'state', key: 'underVoltageRelease' },
} as const;
