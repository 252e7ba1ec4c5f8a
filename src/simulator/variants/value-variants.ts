import type { JsonSchema } from '../../schema';
import { type Change, type Fields, isFields, ofValues, type Variant } from './variant';

const isNumeric = ({ type }: JsonSchema) => type === 'integer' || type === 'number';
const known = (schema: JsonSchema) => schema.enum ?? schema.known ?? [];
const instantPattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?Z$/;
const phases = ['mVp0', 'mAp0', 'mVp1', 'mAp1'];

const number =
  (change: (value: number) => unknown): Change =>
  (value, schema) =>
    typeof value === 'number' && isNumeric(schema) ? change(value) : value;
const boolean =
  (change: (value: boolean) => unknown): Change =>
  (value, schema) =>
    typeof value === 'boolean' && schema.type === 'boolean' ? change(value) : value;
const knownText =
  (change: (value: string) => unknown): Change =>
  (value, schema) =>
    typeof value === 'string' && known(schema).includes(value) ? change(value) : value;
const instant =
  (change: (value: string) => unknown): Change =>
  (value, schema) =>
    typeof value === 'string' && schema.type === 'string' && instantPattern.test(value) ? change(value) : value;
const object =
  (change: (value: Fields, properties: Readonly<Record<string, JsonSchema>>) => unknown): Change =>
  (value, { properties }) =>
    isFields(value) && properties !== undefined ? change(value, properties) : value;
const list =
  (change: (value: unknown[]) => unknown): Change =>
  (value, { type }) =>
    Array.isArray(value) && type === 'array' ? change(value) : value;
/** What is absent, for the fields whose schema fits. */
const absent = (word: unknown, fits: (schema: JsonSchema) => boolean = () => true) =>
  object((value, properties) => ({
    ...Object.fromEntries(
      Object.keys(properties).flatMap((name) => (fits(properties[name] ?? {}) ? [[name, word]] : [])),
    ),
    ...value,
  }));
/** The samples of phases that the device does not have. */
const absentPhases = (samples: unknown) =>
  object((value, properties) =>
    'mVp0' in properties ? { ...Object.fromEntries(phases.map((name) => [name, samples])), ...value } : value,
  );
/** Within the record; the list of an answer stays one. */
const inFields = (fits: (schema: JsonSchema) => boolean, change: (value: unknown) => unknown) =>
  object((value, properties) =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, fits(properties[name] ?? {}) ? change(inner) : inner]),
    ),
  );
const isObject = ({ type, properties }: JsonSchema) => type === 'object' && properties !== undefined;
const isListOfTexts = ({ items }: JsonSchema) => items?.type === 'string';

/** What values are written like. */
export const valueVariants = {
  'null-for-missing': ofValues('A field that has no value is null.', absent(null)),
  'words-for-missing': ofValues('A number that is missing is the text N/A.', absent('N/A', isNumeric)),
  'string-numbers': ofValues('Numbers are text.', number(String)),
  'string-booleans': ofValues('True and false are text.', boolean(String)),
  'number-booleans': ofValues('True and false are 1 and 0.', boolean(Number)),
  'upper-case-enums': ofValues(
    'Known values are in capital letters.',
    knownText((value) => value.toUpperCase()),
  ),
  'underscore-enums': ofValues(
    'Known values are constants such as NO_RESTRICTIONS.',
    knownText((value) => value.replaceAll('-', '_').toUpperCase()),
  ),
  'new-hardware-type': ofValues(
    'Devices are of a newer type of hardware.',
    object((value) =>
      typeof value.hardwareType === 'string' ? { ...value, hardwareType: `${value.hardwareType}-2` } : value,
    ),
  ),
  'extra-fields': ofValues(
    'Every object has a field that nobody knows.',
    object((value) => ({ ...value, zFuture: { list: [1, null], note: null } })),
  ),
  'missing-arrays': ofValues(
    'A list without items is left out.',
    object((value) =>
      Object.fromEntries(Object.entries(value).filter(([, inner]) => !(Array.isArray(inner) && inner.length === 0))),
    ),
  ),
  'null-arrays': ofValues(
    'A list without items is null.',
    list((value) => (value.length === 0 ? null : value)),
  ),
  'empty-phases': ofValues('Samples of a phase that the device does not have are an empty list.', absentPhases([])),
  'null-phases': ofValues('Samples of a phase that the device does not have are null.', absentPhases(null)),
  'nested-arrays-of-one': ofValues(
    'An object within an object is in a list.',
    inFields(isObject, (value) => [value]),
  ),
  'text-for-list-of-one': ofValues(
    'A list of one text is that text.',
    inFields(isListOfTexts, (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value)),
  ),
  'bare-values': ofValues(
    'An object with nothing but val is that value.',
    object((value) => ('val' in value && Object.keys(value).length === 1 ? value.val : value)),
  ),
  'value-objects': ofValues(
    'A number that stands alone is in an object with val.',
    object((value) =>
      'val' in value
        ? value
        : Object.fromEntries(
            Object.entries(value).map(([name, inner]) => [
              name,
              typeof inner === 'number' && name !== 'ts' ? { val: inner } : inner,
            ]),
          ),
    ),
  ),
  'epoch-times': ofValues('Instants are epoch milliseconds.', (value, schema) =>
    schema.format === 'date-time' ? instant((text) => Date.parse(text))(value, schema) : value,
  ),
  'offset-times': ofValues(
    'Instants end with +00:00 in place of Z.',
    instant((text) => text.replace('Z', '+00:00')),
  ),
  'exact-times': ofValues(
    'Instants have nanoseconds.',
    instant((text) => text.replace(instantPattern, (_, whole: string, ms = '.000') => `${whole}${ms}000000Z`)),
  ),
} as const satisfies Record<string, Variant>;
