import type { OperationId } from '../catalog';
import { isObject } from './compare-value';

/** What earlier answers hold that later reads need: ids and codes, which stay in the probe. */
export interface Seen {
  /** The first items that an operation has answered which have texts in these fields, each with these texts. */
  items<Field extends string>(
    operation: OperationId,
    ...fields: readonly Field[]
  ): readonly Readonly<Record<Field, string>>[];
  /** The ids of the first devices of a hardware type; those whose type is not known count as breakers. */
  devices(hardware: 'emcb' | 'ev-emcb'): readonly string[];
}

export interface SeenAnswers extends Seen {
  /** Keeps what an operation has answered: an object, or a list of objects. `path`: whose they are. */
  keep(operation: OperationId, data: unknown, path: Readonly<Record<string, string>>): void;
}

/** A second one shows what differs from device to device; more would cost calls. */
const most = 2;

export function createSeen(): SeenAnswers {
  const answers = new Map<OperationId, Record<string, unknown>[]>();
  const isText = (value: unknown) => typeof value === 'string' && value !== '';

  return {
    keep(operation, data, path) {
      const items = (Array.isArray(data) ? data : [data]).filter(isObject).map((item) => ({ ...item, ...path }));
      answers.set(operation, [...(answers.get(operation) ?? []), ...items]);
    },
    items: <Field extends string>(operation: OperationId, ...fields: readonly Field[]) =>
      (answers.get(operation) ?? [])
        .filter((item) => fields.every((field) => isText(item[field])))
        .slice(0, most) as unknown as Readonly<Record<Field, string>>[],
    devices(hardware) {
      const isCharger = ({ hardwareType }: Record<string, unknown>) => String(hardwareType).toLowerCase() === 'ev-emcb';
      return (answers.get('devices.list') ?? [])
        .filter((item) => isText(item.id) && isCharger(item) === (hardware === 'ev-emcb'))
        .slice(0, most)
        .map((item) => String(item.id));
    },
  };
}
