import type { ChargerReading, CircuitReading, DeviceFacts, ManagerSettings } from '../../automation';
import type { Clock } from '../../clock';
import type { KnownCharger } from './read-device';

/** What the managers of a service have read of its devices, as far as it decides what is sent. */
export interface DeskDevices {
  noteCircuit(deviceId: string, reading: Pick<CircuitReading, 'readAtMs' | 'remoteHandle'>): void;
  noteCharger(deviceId: string, known: KnownCharger): void;
  /** A command has ended: what was read before it tells nothing of its effect. */
  noteEnd(deviceId: string, position: CircuitReading['remoteHandle'] | undefined): void;
  /** Undefined for a device that is not to be commanded now. */
  factsOf(settings: ManagerSettings, deviceId: string): DeviceFacts | undefined;
  /** Whether a charger may be put into the mode in which a current counts. */
  takesMode(deviceId: string): boolean;
}

/** How old a reading may be that decides whether a command is needed at all. */
const maxAgeMs = 120_000;

export function createDeskDevices(clock: Clock): DeskDevices {
  const circuits = new Map<string, Pick<CircuitReading, 'readAtMs' | 'remoteHandle'>>();
  const chargers = new Map<string, KnownCharger>();
  const endedAtMs = new Map<string, number>();

  const isCurrent = (deviceId: string, readAtMs: number) =>
    readAtMs >= (endedAtMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) && clock.monotonicMs() - readAtMs <= maxAgeMs;

  function positionOf(deviceId: string): NonNullable<DeviceFacts['position']> {
    const known = circuits.get(deviceId);
    return known !== undefined && isCurrent(deviceId, known.readAtMs) ? known.remoteHandle : 'unknown';
  }

  function settingOf(deviceId: string, { setting, readAtMs }: ChargerReading): Pick<DeviceFacts, 'settingA'> {
    return setting !== undefined && isCurrent(deviceId, readAtMs) ? { settingA: setting } : {};
  }

  return {
    noteCircuit(deviceId, reading) {
      if ((circuits.get(deviceId)?.readAtMs ?? Number.NEGATIVE_INFINITY) <= reading.readAtMs)
        circuits.set(deviceId, reading);
    },
    noteCharger(deviceId, known) {
      if ((chargers.get(deviceId)?.reading.readAtMs ?? Number.NEGATIVE_INFINITY) <= known.reading.readAtMs)
        chargers.set(deviceId, known);
    },
    noteEnd(deviceId, position) {
      const readAtMs = clock.monotonicMs();
      endedAtMs.set(deviceId, readAtMs);
      if (position === 'open' || position === 'closed') circuits.set(deviceId, { readAtMs, remoteHandle: position });
    },
    factsOf(settings, deviceId) {
      const load = settings.loads.find((one) => one.deviceId === deviceId);
      if (load === undefined) return undefined;
      const { kind } = load;
      const meter = meterOf(settings, deviceId);
      if (kind === 'breaker') return { kind, meter, position: positionOf(deviceId) };
      const charger = chargers.get(deviceId);
      // A charger that was never read is not commanded: what it was set to before could not be given back.
      return charger === undefined ? undefined : { kind, meter, ...settingOf(deviceId, charger.reading) };
    },
    takesMode: (deviceId) => chargers.get(deviceId)?.takeMode === true,
  };
}

/** What the loads of a limit share: at most one of them comes back a minute, whichever manager it is of. */
function meterOf({ by, groups }: ManagerSettings, deviceId: string): string {
  const group = groups.find(({ loads }) => loads === undefined || loads.includes(deviceId));
  if (group === undefined) return by;
  const { of, id } = group;
  if (of.kind === 'meter') return of.deviceId;
  if (of.kind === 'message') return `${by} ${id}`;
  const ids = of.circuits.map((circuit) => circuit.deviceId);
  return ids.sort().join(' ');
}
