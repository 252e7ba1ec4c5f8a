import fc from 'fast-check';
import type { Leg } from '../../src/automation';
import { createPanel, type Panel, type PanelLoad, type PanelOptions, type Scripted } from './panel';

export interface PanelShape {
  readonly base: readonly number[];
  readonly limit: number;
  readonly noisy: boolean;
  readonly seed: number;
  readonly loads: readonly PanelLoad[];
}

export type Happening =
  | { readonly kind: 'run'; readonly s: number }
  | { readonly kind: 'base'; readonly leg: number; readonly ampere: number }
  | { readonly kind: 'limit'; readonly value: number }
  | { readonly kind: 'silent' | 'heard' | 'restart' | 'json' | 'pause' | 'resume' | 'restore' }
  | {
      readonly kind: 'person';
      readonly load: number;
      readonly to: 'open' | 'closed';
      readonly handle: 'remote' | 'main';
    }
  | { readonly kind: 'fault'; readonly load: number; readonly outcome: Scripted }
  | { readonly kind: 'offline' | 'online' | 'held' | 'let-go' | 'lock' | 'unlock' | 'draws'; readonly load: number };

const legSets: readonly (readonly Leg[])[] = [['A', 'B'], ['A'], ['B']];

const breaker = fc.record({
  draws: fc.oneof(fc.double({ min: 1, max: 25, noNaN: true }), fc.constant(0)),
  legs: fc.constantFrom(...legSets),
  sameRank: fc.boolean(),
  protected: fc.constantFrom(false, false, false, true),
  restMs: fc.constantFrom(60_000, 300_000),
  leastOnMs: fc.constantFrom(0, 0, 120_000),
  opensADay: fc.constantFrom(2, 6),
  comesBack: fc.constantFrom('by-itself' as const, 'by-itself' as const, 'after-ok' as const),
});
const charger = fc.record({
  kind: fc.constant('charger' as const),
  draws: fc.integer({ min: 0, max: 32 }),
  legs: fc.constantFrom(...legSets.slice(0, 1)),
  sameRank: fc.boolean(),
  pauseAllowed: fc.boolean(),
});
const load: fc.Arbitrary<PanelLoad> = fc.oneof({ weight: 4, arbitrary: breaker }, { weight: 1, arbitrary: charger });

export const panelShape: fc.Arbitrary<PanelShape> = fc.record({
  base: fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })),
  limit: fc.integer({ min: 15, max: 90 }),
  noisy: fc.boolean(),
  seed: fc.nat(),
  loads: fc.array(load, { minLength: 1, maxLength: 6 }),
});

const index = fc.nat({ max: 5 });
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('run' as const), s: fc.constantFrom(10, 30, 70, 130, 400) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('base' as const),
      leg: fc.nat({ max: 1 }),
      ampere: fc.integer({ min: 0, max: 80 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit' as const), value: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['silent', 'heard', 'heard', 'restart', 'json', 'pause', 'resume', 'resume', 'restore'] as const),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      load: index,
      to: fc.constantFrom('open' as const, 'closed' as const),
      handle: fc.constantFrom('remote' as const, 'remote' as const, 'main' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      load: index,
      outcome: fc.constantFrom<Scripted>('unknown', 'lost', 'error', 'deferred', 'refused'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['offline', 'online', 'online', 'held', 'let-go', 'let-go', 'lock', 'unlock', 'draws'] as const),
      ),
      load: index,
    }),
  },
);

/** Numbers of 0 up to 1 that are the same each time. */
function mulberry(seed: number): () => number {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const loadId = (at: number) => `load${at}`;

export function panelOf(
  { base, limit, noisy, seed, loads }: PanelShape,
  settings = {},
  more: Partial<PanelOptions> = {},
): Panel {
  const random = mulberry(seed);
  return createPanel({
    ...{ base, limit, settings },
    tickMs: 10_000,
    loads: Object.fromEntries(loads.map((one, at) => [loadId(at), one])),
    ...more,
    noise: noisy ? () => (random() - 0.5) * 0.02 : () => 0,
  });
}

/** Lets one thing happen. Returns false where the panel has no such load. */
export function happen(panel: Panel, one: Happening, each: () => void): void {
  const device = 'load' in one ? panel.devices[loadId(one.load)] : undefined;
  if ('load' in one && device === undefined) return;
  switch (one.kind) {
    case 'run':
      panel.run(one.s, each);
      return;
    case 'base':
      panel.base[one.leg] = one.ampere;
      return;
    case 'limit':
      panel.message({ kind: 'limit', value: one.value, forMs: 600_000 });
      return;
    case 'silent':
    case 'heard':
      panel.silence(one.kind === 'silent');
      return;
    case 'restart':
      panel.restart(30);
      return;
    case 'json':
      panel.throughJson();
      return;
    case 'pause':
    case 'resume':
    case 'restore':
      panel.message({ kind: one.kind });
      return;
    case 'fault':
      panel.answerWith(loadId(one.load), one.outcome);
      return;
    case 'let-go':
      panel.endEvent(loadId(one.load));
      return;
    case 'person':
      if (device?.load.kind === 'breaker') panel.person(loadId(one.load), one.to, one.handle);
      return;
  }
  if (device === undefined) return;
  if (one.kind === 'offline' || one.kind === 'online') device.online = one.kind === 'online';
  else if (one.kind === 'held') device.held = true;
  else if (one.kind === 'draws') device.load.draws = device.load.draws > 0 ? 0 : 12;
  else device.locked = one.kind === 'lock';
}
