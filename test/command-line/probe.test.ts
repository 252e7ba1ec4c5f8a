import assert from 'node:assert/strict';
import type { ProbeReport } from '../../src/probe';
import { type SimulatedService, startService } from '../support/simulated-service';
import { type Ended, environmentOf, runCommand } from './run-command';

describe('the command breakerflow probe', () => {
  let service: SimulatedService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

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

  it('prints a report without ids, names and secrets', async () => {
    assertReport(await runCommand(['probe'], { environment: environmentOf(service) }));
  });
});
