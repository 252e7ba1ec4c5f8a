import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { settingsFromEnvironment, variables } from '../../src/command-line/account';
import { subcommands } from '../../src/command-line/subcommands';
import { type SimulatedService, startService } from '../support/simulated-service';
import { accountFile, runCommand } from './run-command';

const withAccount = subcommands.filter(({ options }) => Object.hasOwn(options, 'account'));

describe('the account of a command', () => {
  let service: SimulatedService;
  let folder: string;
  beforeEach(async () => {
    service = await startService();
    folder = await mkdtemp(`${tmpdir()}/breakerflow-account-`);
  });
  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('comes from a file that only its owner may read', async () => {
    const account = await accountFile(service, folder, 0o600);
    const { code, output, errors } = await runCommand(['call', 'devices.list', '--account', account]);
    assert.equal(code, 0, errors);
    assert.equal(JSON.parse(output).length, service.simulator.controls.devices().length);
  });

  it('is refused in a file that others may read, and nothing is sent', async () => {
    assert(withAccount.length >= 2);
    for (const { name } of withAccount)
      for (const mode of [0o640, 0o604, 0o644]) {
        const args = [name, ...(name === 'call' ? ['devices.list'] : [])];
        const account = await accountFile(service, folder, mode);
        const { code, output, errors } = await runCommand([...args, '--account', account]);
        assert.deepEqual([code, output], [2, ''], name);
        assert.match(errors, /chmod 600/);
      }
    assert.deepEqual(service.requests(), []);
  });

  it('says which variables are missing, and which settings cannot be used', async () => {
    assert.throws(() => settingsFromEnvironment({}), /BREAKERFLOW_BASE_URL and BREAKERFLOW_API_KEY/);
    const { code, errors } = await runCommand(['probe'], {
      environment: { [variables.baseUrl]: 'ftp://example', [variables.apiKey]: 'secret key' },
    });
    assert.equal(code, 2);
    assert.match(errors, /baseUrl must begin with https/);
    assert(!errors.includes('secret key'));
  });

  it('never comes from an argument', async () => {
    for (const { name, options } of subcommands) {
      assert.deepEqual(
        Object.keys(options).filter((option) => /secret\d|key|token|password|client/.test(option)),
        [],
        name,
      );
      assert.equal((await runCommand([name, '--api-key', 'secret'])).code, 2);
    }
  });
});
