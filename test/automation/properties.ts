import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chooseLoads } from '../../src/automation/choose';
import { createRules } from './panel-rules';
import { type Happening, happen, happening, loadId, type PanelShape, panelOf, panelShape } from './random-panels';

/** A load that is on, not idle, and may be opened now. */
function mayBeShed({ limit, loads }: PanelShape, panel: ReturnType<typeof panelOf>): boolean {
  const over = panel.total().map((ampere) => ampere > limit * 1.011);
  const { loads: states } = panel.state();
  return loads.some((load, at) => {
    const device = panel.devices[`load${at}`];
    const state = states[`load${at}`];
    if (device === undefined || state === undefined || load.protected === true || device.open) return false;
    if (load.kind === 'charger') {
      if (load.pauseAllowed !== true || device.setting === 'paused') return false;
    } else {
      if (state.opensAt.length >= (load.opensADay ?? 6)) return false;
      if (panel.seconds() * 1000 < (load.leastOnMs ?? 0) + 60_000) return false;
    }
    return device.load.legs.some((leg) => over[leg === 'A' ? 0 : 1]) && load.draws >= 0.02 * limit && load.draws >= 1;
  });
}

/** What a person or the service does to a load. */
const byOthers: ReadonlySet<Happening['kind']> = new Set(['person', 'held', 'let-go', 'lock', 'unlock'] as const);

export const rulesHold = 'A command is one that the rules allow, whatever happens';
export const comesToRest =
  'A constant site comes to rest in at most two actions a load, and stays below its limit while something may be shed';
export const restoreFits = 'A restore alone never exceeds the limit, with loads that draw what they drew';
export const sameFuture = 'A state that goes through JSON at any step has the same future';
export const ownDoing = "What a manager did itself it takes for nobody else's hand, however seldom it reads positions";
export const dryRunDecides = 'A dry run decides as a live manager does upon the same readings';

export const raisedSheds = 'A higher limit never sheds more';
export const neverFlaps = 'Two managers of the same loads never open and close them by turns';

/** Each property with a name that is a rule; `npm test` and `npm run fuzz` try them with different numbers of panels. */
export const properties = {
  [rulesHold]: fc.property(panelShape, fc.array(happening, { minLength: 2, maxLength: 14 }), (shape, happenings) => {
    const panel = panelOf(shape);
    const check = createRules(panel);
    panel.run(60, check);
    for (const one of happenings) {
      happen(panel, one, check);
      check();
    }
    panel.run(120, check);
  }),

  [comesToRest]: fc.property(panelShape, (shape) => {
    const panel = panelOf(shape);
    const check = createRules(panel);
    let aboveS = 0;
    panel.run(3_000, () => {
      check();
      const above = panel.total().some((ampere) => ampere > shape.limit * 1.011);
      aboveS = above && mayBeShed(shape, panel) && panel.seconds() > 40 ? aboveS + 10 : 0;
      assert(aboveS <= 90, `above the limit for ${aboveS} s`);
    });
    const before = panel.sent.length;
    panel.run(1_000, check);
    assert(panel.sent.length <= 2 * shape.loads.length, `${panel.sent.length} actions`);
    // Where a total stands at its limit, or fits by a hair, the noise of some readings decides, at any time.
    if (!shape.noisy) assert.equal(panel.sent.length, before, 'it does not come to rest');
  }),

  [restoreFits]: fc.property(
    panelShape,
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 })),
    (shape, base) => {
      const panel = panelOf(shape);
      panel.run(300);
      panel.base.splice(0, 2, ...base);
      let seen = panel.sent.length;
      panel.run(1_800, () => {
        const came = panel.sent.slice(seen).some(({ to }) => to !== 'open' && to !== 'paused');
        seen = panel.sent.length;
        const raised = came && panel.seconds() > 400;
        if (raised) assert(Math.max(...panel.total()) <= shape.limit, 'a restore exceeded the limit');
      });
    },
  ),

  [sameFuture]: fc.property(
    panelShape,
    fc.array(happening, { minLength: 1, maxLength: 6 }),
    fc.nat({ max: 40 }),
    (shape, happenings, at) => {
      const [one, other] = [panelOf(shape), panelOf(shape)];
      let step = 0;
      const save = () => {
        if (step++ >= at) other.throughJson();
      };
      one.run(120);
      other.run(120, save);
      for (const what of happenings) {
        happen(one, what, () => {});
        happen(other, what, save);
      }
      one.run(300);
      other.run(300, save);
      assert.deepEqual(other.sent, one.sent);
      assert.deepEqual(other.last().claims, one.last().claims);
      assert.deepEqual(JSON.parse(JSON.stringify(one.state())), one.state(), 'the state is plain JSON');
    },
  ),

  [ownDoing]: fc.property(
    panelShape,
    fc.array(
      happening.filter(({ kind }) => !byOthers.has(kind)),
      { minLength: 2, maxLength: 14 },
    ),
    (shape, happenings) => {
      const panel = panelOf(shape, {}, { positionsMs: 60_000 });
      panel.run(60);
      for (const one of happenings) happen(panel, one, () => {});
      panel.base.fill(0);
      panel.run(900);
      for (const event of ['manual', 'needs-person', 'forgotten'] as const) assert.deepEqual(panel.told(event), []);
    },
  ),

  [dryRunDecides]: fc.property(panelShape, fc.array(happening, { minLength: 1, maxLength: 6 }), (shape, happenings) => {
    const [live, dry] = [panelOf(shape), panelOf(shape, { dryRun: true })];
    for (const panel of [live, dry]) {
      panel.run(120);
      for (const what of happenings) happen(panel, what, () => {});
      panel.run(200);
    }
    assert.deepEqual(dry.sent, live.sent);
    assert(dry.events.every(({ dryRun }) => dryRun) && live.events.every(({ dryRun }) => !dryRun));
  }),

  [raisedSheds]: fc.property(panelShape, fc.integer({ min: 0, max: 60 }), (shape, more) => {
    const limits = [shape.limit, shape.limit + more] as const;
    const loads = shape.loads.map((load) => {
      // What carries less than counts below the higher limit would make it another panel.
      const draws = Math.max(load.draws, 0.02 * limits[1]);
      return { ...load, kind: 'breaker' as const, draws, legs: ['A' as const] };
    });
    const shed = limits.map((limit) => {
      const panel = panelOf({ ...shape, loads, limit, noisy: false });
      while (panel.sent.length === 0 && panel.seconds() < 60) panel.run(10);
      return panel.opens().reduce((sum, { deviceId }) => sum + (panel.devices[deviceId]?.load.draws ?? 0), 0);
    });
    assert(
      (shed[1] ?? 0) <= (shed[0] ?? 0) + 1e-6,
      `${shed[1]} A are shed below ${limits[1]} A, ${shed[0]} A below less`,
    );
  }),

  [neverFlaps]: fc.property(
    panelShape,
    fc.record({ limit: fc.integer({ min: 15, max: 90 }), base: fc.integer({ min: 0, max: 60 }) }),
    (shape, { limit, base }) => {
      const other = { limit, base: [base, base], loads: shape.loads.map((_, at) => loadId(at)) };
      const panel = panelOf({ ...shape, noisy: false }, {}, { other });
      panel.run(3_000);
      for (const deviceId of other.loads) {
        const closes = panel.closes().filter((sent) => sent.deviceId === deviceId);
        assert(closes.length <= 1, `${deviceId} was closed ${closes.length} times`);
      }
      const before = panel.sent.length;
      panel.run(2_000);
      assert.equal(panel.sent.length, before, 'they do not come to rest');
    },
  ),
};

