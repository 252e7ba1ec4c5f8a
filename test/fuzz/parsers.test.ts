import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkInput, isIdentifier, operationIds, rowOf, type StreamPublish } from '../../src/catalog';
import { bandProblems, type ChargeWindow, windowOverlaps, windowProblems } from '../../src/charging';
import { filterText } from '../../src/client/filter';
import { parseAmperes, parseBatchBody, parseCommand } from '../../src/control';
import { flatPublish, splitChannels, splitReadings } from '../../src/receiver';
import { parseContent } from '../../src/receiver/json-content';
import { isPublishFault, readPublish } from '../../src/receiver/publish';
import { createCronSchedule, describeCron, isTimeZone, nextCronRun, parseCron } from '../../src/schedule';
import { isDate, isDateTime } from '../../src/schema';
import { canonicalTargets, parseAmzDate, parseAuthorization } from '../../src/sigv4';
import { parseFilter } from '../../src/simulator/filter-grammar';
import { ServiceRefusal } from '../../src/simulator/handler';
import { analyse, WaveformError } from '../../src/waveform';
import { anything, partly, text } from './fuzzing';
import { announceSeed, tries } from './tries';

const mostMs = 50;

/** Runs it; when that took long, again: a collection may fall into it. CPU time, because a busy machine is no slow parser. */
function quickly(run: () => void): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && leastMs > mostMs; round += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  assert(leastMs <= mostMs, `took ${leastMs.toFixed(0)} ms`);
}

function unless(refusal: new (...parts: never[]) => Error, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof refusal)) throw error;
  }
}

const cronField = fc.oneof(
  fc.constantFrom('*', '*/7', '0', '59', '1-5', '5-1', '1,2,3', 'MON-FRI', 'JAN', '7', '*/0', '1-', '60', '31', '2'),
  text,
);
const cronLine = fc.oneof(
  text,
  fc.array(cronField, { minLength: 4, maxLength: 7 }).map((parts) => parts.join(' ')),
);
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Nowhere/Land');
const filters = operationIds.flatMap((id) => rowOf(id).filter ?? []);
const windowEdge = partly({ day: fc.constantFrom('SUN', 'SAT'), time: fc.constantFrom('0000', '2359', '2400') });
const chargeWindow = partly({ start: windowEdge, stop: windowEdge, restrictions: anything });
const samples = fc.oneof(
  fc.array(fc.oneof(fc.double(), fc.integer()), { maxLength: 500 }),
  fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 400 }),
  anything,
);
const publishText = text.map((value) => `{"deviceId":${JSON.stringify(value)},"ts":1}`);
const publishBody = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc.oneof(text, fc.json(), publishText).map((value) => Buffer.from(value)),
  fc
    .tuple(fc.constantFrom('{"a":', '['), fc.integer({ min: 1, max: 20_000 }))
    .map(([part, n]) => Buffer.from(part.repeat(n))),
);

