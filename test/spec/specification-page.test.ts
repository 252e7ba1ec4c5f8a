import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  batchPaths,
  catalog,
  limits,
  operationIds,
  receiverAssumptions,
  rowOf,
  serviceAssumptions,
  streamPublish,
  webhookEvents,
} from '../../src/catalog';
import { packageRoot } from '../support/node-texts';
import { serviceErrors } from './conformance/service-errors';
import { batchStatusMeanings, transitions } from './conformance/state-transitions';
import { undocumentedAnswers } from './data/resources';
import { schemaFields } from './field-list';

const page = readFileSync(join(packageRoot, 'docs/specification.md'), 'utf8');
const headings = [...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?) .+$/gm)].map(([, number]) => String(number));
const sections = new Set(headings);

/** The text of one section, without what is below it. */
function textOf(section: string): string {
  const [, text] = page.split(new RegExp(`^#{2,3} ${section.replace('.', '\\.')} .+$`, 'm'));
  return (text ?? assert.fail(`no section ${section}`)).split(/^#{2,3} /m)[0] ?? '';
}

/** The cells of the rows of the table with this head. */
function tableOf(section: string, head: string): string[][] {
  const lines = textOf(section).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  assert.ok(start >= 0, `${section}: ${head}`);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The operations that a text links to, each by its own address. */
function operationsIn(text: string): string[] {
  return [...text.matchAll(/\[`([\w.]+)`\]\(operations\.md#(\w+)\)/g)].map(([, id = '', anchor]) => {
    assert.equal(anchor, id.toLowerCase().replace('.', ''));
    return id;
  });
}

const inTicks = (text: string) => new Set([...text.matchAll(/`([^`]+)`/g)].map(([, word]) => String(word)));

function textFiles(folder: string): string[] {
  return (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
    .filter((path) => /\.(ts|mjs|md|json|html)$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path));
}

/** `spec 2.3`, `spec 2.3, 4.3`, `spec 2.9 to 2.11`: every section that is named. */
function referencesIn(text: string): string[] {
  return [...text.matchAll(/\bspec (\d\d?(?!\d)(?:\.\d+)?(?:(?:,| and| or| to) \d\d?(?!\d)(?:\.\d+)?)*)/g)].flatMap(
    ([, list = '']) => list.split(/,| and | or | to /).map((each) => each.trim()),
  );
}

describe('docs/specification.md: its sections', () => {
  it('are numbered in order, none twice, and each has its anchor before it', () => {
    const value = (number: string) => number.split('.').reduce((sum, part, index) => sum + +part / 100 ** index, 0);
    assert.deepEqual(headings, [...sections]);
    assert.deepEqual(
      headings,
      [...headings].sort((a, b) => value(a) - value(b)),
    );
    for (const number of headings) {
      const [chapter, part] = number.split('.').map(Number);
      const before = part === undefined ? Number(chapter) - 1 : part - 1;
      const previous = part === undefined ? `${before}` : `${chapter}.${before}`;
      assert.ok(before === 0 || sections.has(previous), `${number} follows ${previous}`);
    }
    const anchors = [...page.matchAll(/^<a id="s-([\d-]+)"><\/a>\n\n#{2,3} (\S+) /gm)];
    assert.deepEqual(
      anchors.map(([, anchor]) => anchor?.replace('-', '.')),
      headings,
    );
    assert.deepEqual(
      anchors.map(([, , number]) => number),
      headings,
    );
    assert.equal(headings.filter((number) => !number.includes('.')).length, 9);
  });

  it('are where its own links lead', () => {
    const links = [...page.matchAll(/\]\(#s-([\d-]+)\)/g)].map(([, anchor]) => String(anchor).replace('-', '.'));
    assert.deepEqual(
      links.filter((number) => !sections.has(number)),
      [],
    );
    assert.ok(links.length > 10);
  });

  it('are the ones that code, nodes, tests and documentation name', () => {
    const named = ['src', 'nodes', 'plugins', 'scripts', 'test', 'bench', 'docs'].flatMap((folder) =>
      textFiles(folder).flatMap((path) =>
        referencesIn(readFileSync(join(packageRoot, path), 'utf8')).map((number) => ({ path, number })),
      ),
    );
    assert.deepEqual(
      named.filter(({ number }) => !sections.has(number)),
      [],
    );
    assert.ok(named.length > 500, `${named.length}`);
    assert.deepEqual(referencesIn('spec 2.3, 4.3; spec 2.9 to 2.11. spec 7.2, 400'), [
      '2.3',
      '4.3',
      '2.9',
      '2.11',
      '7.2',
    ]);
  });

  it('are the clauses of the rules', () => {
    const clauses = operationIds.flatMap((id) => (rowOf(id).rules ?? []).map(({ clause }) => clause));
    assert.deepEqual(
      clauses.filter((clause) => clause !== 'safety' && !sections.has(clause)),
      [],
    );
  });
});

describe('docs/specification.md: what the catalog has as data', () => {
  it('every operation is linked in its section', () => {
    for (const section of new Set(operationIds.map((id) => rowOf(id).section))) {
      const described = textOf(section)
        .split('\n')
        .filter((line) => !line.startsWith('**Assumed:**'))
        .join('\n');
      assert.deepEqual(
        [...new Set(operationsIn(described))].sort(),
        operationIds.filter((id) => rowOf(id).section === section).sort(),
        section,
      );
    }
  });

  it('every limit has one row with its number', () => {
    const told = tableOf('8', 'Limit').map(([, value = '', name = '']) => {
      const [, number, unit] = /^(\d+) ?(\w*)$/.exec(value) ?? assert.fail(value);
      return [name.replaceAll('`', ''), Number(number) * (unit === 'days' ? 86_400_000 : 1)];
    });
    assert.deepEqual(told, Object.entries(limits));
  });

  it('the thresholds have their bounds', () => {
    const { properties = {} } = catalog['waveformConfiguration.set'].body.json;
    const told = tableOf('2.3', 'Field').map(([name = '', from, to]) => [name.replaceAll('`', ''), from, to]);
    const bounds = Object.entries(properties)
      .filter(([name]) => !name.startsWith('p1'))
      .map(([name, { minimum = '', maximum = '' }]) => [name, `${minimum}`, `${maximum}`]);
    assert.deepEqual(told, bounds);
  });

  it('every field of an answer is named', () => {
    const words = inTicks(page);
    const spelled = (name: string) => name.replace(/^p[1AB](?=[A-Zm])/, 'p0').replace(/^q[1-4]/, 'q1');
    const documented = operationIds.filter((id) => !undocumentedAnswers.includes(id));
    const schemas = documented
      .map((id) => rowOf(id).answer)
      .flatMap((answer) => ('data' in answer ? [answer.data] : []));
    const names = schemas
      .flatMap(({ json }) => [...schemaFields(json, false).keys()].flatMap((path) => path.split(/[.[\]{}]+/)))
      .filter((name) => name !== '');
    assert.deepEqual(
      [...new Set(names)].filter((name) => !words.has(spelled(name))),
      [],
    );
    assert.ok(new Set(names).size > 200, `${new Set(names).size}`);
  });

  it('every field and value of a webhook is named in 6.1, every part of a publish in 6.2', () => {
    const words = inTicks(page);
    const webhooks = inTicks(textOf('6.1'));
    for (const { payload } of Object.values(webhookEvents))
      for (const [name, { known = [] }] of Object.entries(payload.json.properties ?? {})) {
        assert.ok(webhooks.has(name), name);
        for (const value of known) assert.ok(words.has(String(value)), `${name} ${value}`);
      }
    const publish = inTicks(textOf('6.2'));
    for (const name of Object.keys(streamPublish.json.properties ?? {})) assert.ok(publish.has(name), name);
  });

  it('every path of a batch and every status is named', () => {
    const words = inTicks(textOf('4.4'));
    assert.deepEqual(
      batchPaths.filter((path) => !words.has(path)),
      [],
    );
    assert.deepEqual(
      tableOf('3', '`status`').map(([status]) => status?.replaceAll('`', '')),
      Object.keys(batchStatusMeanings),
    );
  });

  it('the transitions are caused by the same operations', () =>
    assert.deepEqual(
      tableOf('3', 'What').map(([, , by = '']) => operationsIn(by)[0] ?? 'event'),
      transitions.map(({ trigger }) => (typeof trigger === 'string' ? trigger : 'event')),
    ));

  it('the refusals have the same status and operations', () =>
    assert.deepEqual(
      tableOf('7.2', 'Status').map(([status, , operations = '']) => [Number(status), operationsIn(operations)]),
      serviceErrors.map(({ status, operations }) => [status, operations]),
    ));
});

