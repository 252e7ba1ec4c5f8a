import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ControlTeller, tellControl } from '../../nodes/breaker-control/control-words';
import { type ChargerTeller, tellCharger } from '../../nodes/evse-config/charger-words';
import { createTellPart, type PublishTeller } from '../../nodes/stream-receiver/publish-words';
import { spoken } from '../../nodes/stream-receiver/spoken-readings';
import { tellCapture } from '../../nodes/waveform-capture/capture-words';
import { type EventTeller, tellEvent } from '../../nodes/webhook-in/event-words';
import {
  hardwareTypes,
  participationStatuses,
  permissionChangeTypes,
  type StreamPublish,
  shareCodeStatuses,
  streamPublish,
  type WebhookKind,
  waveformTriggers,
  webhookEvents,
} from '../../src/catalog';
import { createWords, type Texts } from '../../src/runtime';
import type { JsonSchema } from '../../src/schema';
import { languages } from '../locales/catalog-files';
import { textsIn } from '../support/language-texts';
import { packageRoot } from '../support/node-texts';

type Language = (typeof languages)[number];

/** 14:31 in New York. */
const nowMs = Date.UTC(2026, 6, 15, 18, 31);
const device = { deviceId: 'd1', serialNumber: '30000000001', name: 'Water heater' };

function tellersIn(language: Language) {
  const texts = textsIn<Texts>('breaker-account', language, 'breakerflow');
  const words = createWords({ texts, now: () => nowMs, zone: 'America/New_York' });
  const shared = { texts, words, nodeName: '' };
  const charger = { ...shared, text: textsIn<ChargerTeller['text']>('evse-config', language) };
  const events = { ...shared, text: textsIn<EventTeller['text']>('webhook-in', language) };
  const control = { ...shared, text: textsIn<ControlTeller['text']>('breaker-control', language) };
  const captures = {
    ...shared,
    text: textsIn<Parameters<typeof tellCapture>[0]['text']>('waveform-capture', language),
  };
  return {
    control: (request: Parameters<typeof tellControl>[1], payload: unknown, isDryRun = false) =>
      tellControl(control, request, isDryRun)(payload).payload,
    controlTold: (request: Parameters<typeof tellControl>[1], payload: unknown) =>
      tellControl(control, request, false)(payload),
    charger: (action: Parameters<typeof tellCharger>[1], payload: unknown) =>
      tellCharger(charger, action)(payload).payload,
    capture: (action: Parameters<typeof tellCapture>[1], payload: unknown) =>
      tellCapture(captures, action)(payload).payload,
    event: (kind: WebhookKind, payload: unknown) => tellEvent(events, kind, payload).payload,
    part: (part: Readonly<Record<string, unknown>>) =>
      createTellPart({ words, texts, text: textsIn<PublishTeller['text']>('stream-receiver', language), nodeName: '' })(
        { ...device, ts: nowMs / 1_000 },
        { deviceId: 'd1', serialNumber: '30000000001', ts: nowMs / 1_000, ...part } as unknown as StreamPublish,
      ).payload,
  };
}

/** The names of a union of strings in the source: a type has no values to go through. */
function unionOf(file: string, name: string): string[] {
  const source = readFileSync(join(packageRoot, 'src', file), 'utf8');
  const [, body = ''] = new RegExp(`export type ${name} =([^;]+);`).exec(source) ?? [];
  const names = [...body.matchAll(/'([\w-]+)'/g)].map(([, one = '']) => one);
  assert(names.length > 3, `${name}: ${names.length}`);
  return names;
}

