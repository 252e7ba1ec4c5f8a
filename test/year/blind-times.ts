import { minuteMs } from './day';
import { type House, readEveryMs } from './house';
import { isIn } from './site';

/** Some circuits that cannot be read for a while. */
interface Outage {
  readonly atHour: number;
  readonly minutes: number;
  readonly labels: readonly string[];
}

const solar = ['Solar inverter'];
/** Ten of the twelve breakers of the panel, as in the story that the design begins with. */
const ten = [
  ...['Refrigerator', 'Living room lights', 'Spare', 'Solar inverter', 'Office server rack', 'Kitchen outlets'],
  ...['Kitchen oven', 'Guest house heat pump', 'Air conditioner', 'Clothes dryer'],
];

/** Two a day, at other hours each day. */
function outagesOf(day: number): Outage[] {
  return [
    { atHour: (19 + 7 * day) % 24, minutes: 25, labels: solar },
    { atHour: (7 + 11 * day) % 24, minutes: 15, labels: ten },
  ];
}

/** How long after its last reading a circuit counts as read. */
const silentMs = 60_000 + 2 * readEveryMs;

/** Takes devices off the network and brings them back, and knows when the manager cannot know the total. */
export interface BlindTimes {
  /** To be called often. */
  at(dayOffsetMs: number, day: number): void;
  /** The total cannot be known, and has not been known for so long that it has been noticed. */
  isBlind(): boolean;
  /** Some circuit is off the network, or was just before. */
  isDisturbed(): boolean;
}

export function createBlindTimes({
  controls,
  circuits,
  clock,
}: Pick<House, 'controls' | 'circuits' | 'clock'>): BlindTimes {
  const offline = new Map<string, number>();
  let backAtMs = Number.NEGATIVE_INFINITY;
  const feedsIn = circuits.filter((circuit) => circuit.feedsIn === true && isIn('panel', circuit));

  return {
    at(dayOffsetMs, day) {
      const off = new Set(
        outagesOf(day).flatMap(({ atHour, minutes, labels }) => {
          const sinceMs = dayOffsetMs - atHour * 60 * minuteMs;
          return sinceMs >= 0 && sinceMs < minutes * minuteMs ? labels : [];
        }),
      );
      for (const { label, deviceId } of circuits) {
        const wasOff = offline.has(deviceId);
        if (off.has(label) === wasOff) continue;
        controls.setOnline(deviceId, wasOff);
        if (wasOff) {
          offline.delete(deviceId);
          backAtMs = clock.now();
        } else offline.set(deviceId, clock.now());
      }
    },
    isBlind: () =>
      feedsIn.some(({ deviceId }) => clock.now() - (offline.get(deviceId) ?? Number.POSITIVE_INFINITY) > silentMs),
    isDisturbed: () => offline.size > 0 || clock.now() - backAtMs < silentMs,
  };
}
