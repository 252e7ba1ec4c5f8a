import assert from 'node:assert/strict';
import fc from 'fast-check';
import { watchMessages } from '../support/watch-messages';
import { inHouse, labels } from './scene-house';
import { announceSeed, tries } from './tries';

type Message = Readonly<Record<string, unknown>>;

/** What happens, `afterMs` after what happened before. */
type Happening = { readonly afterMs: number } & (
  | { readonly kind: 'warning' | 'alarm' | 'all-clear' | 'repeat' | 'unread'; readonly subject: number }
  /** So many of the newest events are told again, as after a crash. */
  | { readonly kind: 'again'; readonly count: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'person'; readonly device: number; readonly command: 'open' | 'close' }
);

const afterMs = fc.oneof(fc.constant(12_000), fc.integer({ min: 12_000, max: 400_000 }));
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['alarm', 'alarm', 'alarm', 'all-clear', 'all-clear', 'all-clear', 'warning', 'repeat', 'unread'] as const),
      ),
      subject: fc.nat({ max: 2 }),
      afterMs,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('again' as const), count: fc.integer({ min: 1, max: 4 }), afterMs }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), afterMs }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      device: fc.nat({ max: labels.length - 1 }),
      command: fc.constantFrom('open' as const, 'close' as const),
      afterMs,
    }),
  },
);

describe('fuzz: alarms', () => {
  before(announceSeed);

  it('circuits are open exactly while an alarm lasts; what others open, or operate meanwhile, is left alone', async function () {
    this.timeout(3_600_000);
    const initial = fc.array(fc.boolean(), { minLength: labels.length, maxLength: labels.length });
    await fc.assert(
      fc.asyncProperty(initial, fc.array(happening, { minLength: 2, maxLength: 14 }), async (wasOpen, happenings) => {
        await inHouse(async (service, house) => {
          const { clock } = service;
          const message = watchMessages('w', () => clock.now());
          const sent: Message[] = [];
          const lasting = new Set<number>();
          /** Circuits that are as a person left them. */
          const byPerson = new Set<string>();
          /** Circuits that a person operated while an alarm lasted. */
          const operated = new Set<string>();
          for (const [index, open] of wasOpen.entries())
            if (open) {
              const id = house.ids[index] ?? '';
              await house.person(id, 'open');
              byPerson.add(id);
            }
          await clock.advance(2_000);

          for (const one of happenings) {
            await clock.advance(one.afterMs);
            const commandsBefore = service.commands().length;
            switch (one.kind) {
              case 'alarm':
              case 'all-clear': {
                const told = message(one.kind, `d${one.subject}`);
                sent.push(told);
                if (one.kind === 'alarm') lasting.add(one.subject);
                else lasting.delete(one.subject);
                await house.alarm(told);
                break;
              }
              case 'again':
                // Oldest first, as an outbox has them.
                for (const told of sent.slice(-one.count)) await house.alarm({ ...told, repeated: true });
                assert.equal(service.commands().length, commandsBefore, 'what was told again has sent a command');
                break;
              case 'restart':
                house.restart();
                await clock.advance(30_000);
                assert.equal(service.commands().length, commandsBefore, 'a restart has sent a command');
                break;
              case 'person': {
                const id = house.ids[one.device] ?? '';
                const before = service.position(id);
                await house.person(id, one.command);
                await clock.advance(1_100);
                if (service.position(id) === before) break;
                if (lasting.size > 0) operated.add(id);
                if (one.command === 'open') byPerson.add(id);
                else byPerson.delete(id);
                break;
              }
              default:
                await house.alarm(message(one.kind, `d${one.subject}`));
                assert.equal(service.commands().length, commandsBefore, `${one.kind} has sent a command`);
            }
            for (const id of house.ids) {
              const position = service.position(id);
              if (operated.has(id)) assert.equal(position, byPerson.has(id) ? 'open' : 'closed', 'a person decided');
              else if (byPerson.has(id)) assert.equal(position, 'open', 'a person had opened it');
              else assert.equal(position, lasting.size > 0 ? 'open' : 'closed', `alarms: ${lasting.size}`);
            }
            if (lasting.size === 0) operated.clear();
          }
          assert.equal(house.remembered('node n').length > 0, lasting.size > 0);
        });
      }),
      tries(60),
    );
  });
});
