import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runChargerAlarm } from '../../nodes/evse-config/alarm-charger';
import {
  type ChargerChange,
  createChargerOperator,
  createCommandRecord,
  memoryContext,
  type SafetySettings,
} from '../../src/control';
import { emptyDirectory } from '../../src/directory';
import { createChargerMemory, takeAlarmMessage } from '../../src/runtime/scenes';
import type { ChargerLimit } from '../../src/scene';
import { type SimulatedService, startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { watchMessages } from '../support/watch-messages';
import { announceSeed, tries } from './tries';

type Message = Readonly<Record<string, unknown>>;

const labels = ['EV charger left', 'EV charger right'] as const;

interface Setting {
  readonly mode: 'no-restrictions' | 'cloud-api' | 'charge-windows';
  readonly enabled: boolean;
  readonly maxCurrent: number;
}

type Happening = { readonly afterMs: number } & (
  | { readonly kind: 'alarm' | 'all-clear' | 'warning' | 'repeat' | 'unread'; readonly subject: number }
  | { readonly kind: 'again'; readonly count: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'person'; readonly charger: number; readonly to: Setting }
);

const setting: fc.Arbitrary<Setting> = fc.record({
  mode: fc.constantFrom('no-restrictions' as const, 'cloud-api' as const, 'charge-windows' as const),
  enabled: fc.boolean(),
  maxCurrent: fc.constantFrom(0, 6, 10, 16, 24),
});
const afterMs = fc.integer({ min: 12_000, max: 400_000 });
const subject = fc.nat({ max: 2 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['alarm', 'alarm', 'alarm', 'all-clear', 'all-clear', 'all-clear', 'warning', 'repeat', 'unread'] as const),
      ),
      ...{ subject, afterMs },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('again' as const), count: fc.integer({ min: 1, max: 4 }), afterMs }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), afterMs }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant('person' as const), to: setting, afterMs },
      charger: fc.nat({ max: labels.length - 1 }),
    }),
  },
);

/** A person and a node that limits the chargers while an alarm lasts, which can be started anew over the same files. */
function startHouse(service: SimulatedService, userDir: string, limit: ChargerLimit) {
  const { clock } = service;
  const ids = labels.map((label) => service.device(label));
  const safety: SafetySettings = {
    ...{ armed: true, protectedDevices: [], protectedLoads: [], maxDevices: 20 },
    ...{ commandExpiryMs: 10_000, startMuteMs: 0 },
  };
  const lines: string[] = [];
  const journal = { read: () => [lines], append: (line: string) => lines.push(line) > 0 };
  let sequence = 0;

  function start() {
    const client = service.client({ commandSpacingMs: 1_000 });
    const context = {
      ...memoryContext(clock),
      service: service.settings.baseUrl,
      record: createCommandRecord(clock, journal),
    };
    const operator = createChargerOperator(client, clock, safety, context);
    return { client, context, operator, memory: createChargerMemory(join(userDir, 'chargers.json'), () => {}) };
  }
  let node = start();
  const app = service.client({ commandSpacingMs: 0 });

  return {
    ids,
    restart() {
      node = start();
    },
    remembered: () => node.memory.circuits({ service: node.context.service, name: 'node n' }).length,
    async alarm(msg: Message): Promise<void> {
      const { context, memory, operator } = node;
      const alarm = takeAlarmMessage(memory, { nodeId: 'n', service: context.service, isDryRun: false }, msg as never);
      if (alarm.do === 'nothing') return void (await alarm.saved);
      const turn = memory.turns(`${context.service} n`).begin();
      sequence += 1;
      const { signal } = new AbortController();
      const now = { receivedAt: clock.now(), receivedAtMs: clock.monotonicMs() };
      const text = (key: string) => key;
      const work = runChargerAlarm({
        ...{ operator, memory, alarm, limit, turn, text, texts: text, isDryRun: false },
        request: {
          ...{ ...now, startedAt: 0, startedAtMs: 0, sequence, signal },
          ...{ mute: false, retained: false, dryRun: false, reason: `m${sequence}`, readBackMs: 5_000 },
        },
        devices: async () => ids,
        msg: {},
        run: { ...now, signal, allow() {}, send() {}, circuits: emptyDirectory, namesOf: () => ({}) },
        status: { show() {}, close() {} },
      } as unknown as Parameters<typeof runChargerAlarm>[0]);
      await turned(clock, work).finally(() => turn.end());
    },
    async person(deviceId: string, { mode, enabled, maxCurrent }: Setting): Promise<void> {
      const configuration = { apiConfiguration: { enabled, restrictions: { maxCurrent } } };
      const body = { mode, configuration } as ChargerChange;
      await turned(clock, app.call('evse.updateConfiguration', { path: { deviceId }, body }));
    },
    async setting(deviceId: string): Promise<Setting> {
      const { data } = await turned(clock, app.call('evse.getConfiguration', { path: { deviceId } }));
      const { enabled, restrictions } = data.configuration?.apiConfiguration ?? {};
      return { mode: data.mode, enabled, maxCurrent: restrictions?.maxCurrent } as Setting;
    },
  };
}

/**
 * What a charger goes back to that a person has set to what the alarm had set it to: that cannot be told from the alarm's own. Undefined
 * where it is set to anything else.
 */
