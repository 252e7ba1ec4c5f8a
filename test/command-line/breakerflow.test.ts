import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsFromEnvironment, variables } from '../../src/command-line/credentials';
import type { ProbeReport } from '../../src/probe';
import { type SimulatedService, startService } from '../support/simulated-service';

const command = join(__dirname, '../../src/command-line/breakerflow.js');

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}

describe('the command breakerflow probe', () => {
  let service: SimulatedService;
  let folder: string;
  beforeEach(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'breakerflow-command-'));
  });
  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  async function credentialsFile(mode: number): Promise<string> {
    const path = join(folder, 'account.json');
    await writeFile(path, JSON.stringify(service.settings));
    await chmod(path, mode);
    return path;
  }

  function assertReport({ code, output, errors }: Ended): void {
    assert.equal(code, 0, errors);
    const report = JSON.parse(output) as ProbeReport;
    assert.equal(report.finished, true);
    assert.equal(report.format, 'breakerflow-contract-report');
    const { apiKey, application, organization } = service.settings;
    for (const secret of [apiKey, application?.secret1, organization?.secret1, application?.clientId])
      assert(secret !== undefined && !`${output}${errors}`.includes(secret));
    for (const { id } of service.simulator.controls.devices()) assert(!output.includes(id));
  }

  it('takes its credentials from the environment', async () => {
    const { baseUrl, apiKey, application, organization } = service.settings;
    const ended = await run(['probe'], {
      [variables.baseUrl]: baseUrl,
      [variables.apiKey]: apiKey,
      [variables.applicationId]: application?.clientId ?? '',
      [variables.applicationSecret]: application?.secret1 ?? '',
      [variables.organizationId]: organization?.clientId ?? '',
      [variables.organizationSecret]: organization?.secret1 ?? '',
    });
    assertReport(ended);
  });

  it('takes its credentials from a file that only its owner may read', async () => {
    assertReport(await run(['probe', '--credentials', await credentialsFile(0o600)]));
  });

  it('refuses a file that others may read', async () => {
    for (const mode of [0o640, 0o604, 0o644]) {
      const { code, output, errors } = await run(['probe', '--credentials', await credentialsFile(mode)]);
      assert.deepEqual([code, output], [2, '']);
      assert.match(errors, /chmod 600/);
    }
    assert.deepEqual(service.requests(), []);
  });

  it('says which variables are missing, and which settings cannot be used', async () => {
    assert.throws(() => settingsFromEnvironment({}), /BREAKERFLOW_BASE_URL and BREAKERFLOW_API_KEY/);
    const { code, errors } = await run(['probe'], {
      [variables.baseUrl]: 'ftp://example',
      [variables.apiKey]: 'secret key',
    });
    assert.equal(code, 2);
    assert.match(errors, /baseUrl must begin with https/);
    assert(!errors.includes('secret key'));
  });

  it('knows no other command, and no credentials among its arguments', async () => {
    for (const args of [[], ['prob'], ['probe', '--api-key', 'secret']]) {
      const { code, errors } = await run(args);
      assert.equal(code, 2);
      assert.match(errors, /Usage: breakerflow probe/);
    }
    assert.equal((await run(['--help'])).code, 0);
  });
});
