import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installMissing, readJson, root } from './install.mjs';

// Mutants of what must not fail: `npm run mutation`, `-- --only sigv4/verifier`, `-- --sample 100 --seed 7`.
installMissing();
const { mutantsOf } = await import('./mutation/mutants.mjs');
const { mutatedParts } = await import('./mutation/core.mjs');
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: '2' },
    built: { type: 'boolean', default: false },
  },
});
if (!options.built) await (await import('./build.mjs')).build();

/** Slower tests (a hundred thousand random requests) look for what nobody thought of; here a rule must have a test of its own. */
const SLOW_TEST_MS = 1000;
const SILENCE_MS = 30_000;
const RUNS_PER_PROCESS = 80;
/** Of the cases of a property, which state rules too: the first of them, so that it is not slow. */
const FUZZ_FACTOR = '0.02';

const equivalents = readJson(`${root}test/mutation/equivalent.json`);
const used = new Set();
const dependent = new Set();
const random = randomFrom(Number(options.seed));
const results = [];
for (const part of mutatedParts()) await runPart(part);
report();

async function runPart({ module, files, goal, coarse = false }) {
  const mutants = files.flatMap((file) => {
    const source = readFileSync(`${root}dist/${file}`, 'utf8');
    return mutantsOf(source, { coarse }).map((mutant) => ({ ...mutant, file, goal, ...placeOf(source, mutant) }));
  });
  for (const [index, mutant] of mutants.entries()) mutant.id = index + 1;
  let chosen = mutants.filter(({ file }) => file.includes(options.only));
  if (chosen.length === 0) return;
  for (const mutant of chosen) mutant.reason = reasonOf(mutant);
  if (options.sample !== undefined) chosen = chosen.filter(() => random() < Number(options.sample) / 100);

  const worker = createWorker(module, files, coarse);
  const { failure, tests, atLoading } = await worker.ask({ kind: 'survey' });
  if (failure !== undefined) throw new Error(`without a mutant fails: ${failure.test}: ${failure.message}`);
  const quick = tests.filter(({ ms }) => ms <= SLOW_TEST_MS).sort((a, b) => a.ms - b.ms);
  const control = await worker.ask({ kind: 'control', order: quick.map(({ title }) => title) });
  worker.end();
  if (control.failure !== undefined) throw new Error(`fails in another order: ${control.failure.test}`);

  const meets = new Map(quick.map(({ title, meets: ids }) => [title, new Set([...ids, ...atLoading])]));
  const waiting = chosen.filter(({ reason }) => reason === undefined);
  for (const mutant of chosen) if (mutant.reason !== undefined) results.push({ ...mutant, fate: 'equivalent' });
  await Promise.all(
    Array.from({ length: Number(options.jobs) }, () => runWaiting({ module, files, coarse }, waiting, quick, meets)),
  );
}

async function runWaiting({ module, files, coarse }, waiting, tests, meets) {
  let worker;
  let runs = 0;
  async function fateOf({ id, isDefault }) {
    for (;;) {
      const order = tests
        .map(({ title }) => title)
        .filter((title) => meets.get(title).has(id) && !dependent.has(title));
      if (order.length === 0) return coarse && isDefault ? 'equivalent' : 'not met';
      if (worker === undefined || runs >= RUNS_PER_PROCESS) {
        worker?.end();
        worker = createWorker(module, files, coarse);
        runs = 0;
      }
      runs += 1;
      const answer = await worker.ask({ kind: 'mutant', id, order });
      if (answer === undefined) worker = undefined;
      if (answer === undefined) return 'timeout';
      if (answer.failure === undefined) return 'survived';
      if (!answer.isDoubtful) return 'killed';
      // A test that fails alone stands on others: it tells nothing here.
      dependent.add(answer.failure.test);
      runs = RUNS_PER_PROCESS;
    }
  }
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    results.push({ ...mutant, fate: await fateOf(mutant) });
    if (isAlive(results.at(-1))) console.log(describe(results.at(-1)));
  }
  worker?.end();
}