function returned(before: Setting, now: Setting, limit: ChargerLimit): Setting | undefined {
  const { mode, enabled, maxCurrent } = now;
  const isPause = limit === 'pause' || before.mode === 'charge-windows';
  if (mode !== 'cloud-api' || enabled === isPause) return undefined;
  if (isPause) return { ...before, maxCurrent };
  return maxCurrent === limit ? before : undefined;
}

const numberOf = (deviceId: unknown) => Number(String(deviceId).slice(1));

/** The most that a setting lets a charger draw, A; windows may let it charge freely at any time. */
const mostOf = ({ mode, enabled, maxCurrent }: Setting): number =>
  mode !== 'cloud-api' ? 1_000 : !enabled ? 0 : maxCurrent === 0 ? 1_000 : maxCurrent;

describe('fuzz: alarms that chargers follow', () => {
  before(announceSeed);

  it('chargers are limited exactly while an alarm lasts, never let free by one, and what a person sets meanwhile stays', async function () {
    this.timeout(3_600_000);
    const initial = fc.array(setting, { minLength: labels.length, maxLength: labels.length });
    const limits = fc.constantFrom<ChargerLimit>('pause', 6, 10);
    const run = async (
      limit: ChargerLimit,
      before: readonly Setting[],
      happenings: readonly Happening[],
      service: SimulatedService,
      userDir: string,
    ) => {
      const { clock } = service;
      const house = startHouse(service, userDir, limit);
      const message = watchMessages('w', () => clock.now());
      const most = limit === 'pause' ? 0 : limit;
      const sent: Message[] = [];
      const lasting = new Set<number>();
      /** What a person has chosen for each charger. */
      const chosen = new Map<string, Setting>();
      /** Chargers that the node has limited, and those of them that a person has set since. */
      const limited = new Map<string, Setting>();
      const touched = new Set<string>();
      /** An alarm, also one that is told again, limits what may draw more, and never a second time. */
      const limits = () => {
        const more = house.ids.filter((id) => !limited.has(id) && mostOf(chosen.get(id) ?? assert.fail()) > most);
        for (const id of more) limited.set(id, chosen.get(id) ?? assert.fail());
        return more.length;
      };
      const changes = () => service.requests('evse.updateConfiguration').length;
      for (const [index, id] of house.ids.entries()) {
        await house.person(id, before[index] ?? assert.fail());
        await clock.advance(10_000);
        chosen.set(id, await house.setting(id));
      }
      for (const one of happenings) {
        await clock.advance(one.afterMs);
        const sentBefore = changes();
        switch (one.kind) {
          case 'alarm':
          case 'all-clear': {
            const told = message(one.kind, `d${one.subject}`);
            sent.push(told);
            if (one.kind === 'alarm') lasting.add(one.subject);
            else lasting.delete(one.subject);
            await house.alarm(told);
            if (one.kind === 'alarm') limits();
            break;
          }
          case 'again': {
            const again = sent.slice(-one.count);
            for (const told of again) await house.alarm({ ...told, repeated: true });
            const isAlarm = again.some(({ event, deviceId }) => event === 'alarm' && lasting.has(numberOf(deviceId)));
            const expected = isAlarm ? limits() : 0;
            assert.equal(changes(), sentBefore + expected, 'what was told again has sent a change');
            break;
          }
          case 'restart':
            house.restart();
            await clock.advance(30_000);
            assert.equal(changes(), sentBefore, 'a restart has sent a change');
            break;
          case 'person': {
            const id = house.ids[one.charger] ?? '';
            const was = JSON.stringify(await house.setting(id));
            await house.person(id, one.to);
            await clock.advance(10_000);
            const now = await house.setting(id);
            // What changes nothing cannot be told from nothing.
            if (JSON.stringify(now) === was) break;
            const before = limited.get(id);
            const asAlarm = before === undefined ? undefined : returned(before, now, limit);
            chosen.set(id, asAlarm ?? now);
            if (before !== undefined && asAlarm === undefined) touched.add(id);
            else touched.delete(id);
            break;
          }
          default:
            await house.alarm(message(one.kind, `d${one.subject}`));
            assert.equal(changes(), sentBefore, `${one.kind} has sent a change`);
        }
        await clock.advance(10_000);
        for (const id of house.ids) {
          const now = await house.setting(id);
          const own = chosen.get(id) ?? assert.fail();
          if (lasting.size === 0 || touched.has(id) || !limited.has(id))
            assert.deepEqual(now, own, `alarms: ${lasting.size}`);
          else
            assert.ok(mostOf(now) <= Math.min(most, mostOf(own)), `${JSON.stringify(now)} of ${JSON.stringify(own)}`);
        }
        if (lasting.size > 0) continue;
        limited.clear();
        touched.clear();
      }
      if (lasting.size === 0) assert.equal(house.remembered(), 0);
    };
    await fc.assert(
      fc.asyncProperty(
        limits,
        initial,
        fc.array(happening, { minLength: 2, maxLength: 14 }),
        async (limit, before, happenings) => {
          const service = await startServiceInProcess();
          const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-chargers-'));
          try {
            await run(limit, before, happenings, service, userDir);
          } finally {
            await service.close();
            rmSync(userDir, { recursive: true, force: true });
          }
        },
      ),
      tries(120),
    );
  });
});
