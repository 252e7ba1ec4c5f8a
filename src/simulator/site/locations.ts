import { siteCoordinates } from '../physics';
import type { LocationState } from '../state';

/** A house under a region, and the two places of its devices. */
type SiteLocations = [custom: LocationState, address: LocationState, panel: LocationState, garage: LocationState];

export function createLocations(organizationId: string, newId: () => string): SiteLocations {
  const customId = newId();
  const addressId = newId();
  const equipment = (name: string, description: string): LocationState => ({
    id: newId(),
    organizationId,
    parentLocationId: addressId,
    locationType: 'equipment',
    details: { name, description },
  });
  return [
    {
      id: customId,
      organizationId,
      locationType: 'custom',
      details: {
        name: 'Homes',
        description: 'Private houses',
        customTypeInfo: { customLocationName: 'Region', customLocationDescription: 'Central Illinois' },
      },
    },
    {
      id: addressId,
      organizationId,
      parentLocationId: customId,
      locationType: 'address',
      details: {
        name: 'Maple Street 12',
        description: 'House with garage',
        contact: 'Robin Example',
        email: 'robin@example.com',
        phone: '+1 309 555 0112',
        address: {
          street1: '12 Maple Street',
          city: 'Peoria',
          state: 'IL',
          postalCode: '61602',
          coordinates: { latitude: String(siteCoordinates.latitude), longitude: String(siteCoordinates.longitude) },
        },
      },
    },
    equipment('Main panel', 'Twelve circuits, utility room'),
    equipment('Garage', 'Two EV chargers'),
  ];
}
