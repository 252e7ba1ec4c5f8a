/** Remembers when this account's nodes opened which breaker, so that closing it again needs no confirmation. */
export interface OpenedByUs {
  /** Epoch ms of the last open command. */
  at(deviceId: string): number | undefined;
  opened(deviceId: string, at: number): void;
  closed(deviceId: string): void;
}

export function createOpenedByUs(): OpenedByUs {
  const devices = new Map<string, number>();
  return {
    at: (deviceId) => devices.get(deviceId),
    opened: (deviceId, at) => void devices.set(deviceId, at),
    closed: (deviceId) => void devices.delete(deviceId),
  };
}
