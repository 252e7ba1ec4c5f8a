/** What the service's clock shows, learned from the `Date` of its answers. */
export interface ServiceClock {
  observe(dateHeader: string | undefined, receivedAt: number): void;
  /** The service's clock minus ours in ms. */
  skewMs(): number | undefined;
  /** An instant of ours on the service's clock, and back. */
  toService(instantMs: number): number;
  fromService(instantMs: number): number;
}

/** `Date` counts whole seconds: on average it is half a second old. */
const halfResolutionMs = 500;

export function createServiceClock(): ServiceClock {
  let skewMs: number | undefined;
  let lastSeen: string | undefined;
  return {
    observe(dateHeader, receivedAt) {
      if (dateHeader === undefined || dateHeader === lastSeen) return;
      const date = Date.parse(dateHeader);
      if (Number.isNaN(date)) return;
      lastSeen = dateHeader;
      skewMs = date + halfResolutionMs - receivedAt;
    },
    skewMs: () => skewMs,
    toService: (instantMs) => instantMs + (skewMs ?? 0),
    fromService: (instantMs) => instantMs - (skewMs ?? 0),
  };
}