const noMark = (sentence: string) => {
  assert.doesNotMatch(sentence, /__\w+__|undefined|NaN|\[object/);
  assert(sentence.length > 3, sentence);
};

/** The leaves of a publish as `splitReadings` names them. */
function leaves(schema: JsonSchema, path: string): string[] {
  const { properties } = schema;
  if (properties === undefined) return schema.type === undefined || schema.type === 'array' ? [] : [path];
  const { val } = properties;
  if (val !== undefined) return leaves(val, path);
  return Object.entries(properties).flatMap(([name, inner]) => (name === 'ts' ? [] : leaves(inner, `${path}.${name}`)));
}
const channels = Object.entries(streamPublish.json.properties ?? {}).filter(([, { properties }]) => properties);
const paths = channels.flatMap(([channel, schema]) => leaves(schema, channel));

/** Values that one looks up, and is not told of: named by their path where nothing else came. */
const unspoken = [
  /^accelerometer\./,
  /\.hwSamples$/,
  /^device\.telemetry\.(lightLevel|deviceFreeMemory|agentFreeMemory)$/,
  /^device\.metadata\.(?!isConnected)/,
  /^breaker\.metadata\.(interruptingCurrent|numPoles|totalPoles|lineTerminalStyle)$/,
  /^meter\.telemetry\.(rawEnergy|rawEnergyDelta|energyDelta)\./,
  /^meter\.telemetry\.energy\.(delivered|generated)$/,
  /^meter\.metadata\.loadState$/,
  /^meter\.settings\./,
  /^evse\.metadata\.(numBoots|currentError\.description)$/,
  /^telemetry\.settings\./,
  /^bargraph\.settings\./,
];

describe('messages for people', () => {
  it('every value of a publish in the catalog has words of its own, or is known to have none', () => {
    assert(paths.length > 80, `${paths.length}`);
    assert.deepEqual(
      paths.filter((path) => !(path in spoken) && !unspoken.some((pattern) => pattern.test(path))),
      [],
    );
    // The catalog leaves open what an event of the meter holds.
    assert.deepEqual(
      Object.keys(spoken).filter((path) => !paths.includes(path) && !path.startsWith('meter.events.')),
      [],
    );
  });

  for (const language of languages)
    describe(language, () => {
      const tellers = tellersIn(language);

      for (const outcome of unionOf('control/breaker/request.ts', 'CommandOutcome'))
        it(`a command that ended as ${outcome} has its sentence`, () => {
          for (const command of ['open', 'close', 'cancelTimer'] as const) {
            const request = command === 'cancelTimer' ? { kind: command } : { kind: 'setPosition' as const, command };
            const row = { ...device, command, outcome, secondsUntilReset: 90, closesAt: nowMs, deferredAt: nowMs };
            noMark(tellers.control(request, row));
          }
          noMark(tellers.control({ kind: 'lock' }, { ...device, outcome, locked: { by: 'Anna', saved: false } }));
        });
      for (const outcome of unionOf('control/charger/request.ts', 'ChargerOutcome'))
        it(`a change of a charger that ended as ${outcome} has its sentence`, () => {
          for (const action of ['changeConfiguration', 'setCurrent'] as const)
            noMark(tellers.charger(action, { ...device, outcome, changed: ['mode', 'new.path'], maxCurrent: 16 }));
        });
      for (const outcome of unionOf('control/device/request.ts', 'DeviceOutcome'))
        it(`thresholds that ended as ${outcome} have their sentence`, () =>
          noMark(tellers.capture('setThresholds', { ...device, outcome, thresholds: {} })));
      for (const reason of unionOf('charging/effective-mode.ts', 'ModeReason'))
        it(`the reason ${reason} of a charger is told`, () =>
          noMark(tellers.charger('readConfiguration', { ...device, effective: { reasons: [reason] } })));
      for (const deed of ['set', 'restore', 'forget'] as const)
        it(`a scene: ${deed}, live and in a dry run`, () => {
          const request = { kind: 'scene' as const, scene: 'away', do: deed, to: 'open' as const };
          const outcomes = unionOf('control/breaker/request.ts', 'CommandOutcome');
          const results = [
            ...outcomes.map((outcome) => ({ ...device, outcome })),
            { ...device, error: { message: 'no' } },
          ];
          const payload = {
            scene: 'away',
            do: deed,
            forgotten: 3,
            results,
            leftOut: [{ ...device, message: 'why' }],
            saved: false,
          };
          for (const isDryRun of [true, false]) noMark(tellers.control(request, payload, isDryRun));
        });
      for (const kind of Object.keys(webhookEvents) as WebhookKind[])
        it(`${kind}: every change of the catalog, one that is unknown, and one without anything`, () => {
          const changes = {
            deviceOnboarding: hardwareTypes.map((hardwareType) => ({ ...device, hardwareType })),
            userPermission: permissionChangeTypes.map((permissionChangeType) => ({
              permissionChangeType,
              email: 'a@b.c',
            })),
            deviceOverrideEvent: participationStatuses.map((status) => ({ ...device, status })),
            shareDeviceCode: shareCodeStatuses.map((status) => ({ ...device, status })),
          }[kind] as readonly object[];
          const told = changes.map((change) => tellers.event(kind, change));
          for (const sentence of told) noMark(sentence);
          assert.equal(new Set(told).size, changes.length);
          noMark(tellers.event(kind, { ...device, status: 'new', permissionChangeType: 'new', hardwareType: 'new' }));
          if (kind === 'shareDeviceCode') noMark(tellers.event(kind, {}));
        });
      for (const trigger of waveformTriggers)
        it(`a capture by ${trigger} is told in the language`, () => {
          const sentence = tellers.capture('wait', {
            ...device,
            capturedAt: new Date(nowMs).toISOString(),
            triggers: [trigger],
          });
          noMark(sentence);
          assert(!sentence.includes(trigger), sentence);
        });
      it('every value with words of its own is told', () => {
        for (const path of Object.keys(spoken))
          for (const val of [true, false, 5, 'word']) {
            const tree = path
              .split('.')
              .reduceRight<unknown>((inner, name) => ({ [name]: inner }), { val, ts: nowMs / 1_000 });
            noMark(tellers.part(tree as Readonly<Record<string, unknown>>));
          }
      });
    });

  describe('in English', () => {
    const tellers = tellersIn('en-US');

    it('says of an open that nobody knows whether an older timer still runs', () => {
      const open = { kind: 'setPosition', command: 'open' } as const;
      const row = { ...device, command: 'open', outcome: 'confirmed', timerUnknown: true };
      assert.equal(
        tellers.control(open, row),
        'Water heater was opened. Whether an older timer still runs is not known: it may close by itself.',
      );
    });

    it('says what was done, with the name of the device', () => {
      const open = { kind: 'setPosition', command: 'open' } as const;
      assert.deepEqual(tellers.controlTold(open, { ...device, command: 'open', outcome: 'confirmed' }), {
        topic: 'Water heater',
        payload: 'Water heater was opened.',
      });
      assert.equal(
        tellers.control(open, { deviceId: 'd1', command: 'open', outcome: 'confirmed', secondsUntilReset: 90 }),
        'd1 was opened. It closes again after 2 min.',
      );
    });
    it('a closed breaker whose hand lever is open is not told as closed alone', () =>
      assert.equal(
        tellers.control(
          { kind: 'setPosition', command: 'close' },
          { ...device, command: 'close', outcome: 'confirmed', state: 'tripped-or-opened-by-hand', mainHandle: 'open' },
        ),
        'Water heater was closed. Its state: tripped or opened by hand.',
      ));
    it('of several devices those that failed come first, with the reason', () =>
      assert.deepEqual(
        tellers.controlTold(
          { kind: 'setPosition', command: 'close' },
          {
            requested: 2,
            succeeded: 1,
            failed: 1,
            results: [
              { ...device, command: 'close', outcome: 'confirmed' },
              { deviceId: 'd2', name: 'Freezer', error: { message: 'Locked open: by Anna.' } },
            ],
          },
        ),
        {
          topic: 'Devices: 2',
          payload: '1 of 2 done. Freezer was not closed: Locked open: by Anna. Water heater was closed.',
        },
      ));
    it('tells five of many, and counts the others', () => {
      const results = Array.from({ length: 9 }, () => ({ ...device, command: 'open', outcome: 'confirmed' }));
      const told = tellers.control({ kind: 'setPosition', command: 'open' }, { requested: 9, succeeded: 9, results });
      assert.equal(told.match(/was opened/g)?.length, 5);
      assert.match(told, /And 4 more\.$/);
    });
    it('an unknown value is said to be unknown', () => {
      assert.equal(
        tellers.control({ kind: 'readTimer' }, device),
        'It is unknown whether a timer of Water heater runs.',
      );
      assert.equal(tellers.control({ kind: 'readPosition' }, device), 'Water heater: state unknown.');
      assert.equal(tellers.charger('readState', device), 'Water heater: state unknown.');
      assert.match(
        tellers.charger('readControl', device),
        /unknown whether charging is enabled.*current limit unknown/,
      );
      assert.match(tellers.charger('sessionSummary', device), /energy unknown.*Cost: unknown/);
      assert.match(tellers.capture('latest', device), /at an unknown time, trigger: unknown/);
    });
    it('a session is told with its times, energy, duration and cost', () =>
      assert.equal(
        tellers.charger('sessionSummary', {
          ...device,
          startedAt: '2026-07-14T22:10:00Z',
          stoppedAt: '2026-07-15T10:40:00Z',
          energyKwh: 22.456,
          connectedSeconds: 45_000,
          chargingSeconds: 10_800,
          cost: 5.125,
          currency: 'USD',
          bands: [
            { name: 'night', cost: 4.1 },
            { name: 'base', cost: 1.025 },
          ],
        }),
        'Water heater: plugged in from Jul 14, 18:10 to 06:40, 22.46 kWh. Plugged in for 12 hr 30 min. With load for 3 hr. Cost: 5.13 USD. Of it: night 4.1 USD and base 1.03 USD.',
      ));
    it('a capture is told with its trigger, and the phases that were captured', () =>
      assert.equal(
        tellers.capture('wait', {
          ...device,
          capturedAt: '2026-07-15T18:31:00Z',
          triggers: ['Phase 0 Overcurrent'],
          type: 'waveform',
          p0: { currentPeakA: 31.24, currentRmsA: 18.2, currentThdFPercent: 12.2, voltageRmsV: 120.4 },
        }),
        'Water heater: a waveform was captured at 14:31, trigger: overcurrent on phase A. Phase A: 31.2 A peak, 18.2 A RMS, THD 12 %, 120.4 V RMS.',
      ));
    it('the full record of a capture is told as its summary is', () => {
      const shared = { ...device, capturedAt: '2026-07-15T18:31:00Z', triggers: ['Immediate'] };
      const p0 = { current: { peak: 3, rms: 2, thdFPercent: 4, clipped: true }, voltage: { rms: 120 } };
      const flat = { currentPeakA: 3, currentRmsA: 2, currentThdFPercent: 4, currentClipped: true, voltageRmsV: 120 };
      const full = tellers.capture('get', { ...shared, analysis: { p0 } });
      assert.equal(full, tellers.capture('get', { ...shared, p0: flat }));
      assert.match(full, /the real current is higher/);
    });
    it('thresholds are told in both spellings, those that are on alone', () => {
      const told = (p: string) =>
        tellers.capture('readThresholds', {
          ...device,
          thresholds: { [`${p}mAOvercurrent`]: 40_000, [`${p}OvercurrentEnabled`]: true, [`${p}mVSag`]: 90_000 },
        });
      assert.equal(told('p0'), 'Water heater: overcurrent on phase A above 40 A.');
      assert.equal(told('pA'), told('p0'));
    });
    it('a share code, which lets somebody claim a device, is never in the sentence', () =>
      assert.equal(
        tellers.event('shareDeviceCode', {
          ...device,
          code: 'SECRET123',
          status: 'claimed',
          claimingOrganizationName: 'Grid Inc.',
          deviceOwnerOrganizationName: 'House',
          updatedAt: '2026-07-15T18:31:00Z',
        }),
        '14:31: Grid Inc. has claimed the share code of Water heater. Owner: House.',
      ));
    it('a publish is told with units, most telling first, and with how many other values', () =>
      assert.equal(
        tellers.part({
          meter: { telemetry: { currentA: { val: 12.34 }, energy: { deliveredWH: 1_234 }, hwSamples: 5 } },
          breaker: { metadata: { mainHandlePosition: { val: false, ts: nowMs / 1_000 } } },
        }),
        'Water heater, 14:31: hand lever open, current A 12.3 A, energy delivered 1.2 kWh, other values: 1.',
      ));
    it('a value without words of its own is named by its path', () =>
      assert.equal(
        tellers.part({ device: { metadata: { numBoots: { val: 7, ts: nowMs / 1_000 } } } }),
        'Water heater, 14:31: device.metadata.numBoots = 7.',
      ));
    it('a publish of lists alone has no values to tell', () =>
      assert.equal(
        tellers.part({ evse: { settings: { windowConfiguration: [] } } }),
        'Water heater, 14:31: no values.',
      ));
    it('the time of yesterday has its date', () =>
      assert.match(
        tellers.part({ breaker: { metadata: { mainHandlePosition: { val: true, ts: nowMs / 1_000 - 86_400 } } } }),
        /^Water heater, Jul 14, 14:31: hand lever closed\.$/,
      ));
  });

  it('numbers and lists are written as the language does', () => {
    const peak = { ...device, capturedAt: '2026-07-15T18:31:00Z', triggers: ['Immediate'], p0: { currentPeakA: 31.2 } };
    assert.match(tellersIn('de').capture('wait', peak), /31,2 A/);
  });
});
