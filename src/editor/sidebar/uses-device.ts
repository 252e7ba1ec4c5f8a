/** A device and where it is. */
export interface PlacedDevice {
  readonly id: string;
  /** Its location and all above it. */
  readonly locationIds: readonly string[];
}

/** Whether a node's stored settings make it use a device: by its id, wherever it stands, or by a location above it. */
export function usesDevice(settings: Readonly<Record<string, unknown>>, device: PlacedDevice): boolean {
  const { target, location } = settings;
  if (target === 'location') return device.locationIds.includes(String(location));
  return Object.entries(settings).some(([name, value]) =>
    // A field that the dialog does not show is not used.
    name === 'devices' && target !== undefined && target !== 'devices' ? false : names(value, device.id),
  );
}

function names(value: unknown, deviceId: string): boolean {
  if (typeof value === 'string') return value === deviceId;
  return Array.isArray(value) && value.some((item) => names(item, deviceId));
}
