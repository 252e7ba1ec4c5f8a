import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { simulator } from '../../src/command-line/simulator';
import { startOf } from '../../src/command-line/simulator-options';
import { parseArguments, UsageError } from '../../src/command-line/subcommand';
import { send } from '../simulator/raw-http';

const program = join(__dirname, '../../src/command-line/breakerflow-simulator.js');

function startFrom(args: readonly string[]) {
  const given = parseArguments(simulator, args);
  return given && startOf(given.values);
}

describe('the arguments of the stand-alone simulator', () => {
  it('have defaults', () => {
    assert.deepEqual(startFrom([]), {
      port: 0,
      host: '127.0.0.1',
      seed: 1,
      speed: 1,
      deliverTo: [],
      acceptSelfSigned: false,
      secondHouse: false,
      variants: [],
    });
  });

  it('are read', () => {
    assert.deepEqual(
      startFrom(['--port', '8080', '--host=::1', '--seed', '7', '--speed', '2.5', '--state', 'a/b.json']),
      {
        port: 8080,
        host: '::1',
        seed: 7,
        speed: 2.5,
        state: 'a/b.json',
        deliverTo: [],
        acceptSelfSigned: false,
        secondHouse: false,
        variants: [],
      },
    );
    assert.equal(startFrom(['--help']), undefined);
    const deliveries = startFrom([
      '--deliver-to',
      'https://a.example=http://127.0.0.1:1880',
      '--deliver-to=https://b.example:8443=https://localhost:1881',
      '--accept-self-signed',
    ]);
    assert.deepEqual(deliveries?.deliverTo, [
      { from: 'https://a.example', to: 'http://127.0.0.1:1880' },
      { from: 'https://b.example:8443', to: 'https://localhost:1881' },
    ]);
    assert.equal(deliveries?.acceptSelfSigned, true);
  });

  it('are refused one by one', () => {
    for (const args of [
      ['--port', '65536'],
      ['--port', '-1'],
      ['--port', 'x'],
      ['--port', '80.5'],
      ['--port'],
      ['--seed', '1.5'],
      ['--speed', '0'],
      ['--speed', '100001'],
      ['--state', ''],
      ['--host', ''],
      ['--deliver-to', 'https://a.example'],
      ['--deliver-to', 'https://a.example/path=http://127.0.0.1:1880'],
      ['--deliver-to', 'a.example=http://127.0.0.1:1880'],
      ['--verbose'],
      ['extra'],
    ])
      assert.throws(() => startFrom(args), UsageError, args.join(' '));
  });
});

