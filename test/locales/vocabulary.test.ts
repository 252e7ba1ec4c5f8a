import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FieldTable } from '../../src/fields';
import { languages, owners, textsOf } from './catalog-files';

const writers = [
  'batch-schedule',
  'breaker-control',
  'breaker-device',
  'cloud-call',
  'evse-config',
  'waveform-capture',
] as const;
const of = (field: string, ...nodes: readonly string[]) => nodes.map((node) => `${node}.label.${field}`);

/** Fields of one meaning, whatever their node and whatever they are stored as: they have one label. */
const oneMeaning: Readonly<Record<string, readonly string[]>> = {
  'what a node does': of(
    'action',
    'batch-schedule',
    'breaker-control',
    'breaker-device',
    'evse-config',
    'meter-read',
    'waveform-capture',
  ),
  'the age at which a command is dropped': [...of('expiry', ...writers), 'breaker-account.label.commandExpiry'],
  'what waits for a while after a start': [
    ...of('mute', 'breaker-control', 'cloud-call', 'evse-config'),
    'breaker-account.label.startMute',
  ],
  'what is refused for a while after a start': of('mute', 'batch-schedule', 'breaker-device', 'waveform-capture'),
  'a request that is shown in place of sent': of('dryRun', ...writers),
  'how many devices a message may be for': of(
    'maxDevices',
    'batch-schedule',
    'breaker-account',
    'breaker-control',
    'breaker-device',
    'evse-config',
    'waveform-capture',
  ),
  'where the device is taken from': of(
    'device',
    'batch-schedule',
    'breaker-control',
    'breaker-device',
    'evse-config',
    'meter-read',
    'waveform-capture',
  ),
  'reading after a write': of(
    'readBack',
    'breaker-control',
    'breaker-device',
    'cloud-call',
    'evse-config',
    'waveform-capture',
  ),
  'the longest wait': [
    ...of('readBackSeconds', 'breaker-control', 'breaker-device', 'cloud-call', 'evse-config', 'waveform-capture'),
    ...of('waitSeconds', 'batch-schedule', 'waveform-capture'),
  ],
  'how often is read': ['circuit-watch.label.every', 'meter-read.label.poll', 'load-manager.label.readEvery'],
  'the colours of the bargraph': ['batch-schedule.label.colors', 'breaker-device.label.colorsFrom'],
  'what the bargraph shows': ['batch-schedule.label.mode', 'breaker-device.label.mode'],
  'when reports come': ['batch-schedule.label.alignment', 'breaker-device.label.alignment'],
  'the current of a load': ['batch-schedule.label.loadPresentThreshold', 'breaker-device.label.threshold'],
  'one point of time to begin at': of('from', 'breaker-device', 'evse-config', 'meter-read', 'waveform-capture'),
  'the account': of(
    'account',
    ...writers,
    'circuit-watch',
    'load-manager',
    'meter-read',
    'stream-receiver',
    'webhook-in',
  ),
  'the location': of(
    'location',
    ...writers.filter((node) => node !== 'cloud-call'),
    'circuit-watch',
    'load-manager',
    'meter-read',
  ),
  'a sentence in place of a record': of(
    'words',
    'breaker-control',
    'evse-config',
    'stream-receiver',
    'waveform-capture',
    'webhook-in',
  ),
  'the time zone of sentences': of(
    'wordsZone',
    'breaker-control',
    'evse-config',
    'stream-receiver',
    'waveform-capture',
    'webhook-in',
  ),
};

/** Numbers that count, or whose unit is that of something else: of what is watched or sent. */
const withoutUnit = new Set([
  ...['maxDevices', 'seed', 'speed', 'port', 'outputs', 'callsPerMinute', 'pageSize', 'most', 'limit', 'maxItems'],
  ...[
    'maxHeld',
    'opensADay',
    'starts',
    'price',
    'value',
    'from',
    'to',
    'deadBand',
    'atOnce',
    'runsAbove',
    'restsBelow',
  ],
  ...['levelEmpty', 'levelFull'],
]);

describe('the vocabulary', () => {
  for (const language of languages) {
    const texts = new Map(owners.flatMap((owner) => [...textsOf(owner, language)]));

    for (const [meaning, keys] of Object.entries(oneMeaning))
      it(`${language}: ${meaning} has one label in all nodes`, () => {
        const labels = keys.map((key) => [key, texts.get(key)]);
        assert(labels.length > 1 && labels.every(([, label]) => typeof label === 'string'), JSON.stringify(labels));
        assert.equal(new Set(labels.map(([, label]) => label)).size, 1, JSON.stringify(labels));
      });

    it(`${language}: no label speaks the language of the specification`, () => {
      const shown = [...texts].filter(([key]) => /\.(?:label|choice|group|chapter|card)\./.test(key));
      const foreign = /^API ?[:：]|\bas commands\b|\btoken (?:APP|ORG)\b|^\d\.\d|\bPhase [01]\b/;
      assert.deepEqual(
        shown.filter(([, text]) => foreign.test(String(text))),
        [],
      );
    });

    it(`${language}: every number says its unit`, () => {
      const silent = owners
        .filter(({ directory }) => directory.includes('/nodes/'))
        .flatMap(({ name }) => {
          const { fields } = require(join(__dirname, '..', '..', 'nodes', name, `${name}.fields`)) as {
            fields: FieldTable;
          };
          return Object.entries(fields).flatMap(([field, { kind, ...more }]) =>
            kind !== 'number' ||
            ('unit' in more && more.unit !== undefined) ||
            withoutUnit.has(field) ||
            /[(（].+[)）]/.test(String(texts.get(`${name}.label.${field}`)))
              ? []
              : [`${name}.${field}`],
          );
        });
      assert.deepEqual(silent, []);
    });
  }
});
