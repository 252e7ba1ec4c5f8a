import assert from 'node:assert/strict';
import { join } from 'node:path';
import { problemSentence, withoutFormOfEmpty } from '../../src/admin-api';
import { ownSentences, sentenceOfRule } from '../../src/admin-api/problem-words';
import { checkInput, type OperationId } from '../../src/catalog';
import { checkConfig, type Field, type FieldTable } from '../../src/fields';
import { invalidInput, presentError } from '../../src/runtime';
import { textsOfNode } from '../../src/runtime/node/texts';
import { problem } from '../../src/schema';
import { operationInputs } from '../support/operation-inputs';
import { type Language, languages, owners } from './catalog-files';
import { codeFiles } from './code';
import { runtimeIn } from './runtime-language';

const tables = owners
  .filter(({ directory }) => directory.includes('/nodes/'))
  .map(({ name }) => ({
    type: name,
    fields: (require(join(__dirname, '..', '..', 'nodes', name, `${name}.fields`)) as { fields: FieldTable }).fields,
  }));

/** What nobody may read: the language of schemas, patterns, texts that are missing or lack a value, names of fields in code. */
const forbidden =
  /must match|must not be empty|must have\b|pattern "|\^\[|additional propert|__\w+__|breakerflow\.\w+\./;
const codes = /\b(?:ENOTFOUND|EPROTO|ECONN[A-Z]+|ERR_[A-Z_]+|[A-Z]+_[A-Z_]{4,})\b/;

/** Values that no field of the kind takes, one mistake each. */
function mistakesOf(field: Field): unknown[] {
  const blanks = ['', '   ', ' x '];
  switch (field.kind) {
    case 'number':
      return ['', 'many', '1,5', -1e9, 1e9, 0.5, ' 7 '];
    case 'choice':
      return ['', 'neither', ...blanks];
    case 'list':
      return [[], 'no list', ['circuit(Water heater)']];
    case 'rows':
      return [[], 'no list', [{}], [{ unknown: true }], [null]];
    case 'flag':
    case 'version':
      return [];
    case 'config':
      return ['', '_ADD_'];
    default:
      return [...blanks, 'neither', '{', '[]', '{"unknown":1}', 'x'.repeat(2000), '^[', '-1', 'http://u:p@h/?q#f'];
  }
}

/** Configurations in which a field applies, where one or two choices of its node decide it. */
function applying(fields: FieldTable, name: string): Record<string, unknown> {
  const base: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).map(([each, field]) => [each, 'default' in field ? field.default : undefined]),
  );
  const when = fields[name]?.when;
  if (when === undefined || when(base)) return base;
  const options = Object.entries(fields).flatMap(([each, field]) =>
    field.kind === 'choice'
      ? field.options.map((option) => ({ [each]: option as unknown }))
      : field.kind === 'flag'
        ? [{ [each]: !field.default as unknown }]
        : [],
  );
  for (const one of options) if (when({ ...base, ...one })) return { ...base, ...one };
  for (const one of options)
    for (const two of options) if (when({ ...base, ...one, ...two })) return { ...base, ...one, ...two };
  for (const one of options)
    for (const two of options)
      for (const three of options)
        if (when({ ...base, ...one, ...two, ...three })) return { ...base, ...one, ...two, ...three };
  return base;
}

/** Every sentence, by mistake, that the dialog and the runtime say of a wrong field. */
function sentencesOf(type: string, fields: FieldTable, language: Language): Map<string, string> {
  const texts = textsOfNode(runtimeIn(language), type, fields);
  const said = new Map<string, string>();
  for (const [name, field] of Object.entries(fields)) {
    const config = applying(fields, name);
    const sources = field.kind === 'typed' ? field.sources.map((source) => ({ [`${name}Type`]: source })) : [{}];
    for (const source of sources)
      for (const value of mistakesOf(field)) {
        const found = checkConfig(fields, { ...config, ...source, [name]: value });
        for (const { field: at, key, params } of found) {
          const mistake = `${at} ${key} ${JSON.stringify(params ?? {})}`;
          // The validator of the editor says the same text without the label.
          const shown = texts(`problem.${key}`, params);
          const error = presentError(invalidInput('not told', [problem(at, key, shown, params)]), texts).message;
          said.set(mistake, `${shown} | ${error}`);
        }
      }
  }
  return said;
}

const wrongValues = [undefined, null, '', ' ', 'x'.repeat(5000), '../x', -1, 1e9, 0.5, true, [], {}, { unknown: 1 }];

