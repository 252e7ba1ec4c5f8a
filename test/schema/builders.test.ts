import assert from 'node:assert/strict';
import {
  always,
  anything,
  boolean,
  type Infer,
  integer,
  known,
  list,
  map,
  number,
  oneOf,
  optional,
  record,
  text,
  view,
} from '../../src/schema';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only when `A` and `B` are the same type. */
function same<A, B>(..._proof: Same<A, B> extends true ? [] : [never]): true {
  return true;
}

describe('schema builders: the JSON Schema they emit', () => {
  it('a text counts characters and keeps pattern and format', () => {
    assert.deepEqual(text().json, { type: 'string' });
    assert.deepEqual(text({ min: 1, max: 256, pattern: '^a', format: 'date-time', about: 'why' }).json, {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      pattern: '^a',
      format: 'date-time',
      description: 'why',
    });
  });

  it('a bound of 0 is kept', () => {
    assert.deepEqual(integer({ min: 0, max: 0 }).json, { type: 'integer', minimum: 0, maximum: 0 });
    assert.deepEqual(number({ min: 0 }).json, { type: 'number', minimum: 0 });
    assert.deepEqual(list(text(), { min: 0 }).json, { type: 'array', items: { type: 'string' }, minItems: 0 });
  });

  it('unit, secret and default are annotations', () => {
    assert.deepEqual(integer({ unit: 's', default: 300 }).json, { type: 'integer', unit: 's', default: 300 });
    assert.deepEqual(text({ secret: true }).json, { type: 'string', secret: true });
    assert.deepEqual(boolean({ default: false }).json, { type: 'boolean', default: false });
  });

  it('oneOf closes the set, known leaves it open', () => {
    assert.deepEqual(oneOf(['a', 'b']).json, { type: 'string', enum: ['a', 'b'] });
    assert.deepEqual(known(['a', 'b']).json, { type: 'string', known: ['a', 'b'] });
  });

  it('a map has free keys and values of one kind, anything has no rule', () => {
    assert.deepEqual(map(text()).json, { type: 'object', additionalProperties: { type: 'string' } });
    assert.deepEqual(anything().json, {});
  });

  it('a record requires what is not optional and is closed', () =>
    assert.deepEqual(record({ a: text(), b: optional(integer()) }).json, {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      required: ['a'],
      additionalProperties: false,
    }));

  it('a record of optional fields has no list of required ones', () =>
    assert.equal('required' in record({ b: optional(integer()) }).json, false));

  it('a view requires only what is always there and is open', () =>
    assert.deepEqual(view({ a: always(text()), b: integer() }).json, {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      required: ['a'],
      additionalProperties: true,
    }));
});

describe('schema builders: the type they carry', () => {
  it('each builder infers what it accepts', () => {
    const leaf = { a: text(), n: integer(), f: number(), yes: boolean(), some: oneOf(['x', 'y']) };
    const proofs = [
      same<Infer<typeof leaf.a>, string>(),
      same<Infer<typeof leaf.n>, number>(),
      same<Infer<typeof leaf.f>, number>(),
      same<Infer<typeof leaf.yes>, boolean>(),
      same<Infer<typeof leaf.some>, 'x' | 'y'>(),
    ];
    const sent = record({ ...leaf, tags: optional(list(text())), free: optional(map(integer())) });
    proofs.push(
      same<
        Infer<typeof sent>,
        {
          a: string;
          n: number;
          f: number;
          yes: boolean;
          some: 'x' | 'y';
          tags?: string[];
          free?: Record<string, number>;
        }
      >(),
    );
    const received = view({ id: always(text()), inner: view({ n: integer() }) });
    proofs.push(same<Infer<typeof received>, { id: string; inner?: { n?: number } }>());
    assert.equal(proofs.length, 7);
  });

  it('a known value completes in editors and takes any text', () => {
    const shape = known(['idle']);
    const states: Infer<typeof shape>[] = ['idle', 'charging'];
    assert.equal(states.length, 2);
  });

  it('a wrong value does not compile', () => {
    const sent = record({ a: text(), b: optional(integer()) });
    // @ts-expect-error a is required
    const missing: Infer<typeof sent> = {};
    // @ts-expect-error b is a number
    const wrong: Infer<typeof sent> = { a: 'x', b: '1' };
    // @ts-expect-error c is not a field
    const unknown: Infer<typeof sent> = { a: 'x', c: 1 };
    assert.equal([missing, wrong, unknown].length, 3);
  });
});
