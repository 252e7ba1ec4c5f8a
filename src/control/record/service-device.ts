/** A device at a service, whichever account, node or deploy uses it. */
export interface ServiceDevice {
  /** The base URL of the service; for a built-in simulator a name that outlives its port. */
  readonly service: string;
  readonly deviceId: string;
}

/** One key for one device: services take ids without regard to case, and an address has more than one spelling. */
export function keyOf({ service, deviceId }: ServiceDevice): string {
  return `${serviceKey(service)} ${deviceId.toLowerCase()}`;
}

/** Cached, because every command needs it, and a process has few services. */
const keys = new Map<string, string>();
const maxKeys = 100;

/** One spelling of a service's address: no trailing slash, no default port, no query, lower case. */
export function serviceKey(service: string): string {
  const known = keys.get(service);
  if (known !== undefined) return known;
  const key = normalizedAddress(service);
  if (keys.size >= maxKeys) keys.clear();
  keys.set(service, key);
  return key;
}

function normalizedAddress(service: string): string {
  const address = URL.canParse(service) ? new URL(service) : undefined;
  // A name such as `simulator:a1` parses as an address without a host.
  const spelled = address === undefined || address.host === '' ? service : `${address.origin}${address.pathname}`;
  return spelled.toLowerCase().replace(/\/+$/, '');
}