describe('fuzz: parsers answer with a value or with problems, within 50 ms of CPU time', () => {
  before(announceSeed);

  it('cron lines, their description and their next run', () => {
    const property = fc.property(cronLine, zone, (cron, timeZone) =>
      quickly(() => {
        const parsed = parseCron(cron);
        assert.equal(describeCron(cron).ok, parsed.ok);
        const schedule = createCronSchedule({ cron, timeZone });
        if (!schedule.ok) return assert(schedule.problems.length > 0);
        const next = nextCronRun(schedule.value, Date.UTC(2026, 0, 1));
        assert(next === undefined || next > Date.UTC(2026, 0, 1));
      }),
    );
    fc.assert(property, tries(2_000));
  });

  it('texts of zones, dates, instants and ids', () => {
    const property = fc.property(text, (value) =>
      quickly(() => {
        for (const test of [isTimeZone, isDate, isDateTime, isIdentifier]) assert.equal(typeof test(value), 'boolean');
        assert(!isIdentifier(value) || !/[^\w.:=-]|^\.+$/.test(value));
      }),
    );
    fc.assert(property, tries(3_000));
  });

  it('Authorization headers, dates and targets of signed requests', () => {
    const property = fc.property(text, (value) =>
      quickly(() => {
        const read = parseAuthorization(value);
        assert(typeof read === 'string' || read.signature.length === 64);
        const date = parseAmzDate(value);
        assert(date === undefined || Number.isFinite(date));
        // What comes over the wire has one character a byte.
        assert(canonicalTargets(`/${Buffer.from(value).toString('latin1')}`).length > 0);
      }),
    );
    fc.assert(property, tries(3_000));
  });

  it('bodies of publishes and webhooks, and what is made of them', () => {
    const property = fc.property(publishBody, (body) =>
      quickly(() => {
        parseContent(body);
        const read = readPublish(body);
        if (isPublishFault(read)) return;
        const { publish } = read;
        splitReadings(publish);
        splitChannels(publish);
        flatPublish(publish);
      }),
    );
    fc.assert(property, tries(3_000));
  });

  it('publishes with any tree in their channels become readings of plain values', () => {
    const property = fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (tree, channel) =>
      quickly(() => {
        const publish = {
          deviceId: 'd',
          transactionId: 't',
          ts: 1,
          serialNumber: 's',
          schemaVersion: '1',
          [channel]: tree,
        };
        for (const { value } of splitReadings(publish as unknown as StreamPublish))
          assert.notEqual(typeof value, 'object');
      }),
    );
    fc.assert(property, tries(2_000));
  });

  it('filters that the service reads', () => {
    const property = fc.property(fc.constantFrom(...filters), text, (filter, value) =>
      quickly(() => unless(ServiceRefusal, () => parseFilter(filter, value))),
    );
    fc.assert(property, tries(3_000));
  });

  it('no value can change the filter that it stands in', () => {
    const filter = { fields: { name: { compare: ['eq'], value: 'text' } }, combine: 'and' } as const;
    const property = fc.property(text, (value) => {
      const [criterion, ...others] = parseFilter(filter, filterText(filter, { name: value }));
      assert.deepEqual([criterion, others], [{ field: 'name', comparison: 'eq', value }, []]);
    });
    fc.assert(property, tries(3_000));
  });

  it('inputs of all operations', () => {
    const input = partly({
      path: anything,
      query: anything,
      filter: anything,
      orderby: anything,
      page: anything,
      body: anything,
    });
    const property = fc.property(fc.constantFrom(...operationIds), fc.oneof(input, anything), (id, value) =>
      quickly(() => {
        const { problems, warnings } = checkInput(id, value);
        for (const { field, rule, message } of [...problems, ...warnings])
          assert([field, rule, message].every((part) => typeof part === 'string'));
      }),
    );
    fc.assert(property, tries(3_000));
  });

  it('commands, currents, batch orders, charge windows and tariffs', () => {
    const command = partly({ command: fc.constantFrom('open', 'close'), secondsUntilReset: fc.nat(), reason: text });
    const order = partly({
      path: text,
      body: anything,
      deviceIds: anything,
      cronSchedule: cronLine,
      sunSchedule: anything,
    });
    const windows = fc.array(fc.oneof(chargeWindow, anything), { maxLength: 8 });
    const property = fc.property(fc.oneof(command, anything), order, windows, anything, (given, batch, week, other) =>
      quickly(() => {
        const parsed = parseCommand(given);
        assert('problems' in parsed ? parsed.problems.length > 0 : /^(open|close)$/.test(parsed.command.command));
        parseAmperes(given);
        parseBatchBody(batch);
        parseBatchBody(other);
        bandProblems(other);
        if (windowProblems(week).length === 0) windowOverlaps(week as unknown as ChargeWindow[]);
      }),
    );
    fc.assert(property, tries(3_000));
  });

  it('waveform records', () => {
    const record = partly({ mVp0: samples, mAp0: samples, mVp1: samples, mAp1: samples });
    const property = fc.property(record, fc.double(), (given, sampleRateHz) =>
      quickly(() => unless(WaveformError, () => analyse(given as never, { sampleRateHz }))),
    );
    fc.assert(property, tries(2_000));
  });
});
