import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lanes, root } from './lanes';
import { movedSite, site, switchedName } from './moved-site';
import { type RunningNodeRed, runNodeRed } from './running-node-red';
import { type StandAloneSimulator, startSimulator } from './stand-alone-simulator';

/** The lines of the log that are looked for are in one language. */
const extra = "lang: 'en-US',";
const recordFile = 'breakerflow-commands.jsonl';
/** What this site has to remember, and the name under which a newer format of it is set aside. */
const asideNames: Readonly<Record<string, RegExp>> = {
  'breakerflow-automation.json': /^breakerflow-automation\.json\.newer$/,
  'breakerflow-commands.jsonl': /^breakerflow-commands\.jsonl\.version-1000$/,
  'breakerflow-locks.json': /^breakerflow-locks\.json\.damaged-/,
  'breakerflow-watch.json': /^breakerflow-watch\.json\.newer$/,
};
/** A start, commands that are held for five seconds, and two looks of a manager. */
const turnMaxMs = 120_000;

/** What the page names in the first column of its table, as a shell expands it. */
function filesOfPage(): readonly string[] {
  const page = readFileSync(join(root, 'docs/moving.md'), 'utf8');
  const cells = page.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []));
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  assert(names.includes('settings.js') && names.includes(recordFile), names.join());
  return names;
}

/** The second step of the page. Of the parts of the record it names the first, and the end of the last. */
function copyAsThePageSays(from: string, to: string): void {
  const names = filesOfPage().flatMap((name) => (name === '.4.jsonl' ? ['breakerflow-commands.[2-4].jsonl'] : [name]));
  const script = `shopt -s nullglob; for file in ${names.join(' ')}; do [ ! -e "$file" ] || cp -a "$file" "$0"; done`;
  execFileSync('bash', ['-c', script, to], { cwd: from });
}

