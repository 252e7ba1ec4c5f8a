import assert from 'node:assert/strict';
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
  panel.restart(5);
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
