import fc from 'fast-check';

export const labels = ['Kitchen outlets', 'Pool pump', 'Water heater', 'Clothes dryer'] as const;
/** Spellings of one name each. */
export const names = [
  ['Kitchen', 'KITCHEN', 'kitchen'],
  ['Water heater', 'water  HEATER', ' water heater '],
  ['Straße 5', 'STRASSE 5', 'strasse 5'],
] as const;

/** What a person writes: a name that was given, or what a device is known by without one. */
export interface Word {
  readonly kind: 'name' | 'serialNumber' | 'id';
  /** Of the name, or of the device. */
  readonly of: number;
  readonly spelling: number;
}

export type Happening =
  | { readonly kind: 'rename'; readonly device: number; readonly to: Word }
  | { readonly kind: 'swap' | 'replace'; readonly device: number; readonly other: number }
  | { readonly kind: 'remove'; readonly device: number }
  | { readonly kind: 'critical'; readonly device: number; readonly on: boolean }
  | { readonly kind: 'message'; readonly words: readonly Word[]; readonly command: 'open' | 'close' }
  | { readonly kind: 'turn'; readonly ms: number };

const spelling = fc.nat({ max: 2 });
/** Mostly two devices, so that what happens meets. */
const device = fc.constantFrom(0, 0, 1, 1, 2, 3);
const nameWord = fc.record({ kind: fc.constant('name' as const), of: fc.nat({ max: names.length - 1 }), spelling });
const deviceWord = fc.record({ kind: fc.constantFrom('serialNumber' as const, 'id' as const), of: device, spelling });
const word = fc.oneof({ weight: 2, arbitrary: nameWord }, deviceWord);
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      words: fc.oneof({ weight: 5, arbitrary: fc.tuple(word) }, fc.tuple(word, word)),
      command: fc.constantFrom('open' as const, 'close' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      ms: fc.constantFrom(500, 1_000, 3_000, 6_000, 11_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      device,
      to: fc.oneof({ weight: 4, arbitrary: nameWord }, deviceWord),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), device, other: device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), device, other: device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('critical' as const), device, on: fc.boolean() }) },
);

/** Such a text is not refused where nobody has the name: the service is asked for a device with this id. */
export const couldBeId = ({ kind, of }: Word) => kind === 'name' && of === 0;

const sameWord = (a: Word | undefined, b: Word) => a?.kind === b.kind && a.of === b.of;

/** What people know of the circuits, apart from the code under test: by device. */
export function createModel() {
  const rows = new Map<number, { word?: Word; critical: boolean }>();
  const rowOf = (device: number) => rows.get(device) ?? { critical: false };
  return {
    rowOf,
    has: (device: number) => rows.has(device),
    /** The devices that a text can mean now. */
    fits(word: Word): number[] {
      const named = [...rows].filter(([, row]) => sameWord(row.word, word)).map(([device]) => device);
      return [...new Set(word.kind === 'name' ? named : [word.of, ...named])];
    },
    isCritical: (device: number) => rowOf(device).critical,
    set: (device: number, row: { word?: Word; critical?: boolean }) => rows.set(device, { ...rowOf(device), ...row }),
    remove: (device: number) => rows.delete(device),
  };
}
