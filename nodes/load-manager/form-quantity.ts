import type { Leg, Quantity } from '../../src/automation';
import type { ConfigOf } from '../../src/fields';
import type { fields } from './load-manager.fields';

type Form = ConfigOf<typeof fields>;

/** What the limit is kept of; the windows of demand differ only in their length. */
export function quantityOf({ quantity }: Pick<Form, 'quantity'>): Quantity {
  return quantity === 'current' || quantity === 'power' ? quantity : 'demand';
}

export const legsOf = ({ phases }: Pick<Form, 'phases'>) => [...phases] as Leg[];
