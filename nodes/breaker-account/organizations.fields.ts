import { type Condition, type OrganizationSlot, organizationFields, organizationSlots } from '../../src/fields';

type Names<Slot extends OrganizationSlot> = ReturnType<typeof organizationFields<Slot>>;

export interface Shared {
  readonly max: number;
  readonly when: Condition;
}

export interface Further<Kind extends 'identifier' | 'secret'> extends Shared {
  readonly kind: Kind;
  readonly like: string;
}

export type FurtherCredentials = {
  readonly [Slot in OrganizationSlot as Names<Slot>['clientId']]: Further<'identifier'>;
} & {
  readonly [Slot in OrganizationSlot as Names<Slot>['secret1' | 'secret2']]: Further<'secret'>;
};

/** The credentials of further organizations; their rows share the texts of those of the first. */
export function furtherCredentials(shared: Shared): FurtherCredentials {
  const entries = organizationSlots.flatMap((slot) => {
    const { clientId, secret1, secret2 } = organizationFields(slot);
    return [
      [clientId, { ...shared, kind: 'identifier', like: 'orgClientId' }],
      [secret1, { ...shared, kind: 'secret', like: 'orgSecret1' }],
      [secret2, { ...shared, kind: 'secret', like: 'orgSecret2' }],
    ];
  });
  return Object.fromEntries(entries);
}
