import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../src/clock';
import { type SiteDescription, siteProblems } from '../../src/simulator';
import { type SimulatedService, startService } from '../support/simulated-service';
import { environmentOf, runCommand } from './run-command';

describe('the command breakerflow site', function () {
  this.timeout(120_000);
  let service: SimulatedService;
  let folder: string;
  before(async () => {
    service = await startService({ clock: createManualClock(Date.parse('2026-06-15T05:00:00Z')) });
    folder = mkdtempSync(join(tmpdir(), 'breakerflow-site-'));
  });
  after(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const flow = () =>
    file('flows.json', [
      { id: 't', type: 'tab', label: 'trial' },
      { id: 'a', type: 'breaker-account', name: 'House', mode: 'service', armed: true },
      {
        ...{ id: 'n', type: 'breaker-directory', account: 'a' },
        circuits: service.simulator.controls
          .devices()
          .map(({ id, serialNumber, label }) => ({ deviceId: id, serialNumber, name: label })),
      },
    ]);
  const scenario = {
    ...{ start: '2026-06-15T05:00:00Z', hours: 0.2 },
    steps: [{ at: '2026-06-15T05:05:00Z', do: 'trip', device: 'Pool pump' }],
  };

  it('writes a description without a secret, and rehearse takes it', async () => {
    const out = join(folder, 'site.json');
    const args = ['site', '--out', out, '--zone', 'America/Chicago', '--names', flow()];
    const { code, output, errors } = await runCommand(args, { environment: environmentOf(service) });
    assert.equal(code, 0, errors);
    const text = readFileSync(out, 'utf8');
    const described = JSON.parse(text) as SiteDescription;
    assert.deepEqual(siteProblems(described), []);
    assert(described.devices.some(({ name }) => name === 'Pool pump'));
    for (const secret of [service.settings.apiKey, service.settings.organization?.secret1])
      assert(secret !== undefined && !`${text}${output}${errors}`.includes(secret));

    const steps = file('scenario.json', { ...scenario, site: 'site.json' });
    const ended = await runCommand(['rehearse', flow(), '--scenario', steps, '--json', join(folder, 'all.json')]);
    assert.equal(ended.code, 0, ended.errors);
    const { result, sites } = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'));
    assert.equal(sites[0].isDescribed, true);
    assert.deepEqual(
      result.samples.devices.map(({ id }: { id: string }) => id),
      described.devices.map(({ id }) => id),
    );
    assert(result.events.some((event: { handle?: string; position?: string }) => event.position === 'open'));
  });

  it('is not asked for a site that nobody has described', async () => {
    const path = file('other.json', scenario);
    const { code, errors } = await runCommand(['rehearse', flow(), '--scenario', path, '--site', 'Moon base']);
    assert.equal(code, 2);
    assert.match(errors, /site: there is no site "Moon base"/);
  });

  it('names every problem of a description that somebody has changed', async () => {
    const path = file('wrong.json', { version: 1, describedAt: 'today', locations: [], devices: [] });
    const { code, errors } = await runCommand(['rehearse', flow(), '--site', path]);
    assert.equal(code, 2);
    assert.match(errors, /site\.organization: is required/);
    assert.match(errors, /site\.describedAt:/);
  });

  it('takes no zone that is not known', async () => {
    const { code, errors } = await runCommand(['site', '--zone', 'Mars'], { environment: environmentOf(service) });
    assert.equal(code, 2);
    assert.match(errors, /--zone cannot be Mars/);
  });
});