const candidate = fc.record({
  rank: fc.nat({ max: 4 }),
  onSinceMs: fc.nat({ max: 3 }),
  relief: fc
    .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }))
    .map(([a, b]) => [a / 10, b / 10]),
});
const candidates = fc
  .array(candidate, { maxLength: 6 })
  .map((list) => list.map((one, index) => ({ ...one, index, tier: 0 })));
const need = fc
  .tuple(fc.integer({ min: -50, max: 300 }), fc.integer({ min: -50, max: 300 }))
  .map(([a, b]) => [a / 10, b / 10]);

type Loads = { readonly index: number; readonly relief: readonly number[] }[];
const sumOf = (loads: Loads, lane: number) => loads.reduce((sum, { relief }) => sum + (relief[lane] ?? 0), 0);
const isMet = (loads: Loads, needs: readonly number[]) =>
  needs.every((amount, lane) => amount <= 0 || sumOf(loads, lane) >= amount - 1e-9);

export const choiceProperties = {
  'No load is chosen without which the need is met as well': fc.property(candidates, need, (all, needs) => {
    const picks = chooseLoads(all, needs, [0.5, 0.5]).map(({ index }) => index);
    const picked = all.filter(({ index }) => picks.includes(index));
    for (const one of picked) {
      const rest = picked.filter(({ index }) => index !== one.index);
      const helps = needs.some(
        (amount, lane) => amount > 0 && (one.relief[lane] ?? 0) > 0 && sumOf(rest, lane) < amount - 1e-9,
      );
      assert(helps, `${one.index} is not needed`);
    }
  }),

  'All are chosen that help where all of them are not enough': fc.property(candidates, need, (all, needs) => {
    const picks = chooseLoads(all, needs, [0, 0]).map(({ index }) => index);
    const useful = all.filter(({ relief }) => needs.some((amount, lane) => amount > 0 && (relief[lane] ?? 0) > 0));
    const picked = all.filter(({ index }) => picks.includes(index));
    if (isMet(useful, needs)) assert(isMet(picked, needs));
    else
      for (const [lane, amount] of needs.entries())
        if (amount > 0 && sumOf(useful, lane) < amount)
          assert(Math.abs(sumOf(picked, lane) - sumOf(useful, lane)) < 1e-6);
  }),

  'A load is chosen only where all less important ones together would not be enough': fc.property(
    candidates,
    need,
    (all, needs) => {
      const picks = chooseLoads(all, needs, [0, 0]).map(({ index }) => index);
      for (const one of all.filter(({ index }) => picks.includes(index))) {
        const lesser = all.filter(({ rank }) => rank > one.rank);
        const lacks = needs.some(
          (amount, lane) => amount > 0 && (one.relief[lane] ?? 0) > 0 && sumOf(lesser, lane) < amount - 1e-9,
        );
        assert(lacks, `${one.index} was chosen before a lesser one`);
      }
    },
  ),

  'A higher limit never sheds more amperes': fc.property(
    candidates,
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 0, max: 300 }),
    (all, more, less) => {
      const single = all.map((one) => ({ ...one, relief: one.relief.slice(0, 1) }));
      const shed = (amount: number) => {
        const picks = chooseLoads(single, [amount / 10], [0]).map(({ index }) => index);
        return sumOf(
          single.filter(({ index }) => picks.includes(index)),
          0,
        );
      };
      assert(shed(Math.min(less, more)) <= shed(Math.max(less, more)) + 1e-9);
    },
  ),
};
