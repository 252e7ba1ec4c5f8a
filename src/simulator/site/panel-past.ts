import { dayStart, localDay } from '../physics';
import type { DeviceState, Instant } from '../state';
import { addOpening } from './device-past';

const hourMs = 3_600_000;

/** Commands, a service call and a few captures in the past. */
export function addPanelPast(devices: readonly DeviceState[], now: Instant, newId: () => string): void {
  const today = localDay(now);
  const at = (daysAgo: number, hour: number) => dayStart(today - daysAgo) + hour * hourMs;
  const device = (kind: DeviceState['load']['kind']) => devices.filter(({ load }) => load.kind === kind);

  for (const heater of device('water-heater')) {
    for (const daysAgo of [24, 17, 10, 3]) {
      addOpening(heater, {
        handle: 'remote',
        openedAt: at(daysAgo, 17),
        openedBy: 'remote-command',
        closedAt: at(daysAgo, 18),
        closedBy: 'timer',
      });
    }
  }
  for (const pump of device('pool-pump')) {
    addOpening(pump, {
      handle: 'remote',
      openedAt: at(40, 8.5),
      openedBy: 'remote-command',
      closedAt: at(38, 9.25),
      closedBy: 'remote-command',
    });
  }
  for (const oven of device('oven')) {
    addOpening(oven, {
      handle: 'main',
      openedAt: at(131, 10.1),
      openedBy: 'manual',
      closedAt: at(131, 11.4),
      closedBy: 'manual',
    });
  }
  const capture = (trigger: string, capturedAt: Instant, type: 'waveform' | 'fastRMS' = 'waveform') => ({
    id: newId(),
    trigger,
    type,
    capturedAt,
  });
  for (const conditioner of device('air-conditioner')) {
    conditioner.waveforms.push(
      capture('Phase 0 Overcurrent', at(64, 14.37)),
      capture('Phase A Undervoltage', at(12, 19.81)),
      capture('Phase A Undervoltage', at(12, 19.81), 'fastRMS'),
    );
  }
  for (const rack of device('server-rack')) rack.waveforms.push(capture('Immediate', at(5, 9.6)));
}
