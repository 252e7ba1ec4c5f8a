import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Mocha from 'mocha';
import { mutantsOf, withMutants } from './mutants.mjs';

/**
 * Runs the tests of a module over and over in one process, each time with fresh modules and another mutant alive.
 * argv: the project's root, the module, the files to mutate in `dist`, joined by commas, and whether coarsely.
 */
const [root, module, files, coarse] = process.argv.slice(2);
const dist = `${root}dist/`;
const require = createRequire(import.meta.url);
const { Module } = require('node:module');
/** More calls in one test than any test needs are a loop without an end. */
const MANY_CALLS = 20_000_000;
const TEST_TIMEOUT_MS = 5000;
/** On a busy machine a test that is slow by itself must not be taken for one that fails. */
const SURVEY_TIMEOUT_MS = 25_000;

let alive = 0;
let calls = 0;
let onMutant;
globalThis.isMutant = (id) => {
  onMutant?.(id);
  if (alive === 0) return false;
  calls += 1;
  if (calls > MANY_CALLS) throw new Error('a loop without an end');
  return id === alive;
};

const mutated = new Map();
let lastId = 0;
for (const file of files.split(',')) {
  const source = readFileSync(dist + file, 'utf8');
  const mutants = mutantsOf(source, { coarse: coarse === 'true' }).map((mutant) => ({ ...mutant, id: ++lastId }));
  mutated.set(dist + file, withMutants(source, mutants));
}
const compile = Module.prototype._compile;
Module.prototype._compile = function (source, file, ...more) {
  return compile.call(this, mutated.get(file) ?? source, file, ...more);
};

const testFiles = readdirSync(`${dist}test/${module}`, { recursive: true })
  .filter((file) => file.endsWith('.test.js'))
  .map((file) => `${dist}test/${module}/${file}`)
  .sort();

function load(timeout) {
  for (const file of Object.keys(require.cache)) if (file.startsWith(dist)) delete require.cache[file];
  const mocha = new Mocha({ timeout, bail: true, reporter: class {} });
  for (const file of testFiles) mocha.addFile(file);
  mocha.loadFiles();
  forgive(mocha.suite);
  return mocha;
}

/** Some modules count at their end whether every case was there: of a part of their tests that is no failure. */
function forgive(suite) {
  for (const hook of suite._afterAll) {
    const { fn } = hook;
    if (fn.length > 0) continue;
    hook.fn = async function () {
      try {
        await fn.call(this);
      } catch {}
    };
  }
  for (const each of suite.suites) forgive(each);
}

/** Leaves the tests in `order`, in that order as far as suites allow. */
function choose(suite, places) {
  suite.tests = suite.tests.filter((test) => places.has(test.fullTitle()));
  const placed = suite.tests.map((test) => [places.get(test.fullTitle()), test]);
  suite.tests = placed.sort(([a], [b]) => a - b).map(([, test]) => test);
  const inner = suite.suites.map((each) => [choose(each, places), each]).filter(([place]) => place !== Infinity);
  suite.suites = inner.sort(([a], [b]) => a - b).map(([, each]) => each);
  return Math.min(Infinity, ...placed.map(([place]) => place), ...inner.map(([place]) => place));
}

/** Runs the tests named, or all; resolves to the failure, if any. */
function run(mutant, order, watch) {
  alive = mutant;
  calls = 0;
  onMutant = watch?.onMutant;
  const mocha = load(watch === undefined ? TEST_TIMEOUT_MS : SURVEY_TIMEOUT_MS);
  watch?.onLoaded(mocha.suite);
  if (order) choose(mocha.suite, new Map(order.map((title, place) => [title, place])));
  return new Promise((resolve) => {
    let failure;
    const runner = mocha.run(() => {
      mocha.dispose();
      onMutant = undefined;
      resolve(failure);
    });
    runner.on('test', (test) => {
      calls = 0;
      process.send({ kind: 'progress' });
      watch?.onTest(test);
    });
    runner.on('suite', (suite) => watch?.onSuite(suite));
    runner.on('test end', (test) => watch?.onTestEnd(test));
    runner.on('fail', (test, error) => {
      failure ??= { test: test.fullTitle(), isHook: test.type === 'hook', message: String(error?.message ?? error) };
    });
  });
}

/** Which mutants each test meets, and how long it takes. */
async function survey() {
  const tests = new Map();
  const meets = new Set();
  let inTest;
  let suiteTests = [];
  let collecting = meets;
  const watch = {
    onMutant: (id) => collecting.add(id),
    onLoaded: (suite) => suite.eachTest((test) => tests.set(test.fullTitle(), { ms: 0, meets: new Set() })),
    onSuite(suite) {
      suiteTests = [];
      suite.eachTest((test) => suiteTests.push(test.fullTitle()));
      collecting = new Set();
      const bucket = collecting;
      for (const title of suiteTests) tests.get(title).shared = [...(tests.get(title).shared ?? []), bucket];
    },
    onTest(test) {
      inTest = tests.get(test.fullTitle());
      collecting = inTest.meets;
    },
    onTestEnd(test) {
      inTest.ms = test.duration ?? 0;
    },
  };
  const failure = await run(0, undefined, watch);
  const described = [...tests].map(([title, { ms, meets: own, shared = [] }]) => ({
    title,
    ms,
    meets: [...new Set([...own, ...shared.flatMap((bucket) => [...bucket])])],
  }));
  return { failure, tests: described, atLoading: [...meets] };
}

// What a mutant's tests left behind may fail when the next one is under test: that is told by the second look.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

process.on('message', async (message) => {
  if (message.kind === 'survey') process.send({ kind: 'survey', ...(await survey()) });
  if (message.kind === 'control') process.send({ kind: 'control', failure: await run(0, message.order) });
  if (message.kind === 'mutant') {
    let failure;
    try {
      failure = await run(message.id, message.order);
    } catch (error) {
      failure = { test: '(loading)', message: String(error?.message ?? error) };
    }
    // A kill counts where the same test passes without the mutant.
    const again = failure && !failure.isHook && failure.test !== '(loading)' ? await run(0, [failure.test]) : undefined;
    process.send({ kind: 'mutant', id: message.id, failure, isDoubtful: again !== undefined });
  }
});
process.on('disconnect', () => process.exit());
