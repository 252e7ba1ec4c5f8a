import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startService } from '../support/simulated-service';
import { couldBeId, type Happening, happening, type Word } from './circuit-happenings';
import { type NamedHouse, startNamedHouse } from './named-house';
import { announceSeed, tries } from './tries';

/** Counts what the cases have met: a property of commands that never wait would prove nothing. */
const met = { sent: 0, sentAfterMove: 0, criticalWhileWaiting: 0, fitsNone: 0, fitsSeveral: 0 };

function judge({ messages, arrivals, errorOf, hasEnded, red }: NamedHouse): void {
  const latest = new Map<number, number>();
  for (const { tag, device, isCritical, meantNow, atMs } of arrivals) {
    const { fits, atMs: givenMs } = messages[tag] ?? assert.fail();
    const command = `the command of message ${tag}, which named ${JSON.stringify(fits)},`;
    assert(
      fits.some((devices) => devices.length === 1 && devices[0] === device),
      `${command} reached device ${device}`,
    );
    assert(!isCritical, `${command} reached device ${device}, which was critical`);
    assert((latest.get(device) ?? -1) < tag, `${command} came to device ${device} after that of ${latest.get(device)}`);
    latest.set(device, tag);
    met.sent += 1;
    if (atMs > givenMs && !meantNow.includes(device)) met.sentAfterMove += 1;
  }
  messages.forEach(({ words, fits, inRows, criticalAtFirst, criticalSince }, tag) => {
    const message = `message ${tag}, which named ${JSON.stringify(fits)},`;
    assert(hasEnded(tag), `${message} has not ended`);
    const error = errorOf(tag);
    const got = arrivals.filter((arrival) => arrival.tag === tag).length;
    const isNone = words.some((word, index) => fits[index]?.length === 0 && !couldBeId(word));
    const isSeveral = fits.some(({ length }) => length > 1);
    if (isNone) met.fitsNone += 1;
    if (isSeveral) met.fitsSeveral += 1;
    assert.equal(error?.code === 'INVALID_ID', isNone || isSeveral, `${message} ended with ${error?.code}`);
    if (isNone || isSeveral) assert.equal(got, 0, `${message} sent ${got} commands`);
    if (inRows && fits.every(({ length }) => length === 1)) assert.notEqual(error?.code, 'NOT_FOUND', message);
    if (words.length === 1 && error === undefined) assert.equal(got, 1, `${message} was told done`);
    if (!/protected by the circuit directory/.test(error?.message ?? '')) return;
    assert(criticalAtFirst || criticalSince, `${message} was refused as critical`);
    if (!criticalAtFirst) met.criticalWhileWaiting += 1;
  });
  assert.equal(red.caught.length + red.completed.length, messages.length);
}

const named = (of: number): Word => ({ kind: 'name', of, spelling: 0 });
const message = (word: Word): Happening => ({ kind: 'message', words: [word], command: 'open' });
/** What has failed once, or fails with a mutation of the code that random cases meet too rarely. */
const found: [boolean, Happening[]][] = [
  // The id of a device is the name of another one.
  [
    false,
    [
      { kind: 'rename', device: 0, to: { kind: 'id', of: 1, spelling: 0 } },
      message({ kind: 'id', of: 1, spelling: 1 }),
    ],
  ],
  // A device that is critical and has no name takes the place of another one.
  [false, [{ kind: 'critical', device: 3, on: true }, { kind: 'replace', device: 0, other: 3 }, message(named(0))]],
];

describe('fuzz: commands to named circuits', () => {
  before(announceSeed);

  it('each goes to the device that its text named when it arrived, in order, unless that is critical when it is sent', async function () {
    this.timeout(3_600_000);
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(happening, { minLength: 4, maxLength: 14 }), async (isListed, list) => {
        const service = await startService();
        const house = await startNamedHouse(service);
        try {
          for (const [device, of] of [0, 1, 2].entries()) await house.change({ kind: 'rename', device, to: named(of) });
          if (isListed) {
            // The list of all devices is read after the first message.
            house.give([{ kind: 'id', of: 3, spelling: 0 }], 'open');
            await house.turn(40_000);
          }
          for (const one of list) {
            if (one.kind === 'turn') await house.turn(one.ms);
            else if (one.kind === 'message') house.give(one.words, one.command);
            // Only the list tells whose serial number the text is, while that device has no row.
            else if (one.kind !== 'rename' || one.to.kind !== 'serialNumber' || isListed) await house.change(one);
          }
          await house.turn(120_000);
          judge(house);
        } finally {
          await house.close();
          await service.close();
        }
      }),
      tries(100, found),
    );
    for (const [what, count] of Object.entries(met)) assert(count > 0, `no case with ${what}`);
  });
});
