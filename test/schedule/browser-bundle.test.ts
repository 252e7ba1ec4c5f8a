import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';

describe('the room in a browser', () => {
  const bundle = buildSync({
    entryPoints: [resolve('src/schedule/index.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'schedule',
    target: 'es2022',
    metafile: true,
    write: false,
  });
  const code = bundle.outputFiles[0]?.text ?? '';

  it('holds its own files, croner and suncalc, and nothing of Node', () => {
    const packages = Object.keys(bundle.metafile.inputs).map((input) => /node_modules\/([^/]+)/.exec(input)?.[1]);
    assert.deepEqual([...new Set(packages.filter((name) => name !== undefined))].sort(), ['croner', 'suncalc']);
    assert.ok(packages.filter((name) => name === undefined).length > 10);
  });

  it('previews and describes where there is only the language itself', () => {
    const found = runInNewContext(
      `${code};
      JSON.stringify([
        schedule.nextCronRuns({ cron: '30 2 * * *', timeZone: 'Europe/Berlin', fromMs: Date.UTC(2026, 2, 29), count: 1 }).value,
        schedule.describeCron('0 8 * * 1-5').value.english,
        schedule.sunTimes({ latitude: '78.2', longitude: '15.6', timeZone: 'UTC', date: '2026-06-21' }).value.kind,
      ])`,
      {},
    );
    assert.deepEqual(JSON.parse(found), [
      [{ atMs: Date.UTC(2026, 2, 29, 1), utcOffsetMinutes: 120, gap: { wallTimes: ['02:30'] } }],
      'at 08:00 from Monday to Friday',
      'polar-day',
    ]);
  });
});
