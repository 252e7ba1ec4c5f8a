import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
const lines = read('CHANGELOG.md').split('\n');
const { version: present }: { version: string } = JSON.parse(read('package.json'));

/** In the order of https://keepachangelog.com/en/1.1.0/. */
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
/** Longer is a matter of a page of docs. */
const lineMaxChars = 200;

interface Release {
  readonly heading: string;
  readonly kinds: readonly string[];
  readonly rest: readonly string[];
}

function releases(): readonly Release[] {
  const starts = lines.flatMap((line, at) => (line.startsWith('## ') ? [at] : []));
  return starts.map((start, index) => {
    const body = lines.slice(start + 1, starts[index + 1]).filter((line) => line !== '');
    const isKind = (line: string) => line.startsWith('### ');
    return {
      heading: lines[start] ?? '',
      kinds: body.filter(isKind).map((line) => line.slice(4)),
      rest: body.filter((line) => !isKind(line)),
    };
  });
}

/** Version and date of each release but what is not released, as they stand. */
const dated = () =>
  releases()
    .slice(1)
    .map(({ heading }) => {
      const [, version, date] = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
      assert(version !== undefined && date !== undefined, heading);
      return { version, date };
    });

/** Positive where the first is the newer one. */
function compareVersions(first: string, second: string): number {
  const [a, b] = [first, second].map((version) => version.split('.').map(Number));
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at === -1 ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0);
}

describe('the changelog', () => {
  it('begins with what is not released, and then names the version of package.json', () => {
    assert.equal(releases()[0]?.heading, '## [Unreleased]');
    assert.equal(dated()[0]?.version, present);
  });

  it('has falling versions with falling ISO dates that exist', () => {
    const all = dated();
    for (const { date } of all) assert.equal(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10), date);
    for (const [at, { version, date }] of all.slice(1).entries()) {
      const newer = all[at];
      assert(newer && compareVersions(newer.version, version) > 0, `${version} after ${newer?.version}`);
      assert(newer.date >= date, `${date} after ${newer.date}`);
    }
  });

  it('sorts each version by the kinds of changes, each at most once and in one order', () => {
    for (const { heading, kinds: found } of releases())
      assert.deepEqual(
        found,
        kinds.filter((kind) => found.includes(kind)),
        heading,
      );
  });

  it('has one line a change below them', () => {
    for (const { heading, kinds: found, rest } of releases()) {
      assert(rest.length >= found.length, heading);
      assert.deepEqual(
        rest.filter((line) => !/^- \S.*\.$/.test(line) || line.length > lineMaxChars),
        [],
        heading,
      );
    }
  });
});
