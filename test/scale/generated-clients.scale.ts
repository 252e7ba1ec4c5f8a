import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { systemClock } from '../../src/clock';
import { createSimulator, type Simulator } from '../../src/simulator';
import { root } from './engines';

/** What is asked of each client, whatever its maker calls it. */
interface GeneratedClient {
  /** From now on with these credentials. */
  configure(baseUrl: string, headers: Readonly<Record<string, string>>): void;
  token(body: { readonly clientId: string; readonly clientSecret: string }): Promise<{ data: { token: string } }>;
  devices(): Promise<{ data: { id: string; hardwareType: string }[] }>;
  reading(deviceId: string): Promise<{ data: { currentA?: { val?: number } } }>;
  open(deviceId: string): Promise<unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: code that is generated in the test has no types here.
type Generated = any;

interface Maker {
  readonly name: string;
  readonly command: string;
  readonly args: (document: string, output: string) => readonly string[];
  readonly contents: string;
  readonly adapt: (generated: Generated) => GeneratedClient;
}

const order = { command: 'open', reason: 'a generated client' };

const makers: readonly Maker[] = [
  {
    name: '@hey-api/openapi-ts',
    command: 'openapi-ts',
    args: (document, output) => ['-i', document, '-o', output, '-c', '@hey-api/client-fetch'],
    contents: "export * from './sdk.gen';\nexport { client } from './client.gen';",
    adapt(generated) {
      const answer = async (call: Promise<{ data: never }>) => (await call).data;
      return {
        configure: (baseUrl, headers) => generated.client.setConfig({ baseUrl, headers, throwOnError: true }),
        token: (body) => answer(generated.tokenCreate({ body })),
        devices: () => answer(generated.devicesList()),
        reading: (deviceId) => answer(generated.meterReading({ path: { deviceId } })),
        open: (deviceId) => answer(generated.remoteHandleSetPosition({ path: { deviceId }, body: order })),
      };
    },
  },
  {
    name: 'openapi-typescript-codegen',
    command: 'openapi',
    args: (document, output) => ['--input', document, '--output', output, '--client', 'fetch'],
    contents: "export * from './index';",
    adapt: (generated) => ({
      configure(baseUrl, headers) {
        generated.OpenAPI.BASE = baseUrl;
        generated.OpenAPI.HEADERS = headers;
      },
      token: (body) => generated.TokenService.tokenCreate(body),
      devices: () => generated.DeviceManagementService.devicesList(),
      reading: (deviceId) => generated.DeviceCommandsAndSettingsService.meterReading(deviceId),
      open: (deviceId) => generated.DeviceCommandsAndSettingsService.remoteHandleSetPosition(deviceId, order),
    }),
  },
];

describe('clients that other makers generate from docs/openapi.json', () => {
  let simulator: Simulator;
  let baseUrl: string;
  let directory: string;
  before(async () => {
    simulator = await createSimulator({ clock: systemClock });
    ({ baseUrl } = await simulator.serve());
    directory = mkdtempSync(join(tmpdir(), 'breakerflow-clients-'));
  });
  after(async () => {
    await simulator?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  async function generate({ command, args, contents }: Maker): Promise<Generated> {
    const output = join(directory, command);
    const generators = process.env.SCALE_GENERATORS ?? assert.fail('npm run test:scale prepares the generators');
    execFileSync(join(generators, command), args(join(root, 'docs/openapi.json'), output), { cwd: directory });
    const outfile = join(directory, `${command}.cjs`);
    const stdin = { contents, resolveDir: output, loader: 'ts' } as const;
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', external: ['form-data'] });
    return require(outfile);
  }

  for (const [index, maker] of makers.entries())
    it(`${maker.name}: gets a token, lists the devices, reads a meter and opens a breaker of the simulator`, async () => {
      const client = maker.adapt(await generate(maker));
      const { apiKey, organization } = simulator.credentials;
      const key = { 'Em-Api-Subscription-Key': apiKey };
      client.configure(baseUrl, key);
      const { data } = await client.token({
        clientId: organization.clientId,
        clientSecret: organization.clientSecret,
      });
      client.configure(baseUrl, { ...key, Authorization: `Bearer ${data.token}` });

      const { data: devices } = await client.devices();
      const known = simulator.controls.devices();
      assert.deepEqual(devices.map(({ id }) => id).sort(), known.map(({ id }) => id).sort());
      const breaker = devices.filter(({ hardwareType }) => hardwareType === 'emcb')[index] ?? assert.fail();
      const { data: reading } = await client.reading(breaker.id);
      assert.equal(typeof reading.currentA?.val, 'number');
      await client.open(breaker.id);
      assert.equal(simulator.controls.devices().find(({ id }) => id === breaker.id)?.remoteHandle, 'open');
      await assert.rejects(client.reading('00000000-0000-0000-0000-000000000000'));
    });
});
