import type { AnswerOf } from '../../catalog';
import type { CallOptions, Client } from '../../client';

type Location = AnswerOf<'locations.get'>;

/** A location whose sunrise and sunset the service reckons; decimal degrees as text. */
export interface SunPlace {
  readonly id: string;
  readonly name: string;
  readonly latitude: string;
  readonly longitude: string;
  /** The name of the location that was asked for, where that is another one within this. */
  readonly within?: string;
}

/** The coordinates of a location for sun times; undefined when it is not an address with coordinates. spec 4.4 */
export function coordinatesOf({
  locationType,
  address,
}: Location): { latitude: string; longitude: string } | undefined {
  const { latitude, longitude } = address?.coordinates ?? {};
  return locationType !== 'address' || latitude === undefined || longitude === undefined
    ? undefined
    : { latitude, longitude };
}

/** The nearest address with coordinates, from a location upwards; undefined if there is none. */
export async function findSunPlace(
  client: Client,
  locationId: string,
  options: Pick<CallOptions, 'signal' | 'maxAgeMs'> = {},
): Promise<SunPlace | undefined> {
  const seen = new Set<string>();
  let asked: Location | undefined;
  for (let id: string | undefined = locationId; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const { data }: { readonly data: Location } = await client.call(
      'locations.get',
      { path: { locationId: id } },
      options,
    );
    asked ??= data;
    const coordinates = coordinatesOf(data);
    if (coordinates !== undefined)
      return {
        id: data.id,
        name: data.name ?? data.id,
        ...coordinates,
        ...(asked === data ? {} : { within: asked.name ?? asked.id }),
      };
    id = data.parentLocationId;
  }
  return undefined;
}
