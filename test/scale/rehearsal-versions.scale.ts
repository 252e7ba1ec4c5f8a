import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Rehearsal } from '../../src/rehearsal';
import type { Lane } from '../e2e/lanes';
import { read } from '../examples/example-files';
import { root } from './engines';

const lanes = JSON.parse(process.env.SCALE_LANES ?? '[]') as Lane[];

/** A load manager, a function that follows the sun, an override event with webhooks, and pushes of a stream. */
const flows = [
  '03-automation/01-shed-a-load.json',
  '04-charging/01-solar-surplus.json',
  '06-streams-and-webhooks/08-sharing-story.json',
  '06-streams-and-webhooks/04-load-shedding.json',
];

describe('a rehearsal gives the same log, to the bit', function () {
  this.timeout(1_800_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'breakerflow-versions-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function rehearsed(path: string, { name, node, script }: Lane, time: number): Rehearsal['result'] {
    const files = { flow: join(folder, 'flow.json'), all: join(folder, `${name}-${time}.json`) };
    writeFileSync(files.flow, JSON.stringify(read(path)));
    const { status, stderr } = spawnSync(
      node,
      [
        ...[join(root, 'dist/library/command-line.js'), 'rehearse', files.flow, '--budget', '600'],
        ...['--scenario', join(root, 'test/rehearsal/scenarios', path), '--json', files.all],
      ],
      // The Node-RED of the directory in which the command is run is what rehearses.
      { cwd: dirname(script), encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
    return (JSON.parse(readFileSync(files.all, 'utf8')) as Rehearsal).result;
  }

  it('on two pairs of Node.js and Node-RED', () =>
    assert.deepEqual(
      lanes.map(({ name }) => name),
      ['4', '5'],
    ));

  for (const path of flows)
    it(`twice on each of them: ${path}`, () => {
      const results = lanes.flatMap((lane) => [1, 2].map((time) => rehearsed(path, lane, time)));
      assert(results.every(({ events }) => events.length > 20));
      const [first] = results.map(({ figures }) => figures.hash);
      assert.deepEqual(
        results.map(({ figures }) => figures.hash),
        results.map(() => first),
      );
      // The hash is of the log; powers and messages are to be the same, too.
      const [rest] = results.map(({ samples, received, figures }) => ({ samples, received, figures }));
      for (const { samples, received, figures } of results) assert.deepEqual({ samples, received, figures }, rest);
    });
});
