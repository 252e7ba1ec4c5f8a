import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read } from '../examples/example-files';
import { runCommand } from './run-command';

describe('breakerflow rehearse', function () {
  this.timeout(120_000);
  let folder: string;
  const file = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'breakerflow-command-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const scenario = (expect: readonly object[]) => ({ start: '2026-06-15T05:00:00Z', hours: 0.5, expect });
  const calm = { text: 'nothing is switched', kind: 'world', atMost: 0 };
  const never = { text: 'somebody is told', kind: 'stand-in', atLeast: 1 };
  const flow = () => file('flows.json', read('01-first-steps/01-switch-a-breaker.json'));

  it('ends with 0 and a report where all is met', async () => {
    const { code, output, errors } = await runCommand([
      ...['rehearse', flow(), '--scenario', file('calm.json', scenario([calm]))],
      ...['--junit', join(folder, 'junit.xml'), '--json', join(folder, 'all.json')],
    ]);
    assert.equal(code, 0, errors);
    assert.match(output, /^Rehearsed 0\.5 h/);
    assert.match(output, /met {6}nothing is switched/);
    assert.match(readFileSync(join(folder, 'junit.xml'), 'utf8'), /tests="1" failures="0"/);
    assert.equal(JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8')).verdicts.length, 1);
  });

  it('ends with 1 where something is not met, and JUnit says what was found', async () => {
    const path = file('never.json', scenario([calm, never]));
    const { code, output } = await runCommand([
      'rehearse',
      flow(),
      '--scenario',
      path,
      '--junit',
      join(folder, 'j.xml'),
    ]);
    assert.equal(code, 1);
    assert.match(output, /not met {2}somebody is told \(0 found/);
    assert.match(readFileSync(join(folder, 'j.xml'), 'utf8'), /failures="1"[\s\S]*<failure message="0 found/);
  });

  for (const [why, args, says] of [
    ['no file', () => ['rehearse'], /Name the file with the flows/],
    ['a file that is not there', () => ['rehearse', join(folder, 'x.json')], /cannot be read \(ENOENT\)/],
    ['a file that is no JSON', () => ['rehearse', file('a.json', '{')], /is no JSON/],
    ['a file without nodes', () => ['rehearse', file('b.json', {})], /holds no list of nodes/],
    ['hours that are none', () => ['rehearse', flow(), '--hours', 'x'], /--hours must be a number above 0/],
    [
      'a scenario with a device that is not there',
      () => {
        const steps = [{ at: '10:00', do: 'trip', device: 'Moon' }];
        return ['rehearse', flow(), '--scenario', file('c.json', { ...scenario([]), steps })];
      },
      /steps\[0\]\.device: "Moon" is no known name/,
    ],
  ] as const)
    it(`ends with 2 and a sentence: ${why}`, async () => {
      const { code, errors } = await runCommand(args());
      assert.equal(code, 2, errors);
      assert.match(errors, says);
    });
});
