import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Field, FieldTable, Palette } from '../../src/fields';
import type { Registration } from '../support/node-red-test-helper';
import { nodes as doors } from '../support/palette-html';
import { flowAround, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { anything, partly, text } from './fuzzing';
import { announceSeed, factor, tries } from './tries';

interface NodeUnderTest {
  readonly type: string;
  readonly register: Registration;
  readonly fields: FieldTable;
}

/** Every node that takes messages. */
const nodes = Object.keys(doors).flatMap((type): NodeUnderTest[] => {
  const folder = `../../nodes/${type}/${type}`;
  const { fields, palette } = require(`${folder}.fields`) as { fields: FieldTable; palette: Palette };
  const { default: register } = require(folder) as { default: Registration };
  return palette.inputs === 1 ? [{ type, register, fields }] : [];
});

/** What every runtime of the tests registers. */
const alwaysThere = new Set(['breaker-control', 'meter-read']);
/**
 * What declares a schedule or watches keys gives itself messages, which would be counted here; a history of decades only takes
 * long.
 */
const passedOver = new Set(['declare', 'watchKeys', 'history']);
const longestWaitMs = 366 * 24 * 3_600_000;
const codePattern = /^[A-Z]+(_[A-Z]+)*$/;

describe('fuzz: whatever message a node gets, it ends in one completion or one error', () => {
  let service: SimulatedService;
  before(announceSeed);
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await service.close();
  });

  /** Settings as a user may choose them, with values from the message where that is offered. */
  function settingOf(name: string, field: Field): Record<string, fc.Arbitrary<unknown>> {
    const breaker = service.device('Office server rack');
    const site = service.simulator.controls.devices()[0]?.locationId;
    const charger = service.simulator.controls.devices().find(({ hardwareType }) => hardwareType === 'ev-emcb')?.id;
    switch (field.kind) {
      case 'text':
        return field.picker === 'location' ? { [name]: fc.constant(site) } : {};
      case 'choice':
        return { [name]: fc.constantFrom(...field.options.filter((option) => !passedOver.has(option))) };
      case 'flag':
        return { [name]: fc.boolean() };
      case 'list':
        return { [name]: fc.constant(field.hardware === 'ev-emcb' ? [charger] : [breaker]) };
      case 'config':
        return field.type === 'breaker-account' ? { [name]: fc.constant('account') } : {};
      case 'typed':
        return field.sources.includes('msg')
          ? { [name]: fc.constant(`payload.${name}`), [`${name}Type`]: fc.constant('msg') }
          : {};
      default:
        return {};
    }
  }

  const deviceId = fc
    .constantFrom('device', '', '..')
    .map((id) => (id === 'device' ? service.device('Kitchen outlets') : id));
  const plain = fc.constantFrom<unknown>('open', 'close', 6, 16, 60, '2026-01-15T12:00:00Z', true, {}, [], 'no-limit');

  for (const { type, register, fields } of nodes)
    it(`${type}, in any of its settings`, async () => {
      const settings: fc.Arbitrary<Record<string, unknown>> = fc.record(
        Object.assign({}, ...Object.entries(fields).map(([name, field]) => settingOf(name, field))),
      );
      const payload = partly(
        Object.fromEntries(Object.keys(fields).map((name) => [name, fc.oneof(plain, deviceId, text)])),
      );
      const times = partly({ expires: anything, madeAt: anything });
      const message = fc
        .tuple(
          partly({ payload, confirm: fc.boolean(), topic: text }),
          fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, times),
        )
        .map(([msg, time]) => ({ ...msg, ...time }));
      const property = fc.asyncProperty(
        settings,
        fc.array(message, { minLength: 1, maxLength: 6 }),
        async (chosen, messages) => {
          const { account, credentials } = serviceAccount(service);
          const flow = flowAround({ type, ...chosen }, account);
          const nodes = alwaysThere.has(type) ? [] : [withTexts(register)];
          const runtime = await startRuntime({ clock: service.clock, flow, credentials, nodes });
          try {
            const before = service.simulator.controls.requests.length;
            for (const [index, msg] of messages.entries()) {
              await runtime.run(msg, { withinMs: longestWaitMs });
              assert.equal(runtime.completed.length + runtime.caught.length, index + 1);
            }
            for (const { error } of runtime.caught) {
              assert.match(String(error.code), codePattern, JSON.stringify(error));
              assert.notEqual(error.code, 'INTERNAL', error.message);
            }
            if (chosen.target === 'devices') assertOnlyTo(chosen.devices as string[], before);
          } finally {
            await runtime.stop();
          }
        },
      );
      await fc.assert(property, tries(25));
    }).timeout(120_000 * factor);

  function assertOnlyTo(devices: readonly string[], since: number): void {
    for (const { method, path } of service.simulator.controls.requests.slice(since)) {
      const [, named] = /^\/devices\/([^/]+)/.exec(path) ?? [];
      if (method !== 'GET' && named !== undefined) assert(devices.includes(named), `${method} ${path}`);
    }
  }

  it('these are nodes', () => assert(nodes.length >= 5));
});
