import type { CircuitReading, HandleReading } from './effective-state';

interface Timestamped {
  readonly val?: unknown;
  /** Epoch seconds. */
  readonly ts?: unknown;
}

interface Reported {
  readonly telemetry?: { readonly ts?: unknown } | null;
}

/** The parts of the latest device data that describe a circuit. spec 2.6 */
interface DeviceData {
  readonly breaker?: {
    readonly metadata?: { readonly mainHandlePosition?: Timestamped | null } | null;
    readonly settings?: { readonly remoteHandlePosition?: Timestamped | null } | null;
  } | null;
  readonly device?: (Reported & { readonly metadata?: { readonly isConnected?: Timestamped | null } | null }) | null;
  readonly meter?: Reported | null;
  readonly thermometer?: Reported | null;
  readonly accelerometer?: Reported | null;
}

interface ReadAt {
  /** The service's time when the data were requested. */
  readonly serviceNowMs: number;
  /** How old the answer may be by now. */
  readonly readAgeMs: number;
  /** Reads a position in any spelling of the service. */
  readonly normalize: (value: unknown) => HandleReading;
}

/**
 * The reading of a circuit in the latest device data. The times of the handles do not count: a handle that nobody moved
 * for a month has a time of a month ago, and its position is still known while the device is connected.
 */
export function circuitReading(
  { breaker, device, meter, thermometer, accelerometer }: DeviceData,
  { serviceNowMs, readAgeMs, normalize }: ReadAt,
): CircuitReading {
  const isConnected = device?.metadata?.isConnected;
  const connected = isConnected?.val;
  const connectionTs = isConnected?.ts;
  const ageMs = (ts: number) => serviceNowMs - ts * 1000;
  const reports = [device, meter, thermometer, accelerometer].flatMap((channel) => {
    const ts = channel?.telemetry?.ts;
    return typeof ts === 'number' && Number.isFinite(ts) ? [ts] : [];
  });
  return {
    remoteHandle: normalize(breaker?.settings?.remoteHandlePosition?.val),
    mainHandle: normalize(breaker?.metadata?.mainHandlePosition?.val),
    readAgeMs,
    ...(typeof connected === 'boolean' ? { connected } : {}),
    ...(typeof connectionTs === 'number' && Number.isFinite(connectionTs)
      ? { connectionAgeMs: ageMs(connectionTs) }
      : {}),
    ...(reports.length === 0 ? {} : { reportAgeMs: ageMs(Math.max(...reports)) }),
  };
}
