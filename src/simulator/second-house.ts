import { type Commissioning, commissionDevice } from './commission-device';
import type { OrganizationCredentials } from './credentials';
import type { ServiceContext } from './handler';
import { otherOrganization } from './other-organization';
import { siteCoordinates } from './physics';
import type { LocationState } from './state';

export interface SecondHouse extends OrganizationCredentials {
  readonly name: string;
}

const secondHouseName = 'Oak Avenue 5';

const devices: readonly Commissioning[] = [
  { hardwareType: 'emcb', label: 'Oak water heater', load: 'water-heater', ratedA: 30, poles: 2 },
  { hardwareType: 'emcb', label: 'Oak outlets' },
  { hardwareType: 'ev-emcb', label: 'Oak EV charger' },
];

/** Another organization of the application, with a house and devices of its own; made at the first call. spec 1.2 */
export function secondHouse(context: ServiceContext): SecondHouse {
  const credentials = { ...otherOrganization(context, secondHouseName), name: secondHouseName };
  const organizationId = credentials.id;
  if (context.state.locations.some((location) => location.organizationId === organizationId)) return credentials;
  const { latitude, longitude } = siteCoordinates;
  const address: LocationState = {
    id: context.newId(),
    organizationId,
    locationType: 'address',
    details: {
      name: secondHouseName,
      description: 'The house of another organization',
      address: {
        street1: '5 Oak Avenue',
        city: 'Peoria',
        state: 'IL',
        postalCode: '61602',
        coordinates: { latitude: String(latitude), longitude: String(longitude) },
      },
    },
  };
  const panel: LocationState = {
    id: context.newId(),
    organizationId,
    parentLocationId: address.id,
    locationType: 'equipment',
    details: { name: 'Oak panel', description: 'Three circuits' },
  };
  context.state.locations.push(address, panel);
  for (const device of devices) commissionDevice(context, { ...device, locationId: panel.id });
  return credentials;
}
