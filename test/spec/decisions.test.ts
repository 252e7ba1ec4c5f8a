import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf, operationIds, receiverAssumptions, rowOf, serviceAssumptions } from '../../src/catalog';
import { decisions } from './data/decisions';
import { holes } from './data/holes';

const reference = readFileSync(join(process.cwd(), 'docs', 'reference.md'), 'utf8');
/** The cells of the table of assumptions: where, what, our value, how sure, why, how to change it. */
const listed = reference
  .slice(reference.indexOf('## Assumptions'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Where') && !line.startsWith('| ---'))
  .map((line) => line.slice(2, -2).split(' | '));

const ofService = [...serviceAssumptions, ...receiverAssumptions];

/** The rows of the reference that hold a decision. */
function rowsOf(held: string): string[][] {
  const hole = holes.find((each) => each.hole === held);
  if (hole === undefined) return listed.filter(([where = '']) => where === held);
  return listed.filter(
    ([where = '', what, , sure]) =>
      hole.operations.some((id) => where.includes(`\`${id}\``)) && what === hole.what && sure === hole.sure,
  );
}

/** The words for how sure we are, in the words of the table of decisions. */
const sureWords: Readonly<Record<string, readonly string[]>> = {
  seen: ['seen'],
  guess: ['guess'],
  sibling: ['sibling'],
  'path seen in documentation, method guess': ['seen', 'guess'],
  'seen for the same conflict on UDP keys': ['seen'],
  'seen / sibling': ['seen'],
  'one source': ['seen'],
  'partly seen': ['seen'],
  specification: ['seen'],
  'from the meanings in section 3': ['guess'],
  'specification, with its own doubt': ['seen'],
  'seen in documentation': ['seen'],
  open: ['guess'],
};

describe('decisions: the table and the generated reference agree', () => {
  it('every decision is in the table once', () => {
    assert.equal(new Set(decisions.map(({ open }) => open)).size, decisions.length);
    assert.equal(decisions.length, 47);
  });

  for (const { open, sure, change, held } of decisions)
    it(`${open}: is in the reference, as sure, and can be changed as the table says`, () => {
      const found = held.flatMap(rowsOf);
      assert.ok(
        held.every((name) => rowsOf(name).length > 0),
        held.join(),
      );
      const sures = new Set(found.map((cells) => cells[3]));
      for (const word of sureWords[sure] ?? assert.fail(sure)) assert.ok(sures.has(word), `${word} of ${[...sures]}`);
      const changed = found.filter((cells) => !cells[5]?.startsWith('nothing to change'));
      if (change !== '-') assert.ok(changed.length > 0, JSON.stringify(found));
    });

  it('every hole that comes from the table is held by one of its rows', () => {
    const held = new Set(decisions.flatMap((decision) => decision.held));
    assert.deepEqual(
      holes.filter(({ source, hole }) => source === 'decisions' && !held.has(hole)).map(({ hole }) => hole),
      [],
    );
    const others = ['share device code webhook'];
    assert.deepEqual(
      ofService.map(({ about }) => about).filter((about) => !held.has(about) && !others.includes(about)),
      [],
    );
  });

  it('the reference lists every assumption with the way to change it', () => {
    const marks = operationIds.flatMap((id) => rowOf(id).assumed ?? []);
    assert.equal(listed.length, marks.length + ofService.length);
    for (const cells of listed) assert.ok(cells[5] !== undefined && cells[5].length > 5, cells.join(' | '));
  });
});

describe('decisions: what is specified and what is assumed is counted', () => {
  it('the reference counts what the rows say', () => {
    const facts = operationIds.map(factsOf);
    const count = (part: 'specified' | 'safety' | 'assumed') => facts.flatMap((row) => row[part]).length;
    assert.ok(
      reference.includes(`specified ${count('specified')}, for safety ${count('safety')}, assumed ${count('assumed')}`),
    );
  });

  it('a rule of a row is one of them, and a rule that is assumed is not specified too', () => {
    const { specified, assumed } = factsOf('evse.updateConfiguration');
    const current = 'body.configuration.apiConfiguration.restrictions.maxCurrent';
    assert.ok(assumed.includes(`${current} at most 32`));
    assert.ok(specified.includes(`${current} at least 0`));
    assert.ok(!specified.some((words) => words.includes('at most 32')));
    for (const id of operationIds) {
      const { specified: shown, assumed: open } = factsOf(id);
      assert.deepEqual(
        open.filter((words) => shown.includes(words)),
        [],
        id,
      );
    }
  });

  it('nothing of a body that is not shown is specified', () => {
    for (const id of ['dataReportRate.set', 'shareDeviceCodes.claim', 'overrideEvents.addParticipations'] as const)
      assert.deepEqual(
        factsOf(id).specified.filter((words) => words.startsWith('body')),
        [],
        id,
      );
  });
});