/** A process of tests; `ask` resolves to undefined where it fell silent, and was ended. */
function createWorker(module, files, coarse) {
  const child = fork(`${root}scripts/mutation/worker.mjs`, [root, module, files.join(','), String(coarse)], {
    cwd: root,
    env: { ...process.env, FUZZ_FACTOR },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    ask(question) {
      return new Promise((resolve) => {
        let silence = setTimeout(fallSilent, SILENCE_MS);
        function settle(answer) {
          clearTimeout(silence);
          child.off('message', onMessage);
          child.off('exit', fallSilent);
          resolve(answer);
        }
        function fallSilent() {
          child.kill('SIGKILL');
          settle(undefined);
        }
        function onMessage(message) {
          if (message.kind === question.kind) settle(message);
          clearTimeout(silence);
          if (message.kind !== question.kind) silence = setTimeout(fallSilent, SILENCE_MS);
        }
        child.on('message', onMessage);
        child.on('exit', fallSilent);
        child.send(question);
      });
    },
    end: () => child.kill('SIGKILL'),
  };
}

function isAlive({ fate }) {
  return fate === 'survived' || fate === 'not met';
}

function placeOf(source, { start, end, replacement }) {
  const before = source.slice(0, start);
  const from = before.lastIndexOf('\n') + 1;
  const endOfLine = source.indexOf('\n', end);
  const lines = source.slice(from, endOfLine);
  const change = (source.slice(from, start) + replacement + source.slice(end, endOfLine)).replace(/\s+/g, ' ').trim();
  return { line: before.split('\n').length, text: lines.replace(/\s+/g, ' ').trim(), change };
}

/** Why a mutant does the same as the original, where somebody has said so. */
function reasonOf({ file, text, change }) {
  const found = equivalents.find((each) => each.file === file && each.from === text && each.to === change);
  if (found !== undefined) used.add(found);
  return found?.reason;
}

function describe({ file, line, text, change, fate }) {
  return `${fate}: ${file}:${line}\n  - ${text}\n  + ${change}`;
}

function report() {
  const rows = [...new Set(results.map(({ file }) => file)), 'all'].map((file) => {
    const own = results.filter((each) => file === 'all' || each.file === file);
    const count = (...fates) => own.filter(({ fate }) => fates.includes(fate)).length;
    const killed = count('killed', 'timeout');
    const alike = count('equivalent');
    const share = killed / (own.length - alike || 1);
    return { file, mutants: own.length, killed, survived: own.length - killed - alike, equivalent: alike, share };
  });
  for (const { file, mutants, killed, survived, equivalent, share } of rows)
    console.log(
      `${file.padEnd(44)} ${mutants} mutants, ${killed} killed, ${survived} survived, ${equivalent} equivalent: ${(share * 100).toFixed(1)} %`,
    );
  if (options.sample !== undefined) console.log(`a sample of ${options.sample} %, seed ${options.seed}`);
  if (options.only === '' && options.sample === undefined)
    for (const each of equivalents) if (!used.has(each)) console.log(`no such mutant: ${each.file}: ${each.to}`);
  for (const goal of new Set(results.map((each) => each.goal))) {
    const counted = results.filter((each) => each.goal === goal && each.fate !== 'equivalent');
    const killed = counted.filter((each) => !isAlive(each)).length;
    const share = killed / (counted.length || 1);
    const [from, to] = intervalOf(killed, counted.length).map((each) => (each * 100).toFixed(1));
    const width = options.sample === undefined ? '' : `, in all ${from} to ${to} % (95 %)`;
    console.log(`killed are ${(share * 100).toFixed(1)} % of ${counted.length}${width}; the goal is ${goal * 100} %`);
    if (share < goal) process.exitCode = 1;
  }
}

/** Wilson's interval, within which the share of all mutants is, by that of a sample. */
function intervalOf(killed, of) {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = killed / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [middle - half, middle + half].map((each) => each / (1 + z ** 2 / of));
}

/** mulberry32 */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
