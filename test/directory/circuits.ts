import type { Circuit } from '../../src/directory';

/** A row of a directory. */
export function circuit(deviceId: string, name: string, more: Partial<Circuit> = {}): Circuit {
  return { deviceId, serialNumber: `30${deviceId.replace(/\D/g, '').padStart(9, '0')}`, name, ...more };
}
