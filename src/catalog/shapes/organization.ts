import { always, assumed, boolean, integer, known, list, oneOf, optional, record, text, view } from '../../schema';
import { identifier, instant, instantRead } from './values';

export const locationTypes = ['custom', 'address', 'equipment'] as const;
export const secretNames = ['secret1', 'secret2'] as const;
export const permissionQuery = record({
  includePermissions: optional(oneOf(['true', 'false'], { about: 'adds the permissions of the caller' })),
});

export const organizationRequest = record({ name: text({ min: 1 }), description: text() });

/** `value` is returned only on creation and rotation. spec 2.10 */
export const serviceAccountSecret = view({
  name: known(secretNames),
  expiry: text(),
  value: text({ secret: true }),
});

/** spec 2.10 */
export const organization = view({
  id: always(text()),
  name: text(),
  description: text(),
  permissions: list(known(['create:location'])),
  serviceAccount: view({ clientId: text(), secrets: list(serviceAccountSecret) }),
});

/** spec 2.10 */
export const organizationUser = view({
  id: always(text()),
  email: text(),
  userAccess: list(known(['Organization', 'Location'])),
});

const addressParts = record({
  city: optional(text()),
  state: optional(text()),
  postalCode: optional(text()),
  street1: optional(text()),
  street2: optional(text()),
  coordinates: optional(
    record({
      latitude: assumed(
        text({ pattern: '^-?(90(\\.0+)?|[0-8]?[0-9](\\.[0-9]+)?)$', about: 'decimal degrees' }),
        'pattern',
      ),
      longitude: assumed(
        text({ pattern: '^-?(180(\\.0+)?|(1[0-7][0-9]|[0-9]{1,2})(\\.[0-9]+)?)$', about: 'decimal degrees' }),
        'pattern',
      ),
    }),
  ),
});

const customTypeInfo = record({
  customLocationName: optional(text()),
  customLocationDescription: optional(text()),
});

const locationDetails = {
  description: optional(text()),
  parentLocationId: optional(identifier('parent location')),
  contact: optional(text()),
  email: optional(text()),
  phone: optional(text()),
  address: optional(addressParts),
  customTypeInfo: optional(customTypeInfo),
};

/** spec 4.8 */
export const locationRequest = record({
  name: text({ min: 1 }),
  organizationId: identifier('organization'),
  locationType: oneOf(locationTypes),
  ...locationDetails,
});

/** `organizationId` and `locationType` cannot change. spec 4.8 */
export const locationChange = record({ name: optional(text({ min: 1 })), ...locationDetails });

/** spec 2.10 */
export const location = view({
  id: always(text()),
  name: text(),
  organizationId: text(),
  description: text(),
  parentLocationId: text(),
  contact: text(),
  email: text(),
  phone: text(),
  locationType: known(locationTypes),
  address: view({
    city: text(),
    state: text(),
    postalCode: text(),
    street1: text(),
    street2: text(),
    coordinates: view({ latitude: text(), longitude: text() }),
  }),
  customTypeInfo: view({ customLocationName: text(), customLocationDescription: text() }),
  permissions: list(text()),
});

/** spec 2.10 */
export const role = view({ id: always(text()), name: known(['Installer']) });

export const userRoleStatuses = ['pending', 'active'] as const;
export const inviteTypes = ['email', 'inviteCode'] as const;

/** `locationId` may also name an organization; `organizationId` is the sample's spelling of it. spec 4.8 */
export const userRoleRequest = record({
  locationId: optional(identifier('location or organization')),
  organizationId: optional(identifier('accepted in place of locationId')),
  roleId: identifier('role'),
  email: assumed(text({ min: 3, pattern: '^[^\\s@]+@[^\\s@]+$' }), 'minLength', 'pattern'),
});

export const skipNotificationEmail = record({
  skipNotificationEmail: optional(boolean({ about: 'no e-mail is sent' })),
});

/** spec 2.10 */
export const userRole = view({
  id: always(text()),
  roleId: text(),
  email: text(),
  status: known(userRoleStatuses),
  inviteType: known(inviteTypes),
  locationId: text(),
  organizationId: text(),
});

/** spec 4.8 */
export const inviteCodeRequest = record({
  locationId: identifier('grants access to it and its children'),
  roleId: identifier('role'),
  restrictions: optional(
    record({
      userLimit: optional(assumed(integer({ min: 1 }), 'minimum')),
      emailDomain: optional(assumed(text({ min: 1 }), 'minLength')),
      expirationDate: optional(instant('the code ends here')),
    }),
  ),
});

/** spec 2.10 */
export const inviteCode = view({
  code: always(text()),
  locationId: text(),
  roleId: text(),
  createdAt: instantRead,
  userAcceptances: list(view({ id: text(), userId: text(), email: text(), joinedDate: text() })),
  restrictions: view({ userLimit: integer(), emailDomain: text(), expirationDate: instantRead }),
});