describe('the stand-alone simulator', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    reader.on('line', (line) => lines.push(line));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, errors, lines }));
    return { child, lines, reader, ended };
  }

  async function ready(...args: string[]) {
    const started = start(...args);
    const [line] = (await once(started.reader, 'line')) as [string];
    return { ...started, printed: JSON.parse(line) };
  }

  it('prints one JSON line when it is ready, serves, and ends with 0 when it is told to', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const { child, printed, ended, lines } = await ready('--seed', '3');
      assert.match(printed.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
      assert.deepEqual(Object.keys(printed), ['baseUrl', 'apiKey', 'application', 'organization']);
      assert.deepEqual(Object.keys(printed.application), ['clientId', 'clientSecret']);
      assert.deepEqual(Object.keys(printed.organization), ['id', 'clientId', 'clientSecret']);
      const { status } = await send('POST', `${printed.baseUrl}/serviceAccount/authToken`, {
        headers: { 'Em-Api-Subscription-Key': printed.apiKey },
        body: printed.application,
      });
      assert.equal(status, 200);
      child.kill(signal);
      assert.deepEqual((await ended).code, 0);
      assert.equal(lines.length, 1);
    }
  });

  it('keeps its state in a file, saved at its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'breakerflow-'));
    try {
      const state = join(folder, 'state.json');
      const first = await ready('--state', state, '--speed', '1000');
      first.child.kill('SIGTERM');
      await first.ended;
      const second = await ready('--state', state, '--seed', '9');
      assert.equal(second.printed.apiKey, first.printed.apiKey);
      second.child.kill('SIGTERM');
      assert.equal((await second.ended).code, 0);
      assert.equal(JSON.parse(await readFile(state, 'utf8')).state.apiKey, first.printed.apiKey);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('bad arguments end with 2, and say what is wrong', async () => {
    const { code, errors, lines } = await start('--speed', 'fast').ended;
    assert.equal(code, 2);
    assert.match(errors, /--speed cannot be fast/);
    assert.match(errors, /Usage/);
    assert.deepEqual(lines, []);
  });

  it('--help shows the options', async () => {
    const { code, lines } = await start('--help').ended;
    assert.equal(code, 0);
    for (const option of ['--port', '--host', '--seed', '--speed', '--state'])
      assert.ok(lines.some((line) => line.includes(option)));
  });

  it('a port in use ends with 1, and says so', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const address = server.address();
      assert.ok(typeof address === 'object' && address !== null);
      const { code, errors } = await start('--port', String(address.port)).ended;
      assert.equal(code, 1);
      assert.equal(errors, `Port ${address.port} of 127.0.0.1 is in use: choose another one with --port\n`);
    } finally {
      server.close();
    }
  });

  it('a state file that is damaged is set aside, and it says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'breakerflow-'));
    try {
      const state = join(folder, 'state.json');
      await writeFile(state, 'not a state');
      const { child, ended } = await ready('--state', state);
      child.kill('SIGTERM');
      const { code, errors } = await ended;
      assert.equal(code, 0);
      assert.match(errors, /is damaged: it is not JSON\. It is kept as .*state\.json\.damaged/);
      assert.equal(await readFile(`${state}.damaged`, 'utf8'), 'not a state');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('a state file that cannot be read ends with 1, and says so', async () => {
    const { code, errors } = await start('--state', __dirname).ended;
    assert.equal(code, 1);
    assert.match(errors, /cannot be read \(EISDIR\)/);
  });

  describe('its secrets', () => {
    const secretsOf = ({ apiKey, application, organization }: Awaited<ReturnType<typeof ready>>['printed']) => [
      apiKey,
      application.clientSecret,
      organization.clientSecret,
    ];
    const printedBy = async (...args: string[]) => {
      const { child, printed, ended } = await ready(...args);
      child.kill('SIGTERM');
      await ended;
      return printed;
    };

    it('follow from the seed where only this machine reaches it', async () => {
      const [first, second] = [await printedBy('--seed', '5'), await printedBy('--seed', '5', '--host', 'localhost')];
      assert.deepEqual(secretsOf(first), secretsOf(second));
    });

    it('are random and printed where others reach it, and those of a state from this machine are replaced', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'breakerflow-'));
      try {
        const state = join(folder, 'state.json');
        const runs = [await printedBy('--state', state)];
        for (const args of [[], ['--state', state], ['--state', state]])
          runs.push(await printedBy('--host', '0.0.0.0', ...args));
        const [seeded = [], open = [], replaced = [], kept = []] = runs.map(secretsOf);
        for (const [index, secret] of seeded.entries())
          assert.equal(new Set([secret, open[index], replaced[index]]).size, 3);
        assert.deepEqual(kept, replaced);
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    it('and its tokens, too', async () => {
      const tokenOf = async () => {
        const { child, printed, ended } = await ready('--host', '0.0.0.0');
        const { json } = await send('POST', `${printed.baseUrl}/serviceAccount/authToken`, {
          headers: { 'Em-Api-Subscription-Key': printed.apiKey },
          body: printed.application,
        });
        child.kill('SIGTERM');
        await ended;
        return json.data.token;
      };
      assert.notEqual(await tokenOf(), await tokenOf());
    });
  });
});