describe('docs/specification.md: what is assumed', () => {
  const lines = page.split('\n').filter((line) => line.startsWith('**Assumed:**'));
  /** What each line is about, an operation, all of a resource or a topic, and how sure it is. */
  const told = lines.flatMap((line) => {
    const [, sure = '', about = ''] = /\(\*(seen|sibling|guess)\*: (.+)\)$/.exec(line) ?? assert.fail(line);
    return about.split(', ').map((each) => ({ sure, about: each.replace(/^\[?`([\w.]+)`.*$/, '$1') }));
  });
  const marks = [
    ...operationIds.flatMap((id) => (rowOf(id).assumed ?? []).map(({ sure }) => ({ sure, about: id as string }))),
    ...[...serviceAssumptions, ...receiverAssumptions],
  ];
  const isAbout = (told: string, mark: string) => told === mark || (!told.includes(' ') && mark.startsWith(`${told}.`));

  it('stands in a line that says how sure it is, for every operation and topic', () =>
    assert.deepEqual(
      marks.filter(({ sure, about }) => !told.some((each) => each.sure === sure && isAbout(each.about, about))),
      [],
    ));

  it('is assumed by the catalog too', () =>
    assert.deepEqual(
      told.filter(({ sure, about }) => !marks.some((mark) => mark.sure === sure && isAbout(about, mark.about))),
      [],
    ));
});
