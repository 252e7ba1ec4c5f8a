/** A device at a service, whichever account, node or deploy uses it. */
export interface ServiceDevice {
  /** The base URL of the service; for a built-in simulator a name that outlives its port. */
  readonly service: string;
  readonly deviceId: string;
}

/** One key per device. Ids are not case-sensitive, and an address can be written in several ways. */
export function keyOf({ service, deviceId }: ServiceDevice): string {
  return `${serviceKey(service)} ${deviceId.toLowerCase()}`;
}

/** Cached, because every command needs a key and a process has few services. */
const keys = new Map<string, string>();
const maxKeys = 100;

/** The normalized address of a service: lower case, without trailing slash, default port and query string. */
export function serviceKey(service: string): string {
  const cached = keys.get(service);
  if (cached !== undefined) return cached;
  const key = normalizedAddress(service);
  if (keys.size >= maxKeys) keys.clear();
  keys.set(service, key);
  return key;
}

function normalizedAddress(service: string): string {
  const address = URL.canParse(service) ? new URL(service) : undefined;
  // A name such as `simulator:a1` parses as an address without a host.
  const normalized = address === undefined || address.host === '' ? service : `${address.origin}${address.pathname}`;
  return normalized.toLowerCase().replace(/\/+$/, '');
}
