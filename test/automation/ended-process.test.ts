import assert from 'node:assert/strict';
import { type CircuitReading, loadManagerStep, type ManagerEvent, stateAfterStart } from '../../src/automation';
import { createHouse } from './house';
import { createPanel, type Panel } from './panel';

type Kind = 'breaker' | 'charger';

/** A load that must give way as soon as the panel runs; `kind` decides how. */
function fullPanel(kind: Kind): Panel {
  return createPanel({ base: [45, 20], limit: 60, loads: { load: { kind, draws: 30 } } });
}

const normal = (panel: Panel) => panel.state().loads.load?.phase === 'normal';
const isWhole = ({ devices: { load } }: Panel) => load?.open === false && load.setting === 'no-limit';
const tos = (panel: Panel) => panel.sent.map(({ to }) => (typeof to === 'number' ? 'less' : to));

/** Turns the panel until its next command, whose answer the process never gets: it ends with it. */
function endsWithNextCommand(panel: Panel, carriedOut: boolean): void {
  const before = panel.sent.length;
  panel.answerWith('load', carriedOut ? 'confirmed' : 'error');
  panel.answerLater(3);
  for (let ticks = 0; panel.sent.length === before && ticks < 400; ticks++) panel.run(5);
  assert.equal(panel.sent.length, before + 1);
  panel.answerLater(0);
  panel.restart(5, { recorded: false });
}

describe('automation: a process that ends with a command whose answer it never got', () => {
  for (const [kind, less, more] of [
    ['breaker', 'open', 'closed'],
    ['charger', 'less', 'no-limit'],
  ] as const)
    describe(`of a ${kind}`, () => {
      it(`${less}, carried out: it is not sent again, and the load comes back by the rules`, () => {
        const panel = fullPanel(kind);
        endsWithNextCommand(panel, true);
        panel.run(1_800);
        assert.deepEqual([tos(panel), panel.state().loads.load?.phase], [[less], 'shed']);
        panel.base[0] = 5;
        // A circuit whose open is in no record is a person's to close; the limit of a charger is ours to end.
        panel.run(1_800);
        assert.equal(isWhole(panel), kind === 'charger');
        assert.equal(panel.told('needs-person').length, kind === 'charger' ? 0 : 1);
      });

      it(`${less}, not carried out: what is needed is sent when it is known, an open after 60 s at the earliest`, () => {
        const panel = fullPanel(kind);
        endsWithNextCommand(panel, false);
        panel.run(20);
        assert.deepEqual(tos(panel), [less], 'nothing is decided before two readings and the hold');
        panel.run(25);
        if (kind === 'breaker') assert.deepEqual(tos(panel), [less]);
        panel.run(120);
        assert.deepEqual([tos(panel), isWhole(panel)], [[less, less], false]);
        panel.base[0] = 5;
        panel.run(1_800);
        assert.deepEqual([isWhole(panel), normal(panel)], [true, true]);
      });

      it(`${more}, carried out: nothing follows, and the load is as any other`, () => {
        const panel = fullPanel(kind);
        panel.run(120);
        panel.base[0] = 5;
        endsWithNextCommand(panel, true);
        panel.run(3_600);
        assert.deepEqual([tos(panel), isWhole(panel), normal(panel)], [[less, more], true, true]);
        assert.deepEqual(panel.arbiter().breakers.load?.holders ?? [], kind === 'breaker' ? ['manager'] : []);
        assert.equal(panel.arbiter().chargers.load?.limits, undefined);
      });

      it(`${more}, not carried out: it is still ours, and comes back when it has fitted for its time again`, () => {
        const panel = fullPanel(kind);
        panel.run(120);
        panel.base[0] = 5;
        endsWithNextCommand(panel, false);
        panel.run(280);
        assert.deepEqual(tos(panel), [less, more]);
        panel.run(300);
        assert.deepEqual([tos(panel), isWhole(panel), normal(panel)], [[less, more, more], true, true]);
        assert.equal(panel.told('needs-person').length, 0);
      });
    });

  it('A raise that fails leaves the charger ours to raise again', () => {
    const panel = fullPanel('charger');
    panel.run(120);
    panel.base[0] = 5;
    panel.answerWith('load', 'error');
    panel.run(1_800);
    assert.deepEqual([tos(panel), isWhole(panel)], [['less', 'no-limit', 'no-limit'], true]);
  });
});

describe('automation: a start with an open whose answer never came', () => {
  const house = createHouse({
    by: 'm',
    quantity: 'current',
    groups: [{ id: 'main', limit: 60, of: { kind: 'message' } }],
    loads: [{ deviceId: 'heater', kind: 'breaker', legs: ['A', 'B'] }],
  });

  /** Steps of 10 s of a process that begins 1 s after the claim; `position` is what is read at so many seconds. */
  function started(position: (s: number) => CircuitReading['remoteHandle']) {
    const saved = structuredClone(house.state());
    const claimedAt = saved.saved.monotonicMs;
    saved.loads.heater = { phase: 'opening', action: 1, claimedAt, opensAt: [], operations: 0, operationsByMonth: {} };
    const now = (s: number) => ({ monotonicMs: s * 1000, wallMs: saved.saved.wallMs + 1_000 + s * 1000 });
    let state = stateAfterStart(saved, now(0));
    const asked: number[] = [];
    const told: ManagerEvent['event'][] = [];
    const phases: (string | undefined)[] = [];
    for (let s = 0; s <= 150; s += 10) {
      const circuit = { readAtMs: s * 1000, remoteHandle: position(s), mainHandle: 'closed', connected: true } as const;
      const step = loadManagerStep(state, { meters: {}, circuits: { heater: circuit } }, house.settings, now(s));
      state = step.state;
      if (step.requests.some(({ kind }) => kind === 'read')) asked.push(s);
      told.push(...step.events.map(({ event }) => event));
      phases.push(state.loads.heater?.phase);
      assert(step.claims.every(({ action, to }) => to === 'open' && (action === undefined || s > 0)));
    }
    return { asked, told, phases, at: (s: number) => phases[s / 10] };
  }

  it('is ours as soon as the position is open', () => {
    const { at, told } = started((s) => (s < 30 ? 'closed' : 'open'));
    assert.deepEqual([at(20), at(30), at(150), told], ['opening', 'shed', 'shed', []]);
  });

  it('was never carried out where the position is closed after 60 s', () => {
    const { at, told } = started(() => 'closed');
    assert.deepEqual([at(50), at(60), told], ['opening', 'normal', ['forgotten']]);
  });

  it('is asked for where the position cannot be read, and taken as open after two minutes', () => {
    const { at, asked, told } = started(() => 'unknown');
    assert.deepEqual([at(110), at(120), told], ['opening', 'shed', []]);
    assert.deepEqual(asked, [60, 70, 80, 90, 100, 110]);
  });

  it('is known by the position that comes late, not by the time', () => {
    const { at, told } = started((s) => (s < 90 ? 'unknown' : 'open'));
    assert.deepEqual([at(80), at(90), told], ['opening', 'shed', []]);
  });
});
