import { always, known, list, oneOf, record, text, view } from '../../schema';
import { identifier, instantRead } from './values';

export const udpKeyTypes = ['unicast', 'broadcast'] as const;
export const udpKeyPriorities = ['primary', 'secondary'] as const;

export const udpKeyRequest = record({ keyType: oneOf(udpKeyTypes) });

/** spec 2.9 */
export const udpKey = view({
  id: always(text()),
  organizationId: text(),
  value: text({ secret: true }),
  expiresAt: instantRead,
  keyType: known(udpKeyTypes),
  deviceIds: list(text()),
});

export const udpKeyAssignment = record({ keyId: identifier('UDP key'), priority: oneOf(udpKeyPriorities) });

/** spec 2.9 */
export const udpKeyAssigned = view({
  activeKeyId: text(),
  rotatedKeyId: text(),
  keyType: known(udpKeyTypes),
  priority: known(udpKeyPriorities),
});
