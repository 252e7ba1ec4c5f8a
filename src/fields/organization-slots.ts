import type { FieldPartProblem } from './field';

/** The places of an account's further organizations: with the first, as many as an application can have. spec 2.10 */
export const organizationSlots = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type OrganizationSlot = (typeof organizationSlots)[number];

/** A further organization as the flow file stores it; its credential is in the fields of its slot. */
export interface OrganizationRow {
  readonly slot: OrganizationSlot;
  readonly name: string;
}

/** The names of the credential fields of a slot. */
export function organizationFields<Slot extends OrganizationSlot>(slot: Slot) {
  return {
    clientId: `org${slot}ClientId`,
    secret1: `org${slot}Secret1`,
    secret2: `org${slot}Secret2`,
  } as const;
}

/** The rows that can be read. */
export function organizationRows(stored: unknown): OrganizationRow[] {
  return (Array.isArray(stored) ? stored : []).filter(
    (row): row is OrganizationRow =>
      typeof row === 'object' &&
      row !== null &&
      typeof row.name === 'string' &&
      (organizationSlots as readonly unknown[]).includes(row.slot),
  );
}

/** What is wrong with the names of further organizations. */
export function organizationRowProblems(stored: unknown): FieldPartProblem[] {
  const rows = Array.isArray(stored) ? stored : [];
  const known = organizationRows(stored);
  return rows.flatMap((row: unknown, index): FieldPartProblem[] => {
    const path = `[${index}].name`;
    const read = known.find((one) => one === row);
    if (read === undefined) return [{ path, key: 'choice' }];
    if (read.name.trim() === '') return [{ path, key: 'required' }];
    const isSame = (other: OrganizationRow) =>
      other.slot === read.slot || other.name.trim().toLowerCase() === read.name.trim().toLowerCase();
    return known.slice(0, known.indexOf(read)).some(isSame) ? [{ path, key: 'organizationTwice' }] : [];
  });
}
