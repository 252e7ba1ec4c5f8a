import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FindingRule, type Rehearsal, textReport } from '../../src/rehearsal';
import { paths, pathsIn, readStored } from '../examples/example-files';
import { packageRoot } from '../support/node-texts';
import { inTwos } from './in-twos';
import { exampleFlow, rehearsed } from './rehearsed';

const folder = join(packageRoot, 'test', 'rehearsal', 'scenarios');
const scenarios = pathsIn(folder);

/** What the built-in findings say of an example that is as it should be, with the reason. */
const meant: Readonly<Record<string, Readonly<Partial<Record<FindingRule, string>>>>> = {
  '01-first-steps/01-switch-a-breaker.json': {
    'opened-idle': 'somebody clicks a button',
    refused: 'a breaker that has tripped is closed by a person who confirms it',
  },
  '02-metering/03-waveform-on-overcurrent.json': { 'opened-idle': 'somebody clicks a button' },
  '03-automation/01-shed-a-load.json': { 'closed-counted': 'a silent circuit counts as the most of its day' },
  '03-automation/03-standby-at-night.json': { 'opened-idle': 'it opens what idles' },
  '03-automation/06-grid-event.json': { 'opened-idle': 'the level opens its loads, whatever they draw' },
  '03-automation/09-generator-essentials.json': { 'opened-idle': 'the level opens its loads, whatever they draw' },
  '04-charging/07-heater-off-while-charging.json': { refused: 'what was opened by hand is closed by hand' },
  'dashboard/02-inrush-comparison.json': { 'opened-idle': 'somebody clicks a button' },
};

/** Of nodes that command a device. */
const commands: Readonly<Record<string, (action: unknown) => boolean>> = {
  'load-manager': () => true,
  'breaker-control': (action) => action !== 'readPosition',
  'evse-config': (action) => /^(set|change)/.test(String(action)),
  'batch-schedule': (action) => /^(create|declare)$/.test(String(action)),
  'breaker-device': (action) => /^set/.test(String(action)),
};

describe('the examples that command devices, rehearsed', function () {
  this.timeout(600_000);
  let rehearsals: Promise<Rehearsal>[] = [];
  before(() => {
    rehearsals = inTwos(
      scenarios.map((path) => () => {
        const scenario: unknown = JSON.parse(readFileSync(join(folder, path), 'utf8'));
        return rehearsed({ flow: exampleFlow(path), scenario, budgetMs: 540_000 });
      }),
    );
  });

  it('none is left out', () => {
    const commanding = paths.filter((path) => readStored(path).some(({ type, action }) => commands[type]?.(action)));
    assert.deepEqual(
      commanding.filter((path) => !scenarios.includes(path)),
      [],
    );
  });

  for (const [index, path] of scenarios.entries())
    it(`${path} does what its scenario expects, and nothing is found wrong with it`, async () => {
      const rehearsal = (await rehearsals[index]) ?? assert.fail();
      const { result, verdicts, findings } = rehearsal;
      const report = textReport(rehearsal);
      assert.equal(result.ending, 'done', report);
      assert(verdicts.length > 0 && verdicts.every(({ met }) => met), report);
      assert.deepEqual(
        result.events.flatMap((event) => (event.kind === 'step' && event.failed !== undefined ? [event.text] : [])),
        [],
      );
      // The hours of a scenario reach only some of the nodes.
      const found = new Set(findings.map(({ rule }) => rule).filter((rule) => rule !== 'never-reached'));
      assert.deepEqual([...found].sort(), Object.keys(meant[path] ?? {}).sort(), report);
    });
});
