import { always, integer, list, number, record, type Schema, text, view } from '../../schema';

/** An identifier of the service; it needs no encoding in a path, and no segment of a path means another place. */
export const identifierPattern = '^(?![.]*$)[A-Za-z0-9_.:=-]{1,128}$';

export function identifier(about: string) {
  return text({ min: 1, pattern: identifierPattern, about });
}

/** The id of a device, in whose place a node takes its name or serial number. */
export function deviceIdentifier(about: string) {
  return text({ min: 1, pattern: identifierPattern, names: 'device', about });
}

export function instant(about: string) {
  return text({ format: 'date-time', about });
}

/** An instant as the service tells it. */
export const instantRead = text({ format: 'date-time' });

/** {`val`, `ts`}; `ts` in epoch seconds. spec 2.1 */
export function timestamped<T>(val: Schema<T>) {
  return view({ val, ts: integer({ unit: 's', about: 'epoch seconds' }) });
}

/** {`val`}. spec 2.6 */
export function valueOnly<T>(val: Schema<T>) {
  return view({ val });
}

/** {`val`, `min`, `max`, `avg`}. spec 2.1 */
export const statistic = view({ val: number(), min: number(), max: number(), avg: number() });

/** Energy register. spec 2.1 */
export const energy = view({
  delivered: number(),
  generated: number(),
  deliveredWH: number({ unit: 'Wh' }),
  generatedWH: number({ unit: 'Wh' }),
});

export const energyDelta = view({
  delivered: number(),
  generated: number(),
  deliveredWH: number({ unit: 'Wh' }),
  generatedWH: number({ unit: 'Wh' }),
  deltaTime: number(),
});

/** Links and counts of a paged list. spec 2.1 */
export const page = view({
  count: integer(),
  totalCount: integer(),
  offset: integer(),
  next: text(),
  previous: text(),
});

/** The body of every error. spec 7.1 */
export const errorEnvelope = view({
  error: always(view({ message: text(), validations: list(view({ message: text(), propertyName: text() })) })),
});

/** RGB, 0..255 each. spec 2.3 */
export const color = record({
  red: integer({ min: 0, max: 255 }),
  green: integer({ min: 0, max: 255 }),
  blue: integer({ min: 0, max: 255 }),
});

export const colorRead = view({ red: integer(), green: integer(), blue: integer() });
