import type { JsonSchema } from '../schema';
import { type catalog, type OperationId, pathParameters, rowOf } from './catalog';
import type { ParameterNames } from './operation';

type PathParameter = ParameterNames<(typeof catalog)[OperationId]['path']>;

/** What each parameter of a path is the id of: one that is missing here does not compile. */
const parameters: Readonly<Record<PathParameter, 'device' | undefined>> = {
  deviceId: 'device',
  // `id` of /sharedDevices is that of the share, which can be another organization's.
  code: undefined,
  deviceStreamId: undefined,
  eventId: undefined,
  id: undefined,
  keyId: undefined,
  locationId: undefined,
  ocppCentralSystemId: undefined,
  ocppChargePointId: undefined,
  organizationId: undefined,
  plugSessionId: undefined,
  secretName: undefined,
  serviceAccountId: undefined,
  sharedDeviceStreamId: undefined,
  streamId: undefined,
  waveformId: undefined,
  webhookId: undefined,
};

/** What the parameter of a path is the id of, where a name can stand in its place. */
export function namesOfParameter(name: string): 'device' | undefined {
  return Object.hasOwn(parameters, name) ? parameters[name as PathParameter] : undefined;
}

/** One value of an input that is the id of a device, or a text in its place. */
export interface DevicePlace {
  /** As in the problems of `checkInput`, such as `deviceIds[0]`. */
  readonly field: string;
  /** The keys that lead to it, such as `body`, `deviceIds`, `0`. */
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** Every device that an input names; what it lacks, or has in another form, is left to `checkInput`. */
export function devicePlaces(id: OperationId, input: object): DevicePlace[] {
  const { path: pattern, filter: criteria, query, body } = rowOf(id);
  const given = input as Readonly<Record<string, unknown>>;
  const marked = [
    ...pathParameters(pattern)
      .filter((name) => namesOfParameter(name) === 'device')
      .map((name) => ['path', name]),
    ...Object.entries(criteria?.fields ?? {})
      .filter(([, { names }]) => names === 'device')
      .map(([name]) => ['filter', name]),
  ].map((keys) => ({ keys, value: at(given, keys) }));
  const inPayloads = [
    ...(query === undefined ? [] : placesIn(query.json, given.query, ['query'])),
    ...(body === undefined ? [] : placesIn(body.json, given.body, ['body'])),
  ];
  return [...marked, ...inPayloads]
    .filter(({ value }) => value !== undefined)
    .map(({ keys, value }) => ({ keys, value, field: fieldOf(keys) }));
}

function placesIn(schema: JsonSchema, value: unknown, keys: readonly string[]): Omit<DevicePlace, 'field'>[] {
  if (schema.names === 'device') return [{ keys, value }];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => placesIn(schema.items ?? {}, item, [...keys, String(index)]));
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    placesIn(inner, at(value, [name]), [...keys, name]),
  );
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (held, key) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, key)
        ? held[key as keyof typeof held]
        : undefined,
    value,
  );
}

// Problems name the fields of path, query and body without their part.
function fieldOf([part = '', ...names]: readonly string[]): string {
  return [...(part === 'filter' ? [part] : []), ...names]
    .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`))
    .join('');
}

/** The input with these ids in the places, in the same order. */
export function withDevicesAt(input: object, places: readonly DevicePlace[], deviceIds: readonly string[]): object {
  return places.reduce<unknown>((held, { keys }, index) => replaced(held, keys, deviceIds[index]), input) as object;
}

/** The input with each device once in every list among the places: ids are equal in any case. */
export function withoutRepeats(input: object, places: readonly DevicePlace[]): object {
  return placesOfLists(places).reduce<unknown>(
    (held, keys) => replaced(held, keys, distinct(at(held, keys) as unknown[])),
    input,
  ) as object;
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaced(item, rest, by) : item));
  return { ...(value as object), [key]: replaced(at(value, [key]), rest, by) };
}

/** The keys that lead to the lists among the places. */
function placesOfLists(places: readonly DevicePlace[]): (readonly string[])[] {
  const lists = places.filter(({ keys }) => /^\d+$/.test(keys.at(-1) ?? '')).map(({ keys }) => keys.slice(0, -1));
  return [...new Map(lists.map((keys) => [keys.join('/'), keys])).values()];
}

function distinct(ids: readonly unknown[]): unknown[] {
  const keyOf = (id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id);
  return ids.filter((id, index) => ids.findIndex((other) => keyOf(other) === keyOf(id)) === index);
}