const changed = (directory: string, name: string, change: (text: string) => string) => {
  const file = join(directory, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};
/** The version is what stands first in each format. */
const asOfNewer = (text: string) => text.replace(/("version": ?)1\b/, '$11000');
const asOfToday = (text: string) => text.replace(/("version": ?)1000\b/, '$11');

for (const lane of lanes)
  describe(`a site that moves to another machine, with Node-RED ${lane.name}`, function () {
    this.timeout(turnMaxMs);
    let service: StandAloneSimulator;
    let red: RunningNodeRed;
    let nodeUrl: string;
    let waiting: { readonly text: string; readonly resolve: () => void }[] = [];

    before(async () => {
      service = await startSimulator(lane);
      for (const device of [site.watched, site.feeder, site.managed]) await draw(device, 10);
    });
    after(async () => {
      await red?.stop();
      await service?.stop();
    });

    const draw = (device: string, ratedA: number) =>
      service.control(`/devices/${device}/load`, { kind: 'server-rack', ratedA });
    const onLine = (line: string) => {
      for (const { resolve } of waiting.filter(({ text }) => line.includes(text))) resolve();
      waiting = waiting.filter(({ text }) => !line.includes(text));
    };
    const said = (text: string) => new Promise<void>((resolve) => waiting.push({ text, resolve }));
    const ask = async (door: string) =>
      (await (await fetch(`${nodeUrl}${door}`)).json()) as Readonly<Record<string, unknown>>;
    const record = (directory: string) => readFileSync(join(directory, recordFile), 'utf8');
    const troubles = () => red.lines.filter((line) => /\[(warn|error)\].*breakerflow-/.test(line));
    const told = (name: string) => red.lines.filter((line) => line.includes(`[debug:${name}]`));
    const orders = async () =>
      (await service.requests())
        .filter(({ method, operation }) => method !== 'GET' && operation !== 'token.create')
        .map(({ path }) => path);
    const asked = async (device: string) =>
      (await service.requests()).some(({ path }) => path.includes(device) && path.endsWith('/meter/reading'));
    const handleOf = (device: string) => `/devices/${device}/breaker/remoteHandle/position`;

    /** Stops, and starts elsewhere with what the page has copied. The settings move too, and with them the port. */
    async function move(change: (directory: string) => void = () => {}): Promise<void> {
      const from = red.directory;
      await red.stop();
      await service.forgetRequests();
      const prepare = (directory: string) => {
        copyAsThePageSays(from, directory);
        change(directory);
      };
      const looked = said('[debug:state]');
      red = await runNodeRed(lane, { prepare, start: { onLine } });
      await looked;
    }

    it('has commanded, locked, told and held something', async () => {
      red = await runNodeRed(lane, { extra, start: { onLine } });
      ({ nodeUrl } = red);
      const happened = Promise.all([said('[debug:incident]'), said('[debug:held]')]);
      const deployed = await fetch(`${red.url}flows`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(movedSite(service)),
      });
      assert.equal(deployed.status, 204);
      await happened;
      // Behind the feeder is what the manager has opened.
      await draw(site.feeder, 0.1);
      assert.equal((await ask('open')).outcome, 'confirmed');
      assert.equal((await ask('lock')).outcome, 'confirmed');
      assert.equal((await ask('close-locked')).code, 'LOCKED_OUT');
      assert.deepEqual((await orders()).sort(), [site.managed, site.switched, site.locked].map(handleOf).sort());
      const kept = readdirSync(red.directory).filter((name) => name.startsWith('breakerflow-'));
      assert.deepEqual(kept.sort(), Object.keys(asideNames));
    });

    it('carries on: knows names, locks and who opened what, and neither commands nor tells anything again', async () => {
      const before = record(red.directory);
      await move();
      // Held until the first seconds are over: meanwhile the manager and the watch have looked.
      const { outcome, name } = await ask('close');
      assert.deepEqual({ outcome, name }, { outcome: 'confirmed', name: switchedName });
      assert.equal((await ask('close-locked')).code, 'LOCKED_OUT');
      for (const device of [site.watched, site.feeder]) assert(await asked(device), `${device} was not read`);
      assert.deepEqual(await orders(), [handleOf(site.switched)]);
      assert.deepEqual([told('incident'), told('held'), troubles()], [[], [], []]);
      assert.match(told('state').at(-1) ?? '', new RegExp(`"${site.managed}".*"phase":"shed"`));
      const after = record(red.directory);
      assert(after.startsWith(before) && after.length > before.length);
      assert.equal((await ask('open')).outcome, 'confirmed');
    });

    it('goes back: what a newer version has written is set aside, and nothing is commanded for it', async () => {
      const names = Object.keys(asideNames);
      await move((directory) => {
        for (const name of names) changed(directory, name, asOfNewer);
      });
      // Nobody knows who opened it. A lock counts as far as it can be read.
      assert.equal((await ask('close')).code, 'CONFIRMATION_NEEDED');
      assert.equal((await ask('close-locked')).code, 'LOCKED_OUT');
      assert.deepEqual(await orders(), []);
      const found = readdirSync(red.directory);
      for (const name of names) {
        assert(
          found.some((file) => asideNames[name]?.test(file)),
          `${name}: ${found.join()}`,
        );
        assert(
          troubles().some((line) => line.includes(name)),
          `${name} is not named:\n${red.lines.join('\n')}`,
        );
      }
    });

    it('goes forward again: the files get their names back, and all is known', async () => {
      const from = red.directory;
      await move((directory) => {
        for (const [name, aside] of Object.entries(asideNames)) {
          const kept = readdirSync(from).find((file) => aside.test(file)) ?? assert.fail(name);
          renameSync(join(from, kept), join(directory, name));
          changed(directory, name, asOfToday);
        }
      });
      assert.equal((await ask('close')).outcome, 'confirmed');
      assert.equal((await ask('close-locked')).code, 'LOCKED_OUT');
      assert.deepEqual(await orders(), [handleOf(site.switched)]);
      assert.deepEqual(troubles(), []);
    });
  });
