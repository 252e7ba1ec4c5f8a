import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inHouse, labels } from './scene-house';
import { announceSeed, tries } from './tries';

/** What happens, `afterMs` after what happened before; no two things happen at once. */
type Happening = { readonly afterMs: number } & (
  | { readonly kind: 'set' | 'restore' | 'restart'; readonly confirmed: boolean }
  | { readonly kind: 'person' | 'ours'; readonly device: number; readonly command: 'open' | 'close' | 'close and open' }
  | { readonly kind: 'offline' | 'online' | 'lost-before' | 'lost-after' | 'no-faults'; readonly device: number }
);

const afterMs = fc.oneof(fc.constant(1_500), fc.constant(12_000), fc.integer({ min: 1_100, max: 400_000 }));
/** Mostly one device, so that what happens meets what the scene has done. */
const device = fc.constantFrom(0, 0, 0, 1);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('set' as const, 'restore' as const),
      confirmed: fc.boolean(),
      afterMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('restart' as const), confirmed: fc.constant(false), afterMs }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('person' as const, 'person' as const, 'ours' as const),
      command: fc.constantFrom('open' as const, 'close' as const, 'close and open' as const, 'close and open' as const),
      device,
      afterMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'offline' as const,
        'online' as const,
        'lost-before' as const,
        'lost-after' as const,
        'no-faults' as const,
      ),
      device,
      afterMs,
    }),
  },
);

const handlePath = (deviceId: string) => `/devices/${deviceId}/breaker/remoteHandle/position`;

describe('fuzz: scenes', () => {
  before(announceSeed);

  it('after set and restore, with a restart between, every circuit is as before', async function () {
    this.timeout(3_600_000);
    const positions = fc.array(fc.constantFrom('open' as const, 'close' as const), {
      minLength: labels.length,
      maxLength: labels.length,
    });
    await fc.assert(
      fc.asyncProperty(positions, fc.array(afterMs), fc.boolean(), async (initial, waits, restarts) => {
        await inHouse(async (service, house) => {
          for (const [index, command] of initial.entries())
            if (command === 'open') await house.person(house.ids[index] ?? '', 'open');
          await service.clock.advance(2_000);
          const before = house.ids.map(service.position);
          assert((await house.scene('set')) !== undefined);
          assert(house.ids.every((id) => service.position(id) === 'open'));
          for (const ms of [12_000, ...waits]) await service.clock.advance(ms);
          if (restarts) house.restart();
          const sent = service.commands().length;
          await service.clock.advance(60_000);
          assert.equal(service.commands().length, sent, 'a restart has sent a command');
          await house.scene('restore');
          assert.deepEqual(house.ids.map(service.position), before);
          assert.deepEqual(house.remembered(), []);
        });
      }),
      tries(25),
    );
  });

  it('restore commands only what the scene has changed and nobody has operated since, each once, and nothing else', async function () {
    this.timeout(3_600_000);
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 2, maxLength: 8 }), async (between) => {
        const happenings: Happening[] = [
          { kind: 'set', confirmed: false, afterMs: 2_000 },
          ...between,
          { kind: 'restore', confirmed: true, afterMs: 12_000 },
        ];
        await inHouse(async (service, house) => {
          const { clock, simulator } = service;
          /** The circuits that the scene has changed, with their position before. */
          const changed = new Map<string, 'open' | 'closed'>();
          const covered = new Set<string>();
          const operated = new Set<string>();
          const forget = (id: string) => {
            changed.delete(id);
            covered.delete(id);
            operated.delete(id);
          };
          const idOf = (index: number) => house.ids[index] ?? assert.fail();
          /** The devices that got commands while `work` ran. */
          const commandedBy = async <T>(work: () => Promise<T>) => {
            const since = service.commands().length;
            const done = await work();
            return {
              done,
              commanded: service
                .commands()
                .slice(since)
                .map(({ path }) => path.split('/')[2] ?? ''),
            };
          };
          const assertNamed = (commanded: readonly string[]) => {
            for (const id of commanded) assert(house.ids.includes(id), `${id} was not named`);
          };

          for (const one of happenings) {
            await clock.advance(one.afterMs);
            switch (one.kind) {
              case 'set': {
                const before = new Map(house.ids.map((id) => [id, service.position(id)]));
                const { done, commanded } = await commandedBy(() => house.scene('set'));
                assertNamed(commanded);
                for (const id of new Set(commanded)) {
                  const remembered = house.remembered().find(({ deviceId }) => deviceId === id);
                  assert(!covered.has(id) || remembered?.before === changed.get(id), 'what was remembered is replaced');
                  if (!changed.has(id)) assert.equal(before.get(id), 'closed', 'an open circuit was commanded');
                  if (remembered !== undefined && !changed.has(id)) changed.set(id, 'closed');
                }
                for (const { deviceId } of house.remembered()) covered.add(deviceId);
                for (const { deviceId, reason } of done?.leftOut ?? [])
                  assert(reason !== 'excepted' || !commanded.includes(deviceId));
                break;
              }
              case 'restore': {
                const { done, commanded } = await commandedBy(() => house.scene('restore', one.confirmed));
                assertNamed(commanded);
                assert.equal(new Set(commanded).size, commanded.length, 'a close was sent twice');
                for (const id of commanded) {
                  assert(changed.has(id), 'the scene had not changed it');
                  assert(!operated.has(id), 'somebody has operated it since');
                }
                for (const { deviceId, outcome } of done?.results ?? [])
                  if (outcome === 'confirmed') assert.equal(service.position(deviceId), changed.get(deviceId));
                const kept = new Set(house.remembered().map(({ deviceId }) => deviceId));
                for (const id of house.ids) if (!kept.has(id)) forget(id);
                break;
              }
              case 'restart': {
                const { commanded } = await commandedBy(async () => {
                  house.restart();
                  await clock.advance(30_000);
                });
                assert.deepEqual(commanded, []);
                break;
              }
              case 'person':
              case 'ours': {
                const id = idOf(one.device);
                const before = service.position(id);
                let moved = false;
                for (const command of one.command === 'close and open' ? (['close', 'open'] as const) : [one.command]) {
                  await house[one.kind](id, command);
                  await clock.advance(1_100);
                  moved ||= service.position(id) !== before;
                }
                if (moved && changed.has(id)) operated.add(id);
                break;
              }
              case 'offline':
              case 'online':
                simulator.controls.setOnline(idOf(one.device), one.kind === 'online');
                break;
              case 'no-faults':
                simulator.controls.faults.clear();
                break;
              default:
                simulator.controls.faults.inject({
                  kind: one.kind === 'lost-before' ? 'reset-before' : 'reset-after',
                  match: { method: 'POST', path: handlePath(idOf(one.device)) },
                });
            }
          }
          // Nothing waits to be sent by itself.
          const { commanded } = await commandedBy(() => clock.advance(600_000));
          assert.deepEqual(commanded, []);
        });
      }),
      tries(80),
    );
  });
});