const call = /\bproblem\(((?:(?!problem\()[\s\S]){0,160}?),\s*'([\w-]+)',\s*['"`]/g;
const record = /\brule: '([\w-]+)',\s*message\b/g;

describe('the words of a mistake', () => {
  for (const { type, fields } of tables)
    it(`${type}: every single wrong field is told in words, in every language`, () => {
      const english = sentencesOf(type, fields, 'en-US');
      const names = Object.keys(fields).filter((name) => /[a-z][A-Z]/.test(name));
      assert(english.size > 0 || Object.keys(fields).length < 3, 'mistakes are found');
      for (const language of languages) {
        const said = sentencesOf(type, fields, language);
        assert.deepEqual([...said.keys()], [...english.keys()]);
        for (const [mistake, sentence] of said) {
          const where = `${language}: ${mistake}: ${sentence}`;
          assert.doesNotMatch(sentence, forbidden, where);
          assert.doesNotMatch(sentence, codes, where);
          for (const name of names) assert(!new RegExp(`\\b${name}\\b`).test(sentence), `${name} in ${where}`);
          if (language !== 'en-US') assert.notEqual(sentence, english.get(mistake), where);
        }
      }
    });

  const broken = Object.entries(operationInputs).flatMap(([id, input]) => wrongInputs(id as OperationId, input));

  it('every rule of a request that can be broken has a sentence in every language', () => {
    assert(broken.length > 1_000, `${broken.length}`);
    for (const language of languages) {
      const texts = textsOfNode(runtimeIn(language), 'cloud-call', {});
      const english = textsOfNode(runtimeIn('en-US'), 'cloud-call', {});
      for (const found of broken) {
        const sentence = problemSentence(found, texts);
        assert.doesNotMatch(sentence, forbidden, `${found.field} ${found.rule}`);
        if (language !== 'en-US') assert.notEqual(sentence, problemSentence(found, english));
      }
    }
  });

  it('what is empty is told once', () => {
    const empty = [problem('a', 'minLength', 'm'), problem('a', 'pattern', 'p'), problem('b', 'pattern', 'p')];
    assert.deepEqual(
      withoutFormOfEmpty(empty).map(({ field, rule }) => `${field} ${rule}`),
      ['a minLength', 'b pattern'],
    );
  });

  it('what is wrong with a cron names its field and what is allowed there, in every language', () => {
    const wrong: readonly (readonly [string, string, string])[] = [
      ['70 8 * * *', 'cronMinute', '70'],
      ['*/0 8 * * *', 'cronMinute', '*/0'],
      ['5/2 8 * * *', 'cronMinute', '5/2'],
      ['0 24 * * *', 'cronHour', '24'],
      ['0 8,,9 * * *', 'cronHour', '8,,9'],
      ['0 8 L * *', 'cronDayOfMonth', 'L'],
      ['0 8 * May-Apr *', 'cronMonth', 'May-Apr'],
      ['0 8 * * 5-1', 'cronDayOfWeek', '5-1'],
      ['0 8 * *', 'cronFields', '4'],
      ['@daily', 'cronNickname', '@daily'],
    ];
    for (const [cron, key, told] of wrong) {
      const body = { deviceIds: ['d1'], method: 'POST', path: '/restart', body: {}, cronSchedule: cron };
      const found = checkInput('batchCommands.create', { body }).problems.filter(
        ({ field }) => field === 'cronSchedule',
      );
      assert.deepEqual([...new Set(found.map(({ rule }) => rule))], [key], cron);
      const { fields } = tables.find(({ type }) => type === 'batch-schedule') ?? assert.fail();
      const stored = { ...applying(fields, 'cron'), cron };
      assert.deepEqual(
        checkConfig(fields, stored).flatMap(({ field, key: sentence }) => (field === 'cron' ? [sentence] : [])),
        [key],
      );
      for (const language of languages) {
        const texts = textsOfNode(runtimeIn(language), 'cloud-call', {});
        for (const problem of found) assert(problemSentence(problem, texts).includes(told), `${language}: ${cron}`);
      }
    }
  });

  it('every rule that code reports in English has a sentence', () => {
    // What it reports is told by its own interface, which speaks English; but the description of a site may come from a service.
    const speaksEnglish = /\/simulator\/(?!site\/)/;
    const reported = [...codeFiles].flatMap(([file, code]) => (speaksEnglish.test(file) ? [] : rulesIn(file, code)));
    assert(reported.length > 90, `${reported.length}`);
    const known = new Set<string>(['type', ...Object.keys(sentenceOfRule), ...ownSentences]);
    assert.deepEqual(
      reported.filter(({ rule }) => !known.has(rule)),
      [],
    );
  });
});

function wrongInputs(id: OperationId, input: unknown): ReturnType<typeof checkInput>['problems'] {
  return changes(input).flatMap((changed) => {
    const { problems, warnings } = checkInput(id, changed);
    return [...problems, ...warnings];
  });
}

/** The value with one part of it replaced by each wrong value, and with a part that is too much. */
function changes(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return wrongValues;
  if (Array.isArray(value)) return [...wrongValues, ...changes(value[0]).map((first) => [first, ...value.slice(1)])];
  return [
    { ...value, unknownPart: 1 },
    ...wrongValues,
    ...Object.entries(value).flatMap(([name, part]) => changes(part).map((other) => ({ ...value, [name]: other }))),
  ];
}

/** Rules whose message is written in the code, and so in English: what is looked up is told in the user's language. */
function rulesIn(file: string, code: string): { readonly rule: string; readonly file: string }[] {
  const records = file.includes('/src/waveform/') ? [] : [...code.matchAll(record)].map(([, rule = '']) => rule);
  return [...[...code.matchAll(call)].map(([, , rule = '']) => rule), ...records].map((rule) => ({ rule, file }));
}
